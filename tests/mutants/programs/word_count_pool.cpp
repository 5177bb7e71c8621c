// features: threads containers
// Counts the words, initials and neighbours of a text in a pool of threads, and merges what each has found.
#include <algorithm>
#include <cctype>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

class Pool {
 public:
  explicit Pool(int threads) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      closed_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void submit(std::function<void()> task) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      tasks_.push_back(std::move(task));
      ++unfinished_;
    }
    wake_.notify_one();
  }

  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    idle_.wait(lock, [this] { return unfinished_ == 0; });
  }

 private:
  std::optional<std::function<void()>> next() {
    std::unique_lock<std::mutex> lock(mutex_);
    wake_.wait(lock, [this] { return closed_ || !tasks_.empty(); });
    if (tasks_.empty()) return std::nullopt;
    std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    return task;
  }

  void work() {
    while (const auto task = next()) {
      (*task)();
      const std::lock_guard<std::mutex> lock(mutex_);
      if (--unfinished_ == 0) idle_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, idle_;
  std::deque<std::function<void()>> tasks_;
  int unfinished_ = 0;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

using Counts = std::map<std::string, int>;

struct Partial {
  Counts words;
  Counts pairs;
  std::map<char, int> letters;
  std::string first, last;  // words at the borders
  int sentences = 0;
};

static std::string normalised(const std::string& word) {
  std::string result;
  for (const char c : word) {
    if (!std::isalpha(static_cast<unsigned char>(c))) continue;
    result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

static std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  std::size_t start = 0;
  while ((start = text.find_first_not_of(' ', start)) != std::string::npos) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    words.push_back(text.substr(start, end - start));
    start = end;
  }
  return words;
}

static bool ends_sentence(const std::string& word) {
  return !word.empty() && (word.back() == '.' || word.back() == '?');
}

static Partial analyse(const std::vector<std::string>& words, std::size_t begin, std::size_t end) {
  Partial partial;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string word = normalised(words[i]);
    if (ends_sentence(words[i])) ++partial.sentences;
    if (word.empty()) continue;
    ++partial.words[word];
    ++partial.letters[word[0]];
    if (partial.first.empty()) {
      partial.first = word;
    } else {
      ++partial.pairs[partial.last + " " + word];
    }
    partial.last = word;
  }
  return partial;
}

static void add(Counts& target, const Counts& source) {
  for (const auto& [key, count] : source) target[key] += count;
}

// The border between two parts is a pair as well.
static void merge(Partial& total, const Partial& part) {
  if (part.first.empty()) return;
  if (!total.last.empty()) ++total.pairs[total.last + " " + part.first];
  if (total.first.empty()) total.first = part.first;
  total.last = part.last;
  add(total.words, part.words);
  add(total.pairs, part.pairs);
  for (const auto& [letter, count] : part.letters) total.letters[letter] += count;
  total.sentences += part.sentences;
}

static void print_top(const char* title, const Counts& counts, std::size_t wanted) {
  std::vector<std::pair<std::string, int>> sorted(counts.begin(), counts.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::printf("%s (%zu):", title, sorted.size());
  for (std::size_t i = 0; i < sorted.size() && i < wanted; ++i)
    std::printf(" %s %d;", sorted[i].first.c_str(), sorted[i].second);
  std::printf("\n");
}

static Partial count_in_pool(const std::vector<std::string>& words, int threads, std::size_t part_size) {
  const std::size_t parts = (words.size() + part_size - 1) / part_size;
  std::vector<Partial> partials(parts);
  Pool pool(threads);
  for (std::size_t part = 0; part < parts; ++part) {
    pool.submit([&words, &partials, part, part_size] {
      const std::size_t begin = part * part_size;
      partials[part] = analyse(words, begin, std::min(begin + part_size, words.size()));
    });
  }
  pool.wait();
  Partial total;
  for (const Partial& partial : partials) merge(total, partial);
  return total;
}

int main() {
  const std::string text =
      "The ferry leaves at seven. Who misses the ferry at seven waits for the ferry at nine, and who misses "
      "the ferry at nine walks. In winter the lake is frozen and nobody waits: in winter everybody walks. "
      "Is the ice thick enough? The ferry man knows. He walks first, with a rope - and if the ice holds him, "
      "the ice holds everybody.";
  const std::vector<std::string> words = split(text);
  std::printf("%zu words\n", words.size());
  for (const std::size_t part_size : {7u, 16u}) {
    const Partial total = count_in_pool(words, 3, part_size);
    print_top("words", total.words, 7);
    print_top("pairs", total.pairs, 6);
    std::printf("from '%s' to '%s', %d sentences, letters", total.first.c_str(), total.last.c_str(),
                total.sentences);
    for (const auto& [letter, count] : total.letters) std::printf(" %c%d", letter, count);
    std::printf("\n");
  }
  return 0;
}
