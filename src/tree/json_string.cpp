#include "src/tree/json_string.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace culprit::tree {

void append_json_string(std::string& out, std::string_view text) {
  const auto is_plain = [](char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; };
  if (std::all_of(text.begin(), text.end(), is_plain)) {
    out += '"';
    out += text;
    out += '"';
    return;
  }
  using nlohmann::json;
  out += json(std::string(text)).dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace culprit::tree
