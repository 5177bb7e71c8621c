// A cache that keeps the pages used last: when it is full, the page that was not used for the longest time goes.
//
// Entries are a list from newest to oldest: `newest_` owns the first, each entry owns the next older one.
//   Cache::get(key)         the text kept for key, which becomes the newest; null if there is none
//   Cache::put(key, text)   keeps the text as the newest entry, replacing an older one of that key; past the capacity the
//                           oldest entry is dropped
//   Cache::detach(key)      takes the entry of key out of the list and returns it; null if there is none
//   Cache::attach(entry)    makes the entry the newest
//   Cache::drop_oldest()    removes the last entry of the list
//   read_page(cache, key)   the page's text, from the cache or else "loaded", which counts in `loads`
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

struct Entry {
  std::string key;
  std::shared_ptr<const std::string> text;
  std::unique_ptr<Entry> older;
};

class Cache {
 public:
  explicit Cache(int capacity) : capacity_(capacity) {}

  std::shared_ptr<const std::string> get(const std::string& key) {
    std::unique_ptr<Entry> entry = detach(key);
    if (!entry) return nullptr;
    attach(std::move(entry));
    return newest_->text;
  }

  void put(const std::string& key, std::string text) {
    std::unique_ptr<Entry> entry = detach(key);
    if (!entry) entry = std::make_unique<Entry>(Entry{key, nullptr, nullptr});
    entry->text = std::make_shared<const std::string>(std::move(text));
    attach(std::move(entry));
    if (size_ > capacity_) drop_oldest();
  }

  std::string keys() const {
    std::string all;
    for (const Entry* entry = newest_.get(); entry != nullptr; entry = entry->older.get())
      all += entry->key + " ";
    return all;
  }

 private:
  std::unique_ptr<Entry> detach(const std::string& key) {
    std::unique_ptr<Entry>* place = &newest_;
    while (*place && (*place)->key != key) place = &(*place)->older;
    if (!*place) return nullptr;
    std::unique_ptr<Entry> entry = std::move(*place);
    *place = std::move(entry->older);
    --size_;
    return entry;
  }

  void attach(std::unique_ptr<Entry> entry) {
    entry->older = std::move(newest_);
    newest_ = std::move(entry);
    ++size_;
  }

  void drop_oldest() {
    std::unique_ptr<Entry>* place = &newest_;
    while ((*place)->older) place = &(*place)->older;
    place->reset();
    --size_;
  }

  int capacity_;
  int size_ = 0;
  std::unique_ptr<Entry> newest_;
};

int loads = 0;

std::string read_page(Cache& cache, const std::string& key) {
  if (const auto kept = cache.get(key)) return *kept;
  ++loads;
  cache.put(key, "page " + key);
  return "page " + key;
}

int main() {
  Cache cache(2);
  for (const char* key : {"a", "b", "a", "c", "a"}) std::printf("%s\n", read_page(cache, key).c_str());
  std::printf("%d loads, kept: %s\n", loads, cache.keys().c_str());
}
