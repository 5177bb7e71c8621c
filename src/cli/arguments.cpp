#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "src/base/text.h"
#include "src/cli/command.h"
#include "src/strategy/strategy.h"
#include "src/transform/transform.h"

namespace culprit::cli {
namespace {

std::string help_hint(const Command& command) {
  return "'culprit " + std::string(command.name) + " --help' shows what it takes";
}

std::string join(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

bool parse_number(std::string_view text, std::uint32_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

Status check_strategies(std::string_view names) {
  if (names == "all") return {};
  for (const std::string_view name : split(names, ',')) {
    const auto strategy = strategy::make_strategy(trimmed(name));
    if (!strategy) return tl::unexpected(strategy.error());
  }
  return {};
}

/// `what` names the option or operand in messages.
Status check_value(Takes takes, std::span<const std::string_view> choices, std::string_view what,
                   const std::string& value, const std::string& hint) {
  std::uint32_t number = 0;
  const std::string name(what);
  switch (takes) {
    case Takes::kNumber:
      if (parse_number(value, number)) return {};
      return fail(ErrorCode::kUsage, name + " takes a number from 0 to 4294967295, not '" + value + "'",
                  hint);
    case Takes::kChainSize:
      if (parse_number(value, number) && number >= transform::kLeastChainSize) return {};
      return fail(ErrorCode::kUsage,
                  name + " takes the most calls of a chain, a number from 2 on, not '" + value + "'", hint);
    case Takes::kChoice:
      if (std::find(choices.begin(), choices.end(), value) != choices.end()) return {};
      return fail(ErrorCode::kUsage, name + " takes " + join(choices) + ", not '" + value + "'", hint);
    case Takes::kStrategy:
      if (value.find(',') == std::string::npos) return check_strategies(value == "all" ? "'all'" : value);
      return fail(ErrorCode::kUsage, name + " takes one strategy, not '" + value + "'", hint);
    case Takes::kStrategies:
      return check_strategies(value);
    case Takes::kTransforms:
      return transform::parse_transformations(value).map([](const auto&) {});
    case Takes::kFile:
    case Takes::kText:
      if (!value.empty()) return {};
      return fail(ErrorCode::kUsage, name + " must not be empty", hint);
    case Takes::kNothing:
      return {};
  }
  return {};
}

std::vector<const Option*> all_options(const Command& command) {
  std::vector<const Option*> all;
  all.reserve(command.options.size() + common_options().size());
  for (const Option& option : command.options) all.push_back(&option);
  for (const Option& option : common_options()) all.push_back(&option);
  return all;
}

/// The option that a word is, or begins ("--depth=3").
const Option* known_option(const Command& command, std::string_view word) {
  for (const Option* option : all_options(command)) {
    if (word == option->flag || (!option->short_flag.empty() && word == option->short_flag)) return option;
    if (word.starts_with(option->flag) && word.substr(option->flag.size()).starts_with('=')) return option;
  }
  return nullptr;
}

bool takes_next_word(const Option& option, std::string_view word) {
  return option.takes != Takes::kNothing && word.find('=') == std::string_view::npos;
}

}  // namespace

std::size_t find_rest(const Command& command, std::span<const std::string> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--") return i;
    const Option* option = known_option(command, words[i]);
    if (option && takes_next_word(*option, words[i])) ++i;
    const bool is_operand = !option && (words[i].size() < 2 || words[i][0] != '-');
    if (is_operand && command.rest == Rest::kProgram) return i;
  }
  return words.size();
}

/// Turns a command's table into a CLI11 parser and its findings into Arguments.
class ArgumentReader {
 public:
  explicit ArgumentReader(const Command& command) : command_(command), options_(all_options(command)) {
    app_.set_help_flag();
    app_.allow_extras();
    values_.resize(options_.size());
    for (std::size_t i = 0; i < options_.size(); ++i) add(*options_[i], values_[i]);
  }

  Result<Arguments> read(std::span<const std::string> words) {
    if (command_.rest != Rest::kRefused) words = take_rest(words);
    std::vector<std::string> own(words.begin(), words.end());
    if (command_.rest == Rest::kCompiler) own = take_compiler_words(own);
    try {
      app_.parse(std::vector<std::string>(own.rbegin(), own.rend()));
    } catch (const CLI::Error& error) {
      return fail(ErrorCode::kUsage, explain(error), help_hint(command_));
    }
    if (const Status status = take_options(); !status) return tl::unexpected(status.error());
    if (const Status status = take_operands(); !status) return tl::unexpected(status.error());
    return std::move(arguments_);
  }

 private:
  void add(const Option& option, std::vector<std::string>& values) {
    const std::string names =
        (option.short_flag.empty() ? "" : std::string(option.short_flag) + ",") + std::string(option.flag);
    if (option.takes == Takes::kNothing) {
      given_.push_back(app_.add_flag(names));
    } else {
      given_.push_back(app_.add_option(names, values)
                           ->expected(1)
                           ->allow_extra_args(false)
                           ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll));
    }
  }

  std::span<const std::string> take_rest(std::span<const std::string> words) {
    const std::size_t rest = find_rest(command_, words);
    const bool has_separator = rest < words.size() && words[rest] == "--";
    arguments_.rest_.assign(words.begin() + static_cast<std::ptrdiff_t>(rest + has_separator), words.end());
    return words.first(rest);
  }

  /// Leaves only the options of the table.
  std::vector<std::string> take_compiler_words(const std::vector<std::string>& words) {
    std::vector<std::string> own;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const Option* option = known_option(command_, words[i]);
      if (!option) {
        arguments_.operands_.push_back(words[i]);
        continue;
      }
      own.push_back(words[i]);
      if (takes_next_word(*option, words[i]) && i + 1 < words.size()) own.push_back(words[++i]);
    }
    return own;
  }

  /// CLI11 names the option in its message but words it for programmers.
  std::string explain(const CLI::Error& error) const {
    for (const Option* option : options_) {
      const bool named = std::string_view(error.what()).find(option->flag) != std::string_view::npos;
      if (named && option->takes != Takes::kNothing)
        return std::string(option->flag) + " needs a value (" + std::string(option->value) + ")";
      if (named) return std::string(option->flag) + " takes no value";
    }
    return error.what();
  }

  Status take_options() {
    for (std::size_t i = 0; i < options_.size(); ++i) {
      const Option& option = *options_[i];
      if (given_[i]->count() == 0) continue;
      if (option.takes == Takes::kNothing) {
        arguments_.options_.emplace(option.flag, "");
        continue;
      }
      if (values_[i].size() > 1)
        return fail(ErrorCode::kUsage,
                    std::string(option.flag) + " was given " + std::to_string(values_[i].size()) + " times",
                    "give it once");
      const Status status =
          check_value(option.takes, option.choices, option.flag, values_[i][0], help_hint(command_));
      if (!status) return status;
      arguments_.options_.emplace(option.flag, values_[i][0]);
    }
    return {};
  }

  Status unknown_option(const std::string& word) const {
    std::vector<std::string_view> flags;
    flags.reserve(options_.size());
    for (const Option* option : options_) flags.push_back(option->flag);
    const std::string_view near = nearest(std::string_view(word).substr(0, word.find('=')), flags);
    return fail(ErrorCode::kUsage, "'" + std::string(command_.name) + "' has no option '" + word + "'",
                near.empty() ? help_hint(command_) : "did you mean " + std::string(near) + "?");
  }

  Status take_operands() {
    for (const std::string& word : app_.remaining()) {
      if (word == "--") continue;
      if (word.size() > 1 && word[0] == '-' && !after_separator(word)) return unknown_option(word);
      arguments_.operands_.push_back(word);
    }
    if (command_.rest != Rest::kRefused) return {};  // the command itself says what it misses
    const auto& operands = command_.operands;
    const bool repeats = !operands.empty() && operands.back().repeats;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (i < arguments_.operands_.size() || operands[i].is_optional) continue;
      return fail(ErrorCode::kUsage,
                  "'" + std::string(command_.name) + "' needs " + std::string(operands[i].name) + ": " +
                      std::string(operands[i].help),
                  help_hint(command_));
    }
    for (std::size_t i = 0; i < arguments_.operands_.size(); ++i) {
      if (i >= operands.size() && !repeats)
        return fail(ErrorCode::kUsage,
                    "'" + arguments_.operands_[i] + "' is one argument too many for '" +
                        std::string(command_.name) + "'",
                    help_hint(command_));
      const Operand& operand = operands[std::min(i, operands.size() - 1)];
      const Status status = check_value(operand.takes, operand.choices, operand.name, arguments_.operands_[i],
                                        help_hint(command_));
      if (!status) return status;
    }
    return {};
  }

  bool after_separator(const std::string& word) const {
    const auto words = app_.remaining();
    const auto separator = std::find(words.begin(), words.end(), "--");
    return std::find(words.begin(), words.end(), word) > separator;
  }

  const Command& command_;
  std::vector<const Option*> options_;
  std::vector<std::vector<std::string>> values_;
  std::vector<CLI::Option*> given_;
  CLI::App app_;
  Arguments arguments_;
};

std::string Arguments::text(std::string_view flag, std::string_view fallback) const {
  const auto found = options_.find(flag);
  return found == options_.end() ? std::string(fallback) : found->second;
}

Arguments Arguments::with_operand(std::string operand) const {
  Arguments copy = *this;
  copy.operands_.push_back(std::move(operand));
  return copy;
}

std::uint32_t Arguments::number(std::string_view flag, std::uint32_t fallback) const {
  const auto found = options_.find(flag);
  std::uint32_t number = fallback;
  if (found != options_.end()) parse_number(found->second, number);
  return number;
}

Result<Arguments> read_arguments(const Command& command, std::span<const std::string> words) {
  return ArgumentReader(command).read(words);
}

}  // namespace culprit::cli
