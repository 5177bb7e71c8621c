#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/oracle/oracle.h"

namespace culprit::oracle {

/// An opinion that can be taken as the answer, and whose it is.
struct Ruling {
  Opinion opinion;
  Who who;
};

/// The oracles in the order in which they are asked. One that fails is not asked again; the others go on.
class Panel {
 public:
  /// The last to be asked so far. It must outlive the panel.
  void add(Oracle& oracle, Budget budget = {});

  /// The first opinion that is an answer: a mark that is not vague. Nothing if nobody has one.
  std::optional<Ruling> ask(const Asked& asked);

  /// What happened to oracles since this was called last, for the user: "program:judge is not asked any more: …".
  std::vector<std::string> take_notes();

 private:
  struct Seat {
    Oracle* oracle;
    Budget budget;
    bool is_benched = false;
  };
  void bench(Seat& seat, std::string_view why);

  std::vector<Seat> seats_;
  std::vector<std::string> notes_;
};

}  // namespace culprit::oracle
