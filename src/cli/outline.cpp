#include "src/cli/outline.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "src/base/text.h"

namespace culprit::cli {
namespace {

constexpr std::uint32_t kDrawnLevels = 24;  ///< deeper ones are not indented further

/// A node whose children are being shown.
struct Open {
  SearchId next;            ///< child to show
  std::uint64_t index = 0;  ///< its place among the children
  std::uint64_t children = 0;
  SearchId last;
};

class Outline {
 public:
  Outline(const tree::SearchTree& tree, const OutlineOptions& options, Console& console)
      : tree_(tree), options_(options), console_(console) {
    const SearchId last{tree.end(options.from).value() - 1};
    name_width_ = options.name_width > 0 ? options.name_width : name(last).size();
  }

  void write() {
    show(options_.from, "", "");
    open(options_.from);
    while (!open_.empty()) step();
  }

 private:
  void step() {
    Open& level = open_.back();
    if (level.index == level.children) {
      open_.pop_back();
      return;
    }
    if (const std::uint64_t hidden = hidden_after(level); hidden > 0) {
      line(std::string(name_width_, ' '), margin() + "├─ ",
           console_.paint(Style::kDim, "… " + with_commas(hidden) + " more"));
      level.index += hidden;
      level.next = level.last;
      return;
    }
    const SearchId node = level.next;
    const bool is_last = level.index + 1 == level.children;
    show(node, margin(), is_last ? "└─ " : "├─ ");
    ++level.index;
    level.next = tree_.end(node);
    open(node);
  }

  /// How many siblings are left out at this place: all between the first few and the last.
  std::uint64_t hidden_after(const Open& level) const {
    const std::uint64_t shown = std::max<std::uint64_t>(options_.width, 1);
    if (level.children <= shown || level.index != shown - 1) return 0;
    return level.children - shown;
  }

  void open(SearchId node) {
    const bool is_path = options_.towards != kNoSearchId;
    if (tree_.is_leaf(node) || open_.size() >= options_.depth || is_closed(node)) return;
    if (is_path && !tree_.contains(node, options_.towards)) return;
    Open level;
    level.next = SearchId{node.value() + 1};
    for (SearchId child = level.next; child < tree_.end(node); child = tree_.end(child)) {
      ++level.children;
      level.last = child;
      if (is_path && node != options_.towards && tree_.contains(child, options_.towards)) level.next = child;
    }
    // On the way to a node its siblings matter less than the line of calls: only the child on the way is
    // drawn.
    if (is_path && node != options_.towards) {
      level.index = level.children - 1;
      level.last = level.next;
    }
    open_.push_back(level);
  }

  std::string name(SearchId node) const {
    return options_.name ? options_.name(node) : std::to_string(node.value());
  }
  bool is_closed(SearchId node) const { return options_.is_closed && options_.is_closed(node); }

  std::string margin() const {
    if (open_.size() > kDrawnLevels) return fmt::format("[level {}] ", open_.size());
    std::string text;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i)
      text += open_[i].index == open_[i].children ? "   " : "│  ";
    return text;
  }

  void show(SearchId node, const std::string& margin, std::string_view branch) {
    const std::string mark = options_.mark ? options_.mark(node) : "";
    const std::uint32_t size = tree_.subtree_size(node);
    const bool is_cut =
        size > 1 && (open_.size() >= options_.depth ||
                     (options_.towards != kNoSearchId && !tree_.contains(node, options_.towards)));
    std::string tail;
    if (size > 1 && is_closed(node))
      tail = fmt::format("  (closed, {} below)", with_commas(size - 1));
    else if (size > 1)
      tail = is_cut ? fmt::format("  … {} below", with_commas(size - 1))
                    : fmt::format("  ({})", with_commas(size));
    const std::size_t used = name_width_ + 1 + display_width(margin) + display_width(branch) +
                             display_width(tail) + (mark.empty() ? 0 : 2);
    const std::size_t room = options_.columns > used + 8 ? options_.columns - used : 8;
    line(fmt::format("{:>{}}", name(node), name_width_), margin + std::string(branch),
         mark + options_.text(node, room) + console_.paint(Style::kDim, tail));
  }

  void line(std::string_view number, const std::string& margin, const std::string& text) {
    console_.print(console_.paint(Style::kDim, number) + " " + console_.paint(Style::kDim, margin) + text +
                   "\n");
  }

  const tree::SearchTree& tree_;
  const OutlineOptions& options_;
  Console& console_;
  std::size_t name_width_;
  std::vector<Open> open_;
};

}  // namespace

void write_outline(const tree::SearchTree& tree, const OutlineOptions& options, Console& console) {
  Outline(tree, options, console).write();
}

}  // namespace culprit::cli
