#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "src/base/text.h"
#include "src/session/session.h"
#include "src/state/account.h"
#include "src/tree/text.h"

namespace culprit::support {

/// A session over a tree written as text, played from a script, with the questions as they came. Nodes are
/// named by their line without indentation, or by the beginning of it that ends before a space or
/// parenthesis; if several fit, the first.
class Player {
 public:
  Player(std::string_view text, std::string_view strategy, session::SessionOptions options = {})
      : tree_(std::move(*tree::read_text(text))),
        shape_(tree_),
        account_(state::make_label_account(tree_)),
        session_(shape_, account_.get(), std::move(*strategy::make_strategy(strategy)), options) {}
  /// Nodes whose function is called `collapsed` or `projected` count as made by a transformation.
  Player(std::string_view text, std::string_view strategy, std::string_view collapsed,
         std::string_view projected)
      : tree_(std::move(*tree::read_text(text))),
        shape_(tree_),
        account_(state::make_label_account(tree_)),
        reshaped_(made(tree_, collapsed, projected)),
        session_(shape_, account_.get(), std::move(*strategy::make_strategy(strategy)), {}, &reshaped_) {}

  session::Session& session() { return session_; }
  const tree::Tree& tree() const { return tree_; }

  /// Takes commands separated by commas: an answer to the question (yes, no, skip, trust, …), `judge NODE:
  /// answer`, `jump NODE`, `fold NODE`, `unfold NODE`, `undo N`, `mode STRATEGY`, `another`. Gives each answered question and what comes
  /// after the last: "b yes, c no, -> c" for a verdict, "…, d?" for a question, "-> undecided b c, decisive
  /// c", "-> nothing".
  std::string play(std::string_view script) {
    std::string out;
    for (std::string_view part : split(script, ',')) {
      part = trimmed(part);
      if (!part.empty()) run(part, out);
    }
    return out + now();
  }

  std::string now() const {
    if (session_.question() != kNoNode) return name(session_.question()) + "?";
    const session::Verdict& verdict = session_.verdict();
    if (verdict.kind == session::VerdictKind::kBuggy) return "-> " + name(verdict.culprit);
    if (verdict.kind == session::VerdictKind::kNothing) return "-> nothing";
    std::string out = "-> undecided";
    for (NodeId candidate : verdict.candidates) out += " " + name(candidate);
    return out + ", decisive " + name(verdict.decisive);
  }

  std::string name(NodeId n) const {
    std::string out = tree_.function(n).name;
    const tree::Label label = tree_.has_labels() ? tree_.label(n) : tree::Label{};
    if (!label.inputs.empty()) out += "(" + std::string(label.inputs) + ")";
    if (label.has_result) out += " = " + std::string(label.result);
    return out;
  }

  NodeId find(std::string_view wanted) const {
    for (std::uint32_t i = 0; i < tree_.size(); ++i) {
      const std::string line = name(NodeId{i});
      const bool begins =
          line.starts_with(wanted) &&
          (line.size() == wanted.size() || line[wanted.size()] == ' ' || line[wanted.size()] == '(');
      if (begins) return NodeId{i};
    }
    ADD_FAILURE() << "no node " << wanted;
    return NodeId{0};
  }

  /// Every node's mark, as one letter each in preorder: . r w t s i.
  std::string marks() const {
    std::string out;
    for (std::uint32_t i = 0; i < tree_.size(); ++i) {
      out += ".rwtsi"[static_cast<int>(session_.marks().mark(NodeId{i}))];
    }
    return out;
  }

 private:
  static transform::Reshaped made(const tree::Tree& tree, std::string_view collapsed,
                                  std::string_view projected) {
    transform::Reshaped reshaped;
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
      const std::string& name = tree.function(NodeId{i}).name;
      if (name != collapsed && name != projected) continue;
      reshaped.made.push_back(i);
      reshaped.kinds.push_back(static_cast<std::uint8_t>(name == collapsed ? transform::Made::kCollapsed
                                                                           : transform::Made::kProjected));
    }
    return reshaped;
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
    } else if (verb == "mode") {
      apply(Request::make_strategy(std::string(rest)));
    } else if (verb == "another") {
      apply(Request::make_another());
    } else {
      const session::AnswerKind kind = *session::parse_answer(command);
      out += session_.question() == kNoNode ? "no question" : name(session_.question());
      out += " " + std::string(session::to_word(kind)) + ", ";
      apply(Request::make_answer(kind, session_.question()));
    }
  }
  void apply(const session::Request& request) {
    const Status fits = session_.check(request);
    ASSERT_TRUE(fits) << fits.error().what;
    session_.apply(request);
  }

  tree::Tree tree_;
  strategy::Shape shape_;
  std::unique_ptr<state::Account> account_;
  transform::Reshaped reshaped_;
  session::Session session_;
};

}  // namespace culprit::support
