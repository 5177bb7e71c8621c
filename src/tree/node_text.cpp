#include "src/tree/node_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/base/text.h"

namespace culprit::tree {

void append_one_line(std::string& out, std::string_view text) {
  const auto is_plain = [](char c) { return c == '\t' || (c >= 0x20 && c < 0x7f); };
  if (std::all_of(text.begin(), text.end(), is_plain)) {
    out += text;
    return;
  }
  for (const char c : printable(text)) {
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
}

void append_call(std::string& out, const Function& function, const Label& label) {
  append_one_line(out, function.name);
  if (label.has_inputs) {
    out += '(';
    append_one_line(out, label.inputs);
    out += ')';
  }
  if (label.has_result) {
    out += label.result.empty() ? " =" : " = ";
    append_one_line(out, label.result);
  }
}

void append_place(std::string& out, const Function& function) {
  if (function.file.empty() || function.first_line == 0) return;
  append_one_line(out, function.file);
  out += fmt::format(":{}", function.first_line);
  if (function.last_line > function.first_line) out += fmt::format("-{}", function.last_line);
}

}  // namespace culprit::tree
