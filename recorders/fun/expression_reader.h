#pragma once

#include <vector>

#include "recorders/fun/heap.h"
#include "recorders/fun/unit.h"

namespace culprit::fun {

/// Reads one expression and writes the code of a function for it as it goes. What is open (parentheses, blocks, operators that wait for
/// their right side) lies on a stack of its own, so that no nesting is too deep.
class ExpressionReader {
 public:
  ExpressionReader(const Source& source, const std::vector<Token>& tokens, Heap& heap, Unit& unit,
                   Function& function, Scope& scope)
      : source_(source), tokens_(tokens), heap_(heap), unit_(unit), function_(function), scope_(scope) {}

  /// From token `at` on; gives the first token that does not belong to it.
  Result<std::size_t> read(std::size_t at);

 private:
  enum class Kind : std::uint8_t {
    kBottom,
    kParentheses,
    kCall,
    kBlock,
    kDefinition,
    kReturn,
    kIf,
    kOperator
  };
  enum class Stage : std::uint8_t { kCondition, kThen, kElse };
  /// Something that is not complete yet.
  struct Open {
    Kind kind;
    std::size_t token;        ///< where it began
    std::uint32_t count = 0;  ///< of commas so far
    Stage stage = Stage::kCondition;
    std::uint32_t patch = 0;  ///< a jump whose goal is not known yet
    std::uint32_t exits =
        kNoJump;             ///< the last of the jumps to the end of an `if`; each has the one before in `a`
    std::size_t branch = 0;  ///< where a condition or branch of an `if` began
    std::size_t names = 0;   ///< in scope before a block
    Op op = Op::kNot;
    int precedence = 0;
  };
  static constexpr std::uint32_t kNoJump = ~std::uint32_t{0};
  static constexpr std::size_t kNoToken = ~std::size_t{0};

  const Token& token() const { return tokens_[at_]; }
  std::uint32_t here() const { return static_cast<std::uint32_t>(function_.code.size()); }
  std::uint32_t emit(Op op, std::size_t token, std::uint32_t a = 0, std::uint32_t b = 0);
  void constant(Value value, std::size_t token);
  void want(bool operand) { wants_operand_ = operand; }

  Status operand();
  Status word();
  Status parenthesis();
  Value data(std::size_t end);
  Status after();
  Status binary(Op op, int precedence);
  void reduce(int precedence);
  void apply(const Open& open);
  void close_if(Open open);

  Status in_group();
  Status in_if();
  Status in_block();
  Status in_definition();
  Status in_return();
  Status begin_item();
  std::size_t pattern_end(std::size_t at) const;
  Status define(std::size_t pattern);
  Status define_name(std::size_t name);
  void load(std::size_t name, std::string hint = {});
  void load_pattern(std::size_t pattern);

  Status refuse_token(std::string_view expected, std::string hint = {});
  Status refuse(std::size_t token, const std::string& what, std::string hint = {});
  Status check_lone_list(std::size_t open, std::size_t sign);
  std::string still_open(const Open& open) const;

  const Source& source_;
  const std::vector<Token>& tokens_;
  Heap& heap_;
  Unit& unit_;
  Function& function_;
  Scope& scope_;
  std::vector<Open> open_;
  std::size_t at_ = 0;
  bool wants_operand_ = true;
  bool is_done_ = false;
  std::size_t lone_list_ = kNoToken;  ///< the operand just read, if it is a list of one number
};

}  // namespace culprit::fun
