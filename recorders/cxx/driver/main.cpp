#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "recorders/cxx/driver/command_line.h"
#include "recorders/cxx/driver/settings.h"

// One source, two programs: culprit-cc and culprit-c++. The name is built in, so that links to it work.
#if CULPRIT_DRIVER_CXX
constexpr culprit::driver::Language kLanguage = culprit::driver::Language::kCxx;
constexpr const char* kName = "culprit-c++";
#else
constexpr culprit::driver::Language kLanguage = culprit::driver::Language::kC;
constexpr const char* kName = "culprit-cc";
#endif

namespace {

using culprit::Error;
using culprit::Status;
using culprit::driver::Settings;

int refuse(const Error& error) {
  std::fprintf(stderr, "%s: error: %s\n", kName, error.what.c_str());
  if (!error.hint.empty()) std::fprintf(stderr, "  hint: %s\n", error.hint.c_str());
  return 1;
}

Status pass_settings_on() {
  std::error_code error;
  const std::string file = culprit::driver::find_settings_file(std::filesystem::current_path(error).string());
  Settings settings;
  if (!file.empty()) {
    auto read = culprit::driver::read_settings_file(file);
    if (!read) return tl::unexpected(read.error());
    settings = std::move(*read);
  }
  const auto over = culprit::driver::settings_of_environment();
  if (!over) return tl::unexpected(over.error());
  culprit::driver::put_into_environment(merged(std::move(settings), *over));
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> given(argv + (argc > 0 ? 1 : 0), argv + argc);
  const auto clang = culprit::driver::find_clang(kLanguage);
  if (!clang) return refuse(clang.error());
  auto arguments = culprit::driver::clang_arguments(given, kLanguage);
  if (!arguments) return refuse(arguments.error());
  if (arguments->size() > given.size()) {
    if (const Status status = pass_settings_on(); !status) return refuse(status.error());
  }
  std::vector<char*> words{const_cast<char*>(clang->c_str())};
  for (std::string& argument : *arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  ::execv(words[0], words.data());
  return refuse({culprit::ErrorCode::kIo, "cannot run " + *clang + ": " + std::strerror(errno),
                 "set CULPRIT_CLANG and CULPRIT_CLANGXX to programs of clang 19"});
}
