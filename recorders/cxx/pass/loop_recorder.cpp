#include "recorders/cxx/pass/loop_recorder.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/xxhash.h>

#include <string>

#include "recorders/cxx/pass/debug_variables.h"
#include "recorders/cxx/pass/hooks.h"
#include "recorders/cxx/pass/module_tables.h"
#include "recorders/cxx/pass/types.h"
#include "recorders/cxx/pass/values.h"

namespace culprit::pass {
namespace {

using namespace llvm;

const char* keyword(SourceLoop::Kind kind) {
  switch (kind) {
    case SourceLoop::Kind::For:
      return "for";
    case SourceLoop::Kind::While:
      return "while";
    case SourceLoop::Kind::Do:
      return "do";
    case SourceLoop::Kind::Goto:
      return "goto";
  }
  return "loop";
}

culprit_loop_kind kind_of(const SourceLoop& loop) {
  switch (loop.kind) {
    case SourceLoop::Kind::For:
      return loop.is_range ? CULPRIT_LOOP_RANGE : CULPRIT_LOOP_FOR;
    case SourceLoop::Kind::While:
      return CULPRIT_LOOP_WHILE;
    case SourceLoop::Kind::Do:
      return CULPRIT_LOOP_DO;
    case SourceLoop::Kind::Goto:
      return CULPRIT_LOOP_GOTO;
  }
  return CULPRIT_LOOP_OTHER;
}

bool is_exit(const LoopEvent& event) {
  return event.what == LoopEvent::What::End && event.exit.how != CULPRIT_EXIT_RAN_OUT;
}

const char* name_of(const LoopEvent& event) {
  if (event.what == LoopEvent::What::Begin) return "loop";
  return is_exit(event) ? "loop_exit" : "loop_end";
}

bool is_recordable(const LoopVariable& variable) {
  return Types::size(variable.variable->getType()) != 0 && is_followed(variable.expression);
}

}  // namespace

LoopRecorder::LoopRecorder(Function& function, const std::vector<SourceLoop>& loops, ModuleTables& tables,
                           Types& types, const Hooks& hooks)
    : function_(function), loops_(loops), tables_(tables), types_(types), hooks_(hooks) {}

void LoopRecorder::describe(std::uint32_t enclosing, std::uint64_t function_key,
                            function_ref<bool(const CallBase&)> is_recorded) {
  for (const SourceLoop& loop : loops_) {
    culprit_function row{};
    row.kind = CULPRIT_FUNCTION_LOOP;
    row.name = tables_.string(keyword(loop.kind));
    row.file = tables_.file(loop.file);
    row.first_line = loop.first_line;
    row.last_line = loop.last_line;
    row.enclosing = enclosing;
    row.result_type = makes_call(loop, is_recorded);  // abi.h: loops have no result
    row.result_passing = CULPRIT_PASS_ABSENT;
    std::vector<culprit_parameter> parameters;
    for (const LoopVariable& variable : loop.variables)
      if (is_recordable(variable))
        parameters.push_back(
            {tables_.string(variable.variable->getName()), types_.id(variable.variable->getType()),
             static_cast<std::uint32_t>(variable.by_address ? CULPRIT_PASS_ADDRESS : CULPRIT_PASS_VALUE),
             (variable.fixed ? std::uint32_t{CULPRIT_PARAMETER_FIXED} : 0) |
                 (variable.own ? std::uint32_t{CULPRIT_PARAMETER_OWN} : 0)});
    const std::string place = std::to_string(function_key) + "|" + std::to_string(loop.index);
    ids_.push_back(tables_.add_function(row, parameters, {}, xxh3_64bits(place) | 1));
    tables_.add_loop({ids_.back(), static_cast<std::uint32_t>(kind_of(loop)), loop.index,
                      loop.label.empty() ? 0 : tables_.string(loop.label), loop.head_first, loop.head_last,
                      loop.body_first, loop.body_last});
  }
}

std::uint32_t LoopRecorder::relative(unsigned line) const {
  const unsigned first = function_.getSubprogram()->getLine();
  return line < first ? 0 : line - first + 1;
}

void LoopRecorder::record_event(Instruction& before, const LoopEvent& event) const {
  const SourceLoop& loop = loops_[event.loop];
  IRBuilder<> builder(&before);
  if (!builder.getCurrentDebugLocation())
    builder.SetCurrentDebugLocation(
        DILocation::get(function_.getContext(), loop.first_line, 0, function_.getSubprogram()));
  const bool is_begin = event.what == LoopEvent::What::Begin;
  std::vector<Piece> pieces;
  for (const LoopVariable& variable : loop.variables) {
    if (variable.fixed != is_begin || !is_recordable(variable)) continue;
    Value* address = variable_address(builder, variable.storage, variable.expression);
    pieces.push_back(variable.by_address
                         ? piece_of(builder, address, 8)
                         : piece_at(builder, address, Types::size(variable.variable->getType())));
  }
  std::vector<Value*> arguments{tables_.function_site(ids_[event.loop]), Hooks::frame(builder)};
  if (is_exit(event)) arguments.push_back(builder.getInt32(event.exit.how | relative(event.exit.line) << 8));
  if (event.what == LoopEvent::What::Iteration)
    call_with_pieces(builder, hooks_, "iteration", std::move(arguments), pieces);
  else
    call_with_buffer(builder, hooks_, name_of(event), std::move(arguments), pieces);
}

void LoopRecorder::record(const LoopPoints& points) const {
  for (const Landing& landing : points.landings) {
    IRBuilder<> builder(landing.before);
    hooks_.call(builder, landing.cause == Landing::Cause::Exception ? "land" : "jump",
                {Hooks::frame(builder), builder.getInt32(landing.loops)});
  }
  for (const LoopPoint& point : points.points)
    for (const LoopEvent& event : point.events) record_event(*point.before, event);
}

}  // namespace culprit::pass
