#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/base/ids.h"
#include "src/trace/format.h"

namespace culprit::trace {

struct SourceFile {
  std::string path;
  std::string directory;
  std::uint64_t size = 0;
  std::uint64_t modified = 0;
  std::array<std::uint8_t, 16> digest{};  ///< MD5 of the text that was compiled; zeros: not known
};

struct Member {
  std::string name;
  TypeId type;
  std::int64_t offset = 0;  ///< bits; an enumerator's value
  std::uint32_t bits = 0;
  std::uint32_t flags = 0;  ///< of enum culprit_member_flag

  bool is_base() const { return (flags & CULPRIT_MEMBER_BASE) != 0; }
  bool is_virtual() const { return is_base() && (flags & CULPRIT_MEMBER_VIRTUAL) != 0; }
  /// Of the template, and no part of an object.
  bool is_argument() const { return (flags & CULPRIT_MEMBER_ARGUMENT) != 0; }
};

struct Type {
  culprit_type_kind kind = CULPRIT_TYPE_OPAQUE;
  std::string name;
  TypeId element;
  std::uint64_t size = 0;
  std::uint64_t count = 0;
  std::vector<Member> members;
  std::uint32_t flags = 0;  ///< of enum culprit_type_flag
};

struct Parameter {
  std::string name;
  TypeId type;
  culprit_passing passing = CULPRIT_PASS_VALUE;
  bool is_this = false;
  bool is_fixed = false;  ///< of a loop: recorded where it begins, the same in every iteration
  bool is_own = false;    ///< of a loop: declared in its head, nobody sees it afterwards
  bool is_rest = false;   ///< absent: the variable arguments, which stand beside the enter
};

/// Of a loop, beside its function row; lines are 0 where they are not known.
struct Loop {
  culprit_loop_kind kind = CULPRIT_LOOP_OTHER;
  std::uint32_t index = 0;  ///< among the loops of its function
  std::string label;
  std::uint32_t head_first = 0;  ///< initialisation, condition and step
  std::uint32_t head_last = 0;
  std::uint32_t body_first = 0;
  std::uint32_t body_last = 0;
};

struct Function {
  culprit_function_kind kind = CULPRIT_FUNCTION_FUNCTION;
  std::string name;
  std::string signature;
  FileId file;
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  FunctionId enclosing;
  TypeId result_type;
  culprit_passing result_passing = CULPRIT_PASS_ABSENT;
  std::vector<Parameter> parameters;
  std::vector<GlobalId> globals;
  std::uint64_t code = 0;            ///< a hash of what it does, without names and places; 0: not known
  std::uint32_t argument_bytes = 0;  ///< in an enter, iteration or loop end (not the fixed); with padding
};

struct Global {
  std::string name;
  TypeId type;
  FileId file;
  std::uint32_t line = 0;
  std::uint32_t flags = 0;  ///< of enum culprit_global_flag
  Address address = 0;
  std::uint64_t size = 0;
};

struct Arc {
  culprit_arc kind;
  FunctionId from;
  FunctionId to;
  std::uint32_t parameter;
};

/// Where a function calls another.
struct CallSite {
  FunctionId caller;
  FunctionId callee;
  std::uint32_t line = 0;  ///< relative to the caller
};

/// What a trace says about the program, apart from its run. Row 0 of each table is the unknown thing; every
/// id in a row is valid (an id out of range in a damaged file reads as 0).
struct Tables {
  std::vector<SourceFile> files{1};
  std::vector<Type> types{1};
  std::vector<Function> functions{1};
  std::vector<Global> globals{1};
  std::vector<Arc> arcs;
  std::vector<CallSite> call_sites;
  /// How types hold other values, as the recorder described it; their types are rows of the table.
  std::unordered_map<TypeId, culprit_container> containers;
  std::unordered_map<FunctionId, Loop> loops;  ///< what is known of them; nothing in traces before version 3
  std::string producer;
  std::string program;
  std::string directory;
  std::string language;
  std::string parent;  ///< path of the trace of the process that started this one
  std::string build;   ///< what identifies the program file
  std::string input;   ///< path of the copy of standard input
  std::vector<std::string> arguments;
  std::vector<std::string> options;  ///< of the recorder, "name=value"
  bool is_whole = true;              ///< no definition is known to be lost

  const SourceFile& file(FileId id) const { return files[id.value()]; }
  const Type& type(TypeId id) const { return types[id.value()]; }
  const Function& function(FunctionId id) const { return functions[id.value()]; }
  const Global& global(GlobalId id) const { return globals[id.value()]; }
};

}  // namespace culprit::trace
