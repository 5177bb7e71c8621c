#include "src/state/trace_account.h"

#include <algorithm>
#include <array>

#include "src/state/call_lines.h"
#include "src/state/chain_roots.h"
#include "src/state/chains.h"
#include "src/state/compare.h"
#include "src/state/context.h"
#include "src/state/decode.h"
#include "src/state/elsewhere.h"
#include "src/state/footprints.h"
#include "src/state/index.h"
#include "src/state/landmarks.h"
#include "src/state/lookup.h"
#include "src/state/memory.h"
#include "src/state/owners.h"
#include "src/state/started.h"
#include "src/state/transfers.h"

namespace culprit::state {
namespace {

std::vector<Value> decode_all(const Catalogue& catalogue, Snapshot& snapshot, const Limits& limits,
                              const std::vector<Root>& roots) {
  Decoder decoder(catalogue, snapshot, limits);
  const Landmarks landmarks(catalogue, snapshot, roots);
  decoder.stand_among(landmarks);
  std::vector<Value> values;
  values.reserve(roots.size());
  for (const Root& root : roots) values.push_back(decoder.decode(root.place, root.name));
  return values;
}

/// Words, which are the same question as no others.
Value unknown_inputs() {
  Value value;
  value.kind = ValueKind::kWords;
  value.name = "...";
  value.text = "… unknown";
  return value;
}

bool has(const std::vector<std::string>& options, std::string_view option) {
  return std::ranges::find(options, option) != options.end();
}

bool is_writable(const trace::Tables& tables) {
  return tables.language == "C" || tables.language == "C++";
}

/// That of code without reads comes whenever such code is loaded: it may be among the definitions that are lost.
bool may_lack_options(const trace::Tables& tables) {
  return !tables.is_whole && (is_writable(tables) || tables.language.empty());
}

/// Some of it lies in memory, or leads there; else it was a call's own.
bool is_from_memory(const Value& value) {
  return value.address != 0 || std::ranges::any_of(value.children, is_from_memory);
}

class TraceAccount final : public Account {
 public:
  TraceAccount(const trace::Trace& trace, const tree::Tree& tree, Index index)
      : trace_(trace),
        tree_(tree),
        index_(std::move(index)),
        memory_(trace, tree, index_),
        catalogue_(trace.tables()),
        owners_(trace, tree, memory_, catalogue_),
        elsewhere_(trace, tree, index_, memory_, catalogue_, owners_),
        footprints_(trace, tree, index_, memory_, catalogue_, owners_),
        thread_starts_(trace, tree, index_, memory_, catalogue_),
        has_some_reads_(has(trace.tables().options, "reads=yes") || may_lack_options(trace.tables())),
        has_reads_(has_some_reads_ && !has(trace.tables().options, "reads=partly") &&
                   !may_lack_options(trace.tables())),
        call_lines_(trace, tree, memory_.timeline()),
        chains_(trace, tree, index_, memory_, catalogue_) {}

  Facts facts(NodeId node, const Limits& limits) const override;
  Facts brief(NodeId node, const Limits& limits) const override;
  Result<Value> look_up(NodeId node, bool after, std::string_view path, const Limits& limits) const override;
  Result<Writer> who_wrote(NodeId node, bool after, std::string_view path) const override;
  Facts chain_facts(NodeId first, NodeId last, const Limits& limits) const override;
  Facts step_facts(NodeId first, NodeId last, const Limits& limits) const override;
  using Account::continues;
  bool continues(NodeId first, NodeId second, Effort& effort) const override {
    return chains_.continues(first, second, effort);
  }
  std::uint64_t pass_of(NodeId node) const override { return memory_.timeline().pass_of(node); }
  std::uint64_t passes_of(NodeId node) const override {
    return tree_.is_iteration(node) ? pass_of(memory_.timeline().last_pass(node)) : 0;
  }
  NodeId call_of(NodeId node) const override { return memory_.timeline().call_of(node); }
  NodeId pass(NodeId iteration, std::uint64_t number) const override {
    return tree_.is_iteration(iteration) ? memory_.timeline().pass(iteration, number) : kNoNode;
  }
  std::uint32_t call_line(NodeId node) const override { return call_lines_.of(node); }

 private:
  /// The time of siblings from the first to the last, or of passes of a loop up to the next one.
  struct Time {
    NodeId first;
    NodeId last;
    Moment from;
    Moment to;
    NodeId next = kNoNode;
  };

  const trace::Tables& tables() const { return trace_.tables(); }
  Context context(NodeId node) const { return {trace_, tree_, index_, node}; }
  Facts shown(NodeId node, const Context& context, Snapshot& before, Snapshot& after,
              const Limits& limits) const;
  std::optional<Left> shown_exit(NodeId node, const Context& context, const Limits& limits) const;
  std::optional<Value> shown_result(const Context& context, Snapshot& after, const Limits& limits) const;
  void add_changes(const Time& time, Comparison& comparison, Snapshot& before, Snapshot& after,
                   const std::vector<Root>& roots, const Limits& limits, Facts& facts) const;
  std::optional<Root> show_caught(Moment after, Snapshot& snapshot, const Limits& limits, Facts& facts) const;
  void compare(NodeId node, const Context& context, Snapshot& before, Snapshot& after,
               const std::vector<Root>& globals, const std::optional<Root>& caught, const Limits& limits,
               Facts& facts) const;
  void add_results(NodeId first, NodeId last, Comparison& comparison) const;
  RootPairs roots_of_run(NodeId first, NodeId last, const Context& begin, const Context& end) const;
  template <class Counts>
  std::vector<StreamId> transfers_between(Moment from, Moment to, Counts counts, Facts& facts) const;
  void transfers(NodeId node, const Context& context, const Limits& limits, Facts& facts) const;
  void transfers_of_run(NodeId first, NodeId last, Moment from, Moment to, const Limits& limits,
                        Facts& facts) const;
  Unrecorded unrecorded(Moment from, Moment to, const Facts& facts) const;
  bool is_in_subtree(NodeId node, Moment moment, StreamId own) const;
  std::vector<Root> visible(NodeId node, const Context& context, bool after) const;

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  Index index_;
  Memory memory_;
  Catalogue catalogue_;
  Owners owners_;
  Elsewhere elsewhere_;
  Footprints footprints_;
  ThreadStarts thread_starts_;
  bool has_some_reads_;
  /// All of them: what is read by code that was compiled without them is worse than unknown.
  bool has_reads_;
  CallLines call_lines_;
  mutable Chains chains_;
};

std::optional<Value> TraceAccount::shown_result(const Context& context, Snapshot& after,
                                                const Limits& limits) const {
  if (context.lacks_result()) {
    Value none;
    none.kind = ValueKind::kEmpty;
    none.text = "no value";
    return none;
  }
  if (context.result() == nullptr) return std::nullopt;
  Decoder decoder(catalogue_, after, limits);
  const Landmarks landmarks(catalogue_, after, context.outputs());
  decoder.stand_among(landmarks);
  return decoder.decode(context.result()->place, {});
}

/// A loop that returned from its call did so with the call's result.
std::optional<Left> TraceAccount::shown_exit(NodeId node, const Context& context,
                                             const Limits& limits) const {
  std::optional<Left> left = context.left();
  if (!left) return left;
  Snapshot at_end(memory_, context.after());
  left->own = decode_all(catalogue_, at_end, limits, context.own_at_end());
  if (left->how != LoopExit::kReturned) return left;
  const NodeId call = memory_.timeline().call_of(node);
  if (call == kNoNode) return left;
  const Context caller = this->context(call);
  Snapshot after(memory_, caller.after());
  if (caller.outcome() == Outcome::kReturned) left->result = shown_result(caller, after, limits);
  return left;
}

Facts TraceAccount::shown(NodeId node, const Context& context, Snapshot& before, Snapshot& after,
                          const Limits& limits) const {
  Facts facts;
  facts.outcome = context.outcome();
  facts.exception = context.exception();
  facts.inputs = decode_all(catalogue_, before, limits, context.inputs());
  if (context.has_unknown_inputs()) facts.inputs.push_back(unknown_inputs());
  facts.result = shown_result(context, after, limits);
  facts.left = shown_exit(node, context, limits);
  return facts;
}

/// What a loop was left by that its own call caught.
std::optional<Root> TraceAccount::show_caught(Moment after, Snapshot& snapshot, const Limits& limits,
                                              Facts& facts) const {
  if (!facts.left || facts.left->how != LoopExit::kThrew) return std::nullopt;
  const std::optional<Root> caught = caught_behind(trace_, after);
  if (caught) facts.left->result = Decoder(catalogue_, snapshot, limits).decode(caught->place, {});
  return caught;
}

Facts TraceAccount::brief(NodeId node, const Limits& limits) const {
  const Context context = this->context(node);
  Snapshot before(memory_, context.before()), after(memory_, context.after());
  return shown(node, context, before, after, limits);
}

Facts TraceAccount::facts(NodeId node, const Limits& limits) const {
  const Context context = this->context(node);
  Snapshot before(memory_, context.before()), after(memory_, context.after());
  before.know(after);
  Facts facts = shown(node, context, before, after, limits);
  const std::vector<Root> globals = globals_of(tables(), tree_, index_, node, tree_.end(node));
  const auto with_globals = [&](std::vector<Root> roots) {
    roots.insert(roots.end(), globals.begin(), globals.end());
    return roots;
  };
  facts.before = decode_all(catalogue_, before, limits, with_globals(context.inputs()));
  facts.after = decode_all(catalogue_, after, limits, with_globals(context.outputs()));
  const std::optional<Root> caught = show_caught(context.after(), after, limits, facts);
  compare(node, context, before, after, globals, caught, limits, facts);
  transfers(node, context, limits, facts);
  facts.unrecorded = unrecorded(context.before(), context.after(), facts);
  return facts;
}

void TraceAccount::compare(NodeId node, const Context& context, Snapshot& before, Snapshot& after,
                           const std::vector<Root>& globals, const std::optional<Root>& caught,
                           const Limits& limits, Facts& facts) const {
  Comparison comparison(catalogue_, before, after, limits);
  const Landmarks landmarks_before(catalogue_, before, context.inputs());
  const Landmarks landmarks_after(catalogue_, after, context.outputs());
  comparison.stand_among(landmarks_before, landmarks_after);
  std::size_t i = 0;
  for (const Root& now : context.outputs()) {
    // Both lists are in the order of the parameters; the later one may lack some.
    while (i < context.inputs().size() && context.inputs()[i].name != now.name) ++i;
    if (i == context.inputs().size()) break;
    comparison.add(context.inputs()[i++], now);
  }
  for (const Root& global : globals) comparison.add(global, global);
  if (const Root* result = context.result()) comparison.add_new(*result);
  if (caught) comparison.add_new(*caught);
  std::vector<Root> roots = context.inputs();
  roots.insert(roots.end(), globals.begin(), globals.end());
  add_changes({node, node, context.before(), context.after()}, comparison, before, after, roots, limits,
              facts);
}

/// What is reached from the roots that were added to the comparison, and what else was written.
void TraceAccount::add_changes(const Time& time, Comparison& comparison, Snapshot& before, Snapshot& after,
                               const std::vector<Root>& roots, const Limits& limits, Facts& facts) const {
  const auto [first, last, from, to, next] = time;
  const Written& written = elsewhere_.written();
  const Footprint footprint = next == kNoNode ? written.of(first, last) : written.of_passes(first, next);
  const WrittenBytes& own = footprint.written;
  const NodeId end = next == kNoNode ? tree_.end(last) : next;
  const WrittenBytes others = written.by_others(first, end, from, to);
  const std::vector<WrittenRow> both =
      others.granules.empty() ? std::vector<WrittenRow>() : united({own.granules, others.granules});
  if (own.fills.empty() && others.fills.empty() && tree_.enter(first) != kNoMoment)
    comparison.know_written(others.granules.empty() ? own.granules : both);
  comparison.know_own(own.granules);
  comparison.run();
  facts.changes = std::move(comparison.changes());
  facts.set_again = std::move(comparison.set_again());
  facts.changes_cut = comparison.is_cut();
  elsewhere_.add(first, last, own, before, after, comparison.seen(), limits, facts);
  Elsewhere::note_others(others, facts);
  if (has_reads_) facts.used = footprints_.name(first, last, footprint, others, before, after, roots, limits);
}

/// With several streams a moment in the node's time may be another thread's: it counts if the subtree started
/// that one.
bool TraceAccount::is_in_subtree(NodeId node, Moment moment, StreamId own) const {
  if (trace_.streams().size() < 2) return true;
  const StreamId stream = moment.stream();
  if (stream == own) return true;
  const auto& streams = trace_.streams();
  for (std::size_t row = 0; row < streams.size(); ++row) {
    if (streams[row].id != stream) continue;
    const auto nodes = index_.stream_nodes(row);
    return !nodes.empty() && tree_.contains(node, NodeId{nodes.front()});
  }
  return false;
}

/// Those transfers in a stretch of time that count. Gives the threads that were started in it.
template <class Counts>
std::vector<StreamId> TraceAccount::transfers_between(Moment from, Moment to, Counts counts,
                                                      Facts& facts) const {
  const auto ranks = index_.transfers();
  const std::uint64_t end = trace_.order(to).value();
  Transfers transfers(trace_, index_, facts);
  facts.knows_input = trace_.version() >= 3;
  for (auto at = std::lower_bound(ranks.begin(), ranks.end(), trace_.order(from).value());
       at != ranks.end() && *at < end; ++at)
    if (counts(trace_.moment_at(Rank{*at})) && !transfers.take(trace_.event_at(Rank{*at}))) break;
  return transfers.threads();
}

/// What was written in a gap is not known, neither within a node nor before it. A gap lies before the record that is first behind it.
Unrecorded TraceAccount::unrecorded(Moment from, Moment to, const Facts& facts) const {
  Unrecorded unrecorded;
  const bool is_old = is_writable(tables()) && trace_.version() < 3;
  unrecorded.reads =
      !has_reads_ && (is_writable(tables()) || has_some_reads_ || has(tables().options, "reads=no"));
  unrecorded.partly = unrecorded.reads && has_some_reads_;
  unrecorded.input = is_old;
  const auto gaps = index_.gaps();
  const std::uint64_t begin = trace_.order(from).value(), end = trace_.order(to).value();
  const auto first = std::ranges::upper_bound(gaps, begin);
  const Used& used = facts.used;
  // What it wrote may differ from what was there by what is missing.
  const bool found_nothing = used.is_known && used.parts.empty() && used.rest.empty() &&
                             facts.changes.empty() && facts.written.empty() &&
                             !std::ranges::any_of(facts.before, is_from_memory) &&
                             !std::ranges::any_of(facts.after, is_from_memory);
  unrecorded.before = first != gaps.begin() && !found_nothing;
  unrecorded.records = first != gaps.end() && *first <= end;
  return unrecorded;
}

void TraceAccount::transfers(NodeId node, const Context& context, const Limits& limits, Facts& facts) const {
  const bool recorded = tree_.enter(node) != kNoMoment;
  const StreamId own = recorded ? context.before().stream() : StreamId{0};
  const auto counts = [&](Moment moment) { return node == tree_.root() || is_in_subtree(node, moment, own); };
  const auto threads = transfers_between(context.before(), context.after(), counts, facts);
  thread_starts_.add(node, node, threads, limits, facts);
}

/// What was written between the nodes of a run is their caller's; calls from several passes of its loop have these passes
/// in between.
void TraceAccount::transfers_of_run(NodeId first, NodeId last, Moment from, Moment to, const Limits& limits,
                                    Facts& facts) const {
  const Timeline& timeline = memory_.timeline();
  const bool are_siblings = tree_.parent(first) == tree_.parent(last);
  const NodeId caller = are_siblings ? kNoNode : timeline.call_of(tree_.parent(first));
  const auto counts = [&](Moment moment) {
    const NodeId writer = timeline.innermost(moment);
    if (writer == kNoNode || writer < first || writer >= tree_.end(last)) return false;
    return are_siblings || timeline.call_of(writer) != caller;
  };
  thread_starts_.add(first, last, transfers_between(from, to, counts, facts), limits, facts);
}

RootPairs TraceAccount::roots_of_run(NodeId first, NodeId last, const Context& begin,
                                     const Context& end) const {
  const Timeline& timeline = memory_.timeline();
  const bool same_variables = tree_.is_iteration(first) && tree_.is_iteration(last) &&
                              timeline.call_of(first) == timeline.call_of(last);
  RootPairs pairs = chain_roots(catalogue_, {begin, end, tree_.function(last).name, same_variables});
  for (const Root& global : globals_of(tables(), tree_, index_, first, tree_.end(last)))
    pairs.emplace_back(global, global);
  return pairs;
}

/// The results of siblings stand with each of them, wherever their caller keeps them; of a long chain those that a question lists.
void TraceAccount::add_results(NodeId first, NodeId last, Comparison& comparison) const {
  constexpr std::size_t kMost = 64;
  if (tree_.parent(first) != tree_.parent(last)) return;
  NodeId node = first;
  for (std::size_t i = 0; i < kMost && node <= last; ++i, node = tree_.end(node)) {
    const Context call = context(node);
    if (call.result() != nullptr) comparison.add_new(*call.result());
  }
}

Facts TraceAccount::chain_facts(NodeId first, NodeId last, const Limits& limits) const {
  const Context begin = context(first), end = context(last);
  Snapshot before(memory_, begin.before()), after(memory_, end.after());
  before.know(after);
  const RootPairs pairs = roots_of_run(first, last, begin, end);
  std::vector<Root> then, now;
  for (const auto& [old, recent] : pairs) {
    if (recent.is_own) continue;
    then.push_back(old);
    now.push_back(recent);
  }
  Facts facts;
  facts.outcome = end.outcome();
  facts.exception = end.exception();
  facts.left = shown_exit(last, end, limits);
  facts.before = decode_all(catalogue_, before, limits, then);
  facts.after = decode_all(catalogue_, after, limits, now);
  Comparison comparison(catalogue_, before, after, limits);
  const Landmarks landmarks_before(catalogue_, before, then), landmarks_after(catalogue_, after, now);
  comparison.stand_among(landmarks_before, landmarks_after);
  for (const auto& [old, recent] : pairs) comparison.add(old, recent);
  if (const auto caught = show_caught(end.after(), after, limits, facts)) comparison.add_new(*caught);
  add_results(first, last, comparison);
  add_changes({first, last, begin.before(), end.after()}, comparison, before, after, then, limits, facts);
  transfers_of_run(first, last, begin.before(), end.after(), limits, facts);
  facts.unrecorded = unrecorded(begin.before(), end.after(), facts);
  return facts;
}

Facts TraceAccount::step_facts(NodeId first, NodeId last, const Limits& limits) const {
  const NodeId next = pass(last, pass_of(last) + 1);
  if (next == kNoNode) return facts(first, limits);
  const Context begin = context(first), end = context(next);
  Snapshot before(memory_, begin.before()), after(memory_, end.before());
  before.know(after);
  Facts facts;
  facts.inputs = decode_all(catalogue_, before, limits, begin.inputs());
  const std::vector<Root> globals = globals_of(tables(), tree_, index_, first, next);
  std::vector<Root> then = begin.inputs(), now = end.inputs();
  then.insert(then.end(), globals.begin(), globals.end());
  now.insert(now.end(), globals.begin(), globals.end());
  facts.before = decode_all(catalogue_, before, limits, then);
  facts.after = decode_all(catalogue_, after, limits, now);
  Comparison comparison(catalogue_, before, after, limits);
  const Landmarks landmarks_before(catalogue_, before, then), landmarks_after(catalogue_, after, now);
  comparison.stand_among(landmarks_before, landmarks_after);
  for (const Root& root : now) {
    const auto old = std::ranges::find(then, root.name, &Root::name);
    if (old != then.end()) comparison.add(*old, root);
  }
  const Time time{first, first, begin.before(), end.before(), next};
  add_changes(time, comparison, before, after, then, limits, facts);
  const auto counts = [&](Moment moment) { return is_in_subtree(first, moment, time.from.stream()); };
  thread_starts_.add(first, first, transfers_between(time.from, time.to, counts, facts), limits, facts);
  facts.unrecorded = unrecorded(time.from, time.to, facts);
  return facts;
}

std::vector<Root> TraceAccount::visible(NodeId node, const Context& context, bool after) const {
  std::vector<Root> roots = after ? context.outputs() : context.inputs();
  if (after && context.result() != nullptr) roots.push_back(*context.result());
  const std::vector<Root> globals = globals_of(tables(), tree_, index_, node, tree_.end(node));
  roots.insert(roots.end(), globals.begin(), globals.end());
  return roots;
}

Result<Value> TraceAccount::look_up(NodeId node, bool after, std::string_view path,
                                    const Limits& limits) const {
  const Context context = this->context(node);
  Snapshot snapshot(memory_, after ? context.after() : context.before());
  const auto place = find_place(catalogue_, snapshot, visible(node, context, after), path);
  if (!place) return tl::unexpected(place.error());
  const std::vector<Root> roots = visible(node, context, after);
  const Landmarks landmarks(catalogue_, snapshot, roots);
  Decoder decoder(catalogue_, snapshot, limits);
  decoder.stand_among(landmarks);
  return decoder.decode(*place, std::string(path));
}

Result<Writer> TraceAccount::who_wrote(NodeId node, bool after, std::string_view path) const {
  const Context context = this->context(node);
  Snapshot snapshot(memory_, after ? context.after() : context.before());
  const auto place = find_place(catalogue_, snapshot, visible(node, context, after), path);
  if (!place) return tl::unexpected(place.error());
  if (place->is_inline) {
    // A value that was passed was written by whoever passed it.
    Writer caller;
    caller.moment =
        after && context.result() != nullptr && path == "result" ? context.after() : context.before();
    caller.node = caller.moment == context.before() ? tree_.parent(node) : node;
    if (caller.node != kNoNode) caller.file = tree_.function(caller.node).file;
    return caller;
  }
  std::array<Cell, 4096> cells;
  const auto bytes =
      std::span(cells).first(std::clamp<std::uint64_t>(size_of(tables(), *place), 1, cells.size()));
  snapshot.read(place->address, bytes);
  const Cell* newest = nullptr;
  for (const Cell& cell : bytes)
    if (cell.written != kNoRank && (newest == nullptr || cell.written > newest->written)) newest = &cell;
  if (newest == nullptr)
    return fail(ErrorCode::kNotFound, "Nothing was written there before that moment.",
                "Its value, if it has one, comes from code that was not recorded.");
  return memory_.writer(newest->written);
}

}  // namespace

Result<std::unique_ptr<Account>> make_trace_account(const trace::Trace& trace, const tree::Tree& tree,
                                                    const Progress& progress) {
  auto index = Index::open(trace, tree, progress);
  if (!index) return tl::unexpected(index.error());
  return std::make_unique<TraceAccount>(trace, tree, std::move(*index));
}

}  // namespace culprit::state
