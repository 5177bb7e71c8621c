#include "src/state/context.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>

#include "src/state/node_columns.h"
#include "src/state/timeline.h"
#include "src/trace/decode.h"

namespace culprit::state {
namespace {

/// Takes the values of a record one after another, as format.h lays them out.
class ValueReader {
 public:
  ValueReader(const trace::Tables& tables, std::span<const std::byte> payload)
      : tables_(tables), rest_(payload) {}

  /// False if nothing was recorded for it, or the record ends before it.
  bool next(TypeId type, culprit_passing passing, Place& place) {
    place = Place{};
    place.type = type;
    if (passing == CULPRIT_PASS_ADDRESS) {
      if (rest_.size() < sizeof place.address) return false;
      std::memcpy(&place.address, rest_.data(), sizeof place.address);
      rest_ = rest_.subspan(sizeof place.address);
      return true;
    }
    if (passing != CULPRIT_PASS_VALUE) return false;
    const std::uint64_t size = tables_.type(type).size;
    if (size > rest_.size()) return false;
    place.is_inline = true;
    place.bytes = rest_.first(size);
    rest_ = rest_.subspan(std::min<std::size_t>(rest_.size(), (size + 3) / 4 * 4));
    return true;
  }

 private:
  const trace::Tables& tables_;
  std::span<const std::byte> rest_;
};

/// Variables of a loop that do not change in it stand in `fixed`, everything else in `payload`.
std::vector<Root> read_roots(const trace::Tables& tables, const trace::Function& function,
                             std::span<const std::byte> payload, std::span<const std::byte> fixed) {
  std::vector<Root> roots;
  ValueReader changing(tables, payload), unchanging(tables, fixed);
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const trace::Parameter& parameter = function.parameters[i];
    Root root;
    ValueReader& reader = parameter.is_fixed ? unchanging : changing;
    root.is_this = parameter.is_this;
    root.is_fixed = parameter.is_fixed;
    const culprit_type_kind kind = tables.type(parameter.type).kind;
    root.is_own = function.kind != CULPRIT_FUNCTION_LOOP && parameter.passing == CULPRIT_PASS_ADDRESS &&
                  (kind == CULPRIT_TYPE_STRUCT || kind == CULPRIT_TYPE_UNION);
    if (!reader.next(parameter.type, parameter.passing, root.place)) continue;
    root.name = parameter.is_this        ? "this"
                : parameter.name.empty() ? "argument" + std::to_string(i + 1)
                                         : parameter.name;
    roots.push_back(std::move(root));
  }
  return roots;
}

/// Variable arguments, each with its type. Nothing that is read is believed beyond the bytes that are there.
void add_varargs(const trace::Tables& tables, const trace::Function& function, const trace::Event& enter,
                 std::vector<Root>& roots) {
  std::span<const std::byte> rest = enter.more;
  std::size_t number = function.parameters.size();  // of the first: the last parameter stands for all of them
  for (std::uint32_t i = 0; i < enter.count && rest.size() >= 8; ++i) {
    const std::uint32_t type = trace::load32(rest.data());
    const std::uint64_t bytes = std::uint64_t{trace::load32(rest.data() + 4)} * 4;
    rest = rest.subspan(8);
    if (bytes > rest.size()) return;
    Root root{.name = "argument" + std::to_string(number++), .place = {}};
    const TypeId known{type < tables.types.size() ? type : 0};
    if (ValueReader(tables, rest.first(bytes)).next(known, CULPRIT_PASS_VALUE, root.place))
      roots.push_back(std::move(root));
    rest = rest.subspan(bytes);
  }
}

LoopExit exit_of(std::uint8_t recorded) {
  switch (recorded) {
    case CULPRIT_EXIT_RAN_OUT:
      return LoopExit::kRanOut;
    case CULPRIT_EXIT_BROKE:
      return LoopExit::kBroke;
    case CULPRIT_EXIT_RETURNED:
      return LoopExit::kReturned;
    case CULPRIT_EXIT_JUMPED:
      return LoopExit::kJumped;
    case CULPRIT_EXIT_THREW:
      return LoopExit::kThrew;
    default:
      return LoopExit::kUnknown;
  }
}

/// Takes out what a loop declares in its head: the counter of a `for` is nobody's when the loop has ended.
std::vector<Root> take_own(const trace::Function& loop, std::vector<Root>& roots) {
  const auto is_own = [&](const Root& root) {
    return std::ranges::any_of(loop.parameters, [&](const trace::Parameter& parameter) {
      return parameter.is_own && parameter.name == root.name;
    });
  };
  const auto own = std::ranges::stable_partition(roots, std::not_fn(is_own));
  std::vector<Root> taken(std::move_iterator(own.begin()), std::move_iterator(own.end()));
  roots.erase(own.begin(), own.end());
  return taken;
}

bool is_recorded(const tree::Tree& tree, NodeId node) {
  const auto kind = tree.function(node).kind;
  return kind != tree::FunctionKind::kProgram && kind != tree::FunctionKind::kLost &&
         tree.enter(node) != kNoMoment;
}

}  // namespace

Context::Context(const trace::Trace& trace, const tree::Tree& tree, const Index& index, NodeId node) {
  after_ = tree.leave(node);
  if (tree.enter(node) != kNoMoment) before_ = tree.enter(node);
  if (!is_recorded(tree, node)) {
    if (after_ != kNoMoment) outcome_ = Outcome::kReturned;
    return;
  }
  const FunctionId id = tree.function_id(node);
  if (id.value() >= trace.tables().functions.size()) return;
  const trace::Function& function = trace.tables().function(id);
  read_enter(trace, function,
             tree.is_iteration(node) ? Timeline(trace, tree, index).loop_began(node) : kNoMoment);
  read_leave(trace, function, tree.is_iteration(node));
}

void Context::read_enter(const trace::Trace& trace, const trace::Function& function, Moment loop_began) {
  if (loop_began != kNoMoment) fixed_ = trace.event_at(loop_began).payload;
  const trace::Event enter = trace.event_at(before_);
  inputs_ = read_roots(trace.tables(), function, enter.payload, fixed_);
  if (!function.parameters.empty() && function.parameters.back().is_rest) {
    has_unknown_inputs_ = enter.more.data() == nullptr;
    add_varargs(trace.tables(), function, enter, inputs_);
  }
  outputs_ = inputs_;
}

void Context::read_leave(const trace::Trace& trace, const trace::Function& function, bool is_iteration) {
  trace::Event event;
  if (after_ != kNoMoment) event = trace.event_at(after_);
  if (is_iteration)
    std::erase_if(outputs_, [](const Root& root) { return root.place.is_inline && !root.is_fixed; });
  if (after_ == kNoMoment) return;
  outcome_ = Outcome::kReturned;
  if (event.kind == CULPRIT_EVENT_UNWIND) return read_unwind(trace, event);
  if (event.kind == CULPRIT_EVENT_LOOP_END && is_iteration) {
    outputs_ = read_roots(trace.tables(), function, event.payload, fixed_);
    read_exit(trace, function, event);
  }
  if (is_iteration) own_at_end_ = take_own(function, outputs_);
  if (event.kind != CULPRIT_EVENT_LEAVE || is_iteration) return;
  Root root{.name = "result", .place = {}};
  if (trace.tables().type(function.result_type).kind == CULPRIT_TYPE_VOID) return;
  lacks_result_ = event.what != 0;
  if (lacks_result_) return;
  if (ValueReader(trace.tables(), event.payload)
          .next(function.result_type, function.result_passing, root.place))
    result_.push_back(std::move(root));
}

void Context::read_exit(const trace::Trace& trace, const trace::Function& loop, const trace::Event& event) {
  left_.emplace();
  constexpr std::uint32_t kFirstWithExits = 3;
  if (trace.version() < kFirstWithExits) return;
  left_->how = exit_of(event.what);
  if (event.line != 0) left_->line = trace.tables().function(loop.enclosing).first_line + event.line - 1;
}

void Context::read_unwind(const trace::Trace& trace, const trace::Event& event) {
  outcome_ = event.what == CULPRIT_UNWIND_JUMP   ? Outcome::kJumped
             : event.what == CULPRIT_UNWIND_EXIT ? Outcome::kExited
                                                 : Outcome::kThrew;
  if (outcome_ != Outcome::kThrew) return;
  exception_ = trace.tables().type(event.type).name;
  if (exception_.empty()) exception_ = "an unknown exception";
  if (event.address == 0 || event.type.value() == 0) return;
  Root root{.name = "exception", .place = {}};
  root.place.type = event.type;
  root.place.address = event.address;
  result_.push_back(std::move(root));
}

std::optional<Root> caught_behind(const trace::Trace& trace, Moment moment) {
  constexpr int kMostEvents = 4096;  // destructors may run before
  trace::Cursor cursor = trace.events_from(moment.stream(), moment.position());
  int depth = 0;
  for (int seen = 0; seen < kMostEvents && depth >= 0 && cursor.next();) {
    const trace::Event& event = cursor.event();
    if (event.position <= moment.position()) continue;
    ++seen;
    if (cursor.after_gap()) return std::nullopt;
    if (event.kind == CULPRIT_EVENT_ENTER || event.kind == CULPRIT_EVENT_ENTER_LONG) ++depth;
    if (event.kind == CULPRIT_EVENT_LEAVE) --depth;
    if (event.kind == CULPRIT_EVENT_UNWIND) depth -= static_cast<int>(std::min(event.count, 1u << 20));
    if (depth != 0 || event.kind != CULPRIT_EVENT_EXTENDED || event.what != CULPRIT_EXTENDED_CATCH) continue;
    if (event.address == 0 || event.type == TypeId{}) return std::nullopt;
    return Root{.name = "exception", .place = {.type = event.type, .address = event.address}};
  }
  return std::nullopt;
}

std::vector<Root> variable_arguments(const trace::Trace& trace, const tree::Tree& tree, NodeId call) {
  std::vector<Root> roots;
  if (!is_recorded(tree, call) || tree.is_iteration(call)) return roots;
  const FunctionId id = tree.function_id(call);
  if (id.value() >= trace.tables().functions.size()) return roots;
  add_varargs(trace.tables(), trace.tables().function(id), trace.event_at(tree.enter(call)), roots);
  return roots;
}

std::vector<GlobalId> named_in(const trace::Tables& tables, const tree::Tree& tree, const Index& index,
                               NodeId first, NodeId end) {
  std::vector<GlobalId> ids;
  const auto add = [&](FunctionId function) {
    const auto& named = named_globals(tables, function);
    ids.insert(ids.end(), named.begin(), named.end());
  };
  const auto functions = index.posting_functions();
  if (end.value() - first.value() <= functions.size()) {
    for (std::uint32_t n = first.value(); n < end.value(); ++n) {
      const bool is_new =
          n == first.value() || tree.function_id(NodeId{n}) != tree.function_id(NodeId{n - 1});
      if (is_new) add(tree.function_id(NodeId{n}));
    }
  } else {
    for (std::size_t i = 0; i < functions.size(); ++i) {
      const auto nodes = index.postings(i);
      const auto at = std::lower_bound(nodes.begin(), nodes.end(), first.value());
      if (at != nodes.end() && *at < end.value()) add(FunctionId{functions[i]});
    }
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  std::erase_if(ids, [&](GlobalId id) { return tables.global(id).address == 0; });
  return ids;
}

std::vector<Root> globals_of(const trace::Tables& tables, const tree::Tree& tree, const Index& index,
                             NodeId first, NodeId end) {
  std::vector<Root> roots;
  for (const GlobalId id : named_in(tables, tree, index, first, end)) {
    const trace::Global& global = tables.global(id);
    Root root{.name = global.name, .place = {}};
    root.place.type = global.type;
    root.place.address = global.address;
    roots.push_back(std::move(root));
  }
  return roots;
}

}  // namespace culprit::state
