#include "recorders/cxx/driver/settings.h"

#include <cstdlib>
#include <filesystem>
#include <string_view>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include "src/base/text.h"

namespace culprit::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kKnown = "include, exclude, loops and locals are known here";

bool is_loops(std::string_view text) {
  return text == "all" || text == "calls" || text == "none";
}

bool is_locals(std::string_view text) {
  return text == "all" || text == "shared";
}

tl::unexpected<Error> at(const std::string& path, const toml::source_region& place, const std::string& what,
                         std::string_view hint) {
  return fail(
      ErrorCode::kWrongFormat,
      path + ":" + std::to_string(place.begin.line) + ":" + std::to_string(place.begin.column) + ": " + what,
      std::string(hint));
}

Status read_patterns(const std::string& path, const std::string& key, const toml::node& node,
                     std::vector<std::string>& patterns) {
  constexpr std::string_view kHint = "write, for example, [\"src/**\", \"parse_*\"]";
  const toml::array* array = node.as_array();
  if (!array) return at(path, node.source(), "'" + key + "' is no list of patterns", kHint);
  for (const toml::node& element : *array) {
    const auto text = element.value<std::string>();
    if (!element.is_string() || !text || text->empty())
      return at(path, element.source(), "a pattern of '" + key + "' is no text", kHint);
    if (text->find(',') != std::string::npos)
      return at(path, element.source(), "a pattern of '" + key + "' has a comma in it",
                "give two patterns, or '?' in its place");
    patterns.push_back(*text);
  }
  return {};
}

Status read_record(const std::string& path, const toml::table& record, Settings& settings) {
  for (const auto& [key, node] : record) {
    const std::string name(key.str());
    if (name == "include" || name == "exclude") {
      const Status status =
          read_patterns(path, name, node, name == "include" ? settings.include : settings.exclude);
      if (!status) return status;
    } else if (name == "loops") {
      settings.loops = node.value_or(std::string());
      if (!node.is_string() || !is_loops(settings.loops))
        return at(path, node.source(), "'loops' is none of \"all\", \"calls\" and \"none\"",
                  "\"all\" records every iteration");
    } else if (name == "locals") {
      settings.locals = node.value_or(std::string());
      if (!node.is_string() || !is_locals(settings.locals))
        return at(path, node.source(), "'locals' is none of \"all\" and \"shared\"",
                  "\"all\" records every value of every variable");
    } else {
      return at(path, key.source(), "there is no setting '" + name + "' in [record]", kKnown);
    }
  }
  return {};
}

std::vector<std::string> patterns_of(const char* variable) {
  std::vector<std::string> patterns;
  const char* value = std::getenv(variable);
  for (const std::string_view part : split(value ? value : "", ',')) {
    if (const std::string_view pattern = trimmed(part); !pattern.empty()) patterns.emplace_back(pattern);
  }
  return patterns;
}

void put(const char* variable, const std::string& value) {
  if (value.empty()) {
    ::unsetenv(variable);
  } else {
    ::setenv(variable, value.c_str(), 1);
  }
}

std::string joined(const std::vector<std::string>& patterns) {
  std::string text;
  for (const std::string& pattern : patterns) text += (text.empty() ? "" : ",") + pattern;
  return text;
}

}  // namespace

std::string find_settings_file(const std::string& folder) {
  std::error_code error;
  for (fs::path place = folder; !place.empty(); place = place.parent_path()) {
    if (fs::path file = place / "culprit.toml"; fs::exists(file, error)) return file.string();
    if (place == place.root_path()) break;
  }
  return {};
}

Result<Settings> read_settings_file(const std::string& path) {
  const toml::parse_result parsed = toml::parse_file(path);
  if (!parsed) {
    const toml::parse_error& error = parsed.error();
    if (error.source().begin.line == 0)
      return fail(ErrorCode::kIo, path + ": " + std::string(error.description()), "make it readable");
    return at(path, error.source(), std::string(error.description()), "the file must be TOML");
  }
  Settings settings;
  const toml::node* record = parsed.table().get("record");
  if (!record) return settings;
  if (!record->is_table())
    return at(path, record->source(), "'record' is no table", "write [record] on a line of its own");
  const Status status = read_record(path, *record->as_table(), settings);
  if (!status) return tl::unexpected(status.error());
  return settings;
}

Result<Settings> settings_of_environment() {
  const char* loops = std::getenv("CULPRIT_LOOPS");
  const char* locals = std::getenv("CULPRIT_LOCALS");
  Settings settings{patterns_of("CULPRIT_INCLUDE"), patterns_of("CULPRIT_EXCLUDE"), loops ? loops : "",
                    locals ? locals : ""};
  if (!settings.loops.empty() && !is_loops(settings.loops))
    return fail(ErrorCode::kUsage, "CULPRIT_LOOPS is '" + settings.loops + "', not all, calls or none",
                "unset it, or set it to one of these");
  if (!settings.locals.empty() && !is_locals(settings.locals))
    return fail(ErrorCode::kUsage, "CULPRIT_LOCALS is '" + settings.locals + "', not all or shared",
                "unset it, or set it to one of these");
  return settings;
}

Settings merged(Settings base, const Settings& over) {
  base.include.insert(base.include.end(), over.include.begin(), over.include.end());
  base.exclude.insert(base.exclude.end(), over.exclude.begin(), over.exclude.end());
  if (!over.loops.empty()) base.loops = over.loops;
  if (!over.locals.empty()) base.locals = over.locals;
  return base;
}

void put_into_environment(const Settings& settings) {
  put("CULPRIT_INCLUDE", joined(settings.include));
  put("CULPRIT_EXCLUDE", joined(settings.exclude));
  put("CULPRIT_LOOPS", settings.loops);
  put("CULPRIT_LOCALS", settings.locals);
}

}  // namespace culprit::driver
