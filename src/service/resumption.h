#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/base/error.h"
#include "src/service/dialogue.h"
#include "src/service/subject.h"
#include "src/session/session_file.h"

namespace culprit::service {

/// How a dialogue begins: what the session file at its path says, and what becomes of that file.
struct Resumption {
  bool is_resumed = false;  ///< then the header and the requests count
  session::SessionHeader header{};
  std::vector<session::Request> requests{};
  std::vector<session::Request> then{};  ///< what was asked for beyond what was saved
  std::vector<session::SavedSession>
      others{};                                ///< sessions about other runs, whose answers can be remembered
  bool replaces_other = false;                 ///< the file is about another run
  std::optional<session::SessionFile> file{};  ///< held: the one that is resumed, or that is to be replaced
  bool is_converted = false;                   ///< the file is of version 1 and has to be written anew
  std::string lines{};                         ///< what is then to be in it
  std::vector<std::string> notes{};
};

/// Takes and reads the file, if the options say so. Changes nothing. Fails if another process holds it, it is of a newer version or
/// damaged, does not fit the subject, or the options ask for what the session was not started with. One of version 1 that does
/// not fit is set aside instead, unless it is only looked at.
Result<Resumption> resume(const Subject& subject, const state::Account& account,
                          const DialogueOptions& options);

/// A session of version 1 that does not fit: it is kept beside a new one, as a note says.
void set_aside(Resumption& resumption, const Error& why);

/// Once the session has begun: makes the file that it is kept in, if there is one to make.
Status take_file(Resumption& resumption, const Subject& subject, const DialogueOptions& options);

/// What a name stands for in a tree: "17", "2:17", "17-23", "root". Fails with kBadAnswer.
Result<session::About> find_node(const tree::Tree& tree, std::string_view name);

/// The weights that a tree from JSON gives its nodes; empty if it gives none.
std::vector<std::uint32_t> weights_of(const tree::Tree& tree);

}  // namespace culprit::service
