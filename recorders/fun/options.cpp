#include "recorders/fun/options.h"

#include <charconv>
#include <optional>

namespace culprit::fun {
namespace {

/// One option with a number behind it, as a word of its own or after =.
std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == 0) return std::nullopt;
  return number;
}

class Reader {
 public:
  explicit Reader(const std::vector<std::string>& words) : words_(words) {}

  Result<Options> read() {
    for (; at_ < words_.size(); ++at_) {
      const std::string& word = words_[at_];
      const bool is_option = !only_operands_ && word.size() > 1 && word[0] == '-' && word[1] == '-';
      if (!is_option && (only_operands_ || word != "-h")) {
        operands_.push_back(word);
        continue;
      }
      if (Status status = option(word); !status) return tl::unexpected(status.error());
    }
    return finish();
  }

 private:
  static tl::unexpected<Error> refuse(std::string what, std::string hint = "'culprit-fun --help' says more") {
    return fail(ErrorCode::kUsage, std::move(what), std::move(hint));
  }

  Status option(const std::string& word) {
    if (word == "--") {
      only_operands_ = true;
    } else if (word == "--help" || word == "-h") {
      options_.action = Options::Action::kHelp;
    } else if (word == "--version") {
      options_.action = Options::Action::kVersion;
    } else if (word == "--check") {
      options_.action = Options::Action::kCheck;
    } else {
      return limit(word);
    }
    return {};
  }

  Status limit(const std::string& word) {
    const std::string name = word.substr(0, word.find('='));
    if (name != "--steps" && name != "--depth") return refuse("there is no option '" + name + "'");
    std::string text;
    if (name.size() < word.size())
      text = word.substr(name.size() + 1);
    else if (at_ + 1 < words_.size())
      text = words_[++at_];
    const auto number = number_of(text);
    constexpr std::uint64_t kDeepest = 1'000'000'000;
    if (!number || (name == "--depth" && *number > kDeepest))
      return refuse(name + " takes a number from 1 on, not '" + text + "'",
                    "for example " + name + " 1000000");
    if (name == "--steps")
      options_.limits.steps = *number;
    else
      options_.limits.depth = static_cast<std::uint32_t>(*number);
    return {};
  }

  Result<Options> finish() {
    if (options_.action == Options::Action::kHelp || options_.action == Options::Action::kVersion)
      return options_;
    if (operands_.size() != 2)
      return refuse(operands_.empty()       ? "FILE is missing: the program"
                    : operands_.size() == 1 ? "EXPRESSION is missing: what to evaluate"
                                            : "there are " + std::to_string(operands_.size()) +
                                                  " words where FILE and EXPRESSION are expected",
                    "for example: culprit-fun mergesort.fun 'mergesort((8 2 1))'");
    options_.program = operands_[0];
    options_.expression = operands_[1];
    return options_;
  }

  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
  bool only_operands_ = false;
  std::vector<std::string> operands_;
  Options options_;
};

}  // namespace

Result<Options> read_options(const std::vector<std::string>& words) {
  return Reader(words).read();
}

std::string help_text() {
  return "usage: culprit-fun [--steps N] [--depth N] [--check] FILE EXPRESSION\n"
         "\n"
         "Evaluates an expression with the functions of a program in Culprit's functional language, and "
         "prints its value.\n"
         "To debug it: culprit run FILE -- EXPRESSION\n"
         "\n"
         "options\n"
         "  --steps N     fail after so many steps (default: no limit)\n"
         "  --depth N     fail when so many calls are in one another (default: 2000000)\n"
         "  --check       only say whether program and expression are in order\n"
         "  --version     print the version\n"
         "  -h, --help    print this\n"
         "\n"
         "example\n"
         "  culprit-fun mergesort.fun 'mergesort((8 2 1 6 4 7 5 3))'\n";
}

}  // namespace culprit::fun
