#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "src/strategy/suspects.h"

namespace culprit::strategy {

/// The nodes below the root that weigh more than a given share: each holds the next, so they form one way
/// down from the root. They lie on few heavy paths; a stretch is the part on one of them.
struct Chain {
  struct Stretch {
    std::uint32_t top;     ///< positions on a heavy path
    std::uint32_t bottom;  ///< where the chain leaves the path, or ends
  };
  std::vector<Stretch> stretches;  ///< from the lowest up; empty if no node weighs that much
};

/// The searches that strategies are made of. None passes over the tree: a search looks at O(log n) heavy
/// paths and as many places as answers have touched.
///
/// Nodes that cannot be asked (skipped, or without fault) are looked through: their children stand in for
/// them. Instead of a weightless node the lowest below it with the same suspects is asked: if the upper one were asked
/// and wrong, the lower one would have to be asked as well.
class Search {
 public:
  explicit Search(const Suspects& suspects) : suspects_(suspects), shape_(suspects.shape()) {}

  /// The first node in preorder that can be asked, from the root on; kNoSearchId if there is none.
  SearchId first_askable() const;
  /// The nodes with 2 w > total. Precondition: of the weights below the root, the first `offset` (in
  /// preorder) are not counted in `total`, and the rest of them is `total` > 0.
  Chain chain_above_half(std::uint64_t total, std::uint64_t offset) const;
  /// The lowest node of the chain that can be asked, or kNoSearchId.
  SearchId lowest_askable(const Chain& chain) const;
  /// The heaviest node that can be asked below `node`; the first in preorder of equal ones.
  SearchId heaviest_below(SearchId node);
  /// The heaviest node that can be asked and hangs off the chain, that is, is not one of its nodes.
  SearchId heaviest_off(const Chain& chain);
  /// The heaviest of those, wherever they hang, that is, also below one another: no more than `most`, in order. O(most log n).
  std::vector<SearchId> heaviest_off(const Chain& chain, std::uint32_t most);
  /// The heaviest of the nodes that can be asked directly below `node`, no more than `most`, in order: none of them is below another.
  /// O(most log n).
  std::vector<SearchId> steps_below(SearchId node, std::uint32_t most);

 private:
  /// A set of nodes, with a weight that none exceeds and an id that none of that weight undercuts.
  struct Item {
    enum class Kind : std::uint8_t { kNode, kChildren, kBlock };
    std::uint64_t bound;
    SearchId first;
    Kind kind;
    Side side;            // kBlock, kChildren on a path
    std::uint8_t level;   // kBlock
    bool is_on_path;      // kChildren: the light ones on one side of the path
    std::uint32_t index;  // kBlock: of the entry; kChildren on a path: its position
    std::uint32_t low;    // kBlock: positions [low, high); kChildren: slots
    std::uint32_t high;
    SearchId lowest;  // kChildren: only ids in [lowest, limit)
    SearchId limit;
    bool operator<(const Item& other) const {  // what std::priority_queue takes last
      return bound != other.bound ? bound < other.bound : first > other.first;
    }
  };
  SearchId lowest_alike(SearchId node) const;
  void start(bool takes_many = false);
  void push_off(const Chain& chain);
  void push(const Item& item);
  void push_node(SearchId node);
  void push_children(SearchId of, SearchId lowest, SearchId limit, std::uint64_t bound);
  void push_block(Side side, std::uint32_t level, std::uint32_t index, std::uint32_t low, std::uint32_t high);
  void push_light_children(Side side, std::uint32_t position, std::uint64_t bound);
  void push_stretch(std::uint32_t low, std::uint32_t high);
  void open_children(Item item);
  void open_block(const Item& item);
  /// Called again it goes on with the next one, if the search takes many.
  SearchId run();
  enum class Descent : std::uint8_t { kStop, kGoOn };  ///< below a node that was found
  std::vector<SearchId> run_many(std::uint32_t most, Descent descent);

  const Suspects& suspects_;
  const Shape& shape_;
  std::priority_queue<Item> queue_;
  std::uint64_t best_ = 0;   ///< weight of the heaviest node found so far: lighter sets need no look
  bool takes_many_ = false;  ///< lighter ones are looked for, too
};

}  // namespace culprit::strategy
