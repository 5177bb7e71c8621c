// The truth machine: makes every mutant of a program, holds sessions about those that are noticed, with answers that are perfect,
// and counts how often the verdict names the function that was mutated. docs/mutants.md
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "tests/mutants/machine/campaign.h"
#include "tests/mutants/machine/cells.h"
#include "tests/mutants/machine/report.h"
#include "tests/mutants/machine/same_shape.h"

namespace culprit::mutants {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUsage =
    "usage: culprit-truth [OPTION…] PROGRAM…\n"
    "  PROGRAM            a source, or sources joined by commas; NAME.in beside the first is its input\n"
    "  --work FOLDER      where programs are built, and results kept (default: build/mutants)\n"
    "  --sample N         look at N killed mutants of each program only\n"
    "  --least N          go on until there are N of each operator and feature, over all programs\n"
    "  --mutant K         look at this one only, anew\n"
    "  --strategy NAME, --transform LIST\n"
    "  --hide LIST        of globals, captures, heap, input, output, result: leave that out of what is "
    "shown\n"
    "  --most-misses N    fail if there are more\n"
    "  --least-misses N   fail if there are fewer\n"
    "  --same-shape       only compare the program's log with and without mutants in it\n"
    "  --report           run nothing: the tables of what is there\n"
    "  --quiet            only the tables\n";

struct Arguments {
  CampaignOptions campaign;
  std::string work = "build/mutants";
  std::vector<std::string> programs;
  std::size_t least = 0;
  std::size_t most_misses = ~std::size_t{0}, least_misses = 0;
  bool same_shape = false, report = false, quiet = false;
};

/// An option with a value.
Status take(Arguments& arguments, const std::string& word, const std::string& value) {
  const std::map<std::string, std::string*> texts{{"--work", &arguments.work},
                                                  {"--strategy", &arguments.campaign.settings.strategy},
                                                  {"--transform", &arguments.campaign.settings.transform}};
  const std::map<std::string, std::size_t*> numbers{{"--sample", &arguments.campaign.sample},
                                                    {"--least", &arguments.least},
                                                    {"--mutant", &arguments.campaign.only},
                                                    {"--most-misses", &arguments.most_misses},
                                                    {"--least-misses", &arguments.least_misses}};
  if (const auto text = texts.find(word); text != texts.end()) {
    *text->second = value;
    return {};
  }
  if (const auto number = numbers.find(word); number != numbers.end()) {
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), *number->second);
    if (error == std::errc() && end == value.data() + value.size()) return {};
    return fail(ErrorCode::kUsage, word + " needs a number, not '" + value + "'");
  }
  if (word != "--hide") return fail(ErrorCode::kUsage, "there is no option " + word);
  const auto hidden = parse_hidden(value);
  if (!hidden) return tl::unexpected(hidden.error());
  arguments.campaign.hidden = *hidden;
  return {};
}

Result<Arguments> parse(std::span<char*> words) {
  Arguments arguments;
  const std::map<std::string, bool*> flags{{"--same-shape", &arguments.same_shape},
                                           {"--report", &arguments.report},
                                           {"--quiet", &arguments.quiet}};
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string word = words[i];
    if (const auto flag = flags.find(word); flag != flags.end()) {
      *flag->second = true;
    } else if (!word.starts_with("--")) {
      arguments.programs.push_back(word);
    } else {
      if (i + 1 == words.size()) return fail(ErrorCode::kUsage, word + " needs a value");
      if (const Status taken = take(arguments, word, words[++i]); !taken)
        return tl::unexpected(taken.error());
    }
  }
  if (arguments.programs.empty()) return fail(ErrorCode::kUsage, "no program was named");
  return arguments;
}

Recipe recipe_of(const std::string& text, const std::string& work) {
  Recipe recipe;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    recipe.sources.push_back(fs::absolute(text.substr(at, comma - at)).lexically_normal());
    at = comma + 1;
  }
  const fs::path first = recipe.sources.front();
  if (const fs::path input = fs::path(first).replace_extension(".in"); fs::exists(input))
    recipe.input = input;
  recipe.folder = fs::absolute(fs::path(work) / first.stem()).lexically_normal();
  return recipe;
}

void tell(const std::string& name, const nlohmann::json& row) {
  if (row.at("fate") == "survived") return;
  const std::string what =
      row.contains("shown") ? row.at("shown").at("judgement").get<std::string>() : "no session";
  fmt::print("{} #{} {}: {}\n", name, row.at("mutant").get<unsigned>(), row.at("fate").get<std::string>(),
             what);
  std::fflush(stdout);
}

int complain(const std::string& name, const Error& error) {
  fmt::print(stderr, "{}: {}\n{}", name, error.what, error.hint.empty() ? "" : error.hint + "\n");
  return 2;
}

int compare_shapes(const Arguments& arguments) {
  int code = 0;
  for (const std::string& one : arguments.programs) {
    const auto different = shape_difference(recipe_of(one, arguments.work));
    if (!different) return complain(one, different.error());
    fmt::print("{}: {}\n", fs::path(one).stem().string(), different->empty() ? "same" : *different);
    if (!different->empty()) code = 1;
  }
  return code;
}

std::string name_of(const Recipe& recipe) {
  return fs::path(recipe.folder).filename();
}

/// All programs, one after another. 0, or what the process is to end with.
int run_all(const Arguments& arguments, const CampaignOptions& options, Campaigns& campaigns,
            const std::function<void(const nlohmann::json&)>& count) {
  for (const std::string& one : arguments.programs) {
    const Recipe recipe = recipe_of(one, arguments.work);
    const std::string name = name_of(recipe);
    auto program = Program::build(recipe);
    if (!program) return complain(name, program.error());
    auto rows = run_campaign(*program, options, [&](const nlohmann::json& row) {
      count(row);
      if (!arguments.quiet) tell(name, row);
    });
    if (!rows) return complain(name, rows.error());
    campaigns[name] = std::move(*rows);
  }
  return 0;
}

/// Goes on with mutants of which there are too few, wherever they are.
int fill_cells(const Arguments& arguments, Campaigns& campaigns) {
  Cells cells;
  for (const auto& [name, rows] : campaigns)
    for (const nlohmann::json& row : rows) cells.add(row);
  CampaignOptions options = arguments.campaign;
  options.more = [&](const Site& site, const std::vector<std::string>& features) {
    return cells.has_fewer(site, features, arguments.least);
  };
  return run_all(arguments, options, campaigns, [&](const nlohmann::json& row) { cells.add(row); });
}

int run(const Arguments& arguments) {
  if (arguments.same_shape) return compare_shapes(arguments);
  Campaigns campaigns;
  int code = 0;
  if (arguments.report) {
    for (const std::string& one : arguments.programs) {
      const Recipe recipe = recipe_of(one, arguments.work);
      campaigns[name_of(recipe)] = known_results(recipe.folder, arguments.campaign);
    }
  } else {
    code = run_all(arguments, arguments.campaign, campaigns, [](const nlohmann::json&) {});
    if (code == 0 && arguments.least > 0) code = fill_cells(arguments, campaigns);
  }
  if (code != 0) return code;
  fmt::print("{}", report(campaigns));
  const std::size_t missed = misses(campaigns);
  if (missed > arguments.most_misses)
    fmt::print("{} misses, and at most {} were expected\n", missed, arguments.most_misses);
  if (missed < arguments.least_misses)
    fmt::print("{} misses, and at least {} were expected\n", missed, arguments.least_misses);
  return missed > arguments.most_misses || missed < arguments.least_misses ? 1 : 0;
}

}  // namespace
}  // namespace culprit::mutants

int main(int argc, char** argv) {
  const auto arguments = culprit::mutants::parse({argv, static_cast<std::size_t>(argc)});
  if (!arguments) {
    fmt::print(stderr, "{}\n{}", arguments.error().what, culprit::mutants::kUsage);
    return 2;
  }
  return culprit::mutants::run(*arguments);
}
