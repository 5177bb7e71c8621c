#include "src/session/session_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

#include "src/base/text.h"

namespace culprit::session {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "culprit-session";
constexpr std::string_view kOpening = R"({"format":"culprit-session",)";

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Json parse_object(std::string_view line) {
  Json json = Json::parse(line.begin(), line.end(), nullptr, false);
  return json.is_object() ? json : Json();
}

std::string text_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool flag_at(const Json& json, const char* key, bool otherwise) {
  const auto found = json.find(key);
  return found != json.end() && found->is_boolean() ? found->get<bool>() : otherwise;
}

Result<std::uint32_t> number_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number_unsigned() ||
      found->get<std::uint64_t>() >= std::numeric_limits<std::uint32_t>::max()) {
    return fail(ErrorCode::kBadSession, fmt::format("\"{}\" is not a number that fits.", key));
  }
  return found->get<std::uint32_t>();
}

Result<Request> parse_answer_request(const Json& json) {
  const Result<std::uint32_t> node = number_at(json, "node");
  if (!node) return tl::unexpected(node.error());
  const Result<AnswerKind> kind = parse_answer(text_at(json, "kind"));
  if (!kind) return fail(ErrorCode::kBadSession, kind.error().what);
  return Request::make_answer(*kind, NodeId{*node}, text_at(json, "who"));
}

Result<Request> parse_by_name(const Json& json) {
  const std::string name = text_at(json, "request");
  if (name == "answer") return parse_answer_request(json);
  if (name == "another") return Request::make_another();
  if (name == "strategy") return Request::make_strategy(text_at(json, "name"));
  if (name == "undo") return number_at(json, "steps").map(Request::make_undo);
  const auto about_node = [&](Request (*make)(NodeId)) {
    return number_at(json, "node").map([&](std::uint32_t n) { return make(NodeId{n}); });
  };
  if (name == "jump") return about_node(Request::make_jump);
  if (name == "fold") return about_node(Request::make_fold);
  if (name == "unfold") return about_node(Request::make_unfold);
  return fail(ErrorCode::kBadSession, fmt::format("'{}' is no request.", clipped(escaped(name), 40)));
}

}  // namespace

std::string to_line(const SessionHeader& header) {
  Json json;
  json["format"] = kFormat;
  json["version"] = kSessionVersion;
  json["subject"] = header.subject;
  json["fingerprint"] = fmt::format("{:016x}", header.fingerprint);
  json["strategy"] = header.strategy;
  json["transform"] = header.transform;
  json["ask_root"] = header.ask_root;
  json["memory"] = header.memory;
  if (header.exact_below != strategy::kExactBelow) json["exact_below"] = header.exact_below;
  return line_of(json);
}

std::string to_line(const Request& request, std::string_view function) {
  Json json;
  switch (request.kind) {
    case RequestKind::kAnswer:
      json = {{"request", "answer"},
              {"kind", to_word(request.answer)},
              {"node", request.node.value()},
              {"function", function},
              {"who", request.who}};
      break;
    case RequestKind::kUndo:
      json = {{"request", "undo"}, {"steps", request.steps}};
      break;
    case RequestKind::kStrategy:
      json = {{"request", "strategy"}, {"name", request.strategy}};
      break;
    case RequestKind::kJump:
      json = {{"request", "jump"}, {"node", request.node.value()}, {"function", function}};
      break;
    case RequestKind::kFold:
      json = {{"request", "fold"}, {"node", request.node.value()}, {"function", function}};
      break;
    case RequestKind::kUnfold:
      json = {{"request", "unfold"}, {"node", request.node.value()}, {"function", function}};
      break;
    case RequestKind::kAnother:
      json = {{"request", "another"}};
      break;
  }
  return line_of(json);
}

bool may_be_header(std::string_view text) {
  const std::size_t shared = std::min(text.size(), kOpening.size());
  return text.substr(0, shared) == kOpening.substr(0, shared);
}

Result<SessionHeader> parse_header(std::string_view line) {
  const Json json = parse_object(line);
  if (text_at(json, "format") != kFormat) {
    return fail(ErrorCode::kBadSession, "The file is not a session of culprit.",
                "Choose another file for the session.");
  }
  const Result<std::uint32_t> version = number_at(json, "version");
  if (!version || *version != kSessionVersion) {
    return fail(ErrorCode::kVersion,
                fmt::format("The session has version {}; this culprit knows version {}.",
                            version ? fmt::format("{}", *version) : "?", kSessionVersion),
                "Resume it with the culprit that wrote it, or start a new session.");
  }
  SessionHeader header;
  header.subject = text_at(json, "subject");
  header.strategy = text_at(json, "strategy");
  header.transform = text_at(json, "transform");
  header.ask_root = flag_at(json, "ask_root", false);
  header.memory = flag_at(json, "memory", true);
  header.exact_below = number_at(json, "exact_below").value_or(strategy::kExactBelow);
  const std::string hex = text_at(json, "fingerprint");
  const auto parsed = std::from_chars(hex.data(), hex.data() + hex.size(), header.fingerprint, 16);
  if (hex.empty() || parsed.ec != std::errc() || parsed.ptr != hex.data() + hex.size()) {
    return fail(ErrorCode::kBadSession, "The session's first line has no fingerprint of its subject.",
                "Start a new session.");
  }
  return header;
}

Result<SavedRequest> parse_request(std::string_view line) {
  const Json json = parse_object(line);
  if (!json.is_object()) return fail(ErrorCode::kBadSession, "It is no JSON object.");
  return parse_by_name(json).map(
      [&](Request request) { return SavedRequest{std::move(request), text_at(json, "function")}; });
}

std::string as_saved(std::string_view function) {
  const std::string line = line_of(Json(function));
  return Json::parse(line).get<std::string>();
}

}  // namespace culprit::session
