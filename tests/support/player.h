#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "src/base/text.h"
#include "src/session/session.h"
#include "src/session/test_space.h"
#include "src/tree/text.h"

namespace culprit::support {

/// A session over a tree written as text, played from a script, with the questions as they came. Nodes are
/// named by their line without indentation, or by the beginning of it that ends before a space or
/// parenthesis; if several fit, the first. Chains are called by their calls, `f+f+g`.
class Player {
 public:
  Player(std::string_view text, std::string_view strategy, session::SessionOptions options = {})
      : subject_(std::move(*tree::read_text(text))),
        session_(subject_.session(with(std::move(options), strategy))) {}

  session::Session& session() { return session_; }
  const tree::Tree& tree() const { return subject_.tree(); }

  /// Takes commands separated by commas: an answer to the question (yes, no, skip, trust, …), `judge NODE:
  /// answer`, `jump NODE`, `fold NODE`, `unfold NODE`, `undo N`, `strategy NAME`, `reshape LIST` (with `+` for its
  /// commas), `another`. Gives each answered question and what comes after the last: "b yes, c no, -> c" for a
  /// verdict, "…, d?" for a question, "-> undecided b c, decisive c", "-> nothing".
  std::string play(std::string_view script) {
    std::string out;
    for (std::string_view part : split(script, ',')) {
      part = trimmed(part);
      if (!part.empty()) run(part, out);
    }
    return out + now();
  }

  std::string now() const {
    if (session_.question_row() != kNoSearchId) return name(session_.question_row()) + "?";
    const session::Verdict& verdict = session_.verdict();
    if (verdict.kind == session::VerdictKind::kBuggy) return "-> " + name(verdict.culprit);
    if (verdict.kind == session::VerdictKind::kNothing) return "-> nothing";
    std::string out = "-> undecided";
    for (SearchId candidate : verdict.candidates) out += " " + name(candidate);
    return out + ", decisive " + name(verdict.decisive);
  }

  std::string name(NodeId n) const {
    std::string out = tree().function(n).name;
    const tree::Label label = tree().has_labels() ? tree().label(n) : tree::Label{};
    if (!label.inputs.empty()) out += "(" + std::string(label.inputs) + ")";
    if (label.has_result) out += " = " + std::string(label.result);
    return out;
  }
  std::string name(SearchId row) const {
    std::string out;
    for (const NodeId call : session_.calls(row)) out += (out.empty() ? "" : "+") + name(call);
    return out;
  }

  session::About find(std::string_view wanted) const {
    for (std::uint32_t i = 0; i < tree().size(); ++i) {
      const std::string line = name(NodeId{i});
      const bool begins =
          line.starts_with(wanted) &&
          (line.size() == wanted.size() || line[wanted.size()] == ' ' || line[wanted.size()] == '(');
      if (begins) return NodeId{i};
    }
    for (std::uint32_t i = 0; i < session_.space().tree().size(); ++i)
      if (name(SearchId{i}) == wanted) return session_.about(SearchId{i});
    ADD_FAILURE() << "no node " << wanted;
    return NodeId{0};
  }

  /// Every row's mark, as one letter each in preorder: . r w t s i.
  std::string marks() const {
    std::string out;
    for (std::uint32_t i = 0; i < session_.space().tree().size(); ++i) {
      out += ".rwtsi"[static_cast<int>(session_.marks().mark(SearchId{i}))];
    }
    return out;
  }

 private:
  static session::SessionOptions with(session::SessionOptions options, std::string_view strategy) {
    options.strategy = strategy;
    return options;
  }
  void run(std::string_view command, std::string& out) {
    const std::size_t space = command.find(' ');
    const std::string_view verb = command.substr(0, space);
    const std::string_view rest =
        space == std::string_view::npos ? std::string_view() : command.substr(space + 1);
    using session::Request;
    if (verb == "judge") {
      const std::size_t colon = rest.rfind(": ");
      apply(
          Request::make_answer(*session::parse_answer(rest.substr(colon + 2)), find(rest.substr(0, colon))));
    } else if (verb == "jump") {
      apply(Request::make_jump(find(rest)));
    } else if (verb == "fold") {
      apply(Request::make_fold(find(rest)));
    } else if (verb == "unfold") {
      apply(Request::make_unfold(find(rest)));
    } else if (verb == "undo") {
      apply(Request::make_undo(static_cast<std::uint32_t>(std::stoul(std::string(rest)))));
    } else if (verb == "strategy") {
      apply(Request::make_strategy(std::string(rest)));
    } else if (verb == "reshape") {
      std::string list(rest);
      std::replace(list.begin(), list.end(), '+', ',');
      apply(Request::make_reshape(std::move(list)));
    } else if (verb == "another") {
      apply(Request::make_another());
    } else {
      const session::AnswerKind kind = *session::parse_answer(command);
      const SearchId row = session_.question_row();
      out += row == kNoSearchId ? "no question" : name(row);
      out += " " + std::string(session::to_word(kind)) + ", ";
      apply(Request::make_answer(kind, session_.question()));
    }
  }
  void apply(const session::Request& request) {
    const Status fits = session_.check(request);
    ASSERT_TRUE(fits) << fits.error().what;
    session_.apply(request);
  }

  session::TestSubject subject_;
  session::Session session_;
};

}  // namespace culprit::support
