// Roads between towns: the fewest stops (breadth-first search), and the shortest way (Dijkstra).
//
//   Map::road(a, b, km)      a road both ways
//   Map::stops(a, b)         how many roads a way from a to b has at least; -1 if there is none
//   Map::shortest(a, b)      the shortest way: its towns in order, and its length; no towns if there is none
//   nearest(open, distance)  the town in `open` with the least distance; of equals, the first
//   way(before, a, b)        the towns from a to b, where `before` says from where each was reached
#include <algorithm>
#include <cstdio>
#include <deque>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

constexpr int kFar = 1000000;

struct Way {
  std::vector<std::string> towns;
  int length = 0;
};

using Distances = std::map<std::string, int>;
using Before = std::map<std::string, std::string>;

std::string nearest(const std::set<std::string>& open, const Distances& distance) {
  std::string best;
  int least = kFar + 1;
  for (const std::string& town : open) {
    if (distance.at(town) < least) {
      least = distance.at(town);
      best = town;
    }
  }
  return best;
}

std::vector<std::string> way(const Before& before, const std::string& from, const std::string& to) {
  std::vector<std::string> towns{to};
  while (towns.back() != from) towns.push_back(before.at(towns.back()));
  std::reverse(towns.begin(), towns.end());
  return towns;
}

class Map {
 public:
  void road(const std::string& a, const std::string& b, int km) {
    roads_[a][b] = km;
    roads_[b][a] = km;
  }

  int stops(const std::string& from, const std::string& to) const {
    std::deque<std::string> queue{from};
    Distances seen{{from, 0}};
    while (!queue.empty()) {
      const std::string town = queue.front();
      queue.pop_front();
      if (town == to) return seen[town];
      for (const auto& [next, km] : roads_.at(town)) {
        if (seen.count(next)) continue;
        seen[next] = seen[town] + 1;
        queue.push_back(next);
      }
    }
    return -1;
  }

  Way shortest(const std::string& from, const std::string& to) const {
    Distances distance;
    Before before;
    std::set<std::string> open;
    for (const auto& [town, roads] : roads_) {
      distance[town] = kFar;
      open.insert(town);
    }
    distance[from] = 0;
    while (!open.empty()) {
      const std::string town = nearest(open, distance);
      open.erase(town);
      relax(town, distance, before);
    }
    if (distance[to] == kFar) return {};
    return {way(before, from, to), distance[to]};
  }

 private:
  /// Whoever is reached by a shorter way through `town` gets that way.
  void relax(const std::string& town, Distances& distance, Before& before) const {
    for (const auto& [next, km] : roads_.at(town)) {
      if (distance[town] + km < distance[next]) {
        distance[next] = distance[town] + km;
        before[next] = town;
      }
    }
  }

  std::map<std::string, std::map<std::string, int>> roads_;
};

int main() {
  Map map;
  map.road("Aa", "Bo", 4);
  map.road("Bo", "Cu", 3);
  map.road("Aa", "Di", 9);
  map.road("Cu", "Di", 1);
  std::printf("stops %d\n", map.stops("Aa", "Cu"));
  const Way found = map.shortest("Aa", "Di");
  for (const std::string& town : found.towns) std::printf("%s ", town.c_str());
  std::printf("%d km\n", found.length);
}
