// FLAGS: -pthread
// Threads that change what others can reach: objects behind locks while calls of others hold pointers to them, counters that
// all threads count up, with every memory order, hands that pass an object on, blocks that come and go, locks and conditions
// inside of objects and on the stack.
#include <pthread.h>
#include <semaphore.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

struct Board {
  std::mutex mutex;
  std::condition_variable turned;
  std::shared_mutex readers;
  std::recursive_mutex nested;
  std::atomic<int> exact{0}, relaxed{0}, exchanged{0}, stored{0};
  std::atomic<unsigned char> narrow{0};
  std::array<int, 3> scores{};
  std::map<int, std::string> names;
  std::unique_ptr<std::vector<int>> list = std::make_unique<std::vector<int>>();
  int turn = 0;
};

// Each of these gets the whole board, of which it may touch only a part.
static int own_score(Board* board, int who) {
  return board->scores[static_cast<std::size_t>(who)];
}
static void win(Board* board, int who) {
  ++board->scores[static_cast<std::size_t>(who)];
}
static void count(Board* board) {
  ++board->exact;
  board->relaxed.fetch_add(1, std::memory_order_relaxed);
  board->narrow.fetch_add(1, std::memory_order_relaxed);
  int seen = board->exchanged.load();
  while (!board->exchanged.compare_exchange_weak(seen, seen + 1)) continue;
}
static void mark(Board* board, int who) {
  board->stored.store(who, std::memory_order_release);
}
static std::size_t enlist(Board* board, int value) {
  const std::lock_guard lock(board->mutex);
  board->list->push_back(value);
  board->names[value % 7] += static_cast<char>('a' + value % 26);
  if (board->list->size() > 20) board->list = std::make_unique<std::vector<int>>();
  return board->list->size();
}
static std::size_t peek(Board* board) {
  const std::shared_lock lock(board->readers);
  return board->list ? 1 : 0;
}
static int twice_locked(Board* board, int depth) {
  const std::lock_guard lock(board->nested);
  return depth == 0 ? 0 : 1 + twice_locked(board, depth - 1);
}
// The players take turns, so that one writes what the other is waiting to read.
static void play(Board* board, int who, int others) {
  std::unique_lock lock(board->mutex);
  board->turned.wait(lock, [&] { return board->turn % others == who; });
  ++board->turn;
  lock.unlock();
  board->turned.notify_all();
}
static void player(Board* board, int who, int players, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    win(board, who);
    count(board);
    mark(board, who);
    enlist(board, i * players + who);
    peek(board);
    twice_locked(board, 2);
    play(board, who, players);
    own_score(board, who);
  }
}

// A parcel goes from hand to hand: whoever has it changes it without a lock.
struct Parcel {
  std::string text;
  int hands = 0;
};
static std::atomic<Parcel*> table{nullptr};
static void sign(Parcel* parcel, char letter) {
  parcel->text += letter;
  ++parcel->hands;
}
static Parcel* take() {
  Parcel* parcel = nullptr;
  while (!(parcel = table.exchange(nullptr, std::memory_order_acq_rel))) std::this_thread::yield();
  return parcel;
}
static void carrier(char letter, int times) {
  for (int i = 0; i < times; ++i) {
    Parcel* parcel = take();
    sign(parcel, letter);
    table.store(parcel, std::memory_order_release);
  }
}

// Objects on the stack of the one that waits, and blocks that one allocates and another frees.
struct Slot {
  sem_t full, empty;
  int* item = nullptr;
};
static void put(Slot* slot, int value) {
  sem_wait(&slot->empty);
  slot->item = new int(value);
  sem_post(&slot->full);
}
static int get(Slot* slot) {
  sem_wait(&slot->full);
  const int value = *slot->item;
  delete slot->item;
  slot->item = nullptr;
  sem_post(&slot->empty);
  return value;
}
static long pass_on(int items) {
  Slot slot;
  sem_init(&slot.full, 0, 0);
  sem_init(&slot.empty, 0, 1);
  std::thread producer([&slot, items] {
    for (int i = 1; i <= items; ++i) put(&slot, i);
  });
  long sum = 0;
  for (int i = 0; i < items; ++i) sum += get(&slot);
  producer.join();
  sem_destroy(&slot.full);
  sem_destroy(&slot.empty);
  return sum;
}

int main() {
  constexpr int kPlayers = 3, kRounds = 20;
  Board board;
  std::vector<std::thread> players;
  for (int who = 0; who < kPlayers; ++who) players.emplace_back(player, &board, who, kPlayers, kRounds);
  for (auto& one : players) one.join();
  std::printf("%d %d %d %d\n", board.exact.load(), board.relaxed.load(), board.exchanged.load(), board.turn);
  std::printf("%d\n", own_score(&board, 0) + own_score(&board, 1) + own_score(&board, 2));

  Parcel parcel;
  table = &parcel;
  std::thread one(carrier, 'x', 10), two(carrier, 'y', 10);
  one.join();
  two.join();
  std::printf("%zu %d\n", parcel.text.size(), parcel.hands);
  std::printf("%ld\n", pass_on(30));
}
