#pragma once

#include <string>
#include <string_view>

#include "src/tree/tree.h"

namespace culprit::tree {

/// Appends the text as part of one line: control characters, line ends and invalid UTF-8 become escapes; tabs
/// stay.
void append_one_line(std::string& out, std::string_view text);

/// Appends `name(inputs) = result`, without what is not given.
void append_call(std::string& out, const Function& function, const Label& label);

/// Appends `file:first-last`; nothing if the place is not known.
void append_place(std::string& out, const Function& function);

}  // namespace culprit::tree
