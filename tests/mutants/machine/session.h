#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "src/service/subject.h"
#include "tests/mutants/machine/program.h"
#include "tests/mutants/machine/truth.h"

namespace culprit::mutants {

/// What a verdict is worth, given where the mutant was.
enum class Judgement {
  kRightFunction,
  kRightLoop,       ///< the loop around it was named, too
  kFunctionOfLoop,  ///< the function, though the mutant was in a loop of it
  kOtherLoop,       ///< another loop of the right function
  kInnocent,        ///< the right function, but its line was said not to be to blame
  kWrong,
  kAtCut,  ///< wrong, and where the run was ended from outside: what is to blame may not have run yet
  kUndecided,
  kNothing,  ///< no bug was found
  kGaveUp,   ///< too many questions
};
std::string_view to_word(Judgement judgement);
/// The function is the right one, and nothing that was said leads away from the line.
bool is_right(Judgement judgement);

/// A session that was held to its end.
struct Held {
  Judgement judgement = Judgement::kNothing;
  std::string verdict;                                     ///< in words: the function and its lines
  std::vector<std::pair<std::string, std::string>> asked;  ///< node or chain, and the answer
  std::uint32_t contradictions = 0;  ///< one question that was to be answered in two ways
};
nlohmann::json to_json(const Held& held);

struct Settings {
  std::string strategy;   ///< empty: the default
  std::string transform;  ///< likewise
};

/// Debugs a run whose bug is at the site, with answers of `ask`. A chain is right if all its parts are. `is_cut`: the run was ended
/// from outside.
Result<Held> hold(const service::Subject& subject, const Site& site, bool is_cut, const Settings& settings,
                  const std::function<Result<Said>(NodeId)>& ask);

}  // namespace culprit::mutants
