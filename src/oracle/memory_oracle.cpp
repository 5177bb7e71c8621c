#include "src/oracle/memory_oracle.h"

#include <fmt/format.h>

#include <algorithm>

namespace culprit::oracle {
namespace {

bool is_judgement(Mark mark) {
  return mark == Mark::kRight || mark == Mark::kWrong || mark == Mark::kInadmissible;
}

}  // namespace

AnswerId MemoryOracle::remember(const Question& question, Mark mark, Sureness sureness, std::string ground) {
  if (!question.is_complete() || !is_judgement(mark)) return kNoAnswer;
  const AnswerId id{++last_};
  answers_[key_of(question)].push_back({id, {mark, sureness, std::move(ground)}});
  keys_.emplace(id, key_of(question));
  ++functions_[question.function];
  return id;
}

AnswerId MemoryOracle::load(std::string_view origin, const Question& question, Mark mark, Sureness sureness,
                            std::string_view ground) {
  return remember(question, mark, sureness,
                  ground.empty() ? std::string(origin) : fmt::format("{}: {}", origin, ground));
}

void MemoryOracle::forget(AnswerId answer) {
  const auto key = keys_.find(answer);
  if (key == keys_.end()) return;
  const auto row = answers_.find(key->second);
  // An undo takes back what came last.
  std::vector<Kept>& kept = row->second;
  kept.erase(std::find_if(kept.rbegin(), kept.rend(), [&](const Kept& k) { return k.id == answer; }).base() -
             1);
  if (kept.empty()) answers_.erase(row);
  const auto function = functions_.find(key->second.function);
  if (--function->second == 0) functions_.erase(function);
  keys_.erase(key);
}

const std::vector<MemoryOracle::Kept>* MemoryOracle::find(const Question& question) const {
  if (!question.is_complete()) return nullptr;
  const auto row = answers_.find(key_of(question));
  return row == answers_.end() ? nullptr : &row->second;
}

Opinion MemoryOracle::recall(const Question& question) const {
  const std::vector<Kept>* kept = find(question);
  if (kept == nullptr) return {};
  for (auto at = kept->rbegin(); at != kept->rend(); ++at) {
    if (at->opinion.mark == Mark::kInadmissible || !at->opinion.is_answer()) continue;
    Opinion opinion = at->opinion;
    opinion.sureness = std::max(opinion.sureness, Sureness::kGood);
    return opinion;
  }
  return {};
}

std::vector<std::string> MemoryOracle::contradicting(const Question& question, Mark mark) const {
  std::vector<std::string> grounds;
  const std::vector<Kept>* kept = find(question);
  if (kept == nullptr || !is_judgement(mark)) return grounds;
  for (const Kept& other : *kept)
    if (other.opinion.mark != mark) grounds.push_back(other.opinion.ground);
  return grounds;
}

Result<Opinion> MemoryOracle::ask(const Asked& asked, std::chrono::milliseconds) {
  if (!knows_function(asked.function())) return Opinion{};
  return recall(asked.question());
}

}  // namespace culprit::oracle
