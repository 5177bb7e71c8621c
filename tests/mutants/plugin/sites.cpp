#include "tests/mutants/plugin/sites.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

#include "recorders/cxx/pass/names.h"

namespace culprit::mutants {

using namespace llvm;

// Thread-local and without debug info: the recorder passes over it.
Sites::Sites(Module& module, unsigned unit, raw_ostream& table)
    : table_(table),
      switch_(new GlobalVariable(module, Type::getInt32Ty(module.getContext()), false,
                                 GlobalValue::ExternalLinkage, nullptr, "culprit_mutant", nullptr,
                                 GlobalValue::InitialExecTLSModel)),
      last_(unit * kSitesOfUnit) {}

void Sites::begin(Function& function, bool is_node) {
  function_ = &function;
  is_node_ = is_node;
  places_ = std::make_unique<Places>(function);
}

Value* Sites::is_on(IRBuilder<>& builder, const Instruction& site, StringRef kind, const Twine& change) {
  write(++last_, site, kind, change);
  Value* chosen = load_added(builder, builder.getInt32Ty(), builder.CreateThreadLocalAddress(switch_));
  return builder.CreateICmpEQ(chosen, builder.getInt32(last_));
}

void Sites::write(unsigned number, const Instruction& site, StringRef kind, const Twine& change) {
  const DISubprogram* subprogram = function_->getSubprogram();
  const Place place = places_->of(site);
  table_ << json::Value(json::Object{{"site", number},
                                     {"operator", kind},
                                     {"change", change.str()},
                                     {"function", pass::function_name(subprogram)},
                                     {"file", pass::file_path(subprogram->getFile())},
                                     {"function_line", subprogram->getLine()},
                                     {"is_node", is_node_},
                                     {"line", place.line},
                                     {"column", place.column},
                                     {"loop_line", place.loop_line},
                                     {"loop_last_line", place.loop_last_line},
                                     {"head", place.head}})
         << "\n";
}

Value* load_added(IRBuilder<>& builder, Type* type, Value* from) {
  LoadInst* load = builder.CreateLoad(type, from);
  load->setMetadata("nosanitize", MDNode::get(builder.getContext(), {}));
  return load;
}

}  // namespace culprit::mutants
