#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/base/ids.h"
#include "src/trace/format.h"

namespace culprit::test {

/// What TraceMaker is told of a struct's field or an enumerator.
struct MemberSpec {
  std::string name;
  TypeId type;
  std::int64_t offset = 0;  ///< bytes (of an enumerator: the value); give bit_offset for a bit-field
  std::uint32_t bits = 0;
  std::int64_t bit_offset = -1;
  bool is_base = false;
  std::uint32_t flags = 0;  ///< more of enum culprit_member_flag
};
struct ParameterSpec {
  std::string name;
  TypeId type;
  culprit_passing passing = CULPRIT_PASS_VALUE;
  bool is_this = false;
  bool is_fixed = false;
  bool is_own = false;   ///< of a loop: declared in its head
  bool is_rest = false;  ///< variable arguments
};
struct FunctionSpec {
  std::vector<ParameterSpec> parameters = {};
  TypeId result = {};  ///< none: nothing is recorded
  culprit_passing result_passing = CULPRIT_PASS_VALUE;
  std::string file = {};
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  culprit_function_kind kind = CULPRIT_FUNCTION_FUNCTION;
  FunctionId enclosing = {};
  std::vector<GlobalId> globals = {};
  std::string signature = {};
};

}  // namespace culprit::test
