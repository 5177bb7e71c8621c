#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/cli/console.h"
#include "src/cli/line_reader.h"
#include "src/service/dialogue.h"

namespace culprit::cli {

/// Walks through the values of one node as through folders: inputs, result and context at the top, fields,
/// elements and what pointers point to below. "quit" leads back to the question.
class Browser {
 public:
  Browser(const service::Dialogue& dialogue, session::About node, state::Limits limits, Console& console,
          LineReader& reader);
  void run();

 private:
  bool obey(const std::string& line);
  void list();
  void enter(std::string_view name);
  void print(std::string_view path);
  void who(std::string_view path);
  void set(std::uint32_t& limit, std::string_view name, std::string_view number);
  /// The values at the place where the browser stands.
  Result<std::vector<state::Value>> here();
  Result<std::vector<state::Value>> top();
  Result<state::Value> look_up(const std::string& path);
  /// A name typed here as a path from the top.
  std::string path_of(std::string_view name) const;
  void refuse(const Error& error);

  const service::Dialogue& dialogue_;
  session::About node_;
  state::Limits limits_;
  Console& console_;
  LineReader& reader_;
  bool after_ = true;
  struct Folder {
    std::string path;
    bool is_pointer;
  };
  std::vector<Folder> place_;  ///< the folders entered, outermost first
};

/// The path of a part of the value at `path`: "a[3]" for elements, "p->x" behind a pointer, "s.x" otherwise.
std::string child_path(const std::string& path, bool is_pointer, std::string_view name);

}  // namespace culprit::cli
