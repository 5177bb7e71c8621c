#include "src/service/conductor.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "src/base/node_ref.h"

namespace culprit::service {
namespace {

using session::About;
using session::Answer;
using session::AnswerKind;
using session::Entry;
using session::Request;
using session::RequestKind;

/// Answers of oracles in a row. Above, the person is asked: a million equal calls must not keep anybody waiting.
constexpr std::size_t kInARow = 1000;

AnswerKind kind_of(Mark mark) {
  switch (mark) {
    case Mark::kWrong:
      return AnswerKind::kNo;
    case Mark::kInadmissible:
      return AnswerKind::kInadmissible;
    default:
      return AnswerKind::kYes;
  }
}

/// As session::begins_step(), of requests in a file.
bool begins_step(const session::SavedRequest& before, const session::SavedRequest& saved) {
  const auto is_answer = [](const session::SavedRequest& one) {
    return one.request.kind == RequestKind::kAnswer;
  };
  if (!is_answer(saved)) return true;
  const Answer& answer = saved.request.answer;
  if (!answer.is_by_person()) return false;
  return answer.look == 0 || !is_answer(before) || before.request.answer.look != answer.look;
}

}  // namespace

Conductor::Conductor(session::Session session, const oracle::Questions& questions, const tree::Tree& subject,
                     bool memory)
    : session_(std::move(session)), questions_(questions), subject_(subject), uses_memory_(memory) {
  if (uses_memory_) panel_.add(memory_);
}

void Conductor::remember(const session::SavedSession& other, std::string_view origin) {
  // The last answer about a node counts, and what was undone does not.
  std::vector<const session::SavedRequest*> standing;
  for (const session::SavedRequest& saved : other.requests) {
    const Request& request = saved.request;
    const bool can_be_undone = request.kind == RequestKind::kAnswer ||
                               request.kind == RequestKind::kAnother || request.kind == RequestKind::kFold ||
                               request.kind == RequestKind::kUnfold;
    if (can_be_undone) standing.push_back(&saved);
    if (request.kind != RequestKind::kUndo) continue;
    for (std::uint32_t steps = request.steps; steps > 0 && !standing.empty(); --steps) {
      while (standing.size() > 1 && !begins_step(*standing[standing.size() - 2], *standing.back()))
        standing.pop_back();
      standing.pop_back();
    }
  }
  std::map<std::string, const session::SavedRequest*> latest;
  for (const session::SavedRequest* saved : standing)
    if (saved->request.kind == RequestKind::kAnswer && saved->about) latest[to_text(*saved->about)] = saved;
  for (const auto& [name, saved] : latest) {
    const Answer& answer = saved->request.answer;
    if (answer.is_by_person() && answer.question && session::is_judgement(answer.kind))
      memory_.load(origin, *answer.question, session::mark_of(answer.kind), oracle::Sureness::kGood, name);
  }
}

std::optional<session::Session::Misfit> Conductor::replay(const std::vector<Request>& requests) {
  auto misfit = session_.replay(requests);
  relearn();
  return misfit;
}

std::optional<session::Session::Misfit> Conductor::convert(const std::vector<Request>& requests,
                                                           std::string& lines) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (Status fits = session_.check(requests[i]); !fits) return session::Session::Misfit{i, fits.error()};
    const Request request = completed(requests[i]);
    lines += session::to_line(request, subject_);
    apply(request);
    lines += ask_panel();
  }
  return std::nullopt;
}

Answer Conductor::asked(AnswerKind kind, const About& about) const {
  Answer answer;
  answer.kind = kind;
  answer.about = about;
  if (!about.is_chain()) {
    if (!session::is_judgement(kind)) return answer;
    const oracle::Question question = questions_.of(about.first);
    if (question.is_complete()) answer.question = question;
    return answer;
  }
  const SearchId row = session_.space().reshaped().find(about.first, about.last);
  if (row == kNoSearchId) return answer;
  std::vector<NodeId> calls = session_.calls(row);
  if (session::is_judgement(kind)) {
    const oracle::Question question = questions_.of_chain(calls);
    if (question.is_complete()) answer.question = question;
  }
  if (calls != session::siblings(subject_, about)) answer.calls = std::move(calls);
  return answer;
}

Request Conductor::completed(Request request) const {
  if (request.kind != RequestKind::kAnswer) return request;
  Answer full = asked(request.answer.kind, request.answer.about);
  full.who = request.answer.who;
  full.ground = request.answer.ground;
  full.sureness = request.answer.sureness;
  full.look = request.answer.look;
  full.extra = request.answer.extra;
  request.answer = std::move(full);
  return request;
}

void Conductor::apply(const Request& request) {
  session_.apply(request);
  if (request.kind == RequestKind::kAnswer || request.kind == RequestKind::kUndo) relearn();
}

Result<std::vector<Contradiction>> Conductor::request(Request request) {
  if (Status fits = session_.check(request); !fits) return tl::unexpected(fits.error());
  request = completed(std::move(request));
  std::vector<Contradiction> found;
  if (request.kind == RequestKind::kAnswer) found = contradictions(request.answer);
  if (Status saved = save(session::to_line(request, subject_)); !saved) return tl::unexpected(saved.error());
  apply(request);
  told_of(consult());
  return found;
}

Result<std::vector<Contradiction>> Conductor::answer(std::vector<Answer> answers) {
  const std::uint32_t look = session_.next_look();
  std::vector<Request> requests;
  std::vector<Contradiction> found;
  std::string lines;
  for (Answer& answer : answers) {
    if (answers.size() > 1) answer.look = look;
    requests.push_back(Request::make_answer(std::move(answer)));
    if (Status fits = session_.check(requests.back()); !fits) return tl::unexpected(fits.error());
    requests.back() = completed(std::move(requests.back()));
    std::ranges::move(contradictions(requests.back().answer), std::back_inserter(found));
    lines += session::to_line(requests.back(), subject_);
  }
  if (Status saved = save(lines); !saved) return tl::unexpected(saved.error());
  session_.apply(requests);
  relearn();
  told_of(consult());
  return found;
}

/// What is asked for is done, whatever becomes of what others say to the next question.
void Conductor::told_of(const Status& consulted) {
  if (!consulted) notes_.push_back("What was answered before could not be saved: " + consulted.error().what);
}

Status Conductor::save(const std::string& lines) {
  if (!file_) return {};
  Status saved = file_->append(unsaved_ + lines);
  if (saved) unsaved_.clear();
  return saved;
}

Status Conductor::consult() {
  const std::string lines = ask_panel();
  Status saved = save(lines);
  if (!saved) unsaved_ += lines;
  return saved;
}

std::string Conductor::ask_panel() {
  std::string lines;
  for (std::size_t row = 0; row < kInARow && session_.question_row() != kNoSearchId && !session_.jumped();
       ++row) {
    const SearchId at = session_.question_row();
    const auto ruling = panel_.ask(oracle::Asked(questions_, session_.calls(at)));
    if (!ruling) break;
    Answer answer = asked(kind_of(ruling->opinion.mark), session_.about(at));
    answer.who = ruling->who;
    answer.ground = ruling->opinion.ground;
    answer.sureness = ruling->opinion.sureness;
    const Request request = Request::make_answer(std::move(answer));
    lines += session::to_line(request, subject_);
    session_.apply(request);
  }
  for (std::string& note : panel_.take_notes()) notes_.push_back(std::move(note));
  if (!lines.empty()) relearn();
  return lines;
}

void Conductor::relearn() {
  for (const oracle::AnswerId id : learned_) memory_.forget(id);
  learned_.clear();
  std::map<About, const Answer*> latest;
  for (const Entry& entry : session_.log())
    if (entry.kind == Entry::Kind::kAnswer && entry.answer.is_by_person())
      latest[entry.answer.about] = &entry.answer;
  for (const Entry& entry : session_.log()) {
    const Answer& answer = entry.answer;
    if (entry.kind != Entry::Kind::kAnswer || !answer.question || !session::is_judgement(answer.kind))
      continue;
    const auto last = latest.find(answer.about);
    if (last == latest.end() || last->second != &answer) continue;
    const std::string name =
        to_text(subject_.names().ref(answer.about.first), subject_.names().ref(answer.about.last));
    learned_.push_back(
        memory_.remember(*answer.question, session::mark_of(answer.kind), oracle::Sureness::kGood, name));
  }
}

std::vector<Contradiction> Conductor::contradictions(const Answer& answer) const {
  std::vector<Contradiction> found;
  if (!answer.question) return found;
  for (const std::string& ground : memory_.contradicting(*answer.question, session::mark_of(answer.kind))) {
    Contradiction contradiction{{}, ground, answer.about};
    if (const auto ref = parse_ref(ground)) {
      const About earlier(subject_.names().node(ref->first), subject_.names().node(ref->last));
      if (earlier == answer.about) continue;
      if (earlier.last != kNoNode) contradiction.earlier = earlier;
    }
    found.push_back(std::move(contradiction));
  }
  return found;
}

std::uint32_t Conductor::borrowed() const {
  return static_cast<std::uint32_t>(
      std::count_if(session_.log().begin(), session_.log().end(), [](const Entry& entry) {
        return entry.kind == Entry::Kind::kAnswer && entry.answer.who.kind == oracle::Who::Kind::kMemory &&
               !parse_ref(entry.answer.ground);
      }));
}

std::vector<std::string> Conductor::take_notes() {
  return std::exchange(notes_, {});
}

}  // namespace culprit::service
