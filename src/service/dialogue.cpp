#include "src/service/dialogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "src/base/text.h"
#include "src/service/node_views.h"
#include "src/service/reshaping.h"
#include "src/session/session_file.h"

namespace culprit::service {

using session::Request;
using session::Session;
using session::SessionFile;

struct Dialogue::Impl {
  const Subject& subject;
  const state::Account& original_account;
  std::unique_ptr<Reshaping> reshaping;  ///< null if the session searches the subject's own tree
  std::string transform;
  NodeViews views;
  Session session;
  bool thinks_ahead;
  std::optional<SessionFile> file;
  std::uint32_t resumed = 0;
  std::vector<std::string> notes;
  Turn turn;

  Impl(const Subject& about, const state::Account& its_account, std::unique_ptr<Reshaping> its_reshaping,
       std::unique_ptr<strategy::Strategy> strategy, const DialogueOptions& options)
      : subject(about),
        original_account(its_account),
        reshaping(std::move(its_reshaping)),
        transform(options.transform),
        views(subject, original_account, reshaped(), options.limits),
        session(reshaping ? reshaping->shape() : subject.shape(), &account(), std::move(strategy),
                {options.ask_root, options.memory, options.choosing}, reshaped()),
        thinks_ahead(options.thinks_ahead) {}

  const transform::Reshaped* reshaped() const { return reshaping ? &reshaping->reshaped() : nullptr; }
  const tree::Tree& tree() const { return reshaping ? reshaping->reshaped().tree : subject.tree(); }
  const state::Account& account() const { return reshaping ? reshaping->account() : original_account; }

  /// Checked, then saved, then done: what is refused or cannot be saved changes nothing.
  Result<std::vector<session::Contradiction>> request(const Request& request) {
    if (Status fits = session.check(request); !fits) return tl::unexpected(fits.error());
    if (file) {
      const bool names_node = request.node != kNoNode;
      Status saved = file->append(request, names_node ? tree().function(request.node).name : "");
      if (!saved) return tl::unexpected(saved.error());
    }
    std::vector<session::Contradiction> found = session.apply(request);
    look();
    return found;
  }
  Status plain_request(const Request& asked) {
    return request(asked).map([](const auto&) {});
  }

  void look() {
    if (session.question() != kNoNode) {
      turn = question();
      if (thinks_ahead) session.think_ahead();
    } else {
      turn = verdict();
    }
  }
  Question question() const;
  VerdictView verdict() const;
  void add_culprit(NodeId culprit, VerdictView& view) const;
  Status replay(const std::vector<session::SavedRequest>& requests);
};

Question Dialogue::Impl::question() const {
  Question question;
  question.about = views.full(session.question());
  question.suspects = session.suspects();
  question.expected = session.expectation();
  question.why = session.why();
  question.remarks = session.remarks();
  question.number = session.answers() + 1;
  return question;
}

/// A projected run has no code of its own: if all its parts are right, the fault is in what its caller does between them.
void Dialogue::Impl::add_culprit(NodeId culprit, VerdictView& view) const {
  while (reshaped() && reshaped()->made_as(culprit) == transform::Made::kProjected) {
    view.is_between = true;
    culprit = tree().parent(culprit);
  }
  view.about = views.full(culprit);
  if (view.about.is_run()) return;
  const FunctionId own = tree().function_id(culprit);
  for (NodeId child{culprit.value() + 1}; child < tree().end(culprit); child = tree().end(child)) {
    const tree::Function& loop = tree().function(child);
    const bool is_inner = tree().is_iteration(child) && tree().function_id(child) != own &&
                          loop.first_line > 0 && loop.file == view.about.file;
    const Lines lines{loop.first_line, loop.last_line};
    const auto same = [&](const Lines& known) {
      return known.first == lines.first && known.last == lines.last;
    };
    if (is_inner && std::none_of(view.innocent.begin(), view.innocent.end(), same))
      view.innocent.push_back(lines);
  }
}

VerdictView Dialogue::Impl::verdict() const {
  const session::Verdict& found = session.verdict();
  VerdictView view;
  view.kind = found.kind;
  view.questions = session.answers();
  view.children_total = found.children_total;
  if (found.culprit != kNoNode) add_culprit(found.culprit, view);
  for (NodeId candidate : found.candidates) view.candidates.push_back(views.brief(candidate));
  if (found.decisive != kNoNode) view.decisive = views.full(found.decisive);
  for (const session::Judged& child : found.children) {
    view.children.push_back({views.brief(child.node), child.mark, child.who});
  }
  return view;
}

Status Dialogue::Impl::replay(const std::vector<session::SavedRequest>& requests) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const Request& request = requests[i].request;
    const auto refuse = [&](std::string_view why) {
      return fail(ErrorCode::kBadSession,
                  fmt::format("Line {} of the session does not fit its subject: {}", i + 2, why),
                  "Start a new session; the old one is kept.");
    };
    if (Status fits = session.check(request); !fits) return refuse(fits.error().what);
    if (request.node != kNoNode) {
      const std::string& function = tree().function(request.node).name;
      if (session::as_saved(function) != requests[i].function) {
        return refuse(fmt::format("node {} is a call of '{}', not of '{}'.", request.node.value(),
                                  escaped(function), escaped(requests[i].function)));
      }
    }
    session.apply(request);
  }
  resumed = session.answers();
  return {};
}

namespace {

/// Opens what is to be resumed, if it is there.
Result<std::optional<session::SavedSession>> open_saved(const Subject& subject,
                                                        const DialogueOptions& options) {
  std::error_code ignored;
  if (options.session_path.empty() || !options.resume ||
      !std::filesystem::exists(options.session_path, ignored)) {
    return std::optional<session::SavedSession>();
  }
  Result<session::SavedSession> saved = SessionFile::resume(options.session_path, subject.fingerprint());
  if (!saved && saved.error().code == ErrorCode::kNotFound) return std::optional<session::SavedSession>();
  if (!saved) return tl::unexpected(saved.error());
  return std::optional<session::SavedSession>(std::move(*saved));
}

/// Iterations are in every tree from the start.
bool keeps_tree(const std::vector<transform::Transformation>& list) {
  return list == std::vector{transform::Transformation::kLoops};
}

}  // namespace

std::string_view default_transform(std::string_view strategy) {
  return strategy == "strategic" ? "loops" : kDefaultTransform;
}

Result<Dialogue> Dialogue::start(const Subject& subject, DialogueOptions options, const Progress& progress) {
  Result<std::optional<session::SavedSession>> saved = open_saved(subject, options);
  if (!saved) return tl::unexpected(saved.error());
  if (*saved) {
    options.strategy = (*saved)->header.strategy;
    options.transform = (*saved)->header.transform;
    if (options.transform.empty()) options.transform = "loops";  // saved before there was a choice
    options.ask_root = (*saved)->header.ask_root;
    options.memory = (*saved)->header.memory;
    options.choosing.exact_below = (*saved)->header.exact_below;
  }
  Result<std::unique_ptr<strategy::Strategy>> strategy =
      strategy::make_strategy(options.strategy, options.choosing);
  if (!strategy) return tl::unexpected(strategy.error());
  const auto list = transform::parse_transformations(options.transform);
  if (!list) return tl::unexpected(list.error());
  const Result<const state::Account*> account = subject.account(progress);
  if (!account) return tl::unexpected(account.error());
  std::unique_ptr<Reshaping> reshaping;
  if (!keeps_tree(*list))
    reshaping = std::make_unique<Reshaping>(subject, **account, *list, family_of(options.strategy));

  auto impl = std::make_unique<Impl>(subject, **account, std::move(reshaping), std::move(*strategy), options);
  if (*saved) {
    if (Status done = impl->replay((*saved)->requests); !done) return tl::unexpected(done.error());
    impl->file = std::move((*saved)->file);
  } else if (!options.session_path.empty()) {
    Result<SessionFile> made = SessionFile::create(
        options.session_path, {subject.path(), subject.fingerprint(), options.strategy, options.transform,
                               options.ask_root, options.memory, options.choosing.exact_below});
    if (!made) return tl::unexpected(made.error());
    impl->file = std::move(*made);
    if (options.resume) impl->notes.emplace_back("There was no session to resume; this is a new one.");
  }
  if (impl->file && !impl->file->note().empty()) impl->notes.push_back(impl->file->note());
  impl->look();
  return Dialogue(std::move(impl));
}

Dialogue::Dialogue(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Dialogue::Dialogue(Dialogue&&) noexcept = default;
Dialogue& Dialogue::operator=(Dialogue&&) noexcept = default;
Dialogue::~Dialogue() = default;

const Turn& Dialogue::turn() const {
  return impl_->turn;
}

Result<std::vector<session::Contradiction>> Dialogue::answer(session::AnswerKind kind, NodeId node,
                                                             std::string who) {
  return impl_->request(Request::make_answer(kind, node, std::move(who)));
}
Status Dialogue::undo(std::uint32_t steps) {
  return impl_->plain_request(Request::make_undo(steps));
}
Status Dialogue::change_strategy(std::string_view name) {
  return impl_->plain_request(Request::make_strategy(std::string(name)));
}
Status Dialogue::find_another() {
  return impl_->plain_request(Request::make_another());
}
Status Dialogue::jump(NodeId node) {
  return impl_->plain_request(Request::make_jump(node));
}
Status Dialogue::fold(NodeId node) {
  return impl_->plain_request(Request::make_fold(node));
}
Status Dialogue::unfold(NodeId node) {
  return impl_->plain_request(Request::make_unfold(node));
}

Result<NodeId> Dialogue::find(std::uint32_t number) const {
  const std::uint32_t size = impl_->subject.tree().size();
  if (number >= size)
    return fail(ErrorCode::kBadAnswer, fmt::format("There is no node {}.", with_commas(number)),
                fmt::format("The nodes are 0 to {}.", with_commas(size - 1)));
  return impl_->reshaping ? impl_->reshaped()->node_of(impl_->subject.tree(), NodeId{number})
                          : NodeId{number};
}
std::uint64_t Dialogue::nodes() const {
  return impl_->tree().size() - (impl_->reshaping ? impl_->reshaped()->hidden().size() : 0);
}
std::uint32_t Dialogue::number(NodeId node) const {
  return impl_->reshaping ? impl_->reshaped()->origin_of(node).value() : node.value();
}
std::string_view Dialogue::transform() const {
  return impl_->transform;
}
const tree::Tree& Dialogue::tree() const {
  return impl_->tree();
}
const state::Account& Dialogue::account() const {
  return impl_->account();
}

std::string_view Dialogue::strategy() const {
  return impl_->session.strategy();
}
std::uint32_t Dialogue::answers() const {
  return impl_->session.answers();
}
std::uint32_t Dialogue::resumed_answers() const {
  return impl_->resumed;
}
session::Mark Dialogue::mark(NodeId node) const {
  return impl_->session.marks().mark(node);
}
std::vector<session::Answer> Dialogue::log() const {
  return impl_->session.log();
}
const std::vector<std::string>& Dialogue::notes() const {
  return impl_->notes;
}
const Subject& Dialogue::subject() const {
  return impl_->subject;
}

Result<NodeView> Dialogue::view(NodeId node) const {
  if (node.value() < impl_->tree().size()) return impl_->views.full(node);
  return fail(ErrorCode::kBadAnswer, fmt::format("There is no node {}.", node.value()), "");
}

}  // namespace culprit::service
