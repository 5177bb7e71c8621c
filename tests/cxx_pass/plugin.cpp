// A plugin for `opt` that makes a program say what the loop analysis found: calls of loop_begin, loop_iteration,
// loop_end and loop_land (events.c), and with `loop-events<values>` of loop_value for each variable before them. The
// pass `loop-list` prints the loops and their variables instead, `arc-list` the dependencies between functions.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/raw_ostream.h>

#include "recorders/cxx/pass/arcs.h"
#include "recorders/cxx/pass/debug_variables.h"
#include "recorders/cxx/pass/loop_points.h"
#include "recorders/cxx/pass/source_loops.h"

namespace culprit::pass {
namespace {

using Event = LoopEvent::What;

bool is_in_program(const llvm::Function& function) {
  const llvm::DISubprogram* described = function.getSubprogram();
  return !function.isDeclaration() && described && !described->getFilename().contains("include/");
}

class Emitter {
 public:
  Emitter(llvm::Module& module, bool values) : module_(module), values_(values) {}

  void emit(const LoopPoint& point, const std::vector<SourceLoop>& loops) {
    llvm::IRBuilder<> builder(point.before);
    for (const LoopEvent& event : point.events) {
      const SourceLoop& loop = loops[event.loop];
      if (values_)
        for (const LoopVariable& variable : loop.variables)
          if (variable.fixed == (event.what == Event::Begin)) value(builder, variable);
      static const char* const names[] = {"loop_begin", "loop_iteration", "loop_end"};
      call(builder, names[static_cast<int>(event.what)],
           {builder.getInt32(event.loop), point.before->getFunction(), frame(builder)});
    }
  }

  void emit(const Landing& landing) {
    llvm::IRBuilder<> builder(landing.before);
    bool jump = landing.cause == Landing::Cause::Jump;
    call(builder, "loop_land", {builder.getInt32(landing.loops), builder.getInt32(jump), frame(builder)});
  }

 private:
  static llvm::Value* frame(llvm::IRBuilder<>& builder) {
    return builder.CreateIntrinsic(llvm::Intrinsic::frameaddress, {builder.getPtrTy()},
                                   {builder.getInt32(0)});
  }

  void value(llvm::IRBuilder<>& builder, const LoopVariable& variable) {
    llvm::Value* name = builder.CreateGlobalString(variable.variable->getName());
    llvm::Value* address = variable_address(builder, variable.storage, variable.expression);
    if (variable.by_address) {
      call(builder, "loop_address", {name, address});
      return;
    }
    llvm::Type* type = llvm::cast<llvm::AllocaInst>(variable.storage)->getAllocatedType();
    llvm::Value* loaded = builder.CreateLoad(type, address);
    if (type->isIntegerTy())
      call(builder, "loop_value", {name, builder.CreateSExtOrTrunc(loaded, builder.getInt64Ty())});
    else
      call(builder, "loop_other", {name});
  }

  void call(llvm::IRBuilder<>& builder, llvm::StringRef name, llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::SmallVector<llvm::Type*, 3> types;
    for (llvm::Value* argument : arguments) types.push_back(argument->getType());
    auto* type = llvm::FunctionType::get(builder.getVoidTy(), types, false);
    llvm::CallInst* made = builder.CreateCall(module_.getOrInsertFunction(name, type), arguments);
    // Calls in functions with debug info need a place, or inlining makes invalid code of them.
    llvm::Function* function = made->getFunction();
    if (!made->getDebugLoc() && function->getSubprogram())
      made->setDebugLoc(llvm::DILocation::get(function->getContext(), 0, 0, function->getSubprogram()));
  }

  llvm::Module& module_;
  bool values_;
};

class EventsPass : public llvm::PassInfoMixin<EventsPass> {
 public:
  explicit EventsPass(bool values) : values_(values) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    Emitter emitter(module, values_);
    for (llvm::Function& function : module) {
      if (!is_in_program(function)) continue;
      llvm::DominatorTree dominators(function);
      llvm::LoopInfo natural(dominators);
      std::vector<SourceLoop> loops = find_source_loops(function, dominators, natural);
      LoopPoints points = split_for_loops(function, loops);
      function.removeFnAttr(llvm::Attribute::AlwaysInline);
      function.addFnAttr(llvm::Attribute::NoInline);  // a frame of its own
      for (const Landing& landing : points.landings) emitter.emit(landing);
      for (const LoopPoint& point : points.points) emitter.emit(point, loops);
    }
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

 private:
  bool values_;
};

void print(llvm::raw_ostream& out, const llvm::Function& function, const SourceLoop& loop) {
  static const char* const kinds[] = {"for", "while", "do", "goto"};
  out << function.getSubprogram()->getName() << " " << loop.index << ": "
      << kinds[static_cast<int>(loop.kind)] << " " << loop.first_line << "-" << loop.last_line << " depth "
      << loop.depth;
  if (loop.parent != SourceLoop::none) out << " in " << loop.parent;
  bool calls = makes_call(loop, [](const llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    return !callee || !callee->isIntrinsic();
  });
  if (calls) out << " calls";
  out << " (";
  const char* separator = "";
  for (const LoopVariable& variable : loop.variables) {
    out << separator << (variable.must_log ? "?" : "") << (variable.by_address ? "&" : "")
        << variable.variable->getName() << (variable.fixed ? "" : "~");
    separator = " ";
  }
  out << ")\n";
}

struct ListPass : llvm::PassInfoMixin<ListPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    auto& natural = analyses.getResult<llvm::LoopAnalysis>(function);
    if (!is_in_program(function)) return llvm::PreservedAnalyses::all();
    for (const SourceLoop& loop : find_source_loops(function, dominators, natural))
      print(llvm::outs(), function, loop);
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

struct ArcsPass : llvm::PassInfoMixin<ArcsPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    auto is_node = [](const llvm::Function& one) {
      if (one.getName().contains("C1E") && !one.isDeclaration()) return false;  // delegates to C2
      return one.isDeclaration() ? may_be_of_program(one) : is_in_program(one);
    };
    if (!is_in_program(function)) return llvm::PreservedAnalyses::all();
    for (const Arc& arc : find_arcs(function, is_node))
      if (arc.kind == Arc::Kind::Call)
        llvm::outs() << short_name(*arc.from) << " calls " << short_name(*arc.to) << "\n";
      else
        llvm::outs() << short_name(*arc.from) << " -> " << short_name(*arc.to) << " " << arc.parameter
                     << " in " << short_name(function) << "\n";
    return llvm::PreservedAnalyses::all();
  }
  static std::string short_name(const llvm::Function& function) {
    if (const llvm::DISubprogram* described = function.getSubprogram()) return described->getName().str();
    std::string full = llvm::demangle(function.getName());
    return full.substr(0, full.find('('));
  }
  static bool isRequired() { return true; }
};

void register_passes(llvm::PassBuilder& builder) {
  builder.registerPipelineParsingCallback([](llvm::StringRef name, llvm::ModulePassManager& passes,
                                             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
    if (!name.consume_front("loop-events")) return false;
    passes.addPass(EventsPass(name == "<values>"));
    return true;
  });
  builder.registerPipelineParsingCallback([](llvm::StringRef name, llvm::FunctionPassManager& passes,
                                             llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
    if (name == "loop-list") passes.addPass(ListPass());
    if (name == "arc-list") passes.addPass(ArcsPass());
    return name == "loop-list" || name == "arc-list";
  });
}

}  // namespace
}  // namespace culprit::pass

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "culprit-loop-events", "1", culprit::pass::register_passes};
}
