// features: containers globals files
// Writes the log of a web server to a file, reads it back and reports on paths, sessions, errors and load.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

struct Request {
  int second = 0;  // of the day
  std::string client;
  std::string method;
  std::string path;
  int status = 0;
  int bytes = 0;
};

struct Session {
  int first = 0;
  int last = 0;
  std::vector<std::string> pages = {};
};

struct PathStatistics {
  int requests = 0;
  int failures = 0;
  long bytes = 0;
  std::set<std::string> clients = {};
};

static const char kPath[] = "log_analysis.tmp";
constexpr int kSessionGap = 300;

static std::unordered_map<std::string, Session> open_sessions;
static std::vector<std::pair<std::string, Session>> closed_sessions;
static std::map<std::string, PathStatistics> by_path;
static std::map<int, int> by_status_class;
static int bad_lines;

static std::string clock_text(int second) {
  char text[16];
  std::snprintf(text, sizeof text, "%02d:%02d:%02d", second / 3600, second / 60 % 60, second % 60);
  return text;
}

static std::optional<int> parse_clock(const std::string& text) {
  if (text.size() != 8 || text[2] != ':' || text[5] != ':') return std::nullopt;
  int parts[3];
  for (int i = 0; i < 3; ++i) {
    parts[i] = std::atoi(text.substr(static_cast<std::size_t>(i) * 3, 2).c_str());
    if (parts[i] < 0 || parts[i] >= (i == 0 ? 24 : 60)) return std::nullopt;
  }
  return parts[0] * 3600 + parts[1] * 60 + parts[2];
}

static bool write_log() {
  static const char* const paths[] = {"/", "/news", "/shop", "/shop/cart", "/img/logo.png", "/old"};
  std::ofstream file(kPath);
  unsigned state = 77;
  int second = 9 * 3600;
  for (int i = 0; i < 45; ++i) {
    state = state * 69069u + 1u;
    const unsigned draw = state >> 16;
    second += static_cast<int>(draw % 97) + (i % 15 == 14 ? 240 : 0);
    const unsigned page = draw / 7 % 6;
    const int status = page == 5 ? 404 : draw % 23 == 0 ? 500 : draw % 9 == 1 ? 304 : 200;
    file << clock_text(second) << " 10.0.0." << draw / 3 % 4 + 1 << (page == 3 ? " POST " : " GET ")
         << paths[page] << (draw % 5 == 0 ? "?ref=" + std::to_string(i) : "") << " " << status << " "
         << (status == 200 ? 300 + draw % 4000 : 0) << "\n";
    if (i == 20) file << "server restarted\n";
    if (i == 30) file << "09:75:00 10.0.0.9 GET / 200 10\n";
  }
  return file.good();
}

static std::optional<Request> parse_line(const std::string& line) {
  std::istringstream words(line);
  std::string clock;
  Request request;
  if (!(words >> clock >> request.client >> request.method >> request.path >> request.status >>
        request.bytes))
    return std::nullopt;
  const std::optional<int> second = parse_clock(clock);
  if (!second) return std::nullopt;
  request.second = *second;
  request.path.erase(std::min(request.path.find('?'), request.path.size()));
  return request;
}

static void close_session(const std::string& client) {
  const auto found = open_sessions.find(client);
  if (found == open_sessions.end()) return;
  closed_sessions.emplace_back(client, std::move(found->second));
  open_sessions.erase(found);
}

static void track_session(const Request& request) {
  const auto found = open_sessions.find(request.client);
  if (found != open_sessions.end() && request.second - found->second.last > kSessionGap)
    close_session(request.client);
  Session& session = open_sessions.try_emplace(request.client, Session{request.second, 0}).first->second;
  session.last = request.second;
  const bool is_page = request.path.rfind("/img/", 0) != 0 && request.status < 400;
  if (is_page && (session.pages.empty() || session.pages.back() != request.path))
    session.pages.push_back(request.path);
}

static void count_request(const Request& request) {
  PathStatistics& statistics = by_path[request.path];
  ++statistics.requests;
  statistics.bytes += request.bytes;
  statistics.clients.insert(request.client);
  if (request.status >= 400) ++statistics.failures;
  ++by_status_class[request.status / 100];
}

static std::vector<Request> read_log() {
  std::vector<Request> requests;
  std::ifstream file(kPath);
  for (std::string line; std::getline(file, line);) {
    std::optional<Request> request = parse_line(line);
    if (!request) {
      ++bad_lines;
      continue;
    }
    track_session(*request);
    count_request(*request);
    requests.push_back(std::move(*request));
  }
  return requests;
}

// The largest number of bytes within so many seconds, and when that time begins.
static std::pair<long, int> busiest_window(const std::vector<Request>& requests, int seconds) {
  long bytes = 0, most = 0;
  int start = 0;
  std::size_t first = 0;
  for (const Request& request : requests) {
    bytes += request.bytes;
    while (requests[first].second + seconds <= request.second) bytes -= requests[first++].bytes;
    if (bytes <= most) continue;
    most = bytes;
    start = requests[first].second;
  }
  return {most, start};
}

static int median_bytes(const std::vector<Request>& requests) {
  std::vector<int> sizes;
  for (const Request& request : requests) {
    if (request.bytes > 0) sizes.push_back(request.bytes);
  }
  if (sizes.empty()) return 0;
  std::nth_element(sizes.begin(), sizes.begin() + static_cast<long>(sizes.size() / 2), sizes.end());
  return sizes[sizes.size() / 2];
}

static void report_sessions() {
  std::set<std::string> clients;
  for (const auto& entry : open_sessions) clients.insert(entry.first);
  for (const std::string& client : clients) close_session(client);
  std::sort(closed_sessions.begin(), closed_sessions.end(), [](const auto& a, const auto& b) {
    return std::tie(a.second.first, a.first) < std::tie(b.second.first, b.first);
  });
  for (const auto& [client, session] : closed_sessions) {
    std::printf("%s %s %4d s:", clock_text(session.first).c_str(), client.c_str(),
                session.last - session.first);
    for (std::size_t i = 0; i < session.pages.size(); ++i) {
      if (i == 4) {
        std::printf(" and %zu more", session.pages.size() - i);
        break;
      }
      std::printf(" %s", session.pages[i].c_str());
    }
    std::printf("\n");
  }
}

int main() {
  if (!write_log()) return EXIT_FAILURE;
  const std::vector<Request> requests = read_log();
  if (std::remove(kPath) != 0) return EXIT_FAILURE;
  std::printf("%zu requests, %d bad lines, median %d bytes\n", requests.size(), bad_lines,
              median_bytes(requests));
  for (const auto& [path, statistics] : by_path) {
    std::printf("%-14s %2d requests, %d failed, %6ld bytes, %zu clients\n", path.c_str(), statistics.requests,
                statistics.failures, statistics.bytes, statistics.clients.size());
  }
  for (const auto& [status, count] : by_status_class) std::printf("%dxx: %d\n", status, count);
  for (const int seconds : {60, 300}) {
    const auto [bytes, start] = busiest_window(requests, seconds);
    std::printf("%d s from %s: %ld bytes\n", seconds, clock_text(start).c_str(), bytes);
  }
  report_sessions();
  return 0;
}
