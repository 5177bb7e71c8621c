#include "src/cli/staleness.h"

#include "src/cli/program_file.h"
#include "src/service/source.h"

namespace culprit::cli {

std::vector<std::string> staleness_notes(const service::Subject& subject) {
  std::vector<std::string> notes;
  if (!subject.trace()) return notes;
  constexpr std::size_t kNamed = 3;
  const std::vector<std::string> changed = service::changed_sources(subject);
  std::string names;
  for (std::size_t i = 0; i < changed.size() && i < kNamed; ++i) names += (i ? ", " : "") + changed[i];
  if (changed.size() > kNamed) names += " and " + std::to_string(changed.size() - kNamed) + " more";
  if (!changed.empty()) notes.push_back("The source has changed since the run was recorded: " + names + ".");
  const trace::Tables& tables = subject.trace()->tables();
  if (tables.build.empty()) return notes;
  const std::string build = look_at_program(tables.program).build;
  if (!build.empty() && build != tables.build)
    notes.push_back("The program has been built again since the run was recorded: " + tables.program + ".");
  return notes;
}

}  // namespace culprit::cli
