#include "src/service/resumption.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "src/base/node_ref.h"
#include "src/base/text.h"
#include "src/service/spaces.h"

namespace culprit::service {
namespace {

using session::Request;
using session::SavedSession;
using session::SessionFile;
using session::SessionHeader;

/// The tree that a session of version 1 named its nodes by.
Result<transform::Reshaped> old_tree(const Subject& subject, const state::Account& account,
                                     const SessionHeader& header) {
  const auto list = transform::parse_transformations(header.transform);
  if (!list) return tl::unexpected(list.error());
  return reshape(subject.tree(), account, {*list, session::family_of(header.strategy), header.chain_size},
                 false);
}

Result<std::vector<Request>> resolved(const SavedSession& saved, const Subject& subject,
                                      const state::Account& account) {
  std::optional<transform::Reshaped> searched;
  if (saved.header.version == session::kOldSessionVersion) {
    auto made = old_tree(subject, account, saved.header);
    if (!made) return tl::unexpected(made.error());
    searched = std::move(*made);
  }
  std::vector<Request> requests;
  for (std::size_t i = 0; i < saved.requests.size(); ++i) {
    auto request = session::resolve(saved.requests[i], subject.tree(), searched ? &*searched : nullptr);
    if (!request) {
      return fail(
          ErrorCode::kBadSession,
          fmt::format("Line {} of the session does not fit its subject: {}", i + 2, request.error().what),
          "Start a new session; the old one is kept.");
    }
    requests.push_back(std::move(*request));
  }
  return requests;
}

/// What the command asks for and the session has otherwise: taken up if that can be, else refused.
Status add_wishes(const DialogueOptions& options, Resumption& result) {
  const SessionHeader& header = result.header;
  if (options.ask_root_given && options.ask_root != header.ask_root)
    return fail(ErrorCode::kUsage,
                "The session was started without --ask-root, and cannot be resumed with it.",
                "Leave it out, or start anew with --new.");
  if (options.exact_below_given && options.choosing.exact_below != header.exact_below)
    return fail(ErrorCode::kUsage,
                fmt::format("The session was started with --exact-below {}, and cannot be resumed with {}.",
                            header.exact_below, options.choosing.exact_below),
                "Leave it out, or start anew with --new.");
  if (options.chain_size_given && options.chain_size != header.chain_size)
    return fail(ErrorCode::kUsage,
                fmt::format("The session was started with {}, and cannot be resumed with --chain-size {}.",
                            header.chain_size == transform::kAnyChainSize
                                ? "chains of any length"
                                : fmt::format("--chain-size {}", header.chain_size),
                            options.chain_size),
                "Leave it out, or start anew with --new.");
  std::string strategy = header.strategy, transform = header.transform;
  for (const Request& request : result.requests) {
    if (request.kind == session::RequestKind::kStrategy) strategy = request.text;
    if (request.kind == session::RequestKind::kReshape) transform = request.text;
  }
  if (options.strategy_given && options.strategy != strategy)
    result.then.push_back(Request::make_strategy(options.strategy));
  if (options.transform_given && options.transform != transform)
    result.then.push_back(Request::make_reshape(options.transform));
  return {};
}

/// Reads the sessions that a header names as earlier. One that is gone or cannot be read answers nothing.
void add_earlier(const SessionHeader& header, const DialogueOptions& options, Resumption& result) {
  if (options.read_only || !options.memory) return;
  for (const std::string& name : header.earlier) {
    // Only beside the session: a file that came from elsewhere must not name what to read.
    const std::filesystem::path beside =
        std::filesystem::path(options.session_path).parent_path() / std::filesystem::path(name).filename();
    auto other = SessionFile::read(beside.string());
    if (other) {
      result.others.push_back(std::move(*other));
    } else {
      result.notes.push_back(fmt::format("What was answered in '{}' answers nothing here: {}",
                                         printable(name), other.error().what));
    }
  }
}

SessionHeader header_of(const Subject& subject, const DialogueOptions& options) {
  SessionHeader header;
  header.subject = subject.path();
  header.run = subject.run_identity();
  header.fingerprint = subject.fingerprint();
  header.strategy = options.strategy;
  header.transform = options.transform;
  header.ask_root = options.ask_root;
  header.memory = options.memory;
  header.exact_below = options.choosing.exact_below;
  header.chain_size = options.chain_size;
  return header;
}

/// What was written before runs had identities is known by its fingerprint alone.
bool is_about(const SessionHeader& header, const Subject& subject) {
  return header.version == session::kOldSessionVersion ? header.fingerprint == subject.old_fingerprint()
                                                       : header.run == subject.run_identity();
}

}  // namespace

void set_aside(Resumption& resumption, const Error& why) {
  resumption.is_resumed = false;
  resumption.is_converted = false;
  resumption.requests.clear();
  resumption.then.clear();
  resumption.lines.clear();
  resumption.notes.push_back(fmt::format(
      "The session is of version 1, and cannot be taken up by this culprit: {} This is a new one.",
      why.what));
}

Result<Resumption> resume(const Subject& subject, const state::Account& account,
                          const DialogueOptions& options) {
  Resumption result;
  std::error_code ignored;
  if (options.session_path.empty() || !options.resume) return result;
  if (!std::filesystem::exists(options.session_path, ignored)) {
    result.notes.emplace_back("There was no session to resume; this is a new one.");
    return result;
  }
  SavedSession saved;
  if (options.read_only) {
    auto read = SessionFile::read(options.session_path);
    if (!read) return tl::unexpected(read.error());
    saved = std::move(*read);
  } else {
    auto file = SessionFile::open(options.session_path);
    if (!file && file.error().code == ErrorCode::kNotFound) {
      result.notes.emplace_back("There was no session to resume; this is a new one.");
      return result;
    }
    if (!file) return tl::unexpected(file.error());
    saved = file->saved();
    result.file = std::move(*file);
  }
  const bool is_old = saved.header.version == session::kOldSessionVersion;
  if (!is_about(saved.header, subject)) {
    if (options.read_only || is_old) {
      Error other{ErrorCode::kBadSession,
                  fmt::format("The session '{}' is about another run.", printable(options.session_path)),
                  "Open the file the session was made for."};
      if (options.read_only) return tl::unexpected(std::move(other));
      set_aside(result, other);
      return result;
    }
    result.replaces_other = true;
    result.header.earlier = saved.header.earlier;
    add_earlier(saved.header, options, result);
    result.others.push_back(std::move(saved));
    result.notes.emplace_back(
        "The session is about another run. This is a new one; what was answered there answers the same "
        "questions here.");
    return result;
  }
  auto requests = resolved(saved, subject, account);
  if (!requests) {
    if (options.read_only || !is_old) return tl::unexpected(requests.error());
    set_aside(result, requests.error());
    return result;
  }
  result.is_resumed = true;
  result.is_converted = is_old;
  result.header = std::move(saved.header);
  result.requests = std::move(*requests);
  add_earlier(result.header, options, result);
  if (Status wishes = add_wishes(options, result); !wishes) return tl::unexpected(wishes.error());
  return result;
}

Status take_file(Resumption& resumption, const Subject& subject, const DialogueOptions& options) {
  if (options.session_path.empty() || options.read_only) return {};
  if (!resumption.file) {
    auto made = SessionFile::create(options.session_path, header_of(subject, options));
    if (!made) return tl::unexpected(made.error());
    resumption.file = std::move(*made);
    return {};
  }
  if (resumption.is_resumed && !resumption.is_converted) return {};
  SessionHeader header = header_of(subject, options);
  header.earlier = resumption.header.earlier;
  return resumption.file->replace(std::move(header), resumption.lines, resumption.replaces_other);
}

Result<session::About> find_node(const tree::Tree& tree, std::string_view name) {
  const auto ref = parse_ref(name);
  if (!ref) return tl::unexpected(ref.error());
  const tree::Names& names = tree.names();
  const session::About about(names.node(ref->first), names.node(ref->last));
  if (about.first != kNoNode && about.last != kNoNode && about.first <= about.last) return about;
  const NodeRef missing = about.first == kNoNode ? ref->first : ref->last;
  const auto refuse = [&](std::string hint) {
    return fail(ErrorCode::kBadAnswer, fmt::format("There is no node {}.", to_text(missing)),
                std::move(hint));
  };
  if (about.first != kNoNode && about.last != kNoNode)
    return fail(ErrorCode::kBadAnswer,
                fmt::format("{} comes before {}.", to_text(ref->last), to_text(ref->first)),
                "A chain is named by its first and its last call.");
  for (const tree::Names::Extent& extent : names.extents()) {
    if (extent.stream != missing.stream) continue;
    NodeId last{extent.rows.last.value() - 1};
    while (names.ref(last).stream != extent.stream) last = NodeId{last.value() - 1};
    const NodeRef end = names.ref(last);
    const NodeRef first{extent.stream, 0};
    return refuse(fmt::format("The nodes are {} to {}.", to_text(first), to_text(end)));
  }
  return refuse(missing.stream == StreamId{} ? "The nodes have no common root."
                                             : fmt::format("There are {} threads.", names.extents().size()));
}

std::vector<std::uint32_t> weights_of(const tree::Tree& tree) {
  const Column<std::uint32_t>& weights = tree.labels().weights;
  return {weights.begin(), weights.end()};
}

}  // namespace culprit::service
