#include "src/service/reshaped_tree.h"

#include "src/base/column.h"

namespace culprit::service {

tree::Tree as_tree(const transform::Reshaped& reshaped, const tree::Tree& subject) {
  tree::TreeBuilder builder;
  for (const tree::Function& function : subject.functions()) builder.add_function(function);
  tree::Function chain;
  chain.name = "chain";
  chain.kind = tree::FunctionKind::kChain;
  const FunctionId chains = builder.add_function(std::move(chain));
  builder.labels().name = subject.labels().name;
  builder.labels().root_wrong_given = subject.labels().root_wrong_given;
  builder.labels().root_wrong = subject.labels().root_wrong;
  const bool has_moments = subject.has_moments();
  Column<std::uint32_t> open;
  const auto close = [&] {
    builder.close(has_moments ? subject.leave(reshaped.last_of(SearchId{open.back()})) : kNoMoment);
    open.pop_back();
  };
  for (std::uint32_t n = 0; n < reshaped.tree.size(); ++n) {
    const SearchId row{n};
    while (!open.empty() && reshaped.tree.end(SearchId{open.back()}) <= row) close();
    const NodeId origin = reshaped.origin_of(row);
    const bool is_made = reshaped.is_made(row);
    builder.open(is_made ? chains : subject.function_id(origin),
                 has_moments ? subject.enter(origin) : kNoMoment);
    if (!is_made && subject.has_labels()) builder.label(subject.label(origin));
    if (!subject.labels().before.empty())
      builder.context(subject.labels().before[origin.value()],
                      subject.labels().after[reshaped.last_of(row).value()]);
    open.push_back(n);
  }
  while (!open.empty()) close();
  return builder.finish();
}

}  // namespace culprit::service
