#include <fmt/format.h>

#include <algorithm>

#include "src/base/text.h"
#include "src/service/looks.h"

namespace culprit::service {
namespace {

using state::Change;
using state::Facts;
using state::Value;

/// Passes that are looked at one by one to find those that changed nothing.
constexpr std::uint64_t kMostExamined = 256;
constexpr std::size_t kMostCalls = 4;

/// `merged` of `merged[0]`, `sieve->composite` of `sieve->composite[35]`: what a column stands for.
std::string column_of(std::string_view path) {
  return std::string(path.substr(0, path.find('[')));
}

const Value* named(const std::vector<Value>& values, std::string_view name) {
  const auto found = std::ranges::find(values, name, &Value::name);
  return found == values.end() ? nullptr : &*found;
}

std::optional<Value> copy_of(const Value* value) {
  return value == nullptr ? std::nullopt : std::optional<Value>(*value);
}

}  // namespace

/// The passes of one loop, by number.
struct Looks::Passes {
  const tree::Tree& tree;
  const state::Account& account;
  NodeId any;
  std::vector<NodeId> walked{};  ///< where the account knows no numbers

  /// From what the account knows, or else by going through them.
  static Passes of(const tree::Tree& tree, const state::Account& account, NodeId iteration) {
    Passes passes{tree, account, iteration};
    if (account.passes_of(iteration) > 0) return passes;
    const auto is_pass = [&](NodeId n) {
      return n != kNoNode && tree.function_id(n) == tree.function_id(iteration);
    };
    NodeId first = iteration;
    while (is_pass(tree.parent(first))) first = tree.parent(first);
    for (NodeId pass = first; pass != kNoNode;) {
      passes.walked.push_back(pass);
      NodeId next = kNoNode;
      for (NodeId child{pass.value() + 1}; child < tree.end(pass); child = tree.end(child))
        if (is_pass(child)) next = child;
      pass = next;
    }
    return passes;
  }
  std::uint64_t count() const { return walked.empty() ? account.passes_of(any) : walked.size(); }
  /// kNoNode: there is no such pass.
  NodeId at(std::uint64_t number) const {
    if (walked.empty()) return account.pass(any, number);
    return number >= 1 && number <= walked.size() ? walked[number - 1] : kNoNode;
  }
};

TableRow Looks::row(const Passes& passes, std::uint64_t first, std::uint64_t last) const {
  TableRow row;
  row.first = first;
  row.last = last;
  row.pass = passes.at(first);
  row.facts = account_.step_facts(row.pass, passes.at(last), limits_);
  const Facts& facts = row.facts;
  const tree::Function& loop = subject_.tree().function(row.pass);
  const auto is_own = [&](const Change& change) {
    return std::ranges::find(loop.own, column_of(change.path)) != loop.own.end();
  };
  // Of a tree without a trace nothing is known of changes.
  row.changed_nothing = subject_.trace() != nullptr && std::ranges::all_of(facts.changes, is_own) &&
                        !facts.changes_cut && facts.written.empty() && facts.foreign == 0 &&
                        facts.output.empty() && facts.consumed.empty() && facts.files.empty() &&
                        facts.started.empty() && !facts.transfers_cut;
  return row;
}

void Looks::add_calls(TableRow& row) const {
  const tree::Tree& tree = subject_.tree();
  const FunctionId loop = tree.function_id(row.pass);
  for (NodeId child{row.pass.value() + 1}; child < tree.end(row.pass); child = tree.end(child)) {
    if (tree.function_id(child) == loop) break;  // the next pass is the last one
    if (++row.calls_total <= kMostCalls) row.calls.push_back(views_.brief(child));
    if (row.calls_total > kMostExamined) break;
  }
}

/// All passes if there is room; else those that changed nothing are taken together; else evenly spaced ones stand for those before
/// them.
void Looks::add_rows(const Passes& passes, Table& table) const {
  const std::uint64_t count = table.to - table.from + 1;
  std::vector<TableRow> rows;
  if (count <= kMostExamined) {
    for (std::uint64_t pass = table.from; pass <= table.to; ++pass) {
      TableRow next = row(passes, pass, pass);
      const bool joins =
          count > kMostRows && next.changed_nothing && !rows.empty() && rows.back().changed_nothing;
      if (joins) {
        rows.back().last = pass;
      } else {
        rows.push_back(std::move(next));
      }
      if (rows.size() > kMostRows && count > kMostRows) break;
    }
  }
  const bool is_folded_away = rows.size() == 1 && count > kMostRows;
  if (rows.empty() || rows.size() > kMostRows || rows.back().last != table.to || is_folded_away) {
    rows.clear();
    table.is_sampled = true;
    for (std::uint64_t i = 0; i < kMostRows; ++i) {
      const std::uint64_t first = table.from + i * count / kMostRows;
      const std::uint64_t last = table.from + (i + 1) * count / kMostRows - 1;
      rows.push_back(row(passes, first, last));
    }
  }
  for (TableRow& one : rows)
    if (one.first == one.last) add_calls(one);
  table.rows = std::move(rows);
}

/// What the head declares, then what changed: the variables that the loop sees in their order, then what else did.
void Looks::add_columns(Table& table) const {
  const tree::Tree& tree = subject_.tree();
  const tree::Function& loop = tree.function(table.loop.about.first);
  const auto add = [&](std::string path, bool is_own) {
    if (std::ranges::find(table.columns, path, &TableColumn::path) == table.columns.end())
      table.columns.push_back({std::move(path), is_own});
  };
  for (const std::string& name : loop.own)
    if (!table.rows.empty() && named(table.rows.front().facts.inputs, name) != nullptr) add(name, true);
  for (const TableRow& row : table.rows)
    for (const Change& change : row.facts.changes)
      if (!change.is_elsewhere) add(column_of(change.path), false);
  for (const TableRow& row : table.rows)
    for (const Change& change : row.facts.set_again) add(column_of(change.path), false);
  if (table.rows.empty()) return;
  const auto place = [&](const TableColumn& column) {
    const std::string_view path = column.path;
    const std::string_view root = path.substr(0, path.find_first_of(".[-"));
    const std::vector<Value>& inputs = table.rows.front().facts.inputs;
    return column.is_own ? -1 : std::ranges::find(inputs, root, &Value::name) - inputs.begin();
  };
  std::ranges::stable_sort(table.columns, {}, place);
}

void Looks::add_values(const Passes& passes, Table& table) const {
  const NodeId first = passes.at(table.from);
  const auto at = [&](NodeId node, bool after, const std::string& path) -> std::optional<Value> {
    auto value = account_.look_up(node, after, path, limits_);
    return value ? std::optional<Value>(std::move(*value)) : std::nullopt;
  };
  for (const TableColumn& column : table.columns) {
    table.start.push_back(at(first, false, column.path));
    const bool is_known = column.is_own && table.left.has_value();
    table.at_end.push_back(is_known ? copy_of(named(table.left->own, column.path)) : std::nullopt);
  }
  for (TableRow& row : table.rows) {
    const NodeId next = passes.at(row.last + 1);
    for (const TableColumn& column : table.columns) {
      if (column.is_own) {
        row.values.push_back(copy_of(named(row.facts.inputs, column.path)));
      } else {
        row.values.push_back(next != kNoNode ? at(next, false, column.path)
                                             : at(passes.at(1), true, column.path));
      }
    }
  }
}

std::uint64_t Looks::last_open(NodeId iteration, std::uint64_t from,
                               const std::function<bool(NodeId)>& is_cleared) const {
  const Passes passes = Passes::of(subject_.tree(), account_, iteration);
  std::uint64_t last = from, beyond = passes.count() + 1;
  while (last + 1 < beyond) {
    const std::uint64_t middle = last + (beyond - last) / 2;
    (is_cleared(passes.at(middle)) ? beyond : last) = middle;
  }
  return last;
}

NodeId Looks::pass(const Table& table, std::uint64_t number) const {
  return Passes::of(subject_.tree(), account_, table.loop.about.first).at(number);
}

Result<Table> Looks::table(NodeId iteration, std::uint64_t from, std::uint64_t to) const {
  const tree::Tree& tree = subject_.tree();
  if (!tree.is_iteration(iteration))
    return fail(ErrorCode::kBadAnswer, "This is a call, and no pass of a loop.",
                "'open' shows a call step by step.");
  const Passes passes = Passes::of(tree, account_, iteration);
  Table table;
  table.passes = passes.count();
  table.from = from;
  table.to = to == 0 ? table.passes : to;
  if (table.from < 1 || table.from > table.to || table.to > table.passes)
    return fail(ErrorCode::kBadAnswer, fmt::format("There are no passes {} to {}.", from, to),
                fmt::format("The loop made {}.", counted(table.passes, "pass", "passes")));
  table.loop = views_.brief(passes.at(1));
  NodeId call = account_.call_of(iteration);
  if (call == kNoNode)
    for (call = tree.parent(passes.at(1)); call != kNoNode && tree.is_iteration(call);)
      call = tree.parent(call);
  if (call != kNoNode) table.call = views_.brief(call);
  if (table.to == table.passes) table.left = table.loop.facts.left;
  table.is_range = tree.function(iteration).is_range;
  add_rows(passes, table);
  add_columns(table);
  add_values(passes, table);
  return table;
}

}  // namespace culprit::service
