#pragma once

#include <map>
#include <string>
#include <tuple>

#include "src/base/error.h"
#include "src/service/subject.h"
#include "tests/mutants/machine/program.h"
#include "tests/mutants/machine/shown.h"

namespace culprit::mutants {

enum class Said { kRight, kWrong, kUnknown };
std::string_view to_word(Said said);

/// A perfect answer about a node: whether the right code would have done the same from the same state.
struct Truth {
  Said shown = Said::kUnknown;   ///< as far as a person sees
  Said logged = Said::kUnknown;  ///< as far as the log tells, and the files that it left
  std::string why;               ///< what differs in the log; or why nothing is known

  bool ran_differently() const { return shown == Said::kUnknown && logged == Said::kUnknown; }
};

/// Answers that are known, in a file: a campaign that is resumed, or asks other questions, need not run them again.
class Answers {
 public:
  explicit Answers(std::string path);
  const Truth* find(std::uint32_t mutant, const std::string& node, const std::string& hidden) const;
  void add(std::uint32_t mutant, const std::string& node, const std::string& hidden, const Truth& truth);

 private:
  std::string path_;
  std::map<std::tuple<std::uint32_t, std::string, std::string>, Truth> known_;
};

struct Mutant {
  std::uint32_t number = 0;
  bool writes_files = false;  ///< so do the program's other runs
  bool is_cut = false;        ///< its run was ended, since it seemed to go on for ever
};

/// Answers questions about the run of a mutant. Each costs a run up to the end of the node.
class TruthTeller {
 public:
  /// All must outlive it.
  TruthTeller(const Program& program, Mutant mutant, const service::Subject& subject, Answers& answers,
              Hidden hidden)
      : program_(program), mutant_(mutant), subject_(subject), answers_(answers), hidden_(hidden) {}

  Result<Truth> ask(NodeId node);
  /// Those that were asked, by their names.
  const std::map<std::string, Truth>& asked() const { return asked_; }

 private:
  Result<Truth> find_out(NodeRef ref, NodeId node) const;
  /// Adds what the log does not tell: files that were written.
  Result<Truth> with_files(Truth truth, NodeRef ref, const std::string& right) const;
  Result<Truth> compare(const service::Subject& subject, NodeId node, const service::Subject& right,
                        NodeId other) const;
  /// Likewise, of a node that the run which is debugged did not see end: the mutant is run further. `is_stuck_when_right`: with
  /// the right code in the node, all threads wait in the end.
  Result<Truth> compare_unfinished(NodeRef ref, const service::Subject& right, NodeId other,
                                   bool is_stuck_when_right) const;

  const Program& program_;
  Mutant mutant_;
  const service::Subject& subject_;
  Answers& answers_;
  Hidden hidden_;
  std::map<std::string, Truth> asked_;
};

}  // namespace culprit::mutants
