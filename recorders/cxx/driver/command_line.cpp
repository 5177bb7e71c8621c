#include "recorders/cxx/driver/command_line.h"

#include <algorithm>

namespace culprit::driver {
namespace {

using Words = std::vector<std::string>;

/// Behind the user's own options, so that these win: without debug information there would be no names.
void add_compiling(const Invocation& invocation, Words& words) {
  for (const char* word :
       {"-g", "-fstandalone-debug", "-fno-discard-value-names", "-fno-omit-frame-pointer",
        // Stack slots stay apart, and variables stay where they were declared.
        "-Xclang", "-disable-lifetime-markers", "-Xclang", "-fexperimental-assignment-tracking=disabled"})
    words.emplace_back(word);
  if (invocation.optimises && !invocation.stops_stack_coloring) {
    words.emplace_back("-mllvm");
    words.emplace_back("-no-stack-coloring");
  }
  words.push_back("-fpass-plugin=" + plugin_path());
  words.emplace_back("-isystem");
  words.push_back(library_folder() + "/include");
}

/// The archives as a whole, and the linker sends every call of what they stand in for to them.
void add_static_linking(Language language, Words& words) {
  words.emplace_back("-Wl,--push-state,--whole-archive");
  words.emplace_back("-lculprit-cxx");
  words.push_back("-Wl,@" + library_folder() + "/libculprit-cxx.wrap");
  if (language == Language::kCxx) {
    words.emplace_back("-lculprit-stdcxx");
    words.push_back("-Wl,@" + library_folder() + "/libculprit-stdcxx.wrap");
  }
  words.emplace_back("-Wl,--pop-state");
}

void add_linking(const Invocation& invocation, Language language, Words& words) {
  words.push_back("-L" + library_folder());
  if (invocation.is_static) return add_static_linking(language, words);
  words.push_back("-Wl,-rpath," + library_folder());
  // The runtime has functions of the C++ library's names, and would be taken for it: the real ones come first.
  if (invocation.has_static_libstdcxx && language == Language::kCxx)
    words.emplace_back("-Wl,--push-state,-Bstatic,-lstdc++,--pop-state");
  // Needed even where no object names it: a shared library's constructors may be all that is recorded. What
  // the user said about later libraries (-Bstatic, --as-needed) must not change what is taken here.
  words.emplace_back("-Wl,--push-state,-Bdynamic,--no-as-needed");
  words.emplace_back("-lculprit-cxx");
  // A name of each of its files: inputs that follow may be the first to need them. Not the archive as a whole,
  // since libtool names it again.
  words.emplace_back(
      "-Wl,-u,culprit_cxx_register,-u,culprit_cxx_enter0,-u,culprit_cxx_write1,-u,culprit_cxx_read1,-u,"
      "culprit_cxx_loop");
  words.emplace_back("-lculprit-hot");
  words.emplace_back("-Wl,--pop-state");
}

/// Behind the program's own parts, and before the libraries for which the runtime stands in, if they are named.
std::size_t linking_place(std::span<const std::string> arguments, std::size_t end) {
  const auto last = arguments.begin() + static_cast<std::ptrdiff_t>(end);
  const auto is_static = [](const std::string& word) {
    return word.starts_with("-Wl,") && word.find("-Bstatic") != std::string::npos;
  };
  if (std::any_of(arguments.begin(), last, is_static)) return end;
  const auto found = std::find_if(arguments.begin(), last, [](const std::string& word) {
    return word == "-lc" || word == "-lpthread" || word == "-lstdc++";
  });
  return static_cast<std::size_t>(found - arguments.begin());
}

Status check(const Invocation& invocation) {
  if (!invocation.foreign_machine.empty() && (invocation.needs_plugin() || invocation.needs_runtime()))
    return fail(ErrorCode::kUsage,
                "programs for x86-64 Linux can be recorded, and '" + invocation.foreign_machine +
                    "' asks for another machine",
                "compile this one with clang itself");
  if (invocation.needs_plugin()) {
    if (const Status status = check_part(plugin_path(), "the plugin for clang"); !status) return status;
  }
  if (!invocation.needs_runtime()) return {};
  return check_part(runtime_path(invocation.is_static), "the recorder's runtime");
}

}  // namespace

Result<Words> clang_arguments(std::span<const std::string> arguments, Language language) {
  Words words(arguments.begin(), arguments.end());
  const Invocation invocation = read_invocation(arguments);
  // Without an input clang answers questions (--version, -print-…) or complains, and does so best alone.
  if (invocation.is_internal || !invocation.has_input || invocation.is_without_libc()) return words;
  if (const Status status = check(invocation); !status) return tl::unexpected(status.error());
  Words compiling{"--start-no-unused-arguments"}, linking = compiling;
  add_compiling(invocation, compiling);
  if (invocation.needs_runtime()) add_linking(invocation, language, linking);
  const auto insert = [&](std::size_t at, Words& added) {
    added.emplace_back("--end-no-unused-arguments");
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), added.begin(), added.end());
  };
  insert(invocation.end, compiling);
  if (invocation.needs_runtime()) insert(linking_place(arguments, invocation.end), linking);
  return words;
}

}  // namespace culprit::driver
