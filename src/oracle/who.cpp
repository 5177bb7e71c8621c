#include "src/oracle/who.h"

#include <fmt/format.h>

#include <array>

#include "src/base/text.h"

namespace culprit::oracle {
namespace {

struct Row {
  Who::Kind kind;
  std::string_view word;
};

constexpr std::array kRows = {Row{Who::Kind::kPerson, "person"},       Row{Who::Kind::kMemory, "memory"},
                              Row{Who::Kind::kReference, "reference"}, Row{Who::Kind::kContract, "contract"},
                              Row{Who::Kind::kTest, "test"},           Row{Who::Kind::kProgram, "program"}};

}  // namespace

std::string to_text(const Who& who) {
  std::string text;
  for (const Row& row : kRows)
    if (row.kind == who.kind) text = row.word;
  return who.name.empty() ? text : text + ":" + who.name;
}

Result<Who> parse_who(std::string_view text) {
  const std::size_t colon = text.find(':');
  const bool has_name = colon != std::string_view::npos;
  for (const Row& row : kRows) {
    if (text.substr(0, colon) != row.word || (has_name && colon + 1 == text.size())) continue;
    return Who{row.kind, has_name ? std::string(text.substr(colon + 1)) : std::string()};
  }
  return fail(ErrorCode::kBadSession,
              fmt::format("'{}' is nobody who can answer.", escaped(clipped(text, 40))),
              "Expected person, memory, reference, contract, test or program, perhaps with :NAME behind it.");
}

}  // namespace culprit::oracle
