#include "recorders/cxx/driver/invocation.h"

#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "recorders/cxx/driver/response_file.h"

namespace culprit::driver {
namespace {

/// Options whose value is the next argument; it is no input, whatever it looks like.
constexpr std::string_view kWithValue[] = {"-o",
                                           "-x",
                                           "-I",
                                           "-D",
                                           "-U",
                                           "-L",
                                           "-l",
                                           "-A",
                                           "-B",
                                           "-F",
                                           "-G",
                                           "-T",
                                           "-e",
                                           "-u",
                                           "-z",
                                           "-h",
                                           "-MF",
                                           "-MT",
                                           "-MQ",
                                           "-MJ",
                                           "-include",
                                           "-imacros",
                                           "-include-pch",
                                           "-isystem",
                                           "-isystem-after",
                                           "-iquote",
                                           "-idirafter",
                                           "-iprefix",
                                           "-iwithprefix",
                                           "-iwithprefixbefore",
                                           "-isysroot",
                                           "-cxx-isystem",
                                           "-Xclang",
                                           "-Xlinker",
                                           "-Xassembler",
                                           "-Xpreprocessor",
                                           "-Xanalyzer",
                                           "-Xopenmp-target",
                                           "-mllvm",
                                           "-arch",
                                           "-target",
                                           "-rpath",
                                           "-framework",
                                           "-dumpdir",
                                           "-working-directory",
                                           "-serialize-diagnostics",
                                           "--serialize-diagnostics",
                                           "--param",
                                           "--sysroot",
                                           "--output",
                                           "--language",
                                           "--include-directory",
                                           "--define-macro",
                                           "--undefine-macro",
                                           "--library-directory",
                                           "-resource-dir",
                                           "--config",
                                           "-fmodule-name",
                                           "-main-file-name",
                                           "-segprot",
                                           "-current_version",
                                           "-compatibility_version"};

/// Options after which there is nothing to link.
constexpr std::string_view kStopsBeforeLinking[] = {"-c",
                                                    "-S",
                                                    "-E",
                                                    "-M",
                                                    "-MM",
                                                    "-fsyntax-only",
                                                    "--compile",
                                                    "--assemble",
                                                    "--preprocess",
                                                    "--dependencies",
                                                    "--user-dependencies",
                                                    "--precompile",
                                                    "-emit-ast",
                                                    "--analyze",
                                                    "-extract-api",
                                                    "-emit-interface-stubs",
                                                    "-fmodule-header",
                                                    "-rewrite-objc",
                                                    "-verify-pch",
                                                    "-module-file-info"};
constexpr std::string_view kPreprocesses[] = {
    "-E", "-M", "-MM", "--preprocess", "--dependencies", "--user-dependencies"};
constexpr std::string_view kObjects[] = {".o", ".obj", ".lo", ".a", ".so", ".lib"};
constexpr std::string_view kHeaders[] = {".h", ".H", ".hh", ".hpp", ".hxx", ".h++", ".hp"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

std::string_view extension(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot);
}

bool is_recorded_machine(std::string_view triple) {
  return triple.starts_with("x86_64") || triple.starts_with("amd64");
}

/// One pass over the arguments.
class Reader {
 public:
  Invocation read(std::span<const std::string> words) {
    found_.is_internal = !words.empty() && words[0].starts_with("-cc1");
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] == "--") {
        while (++i < words.size()) input(words[i]);
        break;
      }
      const bool takes_next = is_one_of(words[i], kWithValue) && i + 1 < words.size();
      option_or_input(words[i], takes_next ? words[i + 1] : std::string_view());
      if (takes_next) ++i;
    }
    // Headers alone are precompiled.
    if (headers_ > 0 && headers_ == inputs_) found_.links = false;
    found_.leaves_out_libc = no_libraries_ && !names_libc_;
    found_.has_static_libstdcxx &= !found_.is_static && !other_cxx_library_;
    return found_;
  }

 private:
  void option_or_input(std::string_view word, std::string_view value) {
    if (word.empty() || word[0] != '-' || word == "-") return input(word);
    if (is_one_of(word, kStopsBeforeLinking)) found_.links = false;
    if (is_one_of(word, kPreprocesses)) found_.preprocesses_only = true;
    if (word.starts_with("-x")) language_ = word == "-x" ? value : word.substr(2);
    if (word.starts_with("-l") || word.starts_with("-Wl,")) linker(word == "-l" ? value : word.substr(2));
    if (word.starts_with("-O")) found_.optimises = word != "-O0";
    if (word == "-static" || word == "-static-pie" || word == "--static") found_.is_static = true;
    if (word == "-static-libstdc++") found_.has_static_libstdcxx = true;
    if (word.starts_with("-stdlib=") && word != "-stdlib=libstdc++") other_cxx_library_ = true;
    if (word == "-shared" || word == "--shared") found_.is_shared = true;
    if (word == "-r" || (word == "-Xlinker" && value == "-r")) found_.is_relocatable = true;
    if (word == "-nostdlib" || word == "-nodefaultlibs" || word == "-nolibc" ||
        word == "--no-standard-libraries")
      no_libraries_ = true;
    if (word == "-ffreestanding") found_.is_freestanding = true;
    if (word == "-fhosted" || word == "-fno-freestanding") found_.is_freestanding = false;
    if (word == "-mllvm" && (value == "-no-stack-coloring" || value == "--no-stack-coloring"))
      found_.stops_stack_coloring = true;
    machine(word, value);
  }

  void linker(std::string_view what) {
    if (what == "c") names_libc_ = true;
    if (what == "l,-r" || what == "l,--relocatable") found_.is_relocatable = true;
    if (!what.starts_with("l,")) found_.has_input = true;
  }

  void machine(std::string_view word, std::string_view value) {
    std::string_view triple;
    if (word.starts_with("--target=")) triple = word.substr(9);
    if (word == "-target") triple = value;
    if (!triple.empty())
      found_.foreign_machine = is_recorded_machine(triple) ? "" : "--target=" + std::string(triple);
    if (word == "-m32" || word == "-mx32" || word == "-m16") found_.foreign_machine = word;
    if (word == "-m64") found_.foreign_machine.clear();
  }

  void input(std::string_view word) {
    if (word.empty()) return;
    ++inputs_;
    // Where no file is there clang says so, and that there is no input: a library of ours must not be one.
    found_.has_input |= word == "-" || ::access(std::string(word).c_str(), F_OK) == 0;
    const bool has_language = !language_.empty() && language_ != "none";
    const bool is_object =
        is_one_of(extension(word), kObjects) || word.find(".so.") != std::string_view::npos;
    found_.has_source |= has_language || !is_object;
    if (has_language ? language_.ends_with("-header") : is_one_of(extension(word), kHeaders)) ++headers_;
  }

  Invocation found_;
  std::string language_;
  std::size_t inputs_ = 0, headers_ = 0;
  bool no_libraries_ = false;
  bool other_cxx_library_ = false;
  bool names_libc_ = false;
};

}  // namespace

Invocation read_invocation(std::span<const std::string> arguments) {
  Invocation found = Reader().read(expand_response_files(arguments));
  found.end =
      static_cast<std::size_t>(std::find(arguments.begin(), arguments.end(), "--") - arguments.begin());
  return found;
}

}  // namespace culprit::driver
