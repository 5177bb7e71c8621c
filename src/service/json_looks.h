#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "src/service/dialogue.h"
#include "src/state/account.h"

namespace culprit::service {

/// What a question shows besides the node itself: `"look"` says what, `"steps"` or `"table"` has it.
void add_look(const Question& question, nlohmann::json& out);

nlohmann::json to_json(const state::Left& left);
nlohmann::json to_json(const std::vector<state::Change>& all);

}  // namespace culprit::service
