// Runs tasks by priority, from a binary heap. A task may have to wait for others to be done first.
//
//   more_urgent(a, b)     a has the higher priority, or the same and the smaller number
//   Heap::push(task)      adds a task
//   Heap::pop()           removes and returns the most urgent task
//   Heap::sift_up(i)      moves the task at i up to where its parent is more urgent than it
//   Heap::sift_down(i)    moves the task at i down to where it is more urgent than both its children
//   Scheduler::run()      the names of the tasks in the order they are run: always the most urgent of those that are ready
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

struct Task {
  int number;
  int priority;
  std::string name;
  int waits_for;                // tasks that have to be done before
  std::vector<int> unblocks{};  // tasks that wait for this one
};

bool more_urgent(const Task& a, const Task& b) {
  return a.priority != b.priority ? a.priority > b.priority : a.number < b.number;
}

class Heap {
 public:
  void push(const Task& task) {
    tasks_.push_back(task);
    sift_up(tasks_.size() - 1);
  }

  Task pop() {
    const Task first = tasks_.front();
    tasks_.front() = tasks_.back();
    tasks_.pop_back();
    if (!tasks_.empty()) sift_down(0);
    return first;
  }

  bool empty() const { return tasks_.empty(); }

 private:
  void sift_up(std::size_t i) {
    while (i > 0 && more_urgent(tasks_[i], tasks_[(i - 1) / 2])) {
      std::swap(tasks_[i], tasks_[(i - 1) / 2]);
      i = (i - 1) / 2;
    }
  }

  void sift_down(std::size_t i) {
    const std::size_t left = 2 * i + 1;
    const std::size_t right = 2 * i + 2;
    std::size_t top = i;
    if (left < tasks_.size() && more_urgent(tasks_[left], tasks_[top])) top = left;
    if (right < tasks_.size() && more_urgent(tasks_[right], tasks_[i])) top = right;
    if (top == i) return;
    std::swap(tasks_[i], tasks_[top]);
    sift_down(top);
  }

  std::vector<Task> tasks_;
};

class Scheduler {
 public:
  void add(int priority, std::string name) {
    tasks_.push_back({static_cast<int>(tasks_.size()), priority, std::move(name), 0});
  }

  void require(int task, int before) {
    tasks_[task].waits_for++;
    tasks_[before].unblocks.push_back(task);
  }

  std::vector<std::string> run() {
    Heap ready;
    for (const Task& task : tasks_) {
      if (task.waits_for == 0) ready.push(task);
    }
    std::vector<std::string> order;
    while (!ready.empty()) {
      const Task task = ready.pop();
      order.push_back(task.name);
      for (const int waiting : task.unblocks) {
        if (--tasks_[waiting].waits_for == 0) ready.push(tasks_[waiting]);
      }
    }
    return order;
  }

 private:
  std::vector<Task> tasks_;
};

int main() {
  Scheduler scheduler;
  scheduler.add(9, "wake");
  scheduler.add(8, "cook");
  scheduler.add(5, "eat");
  scheduler.add(7, "wash");
  scheduler.add(3, "read");
  scheduler.require(2, 1);
  for (const std::string& name : scheduler.run()) std::printf("%s ", name.c_str());
  std::printf("\n");
}
