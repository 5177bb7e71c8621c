#include "src/oracle/panel.h"

#include <fmt/format.h>

#include <utility>

namespace culprit::oracle {

void Panel::add(Oracle& oracle, Budget budget) {
  seats_.push_back({&oracle, budget});
}

std::optional<Ruling> Panel::ask(const Asked& asked) {
  for (Seat& seat : seats_) {
    if (seat.is_benched) continue;
    if (seat.budget.questions == 0) {
      bench(seat, "It was asked as often as it may be.");
      continue;
    }
    --seat.budget.questions;
    Result<Opinion> opinion = seat.oracle->ask(asked, seat.budget.time);
    if (!opinion) {
      const Error& error = opinion.error();
      bench(seat, error.hint.empty() ? error.what : error.what + " " + error.hint);
    } else if (opinion->is_answer()) {
      return Ruling{std::move(*opinion), seat.oracle->who()};
    }
  }
  return {};
}

void Panel::bench(Seat& seat, std::string_view why) {
  seat.is_benched = true;
  notes_.push_back(fmt::format("{} is not asked any more: {}", seat.oracle->name(), why));
}

std::vector<std::string> Panel::take_notes() {
  return std::exchange(notes_, {});
}

}  // namespace culprit::oracle
