#include "src/tree/export_chrome.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

#include "src/tree/json.h"
#include "src/tree/json_string.h"
#include "src/tree/sink.h"
#include "src/tree/timeline.h"

namespace culprit::tree {
namespace {

/// What is the same in all begin events of a function, up to the arguments that differ.
std::string begin_of(const Function& function) {
  std::string text = "{\"ph\":\"B\",\"pid\":1,\"name\":";
  append_json_string(text, function.name);
  text += fmt::format(",\"cat\":\"{}\",\"args\":{{", to_word(function.kind));
  if (!function.file.empty()) {
    text += "\"file\":";
    append_json_string(text, function.file);
    text += fmt::format(",\"line\":{},", function.first_line);
  }
  return text + "\"node\":";
}

void append_begin(std::string& text, const std::string& begin, NodeId n, const Label& label,
                  std::uint32_t thread, std::uint64_t time) {
  text += begin;
  text += fmt::format_int(n.value()).c_str();
  if (label.has_inputs) {
    text += ",\"inputs\":";
    append_json_string(text, label.inputs);
  }
  if (label.has_result) {
    text += ",\"result\":";
    append_json_string(text, label.result);
  }
  fmt::format_to(std::back_inserter(text), "}},\"tid\":{},\"ts\":{}}}", thread, time);
}

}  // namespace

Status write_chrome(const Tree& tree, std::ostream& out, const ExportOptions& options,
                    const Progress& progress) {
  Sink sink(out);
  std::string& text = sink.text();
  std::vector<std::string> begins;
  for (const Function& function : tree.functions()) begins.push_back(begin_of(function));
  std::set<std::uint32_t> named;
  std::uint32_t thread = 0;
  std::uint64_t done = 0;
  text += "[\n{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":";
  append_json_string(text,
                     tree.labels().name.empty() ? tree.function(options.from).name : tree.labels().name);
  text += "}}";
  for_each_thread(
      tree, options,
      [&](std::uint32_t next, NodeId, std::uint64_t) {
        thread = next;
        if (!named.insert(thread).second) return;
        text += fmt::format(
            ",\n{{\"ph\":\"M\",\"pid\":1,\"tid\":{0},\"name\":\"thread_name\",\"args\":{{\"name\":\"thread "
            "{0}\"}}}}",
            thread);
      },
      [&](NodeId n, std::uint64_t time) {
        text += ",\n";
        append_begin(text, begins[tree.function_id(n).value()], n,
                     options.label ? options.label(n) : tree.label(n), thread, time);
        ++done;
        if (sink.settle()) progress("writing events", done, tree.subtree_size(options.from));
      },
      [&](NodeId, std::uint64_t time) {
        fmt::format_to(std::back_inserter(text), ",\n{{\"ph\":\"E\",\"pid\":1,\"tid\":{},\"ts\":{}}}", thread,
                       time);
        sink.settle();
      },
      [](std::uint64_t) {});
  text += "\n]\n";
  return sink.finish();
}

}  // namespace culprit::tree
