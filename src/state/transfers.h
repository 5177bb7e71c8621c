#pragma once

#include <map>
#include <string>
#include <vector>

#include "src/state/account.h"
#include "src/state/index.h"
#include "src/trace/trace.h"

namespace culprit::state {

/// True for the events that Transfers understands.
bool is_transfer(const trace::Event& event);

/// Collects what went between a node and the rest of the world: feed it the node's transfers in order.
class Transfers {
 public:
  Transfers(const trace::Trace& trace, const Index& index, Facts& facts)
      : trace_(trace), index_(index), facts_(facts) {}

  /// False if nothing more is to be looked at: limits were reached, and the facts say so.
  bool take(const trace::Event& event);
  /// Threads that were started meanwhile.
  const std::vector<StreamId>& threads() const { return threads_; }

 private:
  std::string file_name(std::uint32_t file) const;
  Consumed* consumed(std::uint32_t file);
  FileText* written(std::uint32_t file);
  void take_extended(const trace::Event& event);
  void consume(const trace::Event& event);
  void give_back(const trace::Event& event);
  void ask(const trace::Event& event);

  const trace::Trace& trace_;
  const Index& index_;
  Facts& facts_;
  std::map<std::uint32_t, std::size_t> consumed_, written_;  ///< by number of the file -> row in the facts
  std::vector<StreamId> threads_;
  std::size_t seen_ = 0;
};

}  // namespace culprit::state
