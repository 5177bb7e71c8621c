#include "recorders/cxx/pass/module_tables.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>
#include <chrono>

#include "recorders/cxx/pass/names.h"

namespace culprit::pass {
namespace {

using namespace llvm;

/// Constructors below 100 are the implementation's: ours run before those of the program.
constexpr int kFirst = 1;

GlobalVariable* private_global(Module& module, Constant* value, const Twine& name, bool is_constant) {
  auto* global =
      new GlobalVariable(module, value->getType(), is_constant, GlobalValue::PrivateLinkage, value, name);
  global->setAlignment(Align(8));
  return global;
}

}  // namespace

ModuleTables::ModuleTables(Module& module) : module_(module) {
  // Stand-ins: both are replaced when the tables are complete.
  Type* byte = Type::getInt8Ty(module.getContext());
  descriptor_ =
      new GlobalVariable(module, byte, false, GlobalValue::PrivateLinkage, nullptr, "culprit.module");
  sites_ = new GlobalVariable(module, byte, false, GlobalValue::PrivateLinkage, nullptr, "culprit.functions");
}

std::uint32_t ModuleTables::string(StringRef text) {
  if (text.empty()) return 0;
  const auto [at, is_new] = string_ids_.try_emplace(text, static_cast<std::uint32_t>(string_at_.size()));
  if (is_new) {
    text_ += text;
    string_at_.push_back(static_cast<std::uint32_t>(text_.size()));
  }
  return at->second;
}

std::uint32_t ModuleTables::file(const DIFile* file) {
  if (!file) return 0;
  const auto [at, is_new] = file_ids_.try_emplace(file, 0);
  if (!is_new) return at->second;
  const std::string path = file_path(file);
  culprit_source_file row{};
  row.path = string(path);
  row.directory = string(file->getDirectory());
  sys::fs::file_status status;
  if (!sys::fs::status(path, status)) {
    row.size = status.getSize();
    row.modified = static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                                  status.getLastModificationTime().time_since_epoch())
                                                  .count());
  }
  if (const auto sum = file->getChecksum(); sum && sum->Kind == DIFile::CSK_MD5 && sum->Value.size() == 32) {
    const std::string bytes = fromHex(sum->Value);
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(row.digest));
  }
  files_.push_back(row);
  return file_ids_[file] = static_cast<std::uint32_t>(files_.size());
}

std::uint32_t ModuleTables::reserve_type() {
  types_.emplace_back();
  return static_cast<std::uint32_t>(types_.size());
}

void ModuleTables::fill_type(std::uint32_t id, const culprit_type& row,
                             const std::vector<culprit_member>& members, std::uint64_t key) {
  types_[id - 1] = {row, members, key};
}

std::uint32_t ModuleTables::add_global(const culprit_global& row, Constant* address) {
  globals_.push_back(row);
  global_addresses_.push_back(address);
  return static_cast<std::uint32_t>(globals_.size());
}

std::uint32_t ModuleTables::add_function(const culprit_function& row,
                                         const std::vector<culprit_parameter>& parameters,
                                         const std::vector<std::uint32_t>& globals, std::uint64_t key) {
  functions_.push_back({row, parameters, globals, key});
  return static_cast<std::uint32_t>(functions_.size());
}

Constant* ModuleTables::function_site(std::uint32_t id) {
  Type* word = Type::getInt64Ty(module_.getContext());
  return ConstantExpr::getGetElementPtr(Type::getInt8Ty(module_.getContext()), sites_,
                                        ConstantInt::get(word, (id - 1) * sizeof(culprit_cxx_function)));
}

Constant* ModuleTables::descriptor() const {
  return descriptor_;
}

Constant* ModuleTables::vtable_site(std::uint32_t global) {
  Constant*& site = vtable_sites_[global];
  if (site) return site;
  Type* word = Type::getInt32Ty(module_.getContext());
  Constant* value =
      ConstantStruct::getAnon({ConstantInt::get(word, 0), ConstantInt::get(word, global), descriptor_});
  return site = private_global(module_, value, "culprit.vtable", false);
}

/// Rows are structs of 4- and 8-byte fields without pointers: they go into the module as bytes.
template <class Row>
Constant* ModuleTables::rows(const std::vector<Row>& rows, const char* name) {
  const StringRef bytes(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(Row));
  return private_global(module_, ConstantDataArray::getString(module_.getContext(), bytes, false),
                        Twine("culprit.") + name, true);
}

Constant* ModuleTables::pointers(const std::vector<Constant*>& pointers, const char* name) {
  auto* type = ArrayType::get(PointerType::getUnqual(module_.getContext()), pointers.size());
  return private_global(module_, ConstantArray::get(type, pointers), Twine("culprit.") + name, true);
}

Constant* ModuleTables::ids(std::size_t count, const char* name) {
  auto* type = ArrayType::get(Type::getInt32Ty(module_.getContext()), count);
  return private_global(module_, ConstantAggregateZero::get(type), Twine("culprit.") + name, false);
}

Constant* ModuleTables::emit_sites() {
  Type* word = Type::getInt32Ty(module_.getContext());
  auto* site = StructType::get(word, word, PointerType::getUnqual(module_.getContext()));
  std::vector<Constant*> sites;
  for (std::size_t i = 0; i < functions_.size(); ++i)
    sites.push_back(
        ConstantStruct::get(site, {ConstantInt::get(word, 0), ConstantInt::get(word, i + 1), descriptor_}));
  auto* array = ConstantArray::get(ArrayType::get(site, sites.size()), sites);
  auto* global = private_global(module_, array, "culprit.functions", false);
  sites_->replaceAllUsesWith(global);
  sites_->eraseFromParent();
  sites_ = global;
  return global;
}

void ModuleTables::emit_functions(std::vector<Constant*>& fields) {
  std::vector<culprit_function> function_rows;
  std::vector<std::uint64_t> keys;
  std::vector<culprit_parameter> parameters;
  std::vector<std::uint32_t> parameter_at{0}, named, named_at{0};
  for (FunctionEntry& entry : functions_) {
    entry.row.parameters = static_cast<std::uint32_t>(entry.parameters.size());
    entry.row.globals = static_cast<std::uint32_t>(entry.globals.size());
    function_rows.push_back(entry.row);
    keys.push_back(entry.key);
    parameters.insert(parameters.end(), entry.parameters.begin(), entry.parameters.end());
    parameter_at.push_back(static_cast<std::uint32_t>(parameters.size()));
    named.insert(named.end(), entry.globals.begin(), entry.globals.end());
    named_at.push_back(static_cast<std::uint32_t>(named.size()));
  }
  fields.insert(fields.end(), {rows(function_rows, "function_rows"), rows(keys, "function_keys"),
                               rows(parameter_at, "parameter_at"), rows(parameters, "parameters"),
                               rows(named_at, "named_at"), rows(named, "named")});
}

void ModuleTables::emit() {
  LLVMContext& context = module_.getContext();
  if (functions_.empty() && entries_.empty() && descriptor_->use_empty()) {
    descriptor_->eraseFromParent();
    sites_->eraseFromParent();
    return;
  }
  std::vector<culprit_type> type_rows;
  std::vector<std::uint64_t> type_keys;
  std::vector<culprit_member> members;
  std::vector<std::uint32_t> member_at{0};
  for (TypeEntry& entry : types_) {
    entry.row.members = static_cast<std::uint32_t>(entry.members.size());
    type_rows.push_back(entry.row);
    type_keys.push_back(entry.key);
    members.insert(members.end(), entry.members.begin(), entry.members.end());
    member_at.push_back(static_cast<std::uint32_t>(members.size()));
  }
  std::stable_sort(arcs_.begin(), arcs_.end(),
                   [](const auto& a, const auto& b) { return a.function < b.function; });
  std::vector<std::uint32_t> arc_at{0};
  for (std::size_t i = 0, arc = 0; i < functions_.size(); ++i) {
    while (arc < arcs_.size() && arcs_[arc].function == i + 1) ++arc;
    arc_at.push_back(static_cast<std::uint32_t>(arc));
  }

  const std::size_t strings = string_at_.size() - 1;
  const auto number = [&](std::size_t value) { return ConstantInt::get(Type::getInt32Ty(context), value); };
  std::vector<Constant*> fields{number(CULPRIT_CXX_ABI),   number(strings),
                                number(files_.size()),     number(types_.size()),
                                number(functions_.size()), number(globals_.size()),
                                number(entries_.size()),   number(flags_),
                                number(loops_.size()),     number(0)};
  fields.insert(fields.end(),
                {rows(std::vector<char>(text_.begin(), text_.end()), "text"), rows(string_at_, "string_at"),
                 rows(files_, "files"), rows(type_rows, "types"), rows(type_keys, "type_keys"),
                 rows(member_at, "member_at"), rows(members, "members")});
  emit_functions(fields);
  fields.insert(fields.end(),
                {rows(globals_, "globals"), pointers(global_addresses_, "global_addresses"),
                 pointers(entries_, "entries"), rows(arc_at, "arc_at"), rows(arcs_, "arcs"),
                 rows(loops_, "loops"), ids(strings, "string_ids"), ids(files_.size(), "file_ids"),
                 ids(types_.size(), "type_ids"), ids(globals_.size(), "global_ids"), emit_sites(),
                 ConstantPointerNull::get(PointerType::getUnqual(context))});
  auto* descriptor = private_global(module_, ConstantStruct::getAnon(fields), "culprit.module", false);
  descriptor_->replaceAllUsesWith(descriptor);
  descriptor_->eraseFromParent();
  descriptor_ = descriptor;
  emit_calls_to("culprit_cxx_register", true);
  emit_calls_to("culprit_cxx_unregister", false);
}

void ModuleTables::emit_calls_to(const char* hook, bool is_constructor) {
  LLVMContext& context = module_.getContext();
  auto* nothing = Type::getVoidTy(context);
  auto* function = Function::Create(FunctionType::get(nothing, false), GlobalValue::InternalLinkage,
                                    is_constructor ? "culprit.begin" : "culprit.end", module_);
  function->addFnAttr(Attribute::NoUnwind);
  IRBuilder<> builder(BasicBlock::Create(context, "", function));
  builder.CreateCall(module_.getOrInsertFunction(hook, nothing, PointerType::getUnqual(context)),
                     {descriptor_});
  builder.CreateRetVoid();
  (is_constructor ? appendToGlobalCtors : appendToGlobalDtors)(module_, function, kFirst, nullptr);
}

}  // namespace culprit::pass
