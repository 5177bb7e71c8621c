#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/error.h"
#include "src/base/node_ref.h"
#include "src/session/request.h"
#include "src/strategy/strategy.h"
#include "src/transform/chain_size.h"
#include "src/transform/reshaped.h"
#include "src/tree/tree.h"

namespace culprit::session {

inline constexpr int kSessionVersion = 2;
/// Its answers name rows of the tree that was searched, and say nothing of the question.
inline constexpr int kOldSessionVersion = 1;

/// The first line of a session file: what the answers are about, and how they were asked for.
struct SessionHeader {
  int version = kSessionVersion;
  std::string subject{};          ///< path, as given
  std::uint64_t run = 0;          ///< which run it is of; that of a version 1 is not known: 0
  std::uint64_t fingerprint = 0;  ///< how far the subject went
  std::string strategy{};
  std::string transform{};  ///< the list of transformations
  bool ask_root = false;
  bool memory = true;
  std::uint32_t exact_below = strategy::kExactBelow;
  std::uint32_t chain_size = transform::kAnyChainSize;
  std::vector<std::string>
      earlier{};  ///< sessions of other runs, beside this one, whose answers may answer here
};

/// A request as it stands in a file: what it names is not looked up yet.
struct SavedRequest {
  Request request;
  std::optional<RefRange> about{};     ///< version 2
  std::optional<std::uint32_t> row{};  ///< version 1: of the searched tree
  std::vector<NodeRef> calls{};        ///< of a chain, if it lists them
  std::string function{};              ///< so that a reader can see that it fits its subject
};

/// One line each, JSON, newline included. Text that is not UTF-8 is repaired.
std::string to_line(const SessionHeader& header);
std::string to_line(const Request& request, const tree::Tree& subject);

/// True if the text could be the beginning of a session file: tells a torn header from a file of another kind.
bool may_be_header(std::string_view text);
/// kBadSession for another kind of file, kVersion for a newer session.
Result<SessionHeader> parse_header(std::string_view line);
/// kBadSession, saying what is wrong; the caller adds the line's number. Keys that are not known are kept.
Result<SavedRequest> parse_request(std::string_view line, int version);
/// What it names, in a subject. kBadSession if the subject has no such node, or another function there. Of a request of version
/// 1, `searched` is the tree that its session searched.
Result<Request> resolve(const SavedRequest& saved, const tree::Tree& subject,
                        const transform::Reshaped* searched);

}  // namespace culprit::session
