// features: threads containers loop-heads
// Plays the game of life on a torus: each thread computes some rows, all meet after every generation.
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

class Barrier {
 public:
  Barrier(int members, std::function<void()> completion)
      : members_(members), missing_(members), completion_(std::move(completion)) {}

  // The last one to arrive runs the completion before all go on.
  void arrive_and_wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    const int generation = generation_;
    if (--missing_ == 0) {
      completion_();
      missing_ = members_;
      ++generation_;
      all_here_.notify_all();
      return;
    }
    all_here_.wait(lock, [&] { return generation != generation_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable all_here_;
  int members_;
  int missing_;
  int generation_ = 0;
  std::function<void()> completion_;
};

class Board {
 public:
  Board(int width, int height) : width_(width), height_(height), cells_(width * height, 0) {}

  int width() const { return width_; }
  int height() const { return height_; }
  bool alive(int x, int y) const { return cells_[index(x, y)] != 0; }
  void set(int x, int y, bool value) { cells_[index(x, y)] = value ? 1 : 0; }

  void place(const std::vector<std::string>& pattern, int left, int top) {
    for (int y = 0; y < static_cast<int>(pattern.size()); ++y) {
      for (int x = 0; x < static_cast<int>(pattern[y].size()); ++x)
        set(left + x, top + y, pattern[y][x] == '#');
    }
  }

  int neighbours(int x, int y) const {
    int count = -static_cast<int>(alive(x, y));
    for (int dy = -1; dy <= 1; ++dy)
      count += static_cast<int>(alive(x - 1, y + dy)) + static_cast<int>(alive(x, y + dy)) +
               static_cast<int>(alive(x + 1, y + dy));
    return count;
  }

  int population() const {
    int count = 0;
    for (const char cell : cells_) count += cell;
    return count;
  }

  std::string row(int y) const {
    std::string text;
    for (int x = 0; x < width_; ++x) text += alive(x, y) ? '#' : '.';
    return text;
  }

  std::uint32_t hash() const {
    std::uint32_t hash = 17;
    for (std::size_t i = 0; i < cells_.size(); i += 4) {
      const int four = cells_[i] + 2 * cells_[i + 1] + 4 * cells_[i + 2] + 8 * cells_[i + 3];
      hash = hash * 1000003u + static_cast<std::uint32_t>(four);
    }
    return hash;
  }

 private:
  std::size_t index(int x, int y) const {
    const int column = (x + width_) % width_, row = (y + height_) % height_;
    return static_cast<std::size_t>(row * width_ + column);
  }

  int width_, height_;
  std::vector<char> cells_;
};

struct Rule {
  std::set<int> born = {3};
  std::set<int> stays = {2, 3};
};

static void compute_row(const Board& now, Board& next, const Rule& rule, int y) {
  for (int x = 0; x < now.width(); ++x) {
    const auto& wanted = now.alive(x, y) ? rule.stays : rule.born;
    next.set(x, y, wanted.count(now.neighbours(x, y)) != 0);
  }
}

struct Game {
  Board now, next;
  Rule rule;
  int generation = 0;
  std::vector<int> populations = {};
  std::set<std::uint32_t> seen = {};
  int first_repeat = -1;

  void turn() {
    std::swap(now, next);
    ++generation;
    populations.push_back(now.population());
    if (!seen.insert(now.hash()).second && first_repeat < 0) first_repeat = generation;
  }
};

static void play(Game& game, int generations, int threads) {
  Barrier barrier(threads, [&game] { game.turn(); });
  std::vector<std::thread> players;
  for (int number = 0; number < threads; ++number) {
    players.emplace_back([&game, &barrier, generations, threads, number] {
      for (int i = 0; i < generations; ++i) {
        for (int y = number; y < game.now.height(); y += threads)
          compute_row(game.now, game.next, game.rule, y);
        barrier.arrive_and_wait();
      }
    });
  }
  for (std::thread& player : players) player.join();
}

static void report(const char* title, const Game& game) {
  std::printf("%s: generation %d, hash %08x, first repeat %d, populations", title, game.generation,
              game.now.hash(), game.first_repeat);
  for (std::size_t i = 0; i < game.populations.size(); i += 1 + i / 4)
    std::printf(" %d", game.populations[i]);
  std::printf("\n");
  for (int y = 0; y < game.now.height(); ++y) std::printf("%s\n", game.now.row(y).c_str());
}

int main() {
  Game glider{Board(8, 6), Board(8, 6), Rule()};
  glider.now.place({".#.", "..#", "###"}, 5, 3);
  play(glider, 5, 2);
  report("glider", glider);
  play(glider, 1, 3);
  report("glider", glider);

  Game growth{Board(12, 5), Board(12, 5), Rule{{3, 6}, {2, 3}}};
  growth.now.place({".##", "##.", ".#."}, 1, 1);
  growth.now.place({"###"}, 7, 3);
  play(growth, 5, 2);
  report("growth", growth);

  Game blinker{Board(5, 4), Board(5, 4), Rule()};
  blinker.now.place({"#", "#", "#"}, 2, 0);
  play(blinker, 3, 4);
  report("blinker", blinker);
  return 0;
}
