#include "recorders/cxx/pass/types.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/xxhash.h>

#include <string>

#include "recorders/cxx/pass/module_tables.h"
#include "recorders/cxx/pass/names.h"

namespace culprit::pass {
namespace {

using namespace llvm;

culprit_type_kind basic_kind(const DIBasicType* type) {
  switch (type->getEncoding()) {
    case dwarf::DW_ATE_boolean:
      return CULPRIT_TYPE_BOOL;
    case dwarf::DW_ATE_float:
      return CULPRIT_TYPE_FLOAT;
    case dwarf::DW_ATE_signed:
      return CULPRIT_TYPE_SIGNED;
    case dwarf::DW_ATE_UTF:
      return CULPRIT_TYPE_CHAR;
    case dwarf::DW_ATE_signed_char:
    case dwarf::DW_ATE_unsigned_char:
      // Explicitly signed or unsigned chars are small numbers; plain ones are text.
      return type->getName() == "char"                          ? CULPRIT_TYPE_CHAR
             : type->getEncoding() == dwarf::DW_ATE_signed_char ? CULPRIT_TYPE_SIGNED
                                                                : CULPRIT_TYPE_UNSIGNED;
    case dwarf::DW_ATE_unsigned:
      return CULPRIT_TYPE_UNSIGNED;
    default:
      return CULPRIT_TYPE_OPAQUE;
  }
}

bool is_system(const DIType* type) {
  return type->getFile() && is_system_path(file_path(type->getFile()));
}

/// Streams and locales: large, and of no meaning to who answers questions.
bool is_machinery(const DICompositeType* type) {
  if (!is_system(type)) return false;
  const StringRef name = type->getName();
  for (const StringRef prefix :
       {"basic_ios<", "basic_istream<", "basic_ostream<", "basic_iostream<", "basic_streambuf<",
        "basic_filebuf<", "basic_ifstream<", "basic_ofstream<", "basic_fstream<", "basic_stringbuf<",
        "basic_stringstream<", "basic_istringstream<", "basic_ostringstream<", "ios_base", "locale", "ctype<",
        "codecvt<", "_IO_FILE"})
    if (name.starts_with(prefix)) return true;
  return false;
}

/// Objects of the class begin with the address of a virtual table.
bool is_polymorphic(const DICompositeType* type, unsigned depth = 0) {
  if (depth > 64) return false;
  for (const auto* element : type->getElements()) {
    const auto* member = dyn_cast_or_null<DIDerivedType>(element);
    if (!member) continue;
    if (member->getTag() == dwarf::DW_TAG_member && member->getName().starts_with("_vptr")) return true;
    if (member->getTag() != dwarf::DW_TAG_inheritance) continue;
    if (member->getFlags() & DINode::FlagVirtual) return true;
    const auto* base = dyn_cast_or_null<DICompositeType>(bare_type(member->getBaseType()));
    if (base && member->getOffsetInBits() == 0 && is_polymorphic(base, depth + 1)) return true;
  }
  return false;
}

/// The same for the same type in every module, and another for another one of the same name: classes are told apart by
/// where they are declared, pointers and arrays by what they lead to.
std::uint64_t type_key(const DIType* type) {
  type = bare_type(type);
  if (!type) return 1;
  std::string text =
      type_name(type) + "|" + std::to_string(type->getTag()) + "|" + std::to_string(type->getSizeInBits());
  if (const auto* derived = dyn_cast<DIDerivedType>(type)) {
    text += "|" + std::to_string(type_key(derived->getBaseType()));
  } else if (const auto* composite = dyn_cast<DICompositeType>(type)) {
    if (composite->getTag() == dwarf::DW_TAG_array_type)
      text += "|" + std::to_string(type_key(composite->getBaseType()));
    else
      text += "|" + composite->getIdentifier().str() + "|" + file_path(composite->getFile()) + "|" +
              std::to_string(composite->getLine()) + (composite->isForwardDecl() ? "|declared" : "");
  }
  return xxh3_64bits(text) | 1;
}

/// Also by a name for a const type.
bool is_const(const DIType* type) {
  while (const auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    if (derived->getTag() == dwarf::DW_TAG_const_type) return true;
    if (derived == bare_type(derived)) return false;
    type = derived->getBaseType();
  }
  return false;
}

std::uint64_t array_count(const Metadata* element) {
  const auto* range = dyn_cast_or_null<DISubrange>(element);
  const auto count = range ? range->getCount() : DISubrange::BoundType();
  const auto* number = dyn_cast_if_present<ConstantInt*>(count);
  return number && !number->isNegative() ? number->getZExtValue() : 0;
}

}  // namespace

std::uint64_t Types::size(const DIType* type) {
  const DIType* bare = bare_type(type);
  if (!bare) return 0;
  const auto* derived = dyn_cast<DIDerivedType>(bare);
  if (derived && is_pointer(derived)) return 8;
  return (bare->getSizeInBits() + 7) / 8;
}

bool Types::is_pointer(const DIType* type) {
  const auto* derived = dyn_cast_or_null<DIDerivedType>(bare_type(type));
  return derived && (derived->getTag() == dwarf::DW_TAG_pointer_type ||
                     derived->getTag() == dwarf::DW_TAG_reference_type ||
                     derived->getTag() == dwarf::DW_TAG_rvalue_reference_type);
}

/// Types name each other in circles and chains: a list of those still to be described, instead of recursion.
std::uint32_t Types::id(const DIType* type) {
  const DIType* bare = bare_type(type);
  if (!bare) return 0;
  const auto [at, is_new] = ids_.try_emplace(bare, 0);
  if (!is_new) return at->second;
  const std::uint32_t id = tables_.reserve_type();
  ids_[bare] = id;
  waiting_.emplace_back(id, bare);
  if (is_describing_) return id;
  is_describing_ = true;
  while (!waiting_.empty()) {
    const auto [next, described] = waiting_.back();
    waiting_.pop_back();
    describe(next, described);
  }
  is_describing_ = false;
  return id;
}

void Types::describe(std::uint32_t id, const DIType* type) {
  culprit_type row{};
  std::vector<culprit_member> members;
  row.name = tables_.string(type_name(type));
  row.size = size(type);
  if (const auto* basic = dyn_cast<DIBasicType>(type))
    row.kind = basic_kind(basic);
  else if (const auto* derived = dyn_cast<DIDerivedType>(type))
    describe_derived(row, members, derived);
  else if (const auto* composite = dyn_cast<DICompositeType>(type))
    describe_composite(row, members, composite);
  else if (isa<DISubroutineType>(type))
    row.kind = CULPRIT_TYPE_FUNCTION;
  tables_.fill_type(id, row, members, type_key(type));
}

void Types::describe_derived(culprit_type& row, std::vector<culprit_member>& members,
                             const DIDerivedType* type) {
  if (type->getTag() == dwarf::DW_TAG_ptr_to_member_type) return describe_member_pointer(row, members, type);
  if (!is_pointer(type)) return;
  row.kind = type->getTag() == dwarf::DW_TAG_pointer_type ? CULPRIT_TYPE_POINTER : CULPRIT_TYPE_REFERENCE;
  row.element = id(type->getBaseType());
  if (is_const(type->getBaseType())) row.flags |= CULPRIT_TYPE_TO_CONST;
}

/// One to a function is its address, or 1 more than the place of a virtual one in the table of the class, and how far the object begins
/// elsewhere. The virtual ones are named here, as no parts of an object.
void Types::describe_member_pointer(culprit_type& row, std::vector<culprit_member>& members,
                                    const DIDerivedType* type) {
  if (!isa_and_nonnull<DISubroutineType>(bare_type(type->getBaseType()))) return;
  row.element = id(type->getBaseType());
  const auto* owner = dyn_cast_or_null<DICompositeType>(bare_type(type->getClassType()));
  if (!owner) return;
  for (const auto* element : owner->getElements()) {
    const auto* function = dyn_cast_or_null<DISubprogram>(element);
    if (!function || function->getVirtuality() == 0) continue;
    culprit_member out{};
    out.name = tables_.string(function_name(function));
    out.offset = 1 + 8 * static_cast<std::int64_t>(function->getVirtualIndex());
    out.flags = CULPRIT_MEMBER_ARGUMENT;
    members.push_back(out);
  }
}

void Types::describe_composite(culprit_type& row, std::vector<culprit_member>& members,
                               const DICompositeType* type) {
  switch (type->getTag()) {
    case dwarf::DW_TAG_enumeration_type:
      row.kind = CULPRIT_TYPE_ENUM;
      row.element = id(type->getBaseType());
      for (const auto* element : type->getElements())
        if (const auto* value = dyn_cast<DIEnumerator>(element))
          members.push_back({tables_.string(value->getName()), 0,
                             value->isUnsigned() ? static_cast<std::int64_t>(value->getValue().getZExtValue())
                                                 : value->getValue().getSExtValue(),
                             0, 0});
      return;
    case dwarf::DW_TAG_array_type:
      describe_array(row, type);
      return;
    case dwarf::DW_TAG_union_type:
      row.kind = CULPRIT_TYPE_UNION;
      describe_class(row, members, type);
      return;
    case dwarf::DW_TAG_structure_type:
    case dwarf::DW_TAG_class_type:
      row.kind = CULPRIT_TYPE_STRUCT;
      describe_class(row, members, type);
      return;
    default:
      return;
  }
}

void Types::describe_class(culprit_type& row, std::vector<culprit_member>& members,
                           const DICompositeType* type) {
  if (is_system(type)) row.flags |= CULPRIT_TYPE_SYSTEM;
  if (type->isForwardDecl()) row.flags |= CULPRIT_TYPE_INCOMPLETE;
  if (is_polymorphic(type)) row.flags |= CULPRIT_TYPE_POLYMORPHIC;
  if (is_machinery(type)) {
    row.kind = CULPRIT_TYPE_OPAQUE;
    return;
  }
  for (const auto* element : type->getElements()) {
    const auto* member = dyn_cast_or_null<DIDerivedType>(element);
    if (!member || member->isStaticMember()) continue;
    const bool is_base = member->getTag() == dwarf::DW_TAG_inheritance;
    if (!is_base && (member->getTag() != dwarf::DW_TAG_member || member->getName().starts_with("_vptr")))
      continue;
    const bool is_virtual = is_base && (member->getFlags() & DINode::FlagVirtual);
    // Of a virtual base debug info says, in bytes, where in the virtual table its distance stands.
    const auto offset = static_cast<std::int64_t>(member->getOffsetInBits()) * (is_virtual ? 8 : 1);
    culprit_member out{};
    out.name = tables_.string(member->getName());
    out.type = id(member->getBaseType());
    out.offset = offset;
    out.bits = member->isBitField() ? static_cast<std::uint32_t>(member->getSizeInBits()) : 0;
    out.flags = is_virtual ? CULPRIT_MEMBER_BASE | CULPRIT_MEMBER_VIRTUAL : is_base ? CULPRIT_MEMBER_BASE : 0;
    members.push_back(out);
  }
  add_arguments(members, type);
}

void Types::add_arguments(std::vector<culprit_member>& members, const DICompositeType* type) {
  std::vector<const Metadata*> waiting;
  for (const auto* parameter : type->getTemplateParams()) waiting.push_back(parameter);
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    culprit_member out{};
    out.flags = CULPRIT_MEMBER_ARGUMENT;
    if (const auto* argument = dyn_cast<DITemplateTypeParameter>(waiting[i])) {
      out.name = tables_.string(argument->getName());
      out.type = id(argument->getType());
      members.push_back(out);
    } else if (const auto* value = dyn_cast<DITemplateValueParameter>(waiting[i])) {
      if (value->getTag() == dwarf::DW_TAG_GNU_template_parameter_pack) {
        // The parts of a pack stand where the pack does.
        if (const auto* pack = dyn_cast_or_null<MDTuple>(value->getValue()))
          waiting.insert(waiting.begin() + static_cast<std::ptrdiff_t>(i) + 1, pack->op_begin(),
                         pack->op_end());
        continue;
      }
      const auto* wrapped = dyn_cast_or_null<ConstantAsMetadata>(value->getValue());
      const auto* number = wrapped ? dyn_cast<ConstantInt>(wrapped->getValue()) : nullptr;
      if (!number || number->getBitWidth() > 64) continue;
      out.name = tables_.string(value->getName());
      out.type = id(value->getType());
      out.offset = number->getSExtValue();
      members.push_back(out);
    }
  }
}

std::uint32_t Types::array_of(std::uint32_t element, std::uint64_t element_size, std::uint64_t count,
                              const std::string& name, std::uint64_t base_key) {
  culprit_type row{};
  row.kind = CULPRIT_TYPE_ARRAY;
  row.name = tables_.string(name);
  row.element = element;
  row.count = count;
  row.size = element_size * count;
  const std::uint32_t id = tables_.reserve_type();
  tables_.fill_type(id, row, {}, xxh3_64bits(name + "|" + std::to_string(base_key)) | 1);
  return id;
}

/// `int[2][3]` is one array with two ranges in debug info, and an array of arrays to everybody else.
void Types::describe_array(culprit_type& row, const DICompositeType* type) {
  row.kind = CULPRIT_TYPE_ARRAY;
  row.element = id(type->getBaseType());
  std::uint64_t element_size = size(type->getBaseType());
  std::string element_name = type_name(type->getBaseType());
  const DINodeArray ranges = type->getElements();
  for (unsigned i = ranges.size(); i-- > 1;) {
    const std::uint64_t count = array_count(ranges[i]);
    element_name += "[" + std::to_string(count) + "]";
    row.element = array_of(row.element, element_size, count, element_name, type_key(type->getBaseType()));
    element_size *= count;
  }
  row.count = ranges.empty() ? 0 : array_count(ranges[0]);
  if (type->isVector()) row.count = element_size ? row.size / element_size : 0;
}

}  // namespace culprit::pass
