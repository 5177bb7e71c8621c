#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/column.h"
#include "src/base/ids.h"

namespace culprit::tree {

enum class FunctionKind : std::uint8_t {
  kFunction,
  kMethod,
  kConstructor,
  kDestructor,
  kLambda,
  kLoop,
  kProgram,
  kLost,
  kChain  ///< consecutive siblings that a transformation put under one node
};

/// What the tree needs to know of a function: names and places. (Types and parameters stay in the trace.)
struct Function {
  std::string name;
  std::string signature;
  std::string file;  ///< empty if not known
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  FunctionKind kind = FunctionKind::kFunction;
  FunctionId enclosing{};  ///< of a loop: the function it stands in
  std::uint32_t body_first =
      0;  ///< of a loop: its lines without the head; 0: not known, or all are the head's
  std::uint32_t body_last = 0;
  bool is_range = false;           ///< of a loop: for (x : container)
  std::vector<std::string> own{};  ///< of a loop: the variables that it declares in its head
};

/// What a tree from text or JSON says of a node beyond its function.
struct Label {
  std::string_view inputs;
  std::string_view result;
  bool has_result = false;
  bool has_inputs = false;  ///< tells `f()` from `f`
};

/// Texts, context ids and weights of trees that do not come from a trace. All empty if a tree has none.
struct Labels {
  static constexpr std::uint8_t kInputsGiven = 1;
  static constexpr std::uint8_t kResultGiven = 2;
  std::string text;                    ///< all inputs and results, back to back
  Column<std::uint64_t> inputs_begin;  ///< into text, a row a node; inputs end where the result begins
  Column<std::uint64_t> result_begin;  ///< the result ends where the next node's inputs begin
  Column<std::uint8_t> given;          ///< kInputsGiven, kResultGiven
  Column<std::uint32_t> before;        ///< context ids of JSON trees
  Column<std::uint32_t> after;
  Column<std::uint32_t> weights;  ///< how likely each node is to be at fault; 0: cannot be
  std::string name;               ///< of the whole tree
  bool root_wrong_given = false;
  bool root_wrong = true;
};

}  // namespace culprit::tree
