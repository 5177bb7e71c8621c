#include <array>

#include "src/graph/locator.h"

namespace culprit::graph {
namespace {

std::string_view judgement_word(Mark judgement) {
  constexpr std::array<std::string_view, 4> kWords{"not judged", "right", "wrong", "inadmissible"};
  return kWords[static_cast<std::size_t>(judgement)];
}

}  // namespace

std::string_view operation_name(Operation operation) {
  constexpr std::array<std::string_view, 10> kNames{
      "start",         "instantiate",       "expand", "fold", "unfold", "detail", "inner-removal",
      "outer-removal", "non-input-removal", "confirm"};
  return kNames[static_cast<std::size_t>(operation)];
}

std::string_view reason_name(Reason reason) {
  constexpr std::array<std::string_view, 9> kNames{"-", "P1", "P2", "P3", "S1", "S2", "S3", "S4", "-"};
  return kNames[static_cast<std::size_t>(reason)];
}

std::string describe(const Step& step, const NameOf& name) {
  const std::string number = step.instance == kNoSearchId ? ""
                             : name                       ? name(step.instance)
                                                          : std::to_string(step.instance.value());
  switch (step.operation) {
    case Operation::kStart:
      return "the search is in node " + number + ", which is wrong: all that it called is " + step.node;
    case Operation::kInstantiate:
      return "node " + number + ", an instance of " + step.node + ", is " +
             std::string(judgement_word(step.judgement));
    case Operation::kExpand:
      return "only " + step.node + " is left: the calls nearest to its end, " + step.part +
             ", are told from the others";
    case Operation::kFold:
      return step.node + " is assumed right, since one of its instances is";
    case Operation::kUnfold:
      return "that " + step.part + " is right is taken back: with it nothing would be wrong but " + step.node;
    case Operation::kDetail:
      return "only " + step.node + " is left: its members are looked at one by one";
    case Operation::kInnerRemoval:
      return step.node + " and what only it calls are left out: none of its instances is wrong";
    case Operation::kOuterRemoval:
      return "only " + step.node + " and what it calls are left: node " + number + " is wrong";
    case Operation::kNonInputRemoval:
      return "only what the input of " + step.node + " can have come from is left";
    case Operation::kConfirm:
      return "node " + number + ", called by the instance that would be blamed, is " +
             std::string(judgement_word(step.judgement));
  }
  return {};
}

}  // namespace culprit::graph
