#include "tests/laws/random_session.h"

#include <array>
#include <optional>
#include <utility>

#include "src/transform/chain_size.h"

namespace culprit::laws {
namespace {

using service::Dialogue;
using service::Question;
using service::VerdictView;
using session::AnswerKind;

constexpr int kMostTurns = 40;
constexpr std::array kShapes{"loops,compress,balance", "loops", "balance", "collapse",
                             "loops,collapse,balance", "none"};
constexpr std::array kStrategies{"top-down", "heaviest-first", "divide-and-query", "optimal-divide-and-query",
                                 "least-effort"};
constexpr std::array<std::uint32_t, 4> kChainSizes{2, 5, service::kDefaultChainSize,
                                                   transform::kAnyChainSize};

class RandomSession {
 public:
  RandomSession(const service::Subject& subject, Dialogue dialogue, std::mt19937_64& chance,
                const Watch& watch)
      : subject_(subject), dialogue_(std::move(dialogue)), chance_(chance), watch_(watch) {}

  std::string run() {
    for (int turn = 0; turn < kMostTurns; ++turn) {
      const auto* question = std::get_if<Question>(&dialogue_.turn());
      std::string wrong = question != nullptr ? take_turn(Question(*question)) : take_verdict();
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

 private:
  std::size_t below(std::size_t count) { return chance_() % count; }
  NodeId any_node() { return NodeId{static_cast<std::uint32_t>(below(subject_.tree().size()))}; }

  std::string take_turn(const Question& question) {
    const session::About about = question.about.about;
    switch (below(16)) {
      case 0:
        (void)dialogue_.jump(any_node());
        return {};
      case 1:
        (void)dialogue_.reshape(kShapes[below(kShapes.size())]);
        return {};
      case 2:
        (void)dialogue_.answer(AnswerKind::kSkip, about);
        return {};
      case 3:
        (void)dialogue_.answer(AnswerKind::kInadmissible, about);
        return {};
      case 4:
        (void)dialogue_.undo();
        return {};
      case 5:
        if (question.about.is_chain()) return name_one(question);
        [[fallthrough]];
      case 6:
      case 7:
      case 8:
        (void)dialogue_.answer(AnswerKind::kNo, about);
        return {};
      default:
        return say_yes(question);
    }
  }

  std::string name_one(const Question& question) {
    const auto call =
        dialogue_.call_of_chain(static_cast<std::uint32_t>(1 + below(question.about.parts_total)));
    if (!call) return "a call of the chain cannot be named: " + call.error().what;
    (void)dialogue_.answer(AnswerKind::kNo, *call);
    return {};
  }

  std::string say_yes(const Question& question) {
    const bool is_watched = question.about.is_chain() && watch_.cleared;
    if (is_watched) watch_.asked(dialogue_, question);
    const bool is_accepted = dialogue_.answer(AnswerKind::kYes, question.about.about).has_value();
    if (!is_accepted) (void)dialogue_.answer(AnswerKind::kSkip, question.about.about);
    return is_watched && is_accepted ? watch_.cleared(dialogue_) : std::string();
  }

  std::string take_verdict() {
    if (watch_.verdict) {
      std::string wrong = watch_.verdict(dialogue_, std::get<VerdictView>(dialogue_.turn()));
      if (!wrong.empty()) return wrong;
    }
    const Status gone_on =
        below(2) == 0 ? dialogue_.find_another() : dialogue_.undo(static_cast<std::uint32_t>(1 + below(3)));
    if (!gone_on) (void)dialogue_.jump(any_node());
    return {};
  }

  const service::Subject& subject_;
  Dialogue dialogue_;
  std::mt19937_64& chance_;
  const Watch& watch_;
};

}  // namespace

std::string hold_random_session(const service::Subject& subject, std::mt19937_64& chance,
                                const Watch& watch) {
  service::DialogueOptions options;
  options.strategy = kStrategies[chance() % kStrategies.size()];
  options.transform = kShapes[chance() % kShapes.size()];
  options.chain_size = kChainSizes[chance() % kChainSizes.size()];
  // What earlier answers clear is another law's.
  options.memory = !watch.cleared && chance() % 2 == 0;
  Result<Dialogue> dialogue = Dialogue::start(subject, options);
  if (!dialogue) return dialogue.error().what;
  return RandomSession(subject, std::move(*dialogue), chance, watch).run();
}

}  // namespace culprit::laws
