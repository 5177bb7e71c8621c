#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "src/base/error.h"
#include "src/base/progress.h"
#include "src/graph/run_facts.h"
#include "src/state/account.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::service {

class SourceFiles;

enum class SubjectKind { kTrace, kTreeText, kTreeJson };

/// A file that can be debugged, opened: its tree, and what is derived from it when first needed.
class Subject {
 public:
  /// Recognises the kind by content, not by name. A `.jsonl` file must hold one tree here (`row` picks
  /// another).
  static Result<Subject> open(const std::string& path, const Progress& progress = no_progress,
                              std::size_t row = 0);
  Subject(Subject&&) noexcept;
  Subject& operator=(Subject&&) noexcept;
  ~Subject();

  SubjectKind kind() const;
  const std::string& path() const;  ///< as it was given: of a pack its own, not where it was unpacked
  /// Of a pack: the folder under which each source lies at its absolute path. Else empty.
  const std::string& packed_sources() const;
  const tree::Tree& tree() const;
  const trace::Trace* trace() const;  ///< null for trees from text and JSON
  /// What strategies and graphs that look at functions have to know, a key for each node. Worked out each time: O(n).
  graph::RunFacts facts() const;
  /// Built at the first call; for a trace this builds or opens the state index beside it.
  Result<const state::Account*> account(const Progress& progress = no_progress) const;
  /// The source files that it names, as far as they were asked for.
  SourceFiles& sources() const;
  /// Which run it is: the same while a trace grows, and for copies and packs of it. Of a tree from text or JSON its contents.
  std::uint64_t run_identity() const;
  /// Which run, and how far it goes.
  std::uint64_t fingerprint() const;
  /// What sessions of version 1 knew it by.
  std::uint64_t old_fingerprint() const;
  /// "" for a tree from text or JSON.
  std::string_view language() const;

 private:
  struct Impl;
  explicit Subject(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace culprit::service
