#include "tests/mutants/machine/program.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "src/base/hash128.h"

extern char** environ;

namespace culprit::mutants {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view kHooks[] = {
    "enter0",     "enter1",     "enter2",    "enter",     "enter_variadic", "iteration0",
    "iteration1", "iteration2", "iteration", "leave0",    "leave1",         "leave2",
    "leave",      "no_value",   "loop_end",  "loop_exit", "land",           "jump"};

std::string contents(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// What a build depends on, and what was found out with it: its sources, everything of ours that is in it, and the machine.
std::string stamp_of(const Recipe& recipe) {
  Hasher128 hasher;
  for (const std::string& source : recipe.sources) hasher.add(contents(source));
  const fs::path library = fs::path(CULPRIT_COMPILERS).parent_path() / "lib/culprit";
  for (const fs::path& part :
       {fs::path("/proc/self/exe"), fs::path(CULPRIT_MUTANTS_PLUGIN), fs::path(CULPRIT_MUTANT_SWITCH),
        library / "culprit-pass.so", library / "libculprit-cxx.so", library / "libculprit-hot.a"})
    hasher.add(contents(part));
  return to_hex(hasher.hash());
}

Status compile(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  int status = 0;
  if (::posix_spawn(&child, argv[0], nullptr, nullptr, argv.data(), environ) != 0 ||
      ::waitpid(child, &status, 0) < 0 || status != 0)
    return fail(ErrorCode::kNotFound, fmt::format("cannot compile: {}", fmt::join(arguments, " ")));
  return {};
}

std::string compiler_of(const std::string& source) {
  return std::string(CULPRIT_COMPILERS) + (source.ends_with(".c") ? "/culprit-cc" : "/culprit-c++");
}

std::string object_of(const Recipe& recipe, std::size_t unit) {
  return fmt::format("{}/unit{}.o", recipe.folder, unit);
}
std::string table_of(const Recipe& recipe, std::size_t unit) {
  return fmt::format("{}/unit{}.sites", recipe.folder, unit);
}

Status compile_unit(const Recipe& recipe, std::size_t unit) {
  const std::string& source = recipe.sources[unit];
  const bool is_c = source.ends_with(".c");
  std::vector<std::string> command{compiler_of(source), is_c ? "-std=gnu11" : "-std=c++20", "-pthread", "-w",
                                   "-c"};
  if (recipe.with_mutants) command.push_back(std::string("-fpass-plugin=") + CULPRIT_MUTANTS_PLUGIN);
  command.insert(command.end(), {source, "-o", object_of(recipe, unit)});
  ::setenv("CULPRIT_MUTANTS", table_of(recipe, unit).c_str(), 1);
  ::setenv("CULPRIT_MUTANTS_UNIT", std::to_string(unit).c_str(), 1);
  return compile(command);
}

Status link(const Recipe& recipe) {
  std::string compiler = compiler_of(recipe.sources.front());
  for (const std::string& source : recipe.sources)
    if (!source.ends_with(".c")) compiler = compiler_of(source);
  std::vector<std::string> command{compiler, "-pthread", "-o", recipe.folder + "/program"};
  for (std::size_t unit = 0; unit < recipe.sources.size(); ++unit) command.push_back(object_of(recipe, unit));
  // Without mutants, too: a program with thread-local variables of its own starts threads otherwise.
  command.insert(command.end(), {"-Wl,-u,culprit_mutant", CULPRIT_MUTANT_SWITCH});
  for (const std::string_view hook : kHooks)
    command.push_back(fmt::format("-Wl,--wrap=culprit_cxx_{}", hook));
  return compile(command);
}

Status make(const Recipe& recipe) {
  for (std::size_t unit = 0; unit < recipe.sources.size(); ++unit)
    if (const Status done = compile_unit(recipe, unit); !done) return done;
  return link(recipe);
}

Site site_of(const json& row) {
  return {row.at("site"),   row.at("operator"),      row.at("change"),         row.at("function"),
          row.at("file"),   row.at("function_line"), row.at("is_node"),        row.at("line"),
          row.at("column"), row.at("loop_line"),     row.at("loop_last_line"), row.at("head")};
}

}  // namespace

json to_json(const Site& site) {
  return {{"site", site.number},
          {"operator", site.kind},
          {"change", site.change},
          {"function", site.function},
          {"file", site.file},
          {"function_line", site.function_line},
          {"is_node", site.is_node},
          {"line", site.line},
          {"column", site.column},
          {"loop_line", site.loop_line},
          {"loop_last_line", site.loop_last_line},
          {"head", site.head}};
}

Result<Program> Program::build(const Recipe& recipe) {
  Program program;
  program.recipe_ = recipe;
  std::error_code error;
  const std::string stamp = stamp_of(recipe), stamp_path = recipe.folder + "/stamp";
  if (contents(stamp_path) != stamp) {
    if (fs::exists(recipe.folder) && !fs::exists(stamp_path))
      return fail(ErrorCode::kUsage, recipe.folder + " is not one of ours", "name another folder");
    fs::remove_all(recipe.folder, error);
    fs::create_directories(recipe.folder, error);
    std::ofstream{stamp_path};
    if (const Status made = make(recipe); !made) return tl::unexpected(made.error());
    std::ofstream(stamp_path) << stamp;
  }
  for (std::size_t unit = 0; recipe.with_mutants && unit < recipe.sources.size(); ++unit) {
    std::ifstream table(table_of(recipe, unit));
    for (std::string line; std::getline(table, line);) program.sites_.push_back(site_of(json::parse(line)));
  }
  return program;
}

std::string Program::files() const {
  std::map<std::string, std::string> found;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder() + "/run", error))
    if (entry.is_regular_file(error) && entry.path().filename() != "mutant.switch")
      found[entry.path()] = contents(entry.path());
  std::string all;
  for (const auto& [name, text] : found) all += fmt::format("{} {}\n{}", name, text.size(), text);
  return all;
}

Result<Ended> Program::run(const Switch& what, const std::string& trace) const {
  std::error_code error;
  const std::string made = folder() + "/run.trace", wanted = folder() + "/" + trace;
  for (const std::string& old : {made, wanted, wanted + ".index"}) fs::remove(old, error);
  // What an earlier run wrote is gone.
  const std::string place = folder() + "/run";
  fs::remove_all(place, error);
  fs::create_directories(place, error);
  std::ofstream(place + "/mutant.switch") << fmt::format(
      "{} {} {} {} {} {} {}\n", what.mutant, what.node.stream.value(), what.node.ordinal,
      what.is_step ? 1 : 0, what.stops_behind ? 1 : 0, what.most_segments, what.keeps_mutant ? 1 : 0);
  Launch one;
  one.folder = place;
  one.program = folder() + "/program";
  one.environment = {"PATH=/usr/bin:/bin", "GLIBC_TUNABLES=glibc.malloc.tcache_count=0",
                     "CULPRIT_TRACE=" + made, fmt::format("CULPRIT_MAX_BYTES={:012}", most_bytes_)};
  one.input = recipe_.input;
  Result<Ended> ended = launch(one);
  if (!ended) return ended;
  fs::rename(made, wanted, error);
  if (error) return fail(ErrorCode::kNotFound, "the run left no trace: " + one.program);
  return ended;
}

}  // namespace culprit::mutants
