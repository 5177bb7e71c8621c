#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "recorders/fun/code.h"
#include "recorders/fun/lexer.h"

namespace culprit::fun {

/// A call in the text, before it is known what it calls. Until then the instruction kCall has its row in `a`.
struct CallName {
  std::string_view name;
  std::uint32_t arguments;
  const Source* source;
  Position position;
};

/// A name without parentheses that nothing defines. It is complained of once all functions are known, since it may be one.
struct UnknownName {
  std::string_view name;
  const Source* source;
  Position position;
  std::string hint;
};

/// Code while it is being read.
struct Unit {
  Code code;
  std::vector<CallName> calls;
  std::vector<UnknownName> unknown;
};

/// The names that a function's expressions can use: its parameters, and what the blocks around them define.
class Scope {
 public:
  struct Name {
    std::uint32_t local;
    Position position;
  };
  const Name* find(std::string_view name) const;
  /// Precondition: it is not there yet.
  void add(std::string_view name, Name what);
  std::size_t size() const { return order_.size(); }
  /// Forgets the newest names until `size` are left.
  void shrink(std::size_t size);
  const std::vector<std::string_view>& names() const { return order_; }

 private:
  std::unordered_map<std::string_view, Name> names_;
  std::vector<std::string_view> order_;
};

}  // namespace culprit::fun
