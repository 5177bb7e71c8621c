// Arbitrary bytes as a tree in text and in JSON: a tree or an error, never a crash; and what reads can be
// written and reads back the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>

#include "src/tree/json.h"
#include "src/tree/text.h"

namespace {

using culprit::Result;
using culprit::tree::Tree;

void require(bool condition) {
  if (!condition) std::abort();
}

std::string as_json(const Tree& tree) {
  std::ostringstream out;
  require(culprit::tree::write_json(tree, out).has_value());
  return std::move(out).str();
}

void check_tree(const Tree& tree) {
  require(tree.size() > 0 && tree.parent(tree.root()) == culprit::kNoNode);
  for (std::uint32_t i = 1; i < tree.size(); ++i) {
    const culprit::NodeId n{i};
    require(tree.parent(n) < n && n < tree.end(n) && tree.end(n) <= tree.end(tree.parent(n)));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (const Result<Tree> tree = culprit::tree::read_text(bytes)) {
    check_tree(*tree);
    const std::string text = culprit::tree::to_text(*tree);
    const Result<Tree> again = culprit::tree::read_text(text);
    require(again.has_value() && culprit::tree::to_text(*again) == text);
    const Result<Tree> other = culprit::tree::read_json(as_json(*tree));
    require(other.has_value() && other->size() == tree->size());
  } else {
    require(!tree.error().what.empty());
  }
  if (const auto trees = culprit::tree::read_json_lines(bytes)) {
    for (const Tree& tree : *trees) {
      check_tree(tree);
      const std::string json = as_json(tree);
      const Result<Tree> again = culprit::tree::read_json(json);
      require(again.has_value() && as_json(*again) == json);
      const Result<Tree> text = culprit::tree::read_text(culprit::tree::to_text(tree));
      require(text.has_value() && text->size() == tree.size());
    }
  } else {
    require(!trees.error().what.empty());
  }
  return 0;
}
