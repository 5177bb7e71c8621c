#include "src/service/json_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace culprit::service {

std::string to_utf8(std::string_view text) {
  bool is_ascii = true;
  for (char c : text) is_ascii = is_ascii && static_cast<unsigned char>(c) < 0x80;
  if (is_ascii) return std::string(text);
  const std::string quoted =
      nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return nlohmann::json::parse(quoted).get<std::string>();
}

std::string hexadecimal(Address address) {
  return fmt::format("{:#x}", address);
}

}  // namespace culprit::service
