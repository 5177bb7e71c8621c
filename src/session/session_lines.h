#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/base/error.h"
#include "src/session/request.h"
#include "src/strategy/strategy.h"

namespace culprit::session {

inline constexpr int kSessionVersion = 1;

/// The first line of a session file: what the answers are about, and how they were asked for.
struct SessionHeader {
  std::string subject;  ///< path, as given
  std::uint64_t fingerprint = 0;
  std::string strategy;
  std::string transform;  ///< the list of transformations; node numbers are those of the tree they make
  bool ask_root = false;
  bool memory = true;
  std::uint32_t exact_below = strategy::kExactBelow;
};

/// A request as it stands in the file, with the function it names so that a reader can see that it fits its
/// subject.
struct SavedRequest {
  Request request;
  std::string function;
};

/// One line each, JSON, newline included. Text that is not UTF-8 is repaired.
std::string to_line(const SessionHeader& header);
std::string to_line(const Request& request, std::string_view function);

/// True if the text could be the beginning of a session file: tells a torn header from a file of another
/// kind.
bool may_be_header(std::string_view text);
/// kBadSession for another kind of file, kVersion for a newer session.
Result<SessionHeader> parse_header(std::string_view line);
/// kBadSession, saying what is wrong; the caller adds the line's number.
Result<SavedRequest> parse_request(std::string_view line);
/// The function's name as a line holds it.
std::string as_saved(std::string_view function);

}  // namespace culprit::session
