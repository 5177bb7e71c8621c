// features: containers globals loop-heads
// Simulates the day of a repair shop: events in a queue of own making, with actions kept as functions.
#include <cstdio>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

// A binary heap whose first element comes before all others; equal ones leave in any order.
template <typename T, typename Before>
class Heap {
 public:
  explicit Heap(Before before = Before()) : before_(std::move(before)) {}

  bool empty() const { return items_.empty(); }
  std::size_t size() const { return items_.size(); }

  void push(T item) {
    std::size_t place = items_.size();
    items_.push_back(std::move(item));
    for (; place > 0 && before_(items_[place], items_[(place - 1) / 2]); place = (place - 1) / 2)
      std::swap(items_[place], items_[(place - 1) / 2]);
  }

  T pop() {
    std::swap(items_.front(), items_.back());
    T first = std::move(items_.back());
    items_.pop_back();
    for (std::size_t place = 0, child; (child = 2 * place + 1) < items_.size(); place = child) {
      if (child + 1 < items_.size() && before_(items_[child + 1], items_[child])) ++child;
      if (!before_(items_[child], items_[place])) break;
      std::swap(items_[place], items_[child]);
    }
    return first;
  }

 private:
  std::vector<T> items_;
  Before before_;
};

struct Event {
  int minute = 0;
  int serial = 0;
  std::function<void()> action;
};

struct EarlierEvent {
  bool operator()(const Event& a, const Event& b) const {
    return a.minute != b.minute ? a.minute < b.minute : a.serial < b.serial;
  }
};

struct Job {
  int number = 0;
  int arrival = 0;
  int minutes = 0;
  bool urgent = false;
  int started = -1;
};

struct Mechanic {
  std::string name;
  int speed = 100;  // percent
  int busy_minutes = 0;
  int jobs_done = 0;
  bool busy = false;
};

static Heap<Event, EarlierEvent> events;
static int now;
static int next_serial;
static std::deque<Job> waiting;
static std::map<int, int> delay_histogram;  // waits by quarter of an hour
static std::vector<Mechanic> mechanics = {{"Ada"}, {"Ben", 75}, {"Cleo", 120}};
static unsigned random_state = 2024;

static int random_between(int low, int high) {
  random_state = random_state * 1664525u + 1013904223u;
  return low + static_cast<int>((random_state >> 12) % static_cast<unsigned>(high - low + 1));
}

static std::string clock_text(int minute) {
  char text[16];
  std::snprintf(text, sizeof text, "%02d:%02d", 8 + minute / 60, minute % 60);
  return text;
}

static void at(int minute, std::function<void()> action) {
  events.push({minute, next_serial++, std::move(action)});
}

static void start_waiting_jobs();

static void finish(Mechanic& mechanic, const Job& job) {
  mechanic.busy = false;
  mechanic.busy_minutes += now - job.started;
  ++mechanic.jobs_done;
  std::printf("%s %s finishes job %d%s, waited %d\n", clock_text(now).c_str(), mechanic.name.c_str(),
              job.number, job.urgent ? " (urgent)" : "", job.started - job.arrival);
  start_waiting_jobs();
}

// Urgent jobs overtake all that are not; short ones overtake at most one longer one.
static void enqueue(const Job& job) {
  auto place = waiting.end();
  if (job.urgent) {
    while (place != waiting.begin() && !(place - 1)->urgent) --place;
  } else if (!waiting.empty() && !waiting.back().urgent && waiting.back().minutes > 2 * job.minutes) {
    --place;
  }
  waiting.insert(place, job);
}

static Mechanic* idle_mechanic() {
  Mechanic* best = nullptr;
  for (Mechanic& mechanic : mechanics) {
    if (mechanic.busy) continue;
    if (best == nullptr || mechanic.speed > best->speed) best = &mechanic;
  }
  return best;
}

static void start_waiting_jobs() {
  while (!waiting.empty()) {
    Mechanic* mechanic = idle_mechanic();
    if (mechanic == nullptr) return;
    Job job = waiting.front();
    waiting.pop_front();
    job.started = now;
    ++delay_histogram[(job.started - job.arrival) / 15];
    mechanic->busy = true;
    const int minutes = (job.minutes * 100 + mechanic->speed - 1) / mechanic->speed;
    at(now + minutes, [mechanic, job] { finish(*mechanic, job); });
  }
}

static void arrive(int number, int remaining) {
  const Job job{number, now, random_between(10, 60), random_between(1, 6) == 1};
  enqueue(job);
  start_waiting_jobs();
  if (remaining > 1)
    at(now + random_between(3, 21), [number, remaining] { arrive(number + 1, remaining - 1); });
}

static void close_for_lunch(Mechanic& mechanic, int minutes) {
  if (mechanic.busy) {
    at(now + 10, [&mechanic, minutes] { close_for_lunch(mechanic, minutes); });
    return;
  }
  mechanic.busy = true;
  std::printf("%s %s has lunch\n", clock_text(now).c_str(), mechanic.name.c_str());
  at(now + minutes, [&mechanic] {
    mechanic.busy = false;
    start_waiting_jobs();
  });
}

static int run_until(int end) {
  int handled = 0;
  std::size_t longest = 0;
  while (!events.empty()) {
    Event event = events.pop();
    if (event.minute > end) break;
    now = event.minute;
    event.action();
    ++handled;
    if (events.size() > longest) longest = events.size();
  }
  std::printf("%d events, at most %zu at once, %zu jobs left\n", handled, longest, waiting.size());
  return handled;
}

int main() {
  at(5, [] { arrive(1, 24); });
  for (std::size_t i = mechanics.size(); i-- > 0;)
    at(200 + 30 * static_cast<int>(i), [i] { close_for_lunch(mechanics[i], 25); });
  run_until(480);
  for (const Mechanic& mechanic : mechanics)
    std::printf("%s: %d jobs in %d minutes\n", mechanic.name.c_str(), mechanic.jobs_done,
                mechanic.busy_minutes);
  for (const auto& [quarter, jobs] : delay_histogram)
    std::printf("waited %3d to %3d minutes: %d\n", quarter * 15, quarter * 15 + 14, jobs);
  return 0;
}
