// features: recursion loop-heads
// A balanced search tree as an ordered map: insertion, removal, iteration, ranks and ranges.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

// An AVL tree: the heights of a node's sides differ by one at most. Each node knows its subtree's size.
template <typename Key, typename Value, typename Less = std::less<Key>>
class OrderedMap {
  struct Node {
    Node(Key k, Node* up) : key(std::move(k)), parent(up) {}
    Key key;
    Value value{};
    int height = 1;
    int size = 1;
    Node* parent;
    std::unique_ptr<Node> left, right;
  };
  using Link = std::unique_ptr<Node>;

 public:
  class Iterator {
   public:
    explicit Iterator(Node* node) : node_(node) {}
    const Key& key() const { return node_->key; }
    Value& value() const { return node_->value; }
    bool operator!=(const Iterator& other) const { return node_ != other.node_; }
    Iterator& operator++() {
      if (node_->right) {
        node_ = leftmost(node_->right.get());
        return *this;
      }
      const Node* from;
      do {
        from = node_;
        node_ = node_->parent;
      } while (node_ != nullptr && node_->right.get() == from);
      return *this;
    }
    const Iterator& operator*() const { return *this; }

   private:
    Node* node_;
  };

  Iterator begin() const { return Iterator(root_ ? leftmost(root_.get()) : nullptr); }
  Iterator end() const { return Iterator(nullptr); }
  int size() const { return size_of(root_); }
  int height() const { return height_of(root_); }
  int rotations() const { return rotations_; }

  Value& operator[](const Key& key) {
    Node* found = nullptr;
    insert(root_, nullptr, key, found);
    return found->value;
  }

  bool erase(const Key& key) { return erase(root_, key); }

  // The first entry whose key is not less.
  Iterator lower_bound(const Key& key) const {
    Node* best = nullptr;
    for (Node* node = root_.get(); node != nullptr;) {
      if (less_(node->key, key)) {
        node = node->right.get();
      } else {
        best = node;
        node = node->left.get();
      }
    }
    return Iterator(best);
  }

  // How many keys are less.
  int rank(const Key& key) const {
    int rank = 0;
    const Node* node = root_.get();
    while (node != nullptr) {
      if (!less_(node->key, key)) {
        node = node->left.get();
        continue;
      }
      rank += size_of(node->left) + 1;
      node = node->right.get();
    }
    return rank;
  }

  Iterator nth(int index) const {
    if (index < 0 || index >= size()) throw std::out_of_range("no entry " + std::to_string(index));
    Node* node = root_.get();
    for (;;) {
      const int left = size_of(node->left);
      if (index == left) return Iterator(node);
      if (index < left) {
        node = node->left.get();
      } else {
        index -= left + 1;
        node = node->right.get();
      }
    }
  }

  std::string shape() const { return shape(root_); }

 private:
  static int height_of(const Link& link) { return link ? link->height : 0; }
  static int size_of(const Link& link) { return link ? link->size : 0; }
  static Node* leftmost(Node* node) {
    while (node->left) node = node->left.get();
    return node;
  }

  static void update(Node& node) {
    node.height = 1 + std::max(height_of(node.left), height_of(node.right));
    node.size = 1 + size_of(node.left) + size_of(node.right);
    if (node.left) node.left->parent = &node;
    if (node.right) node.right->parent = &node;
  }

  // The child on one side becomes the parent of its parent.
  void rotate(Link& link, Link Node::* side, Link Node::* other) {
    ++rotations_;
    Node* up = link->parent;
    Link child = std::move((*link).*side);
    (*link).*side = std::move((*child).*other);
    update(*link);
    (*child).*other = std::move(link);
    update(*child);
    link = std::move(child);
    link->parent = up;
  }

  void balance(Link& link) {
    update(*link);
    const int difference = height_of(link->left) - height_of(link->right);
    if (difference > 1) {
      if (height_of(link->left->left) < height_of(link->left->right))
        rotate(link->left, &Node::right, &Node::left);
      rotate(link, &Node::left, &Node::right);
    } else if (difference < -1) {
      if (height_of(link->right->right) < height_of(link->right->left))
        rotate(link->right, &Node::left, &Node::right);
      rotate(link, &Node::right, &Node::left);
    }
  }

  void insert(Link& link, Node* parent, const Key& key, Node*& found) {
    if (!link) {
      link = std::make_unique<Node>(key, parent);
      found = link.get();
      return;
    }
    if (less_(key, link->key)) {
      insert(link->left, link.get(), key, found);
    } else if (less_(link->key, key)) {
      insert(link->right, link.get(), key, found);
    } else {
      found = link.get();
      return;
    }
    balance(link);
  }

  Link take_leftmost(Link& link) {
    if (link->left) {
      Link taken = take_leftmost(link->left);
      balance(link);
      return taken;
    }
    Link taken = std::move(link);
    link = std::move(taken->right);
    if (link) link->parent = taken->parent;
    return taken;
  }

  bool erase(Link& link, const Key& key) {
    if (!link) return false;
    bool erased = true;
    if (less_(key, link->key)) {
      erased = erase(link->left, key);
    } else if (less_(link->key, key)) {
      erased = erase(link->right, key);
    } else {
      Link gone = std::move(link);
      if (gone->left && gone->right) {
        link = take_leftmost(gone->right);
        link->left = std::move(gone->left);
        link->right = std::move(gone->right);
      } else {
        link = std::move(gone->left ? gone->left : gone->right);
      }
      if (link) link->parent = gone->parent;
    }
    if (link) balance(link);
    return erased;
  }

  static std::string shape(const Link& link) {
    if (!link) return "";
    const std::string left = shape(link->left), right = shape(link->right);
    return (left.empty() ? "" : "(" + left + ")") + std::to_string(link->height) +
           (right.empty() ? "" : "(" + right + ")");
  }

  Link root_;
  Less less_;
  int rotations_ = 0;
};

struct ShorterFirst {
  bool operator()(const std::string& a, const std::string& b) const {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  }
};

template <typename Map>
static void print(const char* title, const Map& map) {
  std::printf("%s: %d entries, height %d, %d rotations, shape %s\n ", title, map.size(), map.height(),
              map.rotations(), map.shape().c_str());
}

static void numbers() {
  OrderedMap<int, int> squares;
  for (int i = 1; i <= 24; ++i) squares[i * 11 % 29] += i * i;
  for (int i = 40; i > 30; i -= 2) ++squares[i];
  print("squares", squares);
  for (const auto& entry : squares) std::printf(" %d:%d", entry.key(), entry.value());
  std::printf("\n");
  int erased = 0;
  for (int key = 0; key < 30; key += 1 + key % 4) erased += squares.erase(key);
  print("fewer", squares);
  for (auto entry = squares.lower_bound(9); entry != squares.lower_bound(27); ++entry)
    std::printf(" %d", entry.key());
  std::printf("\n%d erased, rank of 20: %d, of 99: %d\n", erased, squares.rank(20), squares.rank(99));
  try {
    for (int i = 0;; i += 4) std::printf("entry %d: %d\n", i, squares.nth(i).key());
  } catch (const std::out_of_range& error) {
    std::printf("%s\n", error.what());
  }
}

static void words() {
  OrderedMap<std::string, int, ShorterFirst> places;
  int place = 0;
  for (const char* word : {"rain", "on", "the", "roof", "and", "on", "the", "road", "all", "night", "rain"})
    places[word] = places[word] * 100 + ++place;
  print("words", places);
  for (const auto& entry : places) std::printf(" %s:%d", entry.key().c_str(), entry.value());
  std::printf("\n%d %d\n", places.rank("road"), places.erase("roads") ? 1 : 0);
}

int main() {
  numbers();
  words();
  return 0;
}
