#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "src/cli/screen.h"
#include "src/service/dialogue.h"

namespace culprit::cli {

/// The thing that a screen is about, as its first lines.
struct SubjectLines {
  StyledLines lines;
  std::set<std::string, std::less<>> shown;  ///< arguments whose value stands there
};

/// A call as code: `note_word(word = "elephant")`. Arguments that it changed, or that are long, stand by their names alone if it is
/// known what was used of them.
SubjectLines call_lines(const service::NodeView& view, const Room& room);

/// A chain or some passes of a loop in words. `function` is the one that the loop stands in.
StyledLines heading_lines(const service::NodeView& view, std::string_view function, const Room& room);

/// What the source says of the function, behind the sign of its comments, in a few lines.
StyledLines comment_lines(const service::Subject& subject, const tree::Function& function, const Room& room);

/// Who called a node, with the statement in that line; 0: the line is not known. Empty if nobody did, or another thread.
StyledLines called_by(const service::Subject& subject, NodeId node, std::uint32_t line, const Room& room);

}  // namespace culprit::cli
