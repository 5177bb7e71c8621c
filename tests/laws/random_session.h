#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>

#include "src/service/dialogue.h"

namespace culprit::laws {

/// What is looked at while a session is held. Each gives what is wrong, or nothing.
struct Watch {
  std::function<std::string(const service::Dialogue&, const service::VerdictView&)> verdict{};
  /// Before and after "yes" to a chain was accepted.
  std::function<void(const service::Dialogue&, const service::Question&)> asked{};
  std::function<std::string(const service::Dialogue&)> cleared{};
};

/// Holds a session with answers, jumps and reshapings by chance, past several verdicts. Gives the first thing that is wrong.
std::string hold_random_session(const service::Subject& subject, std::mt19937_64& chance, const Watch& watch);

}  // namespace culprit::laws
