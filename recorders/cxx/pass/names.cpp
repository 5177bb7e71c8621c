#include "recorders/cxx/pass/names.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/Path.h>

#include <array>
#include <string_view>
#include <utility>

namespace culprit::pass {
namespace {

using namespace llvm;

/// Nesting of template arguments that is still written out.
constexpr unsigned kMostDepth = 12;

std::string named(const DIType* type, unsigned depth);

std::string scope_prefix(const DIScope* scope, unsigned depth) {
  if (!scope || isa<DIFile>(scope) || isa<DICompileUnit>(scope)) return {};
  if (const auto* space = dyn_cast<DINamespace>(scope)) {
    // Inline namespaces such as std::__cxx11 are nothing a programmer writes.
    const bool hidden = space->getExportSymbols() || space->getName().starts_with("__cxx");
    const std::string outer = scope_prefix(space->getScope(), depth);
    if (hidden && !space->getName().empty()) return outer;
    return outer + (space->getName().empty() ? "(anonymous namespace)" : space->getName().str()) + "::";
  }
  if (const auto* type = dyn_cast<DIType>(scope)) return named(type, depth) + "::";
  if (const auto* function = dyn_cast<DISubprogram>(scope)) return function_name(function) + "::";
  return scope_prefix(scope->getScope(), depth);
}

std::string constant_text(const Metadata* value, const DIType* type) {
  const auto* wrapped = dyn_cast_or_null<ConstantAsMetadata>(value);
  const auto* number = wrapped ? dyn_cast<ConstantInt>(wrapped->getValue()) : nullptr;
  if (!number) return "?";
  const auto* basic = dyn_cast_or_null<DIBasicType>(bare_type(type));
  if (basic && basic->getEncoding() == dwarf::DW_ATE_boolean) return number->isZero() ? "false" : "true";
  const bool is_signed = !basic || basic->getEncoding() == dwarf::DW_ATE_signed ||
                         basic->getEncoding() == dwarf::DW_ATE_signed_char;
  SmallString<24> text;
  number->getValue().toString(text, 10, is_signed);
  return std::string(text);
}

void add_argument(std::string& list, const Metadata* argument, unsigned depth) {
  const auto add = [&](const std::string& text) { list += (list.empty() ? "" : ", ") + text; };
  if (const auto* type = dyn_cast<DITemplateTypeParameter>(argument)) {
    if (!type->isDefault()) add(named(type->getType(), depth + 1));
    return;
  }
  const auto* value = dyn_cast<DITemplateValueParameter>(argument);
  if (!value || value->isDefault()) return;
  if (value->getTag() == dwarf::DW_TAG_GNU_template_parameter_pack) {
    if (const auto* pack = dyn_cast_or_null<MDTuple>(value->getValue()))
      for (const auto& element : pack->operands()) add_argument(list, element.get(), depth);
  } else if (value->getTag() == dwarf::DW_TAG_GNU_template_template_param) {
    if (const auto* name = dyn_cast_or_null<MDString>(value->getValue())) add(name->getString().str());
  } else {
    add(constant_text(value->getValue(), value->getType()));
  }
}

/// `vector<int, std::allocator<int> >` as debug info has it, without what is default.
std::string template_name(StringRef full, const DINodeArray& parameters, unsigned depth) {
  const std::size_t open = full.starts_with("operator") ? StringRef::npos : full.find('<');
  if (open == StringRef::npos || parameters.empty()) return full.str();
  if (depth > kMostDepth) return full.substr(0, open).str() + "<...>";
  std::string list;
  for (const auto* parameter : parameters) add_argument(list, parameter, depth);
  return full.substr(0, open).str() + "<" + list + ">";
}

/// The names that the standard library gives to its most used instances.
std::string usual_name(std::string name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kUsual{{
      {"std::basic_string<char>", "std::string"},
      {"std::basic_string<wchar_t>", "std::wstring"},
      {"std::basic_string<char8_t>", "std::u8string"},
      {"std::basic_string<char16_t>", "std::u16string"},
      {"std::basic_string<char32_t>", "std::u32string"},
      {"std::basic_string_view<char>", "std::string_view"},
      {"std::basic_ostream<char>", "std::ostream"},
      {"std::basic_istream<char>", "std::istream"},
      {"std::basic_iostream<char>", "std::iostream"},
      {"std::basic_ifstream<char>", "std::ifstream"},
      {"std::basic_ofstream<char>", "std::ofstream"},
      {"std::basic_stringstream<char>", "std::stringstream"},
      {"std::basic_ostringstream<char>", "std::ostringstream"},
      {"std::basic_istringstream<char>", "std::istringstream"},
  }};
  for (const auto& [full, usual] : kUsual)
    if (name == full) return std::string(usual);
  return name;
}

std::string function_type_text(const DISubroutineType* type, const std::string& middle, unsigned depth) {
  const DITypeRefArray types = type->getTypeArray();
  std::string parameters;
  for (unsigned i = 1; i < types.size(); ++i)
    parameters += (i > 1 ? ", " : "") + (types[i] ? named(types[i], depth + 1) : "...");
  return (types.size() && types[0] ? named(types[0], depth + 1) : "void") + " " + middle + "(" + parameters +
         ")";
}

std::string array_name(const DICompositeType* type, unsigned depth) {
  std::string text = named(type->getBaseType(), depth + 1);
  for (const auto* element : type->getElements()) {
    const auto* range = dyn_cast<DISubrange>(element);
    const auto count = range ? range->getCount() : DISubrange::BoundType();
    const auto* number = dyn_cast_if_present<ConstantInt*>(count);
    text += "[" + (number && !number->isMinusOne() ? std::to_string(number->getZExtValue()) : "") + "]";
  }
  return text;
}

std::string derived_name(const DIDerivedType* type, unsigned depth) {
  const DIType* base = type->getBaseType();
  switch (type->getTag()) {
    case dwarf::DW_TAG_pointer_type:
      if (const auto* function = dyn_cast_or_null<DISubroutineType>(bare_type(base)))
        return function_type_text(function, "(*)", depth);
      return named(base, depth + 1) + "*";
    case dwarf::DW_TAG_reference_type:
      return named(base, depth + 1) + "&";
    case dwarf::DW_TAG_rvalue_reference_type:
      return named(base, depth + 1) + "&&";
    case dwarf::DW_TAG_const_type: {
      // `const` belongs to the right of a pointer, and to the left of everything else.
      const auto* pointer = dyn_cast_or_null<DIDerivedType>(base);
      const bool right = pointer && pointer->getTag() == dwarf::DW_TAG_pointer_type;
      return right ? named(base, depth) + " const" : "const " + named(base, depth);
    }
    case dwarf::DW_TAG_volatile_type:
      return "volatile " + named(base, depth);
    case dwarf::DW_TAG_ptr_to_member_type:
      return named(base, depth + 1) + " " + named(type->getClassType(), depth + 1) + "::*";
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_template_alias:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
      return named(base, depth);
    default:
      return type->getName().empty() ? named(base, depth) : type->getName().str();
  }
}

std::string composite_name(const DICompositeType* type, unsigned depth) {
  if (type->getTag() == dwarf::DW_TAG_array_type) return array_name(type, depth);
  const std::string prefix = scope_prefix(type->getScope(), depth);
  if (type->getName().empty()) {
    const char* kind = type->getTag() == dwarf::DW_TAG_union_type         ? "union"
                       : type->getTag() == dwarf::DW_TAG_enumeration_type ? "enum"
                       : type->getTag() == dwarf::DW_TAG_class_type       ? "lambda"
                                                                          : "struct";
    return prefix + kind + "@" + std::to_string(type->getLine());
  }
  return usual_name(prefix + template_name(type->getName(), type->getTemplateParams(), depth));
}

std::string named(const DIType* type, unsigned depth) {
  if (!type) return "void";
  if (depth > 4 * kMostDepth) return "...";
  if (const auto* derived = dyn_cast<DIDerivedType>(type)) return derived_name(derived, depth);
  if (const auto* composite = dyn_cast<DICompositeType>(type)) return composite_name(composite, depth);
  if (const auto* function = dyn_cast<DISubroutineType>(type)) return function_type_text(function, "", depth);
  return type->getName().str();
}

}  // namespace

/// A va_list is an array of one, so that it is passed by address: to who reads the program it is an object.
static const DIType* without_va_list_array(const DIType* type) {
  const auto* array = dyn_cast_or_null<DICompositeType>(type);
  if (!array || array->getTag() != dwarf::DW_TAG_array_type) return type;
  const auto* element = dyn_cast_or_null<DICompositeType>(array->getBaseType());
  return element && element->getName() == "__va_list_tag" ? element : type;
}

const DIType* bare_type(const DIType* type) {
  while (const auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case dwarf::DW_TAG_typedef:
      case dwarf::DW_TAG_template_alias:
      case dwarf::DW_TAG_const_type:
      case dwarf::DW_TAG_volatile_type:
      case dwarf::DW_TAG_restrict_type:
      case dwarf::DW_TAG_atomic_type:
      case dwarf::DW_TAG_immutable_type:
        type = derived->getBaseType();
        continue;
      default:
        return type;
    }
  }
  return without_va_list_array(type);
}

std::string type_name(const DIType* type) {
  return named(type, 0);
}

const DIType* class_of(const DISubprogram* function) {
  const DISubprogram* declared = function->getDeclaration() ? function->getDeclaration() : function;
  return dyn_cast_or_null<DICompositeType>(declared->getScope());
}

bool is_lambda(const DISubprogram* function) {
  const auto* type = dyn_cast_or_null<DICompositeType>(class_of(function));
  return type && type->getTag() == dwarf::DW_TAG_class_type && type->getName().empty() &&
         function->getName().starts_with("operator()");
}

bool is_constructor(const DISubprogram* function) {
  const DIType* owner = class_of(function);
  return owner && function->getName().split('<').first == owner->getName().split('<').first;
}

std::string function_name(const DISubprogram* function) {
  const DISubprogram* declared = function->getDeclaration() ? function->getDeclaration() : function;
  if (is_lambda(function)) return type_name(class_of(function));
  return scope_prefix(declared->getScope(), 0) +
         template_name(function->getName(), function->getTemplateParams(), 0);
}

std::string function_signature(const DISubprogram* function) {
  std::string text;
  const DITypeRefArray types = function->getType() ? function->getType()->getTypeArray() : DITypeRefArray();
  const bool is_method = types.size() > 1 && types[1] && types[1]->isArtificial();
  for (unsigned i = is_method ? 2 : 1; i < types.size(); ++i)
    text += (text.empty() ? "" : ", ") + (types[i] ? type_name(types[i]) : "...");
  return function_name(function) + "(" + text + ")";
}

std::string file_path(const DIFile* file) {
  if (!file) return {};
  SmallString<256> path(file->getFilename());
  if (!sys::path::is_absolute(path)) {
    path = file->getDirectory();
    sys::path::append(path, file->getFilename());
  }
  sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return std::string(path);
}

bool is_system_path(const std::string& path) {
  const StringRef text(path);
  return text.starts_with("/usr/include/") || text.starts_with("/usr/lib/") ||
         text.starts_with("/usr/local/include/") || text.contains("/lib/culprit/include/");
}

}  // namespace culprit::pass
