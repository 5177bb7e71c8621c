#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "src/service/dialogue.h"
#include "src/service/json_looks.h"
#include "src/service/json_text.h"

namespace culprit::service {
namespace {

using nlohmann::json;
using state::Value;
using state::ValueKind;

/// Larger numbers than a double counts exactly are texts: most readers of JSON would round them.
json integer(const std::string& text) {
  constexpr std::int64_t kExact = (std::int64_t{1} << 53) - 1;
  std::int64_t number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool fits = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
  if (fits && number >= -kExact && number <= kExact) return number;
  return to_utf8(text);
}

/// What is wider than a double, not a number or infinite stays a text.
json floating(const Value& value) {
  double number = 0;
  const char* end = value.text.data() + value.text.size();
  const auto parsed = std::from_chars(value.text.data(), end, number);
  const bool fits = parsed.ec == std::errc() && parsed.ptr == end && std::isfinite(number);
  if (fits && value.type.find("long double") == std::string::npos) return number;
  return to_utf8(value.text);
}

json elements(const Value& value) {
  json out = json::array();
  for (const Value& child : value.children) out.push_back(to_json(child));
  return out;
}

/// One object behind it, or several in a row.
json pointer(const Value& value) {
  if (value.address == 0) return nullptr;
  json out{{"pointer", hexadecimal(value.address)}};
  if (value.children.size() == 1 && value.children[0].name == "*") {
    out["to"] = to_json(value.children[0]);
  } else if (!value.children.empty()) {
    out["to"] = elements(value);
  }
  if (!value.note.empty()) out["note"] = to_utf8(value.note);
  return out;
}

json iterator(const Value& value) {
  json out{{"iterator", value.text.empty() ? hexadecimal(value.address) : to_utf8(value.text)}};
  if (!value.children.empty()) out["to"] = to_json(value.children[0]);
  return out;
}

/// A string that stopped early says why.
json string(const Value& value) {
  if (value.children.empty()) return to_utf8(value.text);
  return {{"string", to_utf8(value.text)}, {"then", to_json(value.children[0])}};
}

/// Of a pointer that leads nowhere the address is known; of contents that are gone it means nothing.
json absent(const char* why, const Value& value) {
  json out{{why, true}};
  if (!value.text.empty()) out["pointer"] = to_utf8(value.text);
  return out;
}

/// Two fields of one name (in two base classes) both stay: the later one gets a number.
json members(const Value& value) {
  json out = json::object();
  if (!value.text.empty()) out["class"] = to_utf8(value.text);
  for (const Value& child : value.children) {
    if (child.kind == ValueKind::kCut) {
      out["…"] = to_json(child);
      continue;
    }
    const std::string name = to_utf8(child.name);
    std::string key = name;
    for (int i = 2; out.contains(key); ++i) key = name + '#' + std::to_string(i);
    out[key] = to_json(child);
  }
  return out;
}

json named(const Value& value) {
  json out{{"value", to_json(value)}};
  if (!value.name.empty()) out["name"] = to_utf8(value.name);
  if (!value.type.empty()) out["type"] = to_utf8(value.type);
  return out;
}

json named(const std::vector<Value>& values) {
  json out = json::array();
  for (const Value& value : values) out.push_back(named(value));
  return out;
}

json changes(const std::vector<state::Change>& all) {
  json out = json::array();
  for (const state::Change& change : all) {
    json row = {
        {"path", to_utf8(change.path)}, {"before", to_json(change.before)}, {"after", to_json(change.after)}};
    if (change.is_elsewhere)
      row["elsewhere"] = to_utf8(change.note);
    else if (!change.note.empty())
      row["note"] = to_utf8(change.note);
    out.push_back(std::move(row));
  }
  return out;
}

json set_again(const state::Facts& facts) {
  json out = json::array();
  for (const state::Change& same : facts.set_again)
    out.push_back({{"path", to_utf8(same.path)}, {"value", to_json(same.after)}});
  return out;
}

json written(const state::Facts& facts) {
  json out = json::array();
  for (const state::WrittenCount& count : facts.written)
    out.push_back({{"owner", to_utf8(count.owner)}, {"bytes", count.bytes}, {"is_about", count.is_about}});
  return out;
}

json consumed(const state::Facts& facts) {
  json out = json::array();
  for (const state::Consumed& row : facts.consumed) {
    const std::size_t kept = row.text.size() - row.given_back;
    out.push_back({{"file", to_utf8(row.file)},
                   {"text", to_utf8(row.text.substr(0, kept))},
                   {"ahead", to_utf8(row.text.substr(kept))},
                   {"gave_back", to_utf8(row.returned)},
                   {"is_end", row.is_end},
                   {"is_cut", row.is_cut}});
  }
  return out;
}

json files(const state::Facts& facts) {
  json out = json::array();
  for (const state::FileText& row : facts.files)
    out.push_back({{"file", to_utf8(row.file)}, {"text", to_utf8(row.text)}, {"is_cut", row.is_cut}});
  return out;
}

json asked(const state::Facts& facts) {
  constexpr const char* kWords[] = {"environment", "time", "random", "system", "opening"};
  json out = json::array();
  for (const state::Asked& row : facts.asked)
    out.push_back({{"of", kWords[static_cast<std::size_t>(row.what)]},
                   {"name", to_utf8(row.name)},
                   {"answer", row.has_answer ? json(to_utf8(row.answer)) : json()}});
  return out;
}

json text_or_null(const std::string& text) {
  return text.empty() ? json() : json(to_utf8(text));
}

json started(const state::Facts& facts) {
  json out = json::array();
  for (const state::StartedThread& thread : facts.started) {
    json row{{"function", text_or_null(thread.function)}, {"inputs", json::array()}};
    for (const state::StartedThread::Given& given : thread.inputs) {
      row["inputs"].push_back(named(given.value));
      if (!given.place.empty()) row["inputs"].back()["place"] = to_utf8(given.place);
    }
    out.push_back(std::move(row));
  }
  return out;
}

json unrecorded(const state::Unrecorded& unrecorded) {
  json out = json::array();
  if (unrecorded.reads) out.push_back("reads");
  if (unrecorded.input) out.push_back("input");
  if (unrecorded.records) out.push_back("records");
  if (unrecorded.before) out.push_back("before");
  return out;
}

/// What came from outside and went there; nothing where nothing did.
void add_transfers(const state::Facts& facts, json& out) {
  if (!facts.consumed.empty()) out["consumed"] = consumed(facts);
  if (!facts.files.empty()) out["files"] = files(facts);
  if (!facts.asked.empty()) out["asked"] = asked(facts);
  if (!facts.started.empty()) out["started"] = started(facts);
  if (facts.transfers_cut) out["transfers_cut"] = true;
}

/// Precondition: reads were recorded.
json used_json(const state::Used& used) {
  json parts = json::array(), rest = json::array();
  for (const state::UsedPart& part : used.parts) {
    json row{{"path", to_utf8(part.path)}, {"value", to_json(part.value)}};
    if (part.is_written) row["note"] = "another thread wrote it meanwhile";
    parts.push_back(std::move(row));
  }
  for (const state::WrittenCount& count : used.rest)
    rest.push_back({{"owner", to_utf8(count.owner)}, {"bytes", count.bytes}, {"is_about", count.is_about}});
  return {{"parts", std::move(parts)}, {"rest", std::move(rest)}, {"is_cut", used.is_cut}};
}

json line_or_null(std::uint32_t line) {
  return line == 0 ? json() : json(line);
}

std::string_view word(state::Outcome outcome) {
  switch (outcome) {
    case state::Outcome::kReturned:
      return "returned";
    case state::Outcome::kThrew:
      return "threw";
    case state::Outcome::kJumped:
      return "jumped";
    case state::Outcome::kExited:
      return "exited";
    case state::Outcome::kUnfinished:
      return "unfinished";
  }
  return "";
}

std::string_view word(state::LoopExit how) {
  switch (how) {
    case state::LoopExit::kRanOut:
      return "condition";
    case state::LoopExit::kBroke:
      return "break";
    case state::LoopExit::kReturned:
      return "return";
    case state::LoopExit::kJumped:
      return "jump";
    case state::LoopExit::kThrew:
      return "throw";
    case state::LoopExit::kUnknown:
      return "unknown";
  }
  return "";
}

json summary(const NodeView& view) {
  constexpr std::size_t kWidth = 500;
  return {{"node", view.name}, {"function", to_utf8(view.function)}, {"text", one_line(view, kWidth)}};
}

json question_event(const Question& question) {
  json out = to_json(question.about);
  out["event"] = "question";
  // As a person reads it; values are as long as the limits let them be.
  constexpr std::size_t kWhole = 1 << 30;
  out["text"] = one_line(question.about, kWhole);
  out["suspects"] = question.suspects;
  out["expected_questions"] = {{"least", question.expected.least},
                               {"mean", question.expected.mean},
                               {"most", question.expected.most},
                               {"exact", question.expected.is_exact}};
  out["why"] = to_utf8(question.why);
  if (!question.remarks.empty()) {
    out["remarks"] = json::array();
    for (const std::string& remark : question.remarks) out["remarks"].push_back(to_utf8(remark));
  }
  out["number"] = question.number;
  add_look(question, out);
  return out;
}

json verdict_event(const VerdictView& verdict) {
  constexpr std::string_view kWords[] = {"buggy", "undecided", "nothing"};
  json out = verdict.kind == session::VerdictKind::kBuggy ? to_json(verdict.about) : json::object();
  out["event"] = "verdict";
  out["verdict"] = kWords[static_cast<int>(verdict.kind)];
  out["questions"] = verdict.questions;
  if (verdict.borrowed > 0) out["borrowed"] = verdict.borrowed;
  out["candidates"] = json::array();
  for (const NodeView& candidate : verdict.candidates) out["candidates"].push_back(summary(candidate));
  if (verdict.kind == session::VerdictKind::kUndecided)
    out["decisive"] = verdict.decisive.name.empty() ? json() : to_json(verdict.decisive);
  out["children"] = json::array();
  for (const ChildView& child : verdict.children) {
    json row = summary(child.about);
    row["mark"] = session::to_word(child.mark);
    row["who"] = text_or_null(child.who);
    out["children"].push_back(std::move(row));
  }
  out["children_total"] = verdict.children_total;
  out["innocent_lines"] = json::array();
  for (const Lines& lines : verdict.innocent) out["innocent_lines"].push_back({lines.first, lines.last});
  if (verdict.is_between) out["between_calls"] = true;
  return out;
}

std::string_view word(ErrorCode code) {
  switch (code) {
    case ErrorCode::kUsage:
      return "usage";
    case ErrorCode::kNotFound:
      return "not-found";
    case ErrorCode::kIo:
      return "io";
    case ErrorCode::kWrongFormat:
      return "wrong-format";
    case ErrorCode::kVersion:
      return "version";
    case ErrorCode::kDamaged:
      return "damaged";
    case ErrorCode::kBadTree:
      return "bad-tree";
    case ErrorCode::kBadAnswer:
      return "bad-answer";
    case ErrorCode::kBadSession:
      return "bad-session";
    case ErrorCode::kTooLarge:
      return "too-large";
  }
  return "";
}

}  // namespace

json to_json(const Value& value) {
  switch (value.kind) {
    case ValueKind::kBool:
      if (value.text == "true" || value.text == "false") return value.text == "true";
      return to_utf8(value.text);
    case ValueKind::kSigned:
    case ValueKind::kUnsigned:
      return integer(value.text);
    case ValueKind::kFloat:
      return floating(value);
    case ValueKind::kText:
    case ValueKind::kCharacter:
    case ValueKind::kEnum:
      return to_utf8(value.text);
    case ValueKind::kString:
      return string(value);
    case ValueKind::kPointer:
      return pointer(value);
    case ValueKind::kStruct:
    case ValueKind::kUnion:
      return members(value);
    case ValueKind::kArray:
    case ValueKind::kList:
    case ValueKind::kTuple:
    case ValueKind::kMap:
      return elements(value);
    case ValueKind::kEmpty:
      return nullptr;
    case ValueKind::kWords:
      return to_utf8(value.text);
    case ValueKind::kIterator:
      return iterator(value);
    case ValueKind::kVoid:
      return nullptr;
    case ValueKind::kOpaque:
      return {{"opaque", to_utf8(value.text)}};
    case ValueKind::kUninitialised:
      return {{"uninitialised", true}};
    case ValueKind::kFreed:
      return absent("freed", value);
    case ValueKind::kWild:
      return absent("wild", value);
    case ValueKind::kSeen:
      return {{"seen", to_utf8(value.text)}};
    case ValueKind::kCut:
      return {{"cut", value.count}};
  }
  return nullptr;
}

json to_json(const state::Left& left) {
  json out{{"how", word(left.how)}, {"line", line_or_null(left.line)}};
  if (left.result) out["result"] = to_json(*left.result);
  return out;
}

json to_json(const std::vector<state::Change>& all) {
  return changes(all);
}

json to_json(const NodeView& view) {
  json out{{"node", view.name},
           {"kind", view.kind},
           {"function", to_utf8(view.function)},
           {"signature", text_or_null(view.signature)},
           {"file", text_or_null(view.file)},
           {"first_line", line_or_null(view.first_line)},
           {"last_line", line_or_null(view.last_line)},
           {"outcome", word(view.facts.outcome)},
           {"inputs", named(view.facts.inputs)},
           {"before", named(view.facts.before)},
           {"after", named(view.facts.after)},
           {"changes", changes(view.facts.changes)},
           {"changes_cut", view.facts.changes_cut},
           {"output", to_utf8(view.facts.output)}};
  if (!view.facts.set_again.empty()) out["set_again"] = set_again(view.facts);
  if (view.iteration != 0) out["iteration"] = view.iteration;
  if (view.passes != 0) out["passes"] = view.passes;
  if (view.facts.left) out["left"] = to_json(*view.facts.left);
  if (view.facts.used.is_known) out["used"] = used_json(view.facts.used);
  if (!view.facts.written.empty()) out["written"] = written(view.facts);
  add_transfers(view.facts, out);
  if (view.facts.unrecorded != state::Unrecorded{}) out["unrecorded"] = unrecorded(view.facts.unrecorded);
  if (view.is_chain()) {
    out["parts"] = json::array();
    for (const NodeView& part : view.parts) {
      json row = summary(part);
      row["number"] = out["parts"].size() + 1;
      row["changes"] = changes(part.facts.changes);
      add_transfers(part.facts, row);
      if (const Value* before = this_in(part.facts.before)) row["this_before"] = to_json(*before);
      if (const Value* after = this_in(part.facts.after)) row["this_after"] = to_json(*after);
      out["parts"].push_back(std::move(row));
    }
    out["parts_total"] = view.parts_total;
  }
  if (view.facts.outcome == state::Outcome::kThrew) {
    out["exception"] = {{"type", to_utf8(view.facts.exception)}};
    if (view.facts.result) out["exception"]["value"] = to_json(*view.facts.result);
  } else if (view.facts.result) {
    out["result"] = to_json(*view.facts.result);
    if (!view.facts.result->type.empty()) out["result_type"] = to_utf8(view.facts.result->type);
  }
  return out;
}

json to_json(const Turn& turn) {
  const auto* question = std::get_if<Question>(&turn);
  return question ? question_event(*question) : verdict_event(std::get<VerdictView>(turn));
}

json to_json(const Error& error) {
  return {{"code", word(error.code)}, {"what", to_utf8(error.what)}, {"hint", to_utf8(error.hint)}};
}

}  // namespace culprit::service
