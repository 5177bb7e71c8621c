#include "recorders/cxx/driver/parts.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "src/base/text.h"

namespace culprit::driver {
namespace {

namespace fs = std::filesystem;

fs::path own_path() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

bool is_program(const std::string& path) {
  std::error_code error;
  return ::access(path.c_str(), X_OK) == 0 && !fs::is_directory(path, error);
}

std::string in_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_program(name) ? name : std::string();
  const char* path = std::getenv("PATH");
  for (const std::string_view folder : split(path ? path : "/usr/local/bin:/usr/bin:/bin", ':')) {
    const std::string candidate = (folder.empty() ? "." : std::string(folder)) + "/" + name;
    if (is_program(candidate)) return candidate;
  }
  return {};
}

}  // namespace

std::string library_folder() {
  return (own_path().parent_path().parent_path() / "lib" / "culprit").string();
}

Result<std::string> find_clang(Language language) {
  const std::string variable = language == Language::kC ? "CULPRIT_CLANG" : "CULPRIT_CLANGXX";
  const std::string usual = language == Language::kC ? "clang-19" : "clang++-19";
  const char* chosen = std::getenv(variable.c_str());
  const bool is_chosen = chosen && *chosen;
  const std::string name = is_chosen ? chosen : usual;
  std::string found = in_path(name);
  std::error_code error;
  if (!found.empty() && fs::equivalent(found, own_path(), error))
    return fail(ErrorCode::kUsage, variable + " names this program itself: " + name,
                "set it to the path of clang 19, or unset it");
  if (!found.empty()) return found;
  if (is_chosen)
    return fail(ErrorCode::kNotFound, "cannot run '" + name + "', which " + variable + " names",
                "set it to the path of clang 19, or unset it");
  return fail(ErrorCode::kNotFound, "cannot find " + usual + " in PATH",
              "install the package clang-19, or set " + variable + " to its path");
}

std::string plugin_path() {
  return library_folder() + "/culprit-pass.so";
}

std::string runtime_path(bool is_static) {
  return library_folder() + (is_static ? "/libculprit-cxx.a" : "/libculprit-cxx.so");
}

Status check_part(const std::string& path, const std::string& what) {
  if (::access(path.c_str(), R_OK) == 0) return {};
  return fail(ErrorCode::kNotFound, what + " is missing: " + path,
              "install Culprit again; its programs look for it there");
}

}  // namespace culprit::driver
