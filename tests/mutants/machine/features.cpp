#include "tests/mutants/machine/features.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

namespace culprit::mutants {
namespace {

bool is_recursive(const tree::Tree& tree) {
  std::vector<std::uint32_t> open(tree.functions().size(), 0);
  std::vector<NodeId> path;
  for (std::uint32_t row = 0; row < tree.size(); ++row) {
    const NodeId node{row};
    for (; !path.empty() && tree.end(path.back()) <= node; path.pop_back())
      --open[tree.function_id(path.back()).value()];
    // Passes of a loop nest, too.
    if (open[tree.function_id(node).value()]++ != 0 && !tree.is_iteration(node)) return true;
    path.push_back(node);
  }
  return false;
}

std::string text_of(const Program& program) {
  std::ostringstream text;
  for (const std::string& source : program.sources()) text << std::ifstream(source).rdbuf();
  return text.str();
}

}  // namespace

std::vector<std::string> features_of(const Program& program, const service::Subject& run) {
  const std::string text = text_of(program);
  const auto mentions = [&](const char* words) { return std::regex_search(text, std::regex(words)); };
  std::vector<std::string> features;
  if (is_recursive(run.tree())) features.emplace_back("recursion");
  if (mentions("std::(vector|list|deque|map|set|unordered_map|unordered_set|stack|queue|priority_queue)\\b"))
    features.emplace_back("containers");
  if (run.trace()->streams().size() > 1) features.emplace_back("threads");
  if (mentions("fstream|fopen")) features.emplace_back("files");
  if (mentions("std::cin|getchar|scanf|\\bstdin\\b")) features.emplace_back("standard input");
  const auto& functions = run.trace()->tables().functions;
  if (std::ranges::any_of(functions,
                          [](const trace::Function& function) { return !function.globals.empty(); }))
    features.emplace_back("globals");
  return features;
}

}  // namespace culprit::mutants
