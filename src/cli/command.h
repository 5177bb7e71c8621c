#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/error.h"
#include "src/cli/console.h"
#include "src/cli/exit_code.h"

namespace culprit::cli {

/// What may follow an option, or stand as an operand: decides how it is checked and how shells complete it.
enum class Takes {
  kNothing,
  kText,
  kNumber,     ///< 0 .. 4,294,967,295
  kChainSize,  ///< 2 .. 4,294,967,295
  kFile,
  kStrategy,
  kStrategies,  ///< names with commas between them, or "all"
  kTransforms,  ///< names of transformations with commas between them, or "none"
  kChoice,      ///< one of `choices`
};

struct Option {
  std::string_view flag;        ///< "--depth"
  std::string_view short_flag;  ///< "-o", or empty
  Takes takes = Takes::kNothing;
  std::string_view value;  ///< what the help calls it: "N"
  std::string_view help;
  std::vector<std::string_view> choices = {};
};

struct Operand {
  std::string_view name;  ///< "FILE"
  std::string_view help;
  Takes takes = Takes::kFile;
  bool is_optional = false;
  bool repeats = false;
  std::vector<std::string_view> choices = {};
};

/// What a command does with words that are not its own.
enum class Rest {
  kRefused,
  kProgram,   ///< its first operand is a program, and all that follows belongs to that; "--" may stand before
  kCompiler,  ///< options that it does not know are operands, too; behind "--" all belongs to another program
};

/// What was given to a command; checked against its table, so asking cannot fail.
class Arguments {
 public:
  bool has(std::string_view flag) const { return options_.contains(flag); }
  std::string text(std::string_view flag, std::string_view fallback = {}) const;
  std::uint32_t number(std::string_view flag, std::uint32_t fallback) const;
  const std::vector<std::string>& operands() const { return operands_; }
  const std::string& operand(std::size_t i = 0) const { return operands_.at(i); }
  /// What belongs to another program.
  const std::vector<std::string>& rest() const { return rest_; }
  /// With an operand that was left out.
  Arguments with_operand(std::string operand) const;

 private:
  friend class ArgumentReader;
  std::map<std::string, std::string, std::less<>> options_;
  std::vector<std::string> operands_;
  std::vector<std::string> rest_;
};

/// A command of the program. Help, completion and the check of the manual pages all come from this.
struct Command {
  std::string_view name;
  std::string_view summary;  ///< one line, lower case, no full stop
  std::string_view details;  ///< paragraphs for --help
  std::vector<Operand> operands;
  std::vector<Option> options;
  Result<ExitCode> (*run)(const Arguments&, Console&);
  Rest rest = Rest::kRefused;
  std::string_view rest_usage = {};  ///< "-- PROGRAM [ARGUMENT…]", for the help
};

/// All commands that are listed, in the order of the help.
std::span<const Command> commands();
/// Options that every command takes.
std::span<const Option> common_options();
/// Also those that are not listed. Fails with kUsage, naming the nearest command.
Result<const Command*> find_command(std::string_view name);

/// Where the words of another program begin among those of a command; their number if there are none.
std::size_t find_rest(const Command& command, std::span<const std::string> words);

/// Checks the words after the command's name against its table. Fails with kUsage.
Result<Arguments> read_arguments(const Command& command, std::span<const std::string> words);

}  // namespace culprit::cli
