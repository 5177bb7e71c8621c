#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace culprit {

/// The kinds of failure a user can meet. Front ends map each to an exit code in one place.
enum class ErrorCode {
  kUsage,        ///< a wrong argument, option or name
  kNotFound,     ///< a file or a named thing is not there
  kIo,           ///< the operating system refused to read or write
  kWrongFormat,  ///< a file of another kind
  kVersion,      ///< a file from a newer or foreign producer
  kDamaged,      ///< the right kind of file, but nothing in it can be used
  kBadTree,      ///< a tree in text or JSON that breaks a rule
  kBadAnswer,    ///< an answer that is no answer, or makes no sense here
  kBadSession,   ///< a session file that does not fit
  kTooLarge,     ///< more than the limits of the format or of the output
};

/// What went wrong, in two sentences a user can act on: `what` was found and expected, and what to do.
struct Error {
  ErrorCode code;
  std::string what;
  std::string hint;
};

template <class T>
using Result = tl::expected<T, Error>;
using Status = tl::expected<void, Error>;

inline tl::unexpected<Error> fail(ErrorCode code, std::string what, std::string hint = {}) {
  return tl::unexpected<Error>(Error{code, std::move(what), std::move(hint)});
}

}  // namespace culprit
