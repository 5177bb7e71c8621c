// Positions in the source, as debug info gives them.
#pragma once

#include <compare>

namespace llvm {
class BasicBlock;
class DebugLoc;
class DIFile;
class DILocalScope;
class DILocation;
class Instruction;
class Loop;
}  // namespace llvm

namespace culprit::pass {

struct Position {
  unsigned line = 0;
  unsigned column = 0;
  auto operator<=>(const Position&) const = default;
};

// Everything from `first` to `last`, both included. All of a macro's expansion has one position, so a range may be a
// point.
struct SourceRange {
  llvm::DIFile* file = nullptr;  // null: not known
  Position first;
  Position last;
};

enum class Place { Inside, Outside, Unknown };

Place place(const llvm::Instruction& instruction, const SourceRange& range);
// Inside if any instruction is, else Outside if any is.
Place place(const llvm::BasicBlock& block, const SourceRange& range);

// Where a loop statement stands and the scope around its condition. clang says so at a jump back to its header; not
// known for loops made by goto.
struct LoopPlace {
  SourceRange range;
  llvm::DILocalScope* scope = nullptr;
};
LoopPlace place_of_statement(const llvm::Loop& loop);
// What the blocks of the loop span.
LoopPlace place_of_blocks(const llvm::Loop& loop);

}  // namespace culprit::pass
