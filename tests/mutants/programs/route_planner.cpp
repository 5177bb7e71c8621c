// features: recursion containers loop-heads stdin
// Reads roads between towns from standard input and answers questions about routes, cycles and connections.
#include <algorithm>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

constexpr int kInfinite = std::numeric_limits<int>::max() / 2;

struct Road {
  int from, to, length;
};

class Map {
 public:
  int town(const std::string& name) {
    const auto [place, is_new] = numbers_.try_emplace(name, static_cast<int>(names_.size()));
    if (is_new) {
      names_.push_back(name);
      leaving_.emplace_back();
    }
    return place->second;
  }

  void add_road(const std::string& from, const std::string& to, int length, bool both_ways) {
    const int a = town(from), b = town(to);
    leaving_[a].push_back(static_cast<int>(roads_.size()));
    roads_.push_back({a, b, length});
    if (both_ways) add_road(to, from, length, false);
  }

  int size() const { return static_cast<int>(names_.size()); }
  const std::string& name(int number) const { return names_[number]; }
  const std::vector<Road>& roads() const { return roads_; }
  const std::vector<int>& leaving(int number) const { return leaving_[number]; }

 private:
  std::map<std::string, int> numbers_;
  std::vector<std::string> names_;
  std::vector<std::vector<int>> leaving_;
  std::vector<Road> roads_;
};

struct Tree {
  std::vector<int> distance;
  std::vector<int> by_road;  // the last road of the shortest route, -1 at the start
};

// Dijkstra's algorithm.
static Tree shortest_routes(const Map& map, int start) {
  Tree tree{std::vector<int>(map.size(), kInfinite), std::vector<int>(map.size(), -1)};
  using Entry = std::pair<int, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  tree.distance[start] = 0;
  open.emplace(0, start);
  while (!open.empty()) {
    const auto [distance, town] = open.top();
    open.pop();
    if (distance > tree.distance[town]) continue;
    for (const int number : map.leaving(town)) {
      const Road& road = map.roads()[number];
      const int longer = distance + road.length;
      if (longer >= tree.distance[road.to]) continue;
      tree.distance[road.to] = longer;
      tree.by_road[road.to] = number;
      open.emplace(longer, road.to);
    }
  }
  return tree;
}

static void append_route(const Map& map, const Tree& tree, int town, std::string& text) {
  const int road = tree.by_road[town];
  if (road >= 0) {
    append_route(map, tree, map.roads()[road].from, text);
    text += " - ";
  }
  text += map.name(town);
}

static std::string route(const Map& map, int from, int to) {
  const Tree tree = shortest_routes(map, from);
  if (tree.distance[to] == kInfinite) return "no route";
  std::string text;
  append_route(map, tree, to, text);
  return text + ", " + std::to_string(tree.distance[to]);
}

// Floyd and Warshall; the towns farthest apart among those that reach each other.
static std::string diameter(const Map& map) {
  const int n = map.size();
  std::vector<std::vector<int>> distance(n, std::vector<int>(n, kInfinite));
  for (int i = 0; i < n; ++i) distance[i][i] = 0;
  for (const Road& road : map.roads())
    distance[road.from][road.to] = std::min(distance[road.from][road.to], road.length);
  for (int via = 0; via < n; ++via) {
    for (int from = 0; from < n; ++from) {
      if (distance[from][via] == kInfinite) continue;
      for (int to = 0; to < n; ++to)
        distance[from][to] = std::min(distance[from][to], distance[from][via] + distance[via][to]);
    }
  }
  int best = -1, best_from = 0, best_to = 0;
  for (int from = 0; from < n; ++from) {
    for (int to = n - 1; to >= 0; --to) {
      if (distance[from][to] >= kInfinite || distance[from][to] <= best) continue;
      best = distance[from][to];
      best_from = from;
      best_to = to;
    }
  }
  return map.name(best_from) + " to " + map.name(best_to) + ", " + std::to_string(best);
}

static int find_root(std::vector<int>& parents, int town) {
  if (parents[town] != town) parents[town] = find_root(parents, parents[town]);
  return parents[town];
}

// Kruskal's algorithm; roads are taken in both directions.
static std::string cheapest_network(const Map& map) {
  std::vector<Road> roads = map.roads();
  std::sort(roads.begin(), roads.end(), [](const Road& a, const Road& b) {
    return std::tie(a.length, a.from, a.to) < std::tie(b.length, b.from, b.to);
  });
  std::vector<int> parents(map.size());
  for (int i = 0; i < map.size(); ++i) parents[i] = i;
  int total = 0, parts = map.size();
  std::string text;
  for (const Road& road : roads) {
    const int a = find_root(parents, road.from), b = find_root(parents, road.to);
    if (a == b) continue;
    parents[std::max(a, b)] = std::min(a, b);
    total += road.length;
    text += " " + map.name(road.from) + "-" + map.name(road.to);
    if (--parts == 1) break;
  }
  return std::to_string(total) + " in " + std::to_string(parts) + " parts:" + text;
}

// Tarjan's algorithm: towns that reach each other, in groups.
class Groups {
 public:
  explicit Groups(const Map& map) : map_(map), order_(map.size(), 0), low_(map.size(), 0) {
    for (int town = 0; town < map.size(); ++town) {
      if (order_[town] == 0) visit(town);
    }
  }

  const std::vector<std::set<std::string>>& groups() const { return groups_; }

 private:
  void visit(int town) {
    order_[town] = low_[town] = ++visited_;
    stack_.push_back(town);
    for (const int number : map_.leaving(town)) {
      const int to = map_.roads()[number].to;
      if (order_[to] == 0) {
        visit(to);
        low_[town] = std::min(low_[town], low_[to]);
      } else if (std::find(stack_.begin(), stack_.end(), to) != stack_.end()) {
        low_[town] = std::min(low_[town], order_[to]);
      }
    }
    if (low_[town] != order_[town]) return;
    std::set<std::string> group;
    int member;
    do {
      member = stack_.back();
      stack_.pop_back();
      group.insert(map_.name(member));
    } while (member != town);
    groups_.push_back(std::move(group));
  }

  const Map& map_;
  std::vector<int> order_, low_, stack_;
  std::vector<std::set<std::string>> groups_;
  int visited_ = 0;
};

static std::string within(const Map& map, int start, int roads) {
  std::vector<int> steps(map.size(), -1);
  std::queue<int> open;
  steps[start] = 0;
  std::string text;
  for (open.push(start); !open.empty(); open.pop()) {
    const int town = open.front();
    text += (text.empty() ? "" : " ") + map.name(town);
    if (steps[town] == roads) continue;
    for (const int number : map.leaving(town)) {
      const int to = map.roads()[number].to;
      if (steps[to] >= 0) continue;
      steps[to] = steps[town] + 1;
      open.push(to);
    }
  }
  return text;
}

static void answer(Map& map, const std::string& line) {
  std::istringstream words(line);
  std::string command, from, to;
  int number = 0;
  words >> command;
  if (command == "road" || command == "oneway") {
    if (words >> from >> to >> number) map.add_road(from, to, number, command == "road");
    return;
  }
  std::cout << line << ": ";
  if (command == "route" && words >> from >> to) {
    std::cout << route(map, map.town(from), map.town(to)) << "\n";
  } else if (command == "within" && words >> number >> from) {
    std::cout << within(map, map.town(from), number) << "\n";
  } else if (command == "network") {
    std::cout << cheapest_network(map) << "\n";
  } else if (command == "diameter") {
    std::cout << diameter(map) << "\n";
  } else if (command == "groups") {
    const Groups groups(map);
    for (const auto& group : groups.groups()) {
      for (const std::string& name : group) std::cout << name << " ";
      std::cout << "| ";
    }
    std::cout << "\n";
  } else {
    std::cout << "not understood\n";
  }
}

int main() {
  Map map;
  for (std::string line; std::getline(std::cin, line);) {
    if (!line.empty() && line[0] != '#') answer(map, line);
  }
  std::cout << map.size() << " towns, " << map.roads().size() << " roads\n";
  return 0;
}
