#include "src/session/session_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

#include "src/base/text.h"

namespace culprit::session {
namespace {

using Json = nlohmann::ordered_json;
using oracle::Sureness;
using oracle::Who;

constexpr std::string_view kFormat = "culprit-session";
constexpr std::string_view kOpening = R"({"format":"culprit-session",)";
constexpr std::array<std::string_view, 4> kSurenessWords{"sure", "good", "fair", "vague"};
/// The keys of an answer that are read; all others are kept as they are.
constexpr std::array<std::string_view, 9> kAnswerKeys{"answer",   "about",    "function", "who", "ground",
                                                      "question", "sureness", "calls",    "look"};

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

std::uint64_t hex_at(const Json& json, const char* key, bool& is_there) {
  const std::string hex = text_at(json, key);
  std::uint64_t number = 0;
  const auto parsed = std::from_chars(hex.data(), hex.data() + hex.size(), number, 16);
  is_there = !hex.empty() && parsed.ec == std::errc() && parsed.ptr == hex.data() + hex.size();
  return is_there ? number : 0;
}

std::string as_saved(std::string_view text) {
  return Json::parse(line_of(Json(text))).get<std::string>();
}

const std::string& function_text(const tree::Tree& subject, NodeId node, int version) {
  const tree::Function& function = subject.function(node);
  return version == kOldSessionVersion || function.signature.empty() ? function.name : function.signature;
}

/// Whether the answer to a question is taken for right without being asked for: what is saved only if it differs.
Sureness usual_sureness(const Who& who) {
  switch (who.kind) {
    case Who::Kind::kPerson:
    case Who::Kind::kContract:
      return Sureness::kSure;
    case Who::Kind::kMemory:
    case Who::Kind::kReference:
      return Sureness::kGood;
    default:
      return Sureness::kFair;
  }
}

Result<RefRange> ref_at(const Json& json, const char* key) {
  const auto ref = parse_ref(text_at(json, key));
  if (!ref) return fail(ErrorCode::kBadSession, fmt::format("\"{}\" names no node.", key));
  return *ref;
}

Status read_calls(const Json& json, SavedRequest& saved) {
  const auto found = json.find("calls");
  if (found == json.end()) return {};
  if (!found->is_array()) return fail(ErrorCode::kBadSession, "\"calls\" is no list.");
  for (const Json& call : *found) {
    const auto ref = call.is_string() ? parse_ref(call.get<std::string>()) : parse_ref("");
    if (!ref || !ref->is_one())
      return fail(ErrorCode::kBadSession, "\"calls\" lists something that is no node.");
    saved.calls.push_back(ref->first);
  }
  return {};
}

Result<SavedRequest> parse_answer_line(const Json& json) {
  SavedRequest saved;
  Answer& answer = saved.request.answer;
  const Result<AnswerKind> kind = parse_answer(text_at(json, "answer"));
  if (!kind) return fail(ErrorCode::kBadSession, kind.error().what);
  answer.kind = *kind;
  const auto about = ref_at(json, "about");
  if (!about) return tl::unexpected(about.error());
  saved.about = *about;
  const auto who = oracle::parse_who(text_at(json, "who"));
  if (!who) return fail(ErrorCode::kBadSession, who.error().what);
  answer.who = *who;
  answer.ground = text_at(json, "ground");
  answer.sureness = usual_sureness(answer.who);
  if (const std::string word = text_at(json, "sureness"); !word.empty()) {
    const auto* found = std::find(kSurenessWords.begin(), kSurenessWords.end(), word);
    if (found == kSurenessWords.end())
      return fail(ErrorCode::kBadSession, fmt::format("'{}' is no sureness.", clipped(escaped(word), 40)));
    answer.sureness = static_cast<Sureness>(found - kSurenessWords.begin());
  }
  if (json.contains("look")) {
    const Result<std::uint32_t> look = number_at(json, "look");
    if (!look) return tl::unexpected(look.error());
    answer.look = *look;
  }
  if (const std::string text = text_at(json, "question"); !text.empty()) {
    const auto question = oracle::parse_question(text);
    if (!question) return tl::unexpected(question.error());
    answer.question = *question;
  }
  if (Status read = read_calls(json, saved); !read) return tl::unexpected(read.error());
  Json extra = Json::object();
  for (const auto& [key, value] : json.items())
    if (std::find(kAnswerKeys.begin(), kAnswerKeys.end(), key) == kAnswerKeys.end()) extra[key] = value;
  if (!extra.empty()) answer.extra = extra.dump(-1, ' ', false, Json::error_handler_t::replace);
  saved.function = text_at(json, "function");
  return saved;
}

Result<SavedRequest> parse_old_answer(const Json& json) {
  SavedRequest saved;
  const Result<std::uint32_t> row = number_at(json, "node");
  if (!row) return tl::unexpected(row.error());
  const Result<AnswerKind> kind = parse_answer(text_at(json, "kind"));
  if (!kind) return fail(ErrorCode::kBadSession, kind.error().what);
  saved.request.answer.kind = *kind;
  saved.row = *row;
  saved.function = text_at(json, "function");
  return saved;
}

Result<SavedRequest> parse_about(const Json& json, RequestKind kind, int version) {
  SavedRequest saved;
  saved.request.kind = kind;
  saved.function = text_at(json, "function");
  if (version == kOldSessionVersion) {
    const Result<std::uint32_t> row = number_at(json, "node");
    if (!row) return tl::unexpected(row.error());
    saved.row = *row;
    return saved;
  }
  const auto about = ref_at(json, "about");
  if (!about) return tl::unexpected(about.error());
  saved.about = *about;
  return saved;
}

Json answer_json(const Answer& answer, const tree::Tree& subject) {
  const tree::Names& names = subject.names();
  Json json = {{"answer", to_word(answer.kind)},
               {"about", to_text(names.ref(answer.about.first), names.ref(answer.about.last))},
               {"function", function_text(subject, answer.about.first, kSessionVersion)},
               {"who", oracle::to_text(answer.who)},
               {"ground", answer.ground.empty() ? Json() : Json(answer.ground)},
               {"question", answer.question ? Json(oracle::to_text(*answer.question)) : Json()}};
  if (answer.sureness != usual_sureness(answer.who))
    json["sureness"] = kSurenessWords[static_cast<std::size_t>(answer.sureness)];
  for (const NodeId call : answer.calls) json["calls"].push_back(to_text(names.ref(call)));
  if (answer.look != 0) json["look"] = answer.look;
  if (!answer.extra.empty()) {
    const Json extra = parse_object(answer.extra);
    for (const auto& [key, value] : extra.items())
      if (!json.contains(key)) json[key] = value;
  }
  return json;
}

Json about_json(const char* name, const About& about, const tree::Tree& subject) {
  const tree::Names& names = subject.names();
  return {{"request", name},
          {"about", to_text(names.ref(about.first), names.ref(about.last))},
          {"function", function_text(subject, about.first, kSessionVersion)}};
}

}  // namespace

std::string to_line(const SessionHeader& header) {
  Json json;
  json["format"] = kFormat;
  json["version"] = kSessionVersion;
  json["subject"] = header.subject;
  json["run"] = fmt::format("{:016x}", header.run);
  json["fingerprint"] = fmt::format("{:016x}", header.fingerprint);
  json["strategy"] = header.strategy;
  json["transform"] = header.transform;
  json["ask_root"] = header.ask_root;
  json["memory"] = header.memory;
  if (header.exact_below != strategy::kExactBelow) json["exact_below"] = header.exact_below;
  if (header.chain_size != transform::kAnyChainSize) json["chain_size"] = header.chain_size;
  if (!header.earlier.empty()) json["earlier"] = header.earlier;
  return line_of(json);
}

std::string to_line(const Request& request, const tree::Tree& subject) {
  switch (request.kind) {
    case RequestKind::kAnswer:
      return line_of(answer_json(request.answer, subject));
    case RequestKind::kUndo:
      return line_of({{"request", "undo"}, {"steps", request.steps}});
    case RequestKind::kStrategy:
      return line_of({{"request", "strategy"}, {"name", request.text}});
    case RequestKind::kReshape:
      return line_of({{"request", "reshape"}, {"list", request.text}});
    case RequestKind::kJump:
      return line_of(about_json("jump", request.about, subject));
    case RequestKind::kFold:
      return line_of(about_json("fold", request.about, subject));
    case RequestKind::kUnfold:
      return line_of(about_json("unfold", request.about, subject));
    case RequestKind::kAnother:
      return line_of({{"request", "another"}});
  }
  return {};
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
  if (!version || (*version != kSessionVersion && *version != kOldSessionVersion)) {
    return fail(ErrorCode::kVersion,
                fmt::format("The session has version {}; this culprit knows versions {} and {}.",
                            version ? fmt::format("{}", *version) : "?", kOldSessionVersion, kSessionVersion),
                "Resume it with the culprit that wrote it, or start a new session.");
  }
  SessionHeader header;
  header.version = static_cast<int>(*version);
  header.subject = text_at(json, "subject");
  header.strategy = text_at(json, "strategy");
  header.transform = text_at(json, "transform");
  if (header.transform.empty()) header.transform = "loops";  // saved before there was a choice
  header.ask_root = flag_at(json, "ask_root", false);
  header.memory = flag_at(json, "memory", true);
  header.exact_below = number_at(json, "exact_below").value_or(strategy::kExactBelow);
  // Saved before there was a limit: then chains had any length.
  header.chain_size = number_at(json, "chain_size").value_or(transform::kAnyChainSize);
  if (header.chain_size < transform::kLeastChainSize)
    return fail(ErrorCode::kBadSession,
                fmt::format("The session's first line has chains of {} calls; the least is {}.",
                            header.chain_size, transform::kLeastChainSize),
                "Start a new session.");
  if (const auto earlier = json.find("earlier"); earlier != json.end() && earlier->is_array()) {
    for (const Json& name : *earlier)
      if (name.is_string()) header.earlier.push_back(name.get<std::string>());
  }
  bool has_fingerprint = false, has_run = false;
  header.fingerprint = hex_at(json, "fingerprint", has_fingerprint);
  header.run = hex_at(json, "run", has_run);
  if (!has_fingerprint || (header.version == kSessionVersion && !has_run)) {
    return fail(ErrorCode::kBadSession, "The session's first line has no fingerprint of its subject.",
                "Start a new session.");
  }
  return header;
}

Result<SavedRequest> parse_request(std::string_view line, int version) {
  const Json json = parse_object(line);
  if (!json.is_object()) return fail(ErrorCode::kBadSession, "It is no JSON object.");
  if (version != kOldSessionVersion && json.contains("answer")) return parse_answer_line(json);
  const std::string name = text_at(json, "request");
  const auto plain = [](Request request) { return SavedRequest{std::move(request), {}, {}, {}, {}}; };
  if (name == "answer" && version == kOldSessionVersion) return parse_old_answer(json);
  if (name == "another") return plain(Request::make_another());
  if (name == "strategy") return plain(Request::make_strategy(text_at(json, "name")));
  if (name == "reshape") return plain(Request::make_reshape(text_at(json, "list")));
  if (name == "undo") {
    const auto steps = number_at(json, "steps");
    if (!steps) return tl::unexpected(steps.error());
    return plain(Request::make_undo(*steps));
  }
  if (name == "jump") return parse_about(json, RequestKind::kJump, version);
  if (name == "fold") return parse_about(json, RequestKind::kFold, version);
  if (name == "unfold") return parse_about(json, RequestKind::kUnfold, version);
  return fail(ErrorCode::kBadSession, fmt::format("'{}' is no request.", clipped(escaped(name), 40)));
}

Result<Request> resolve(const SavedRequest& saved, const tree::Tree& subject,
                        const transform::Reshaped* searched) {
  Request request = saved.request;
  if (!saved.about && !saved.row) return request;
  const tree::Names& names = subject.names();
  About about;
  int version = kSessionVersion;
  if (saved.about) {
    about = {names.node(saved.about->first), names.node(saved.about->last)};
    if (about.first == kNoNode || about.last == kNoNode)
      return fail(ErrorCode::kBadSession, fmt::format("there is no node {}.", to_text(*saved.about)));
  } else {
    version = kOldSessionVersion;
    if (!searched || *saved.row >= searched->tree.size())
      return fail(ErrorCode::kBadSession, fmt::format("there is no node {}.", *saved.row));
    about = {searched->origin_of(SearchId{*saved.row}), searched->last_of(SearchId{*saved.row})};
    // A projected chain was called by what it is, not by its first call.
    const std::string& row_function = searched->tree.function(SearchId{*saved.row}).name;
    if (searched->is_made(SearchId{*saved.row}) && saved.function != as_saved(row_function) &&
        !(saved.function == "run" && row_function == "chain"))
      return fail(ErrorCode::kBadSession, fmt::format("node {} is a chain of '{}', not of '{}'.", *saved.row,
                                                      escaped(row_function), escaped(saved.function)));
  }
  const std::string& function = function_text(subject, about.first, version);
  if (!(version == kOldSessionVersion && about.is_chain()) && as_saved(function) != saved.function) {
    return fail(ErrorCode::kBadSession, fmt::format("node {} is a call of '{}', not of '{}'.",
                                                    to_text(names.ref(about.first), names.ref(about.last)),
                                                    escaped(function), escaped(saved.function)));
  }
  for (const NodeRef ref : saved.calls) {
    const NodeId call = names.node(ref);
    if (call == kNoNode)
      return fail(ErrorCode::kBadSession, fmt::format("there is no node {}.", to_text(ref)));
    request.answer.calls.push_back(call);
  }
  if (request.kind == RequestKind::kAnswer) {
    request.answer.about = about;
  } else {
    request.about = about;
  }
  return request;
}

}  // namespace culprit::session
