#include "src/cli/tree_source.h"

#include <filesystem>

#include "src/base/mapped_file.h"
#include "src/cli/open_subject.h"
#include "src/service/subject.h"
#include "src/tree/json.h"

namespace culprit::cli {
namespace {

std::string name_of(const tree::Tree& tree, const std::string& path) {
  return tree.labels().name.empty() ? std::filesystem::path(path).stem().string() : tree.labels().name;
}

bool starts_as_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

}  // namespace

Status for_each_tree(const std::string& path, const std::function<Status(const SourceTree&)>& each,
                     const Progress& progress) {
  const auto file = MappedFile::open(path);
  if (!file) return tl::unexpected(file.error());
  const std::string_view text(reinterpret_cast<const char*>(file->bytes().data()), file->size());
  if (!starts_as_json(text)) {
    const auto subject = service::Subject::open(path, progress);
    if (!subject) return tl::unexpected(in_file(subject.error(), path));
    return each(
        {subject->tree(), name_of(subject->tree(), path), [&] { return subject->account(progress); }});
  }
  bool from_reader = true;
  Status status = tree::read_json_lines(
      text,
      [&](tree::Tree tree, std::uint64_t) {
        const std::unique_ptr<state::Account> account = state::make_label_account(tree);
        Status done =
            each({tree, name_of(tree, path), [&] { return Result<const state::Account*>(account.get()); }});
        from_reader = done.has_value();
        return done;
      },
      progress);
  if (!status && from_reader) return tl::unexpected(in_file(status.error(), path));
  return status;
}

}  // namespace culprit::cli
