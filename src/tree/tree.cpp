#include "src/tree/tree.h"

#include <algorithm>
#include <cstring>

namespace culprit::tree {
namespace {

/// Makes room for a new first row. O(n), once a tree.
template <class T>
void insert_front(Column<T>& column, T value) {
  const std::size_t rows = column.size();
  column.resize(rows + 1);
  std::memmove(column.data() + 1, column.data(), rows * sizeof(T));
  column[0] = value;
}

/// One that did not happen is the latest, so that the program has not ended if one of its calls has not.
std::uint64_t later(std::uint64_t a, std::uint64_t b, const TreeBuilder::IsBefore& is_before) {
  if (!is_before || a == kNoMoment.value() || b == kNoMoment.value()) return std::max(a, b);
  return is_before(Moment{a}, Moment{b}) ? b : a;
}

}  // namespace

Label Tree::label(NodeId n) const {
  if (!has_labels()) return {};
  const std::size_t row = n.value();
  const std::uint64_t inputs = labels_.inputs_begin[row];
  const std::uint64_t result = labels_.result_begin[row];
  const std::uint64_t end = row + 1 < size() ? labels_.inputs_begin[row + 1] : labels_.text.size();
  const std::string_view text = labels_.text;
  const std::uint8_t given = labels_.given[row];
  return {text.substr(inputs, result - inputs), text.substr(result, end - result),
          (given & Labels::kResultGiven) != 0, (given & Labels::kInputsGiven) != 0};
}

FunctionId TreeBuilder::add_function(Function function) {
  functions_.push_back(std::move(function));
  return FunctionId{static_cast<std::uint32_t>(functions_.size() - 1)};
}

void TreeBuilder::fill_labels(std::uint32_t rows) {
  Labels& labels = labels_;
  while (labels.inputs_begin.size() < rows) {
    labels.inputs_begin.push_back(labels.text.size());
    labels.result_begin.push_back(labels.text.size());
    labels.given.push_back(0);
  }
}

void TreeBuilder::label(const Label& label) {
  CULPRIT_CHECK(labels_.inputs_begin.size() < size());
  fill_labels(size() - 1);
  Labels& labels = labels_;
  labels.inputs_begin.push_back(labels.text.size());
  labels.text += label.inputs;
  labels.result_begin.push_back(labels.text.size());
  labels.text += label.result;
  const int given =
      (label.has_inputs ? Labels::kInputsGiven : 0) | (label.has_result ? Labels::kResultGiven : 0);
  labels.given.push_back(static_cast<std::uint8_t>(given));
}

void TreeBuilder::context(std::uint32_t before, std::uint32_t after) {
  CULPRIT_CHECK(labels_.before.size() < size());
  labels_.before.resize(size() - 1);
  labels_.after.resize(size() - 1);
  labels_.before.push_back(before);
  labels_.after.push_back(after);
}

void TreeBuilder::fill_weights(std::uint32_t rows) {
  while (labels_.weights.size() < rows) labels_.weights.push_back(1);
}

void TreeBuilder::weight(std::uint32_t weight) {
  CULPRIT_CHECK(labels_.weights.size() < size());
  fill_weights(size() - 1);
  labels_.weights.push_back(weight);
}

void TreeBuilder::add_common_root(std::string_view program, const IsBefore& is_before) {
  const std::uint32_t rows = size();
  for (std::uint32_t row = 0; row < rows; ++row) {
    parent_[row] = parent_[row] == kNoNode.value() ? 0 : parent_[row] + 1;
    end_[row] += 1;
  }
  insert_front(parent_, kNoNode.value());
  insert_front(end_, rows + 1);
  const FunctionId function =
      add_function({std::string(program), {}, {}, 0, 0, FunctionKind::kProgram, FunctionId{}});
  insert_front(function_, function.value());
  if (!enter_.empty()) {
    std::uint64_t last = leave_[0];
    for (std::uint32_t child = 0; child < rows; child = end_[child + 1] - 1) {
      last = later(last, leave_[child], is_before);
    }
    insert_front(enter_, enter_[0]);
    insert_front(leave_, last);
  }
  Labels& labels = labels_;
  if (!labels_.inputs_begin.empty()) {
    insert_front(labels.inputs_begin, std::uint64_t{0});
    insert_front(labels.result_begin, std::uint64_t{0});
    insert_front(labels.given, std::uint8_t{0});
  }
  if (!labels.before.empty()) {
    insert_front(labels.before, 0u);
    insert_front(labels.after, 0u);
  }
  if (!labels.weights.empty()) insert_front(labels.weights, 1u);
}

Tree TreeBuilder::finish(std::string_view program, const IsBefore& is_before) {
  CULPRIT_CHECK(size() > 0);
  while (depth() > 0) close();
  CULPRIT_CHECK(enter_.empty() || enter_.size() == size());
  if (!labels_.inputs_begin.empty()) fill_labels(size());
  if (!labels_.before.empty()) {
    labels_.before.resize(size());
    labels_.after.resize(size());
  }
  if (!labels_.weights.empty()) fill_weights(size());
  Names names = names_.finish(size(), top_level_ > 1);
  if (top_level_ > 1) add_common_root(program, is_before);
  open_.clear();
  top_level_ = 0;
  using Words = SharedColumn<std::uint32_t>;
  Tree tree(Words(std::move(parent_)), Words(std::move(end_)));
  tree.function_ = Words(std::move(function_));
  tree.enter_ = std::move(enter_);
  tree.leave_ = std::move(leave_);
  tree.functions_ = std::make_shared<const std::vector<Function>>(std::move(functions_));
  tree.labels_ = std::move(labels_);
  tree.names_ = std::move(names);
  return tree;
}

}  // namespace culprit::tree
