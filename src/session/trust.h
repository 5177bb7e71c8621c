#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/base/error.h"
#include "src/session/answer.h"
#include "src/tree/label.h"

namespace culprit::session {

/// The namespace a function stands in, from its qualified name: `a::b` of `a::b::f<x::y>`, `a.b` of `a.b.f`.
/// Of a method, a constructor or a destructor: that of its class, or the class itself if it stands in none.
/// Empty: the global one.
std::string_view namespace_of(const tree::Function& function);

/// Adds to `trusted` (a row a function) what an answer of a trusting kind about a call of `asked` covers. A loop goes with the
/// function it stands in. Cost: O(functions).
void add_trusted(const std::vector<tree::Function>& functions, FunctionId asked, AnswerKind kind,
                 std::vector<bool>& trusted);

/// Fails with kBadAnswer if the answer would trust a file or a namespace that is not known.
Status check_trust(const std::vector<tree::Function>& functions, AnswerKind kind, FunctionId asked);

}  // namespace culprit::session
