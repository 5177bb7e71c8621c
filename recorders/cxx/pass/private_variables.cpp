#include "recorders/cxx/pass/private_variables.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "recorders/cxx/pass/debug_variables.h"

namespace culprit::pass {
namespace {

using namespace llvm;

bool goes_nowhere(const Value& address, unsigned depth) {
  if (depth > 6) return false;
  for (const User* user : address.users()) {
    if (isa<LoadInst>(user) || isa<MemIntrinsic>(user)) continue;
    if (const auto* store = dyn_cast<StoreInst>(user)) {
      if (store->getValueOperand() == &address) return false;
    } else if (!isa<GetElementPtrInst>(user) || !goes_nowhere(*user, depth + 1)) {
      return false;
    }
  }
  return true;
}

}  // namespace

const AllocaInst* variable_behind(const Value* address) {
  for (unsigned i = 0; i < 16; ++i) {
    if (const auto* part = dyn_cast<GetElementPtrInst>(address))
      address = part->getPointerOperand();
    else
      break;
  }
  return dyn_cast<AllocaInst>(address);
}

bool is_private_aggregate(const Value& address) {
  return goes_nowhere(address, 0);
}

bool is_private(const AllocaInst& variable, bool is_system) {
  return is_plain(variable) || (is_system && is_private_aggregate(variable));
}

}  // namespace culprit::pass
