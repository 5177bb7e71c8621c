#include "src/tree/export_speedscope.h"

#include <fmt/format.h>

#include <string>

#include "src/tree/json_string.h"
#include "src/tree/sink.h"
#include "src/tree/timeline.h"

namespace culprit::tree {
namespace {

void append_frame(std::string& text, const Function& function) {
  text += "{\"name\":";
  append_json_string(text, function.name);
  if (!function.file.empty()) {
    text += ",\"file\":";
    append_json_string(text, function.file);
    if (function.first_line > 0) text += fmt::format(",\"line\":{}", function.first_line);
  }
  text += '}';
}

}  // namespace

Status write_speedscope(const Tree& tree, std::ostream& out, const ExportOptions& options,
                        const Progress& progress) {
  Sink sink(out);
  std::string& text = sink.text();
  text +=
      "{\"$schema\":\"https://www.speedscope.app/"
      "file-format-schema.json\",\"exporter\":\"culprit\",\"name\":";
  append_json_string(text,
                     tree.labels().name.empty() ? tree.function(options.from).name : tree.labels().name);
  text += ",\"shared\":{\"frames\":[";
  for (std::size_t i = 0; i < tree.functions().size(); ++i) {
    if (i > 0) text += ",\n";
    append_frame(text, tree.functions()[i]);
    sink.settle();
  }
  text += "]},\"profiles\":[";
  std::uint64_t done = 0;
  bool is_first_event = true;
  const auto event = [&](char type, NodeId n, std::uint64_t time) {
    if (!is_first_event) text += ",\n";
    is_first_event = false;
    fmt::format_to(std::back_inserter(text), "{{\"type\":\"{}\",\"frame\":{},\"at\":{}}}", type,
                   tree.function_id(n).value(), time);
    if (sink.settle()) progress("writing events", done, tree.subtree_size(options.from));
  };
  for_each_thread(
      tree, options,
      [&](std::uint32_t thread, NodeId top, std::uint64_t time) {
        text += top == options.from ? "\n" : ",\n";
        text += fmt::format(
            "{{\"type\":\"evented\",\"unit\":\"none\",\"name\":\"thread "
            "{}\",\"startValue\":{},\"events\":[\n",
            thread, time);
        is_first_event = true;
      },
      [&](NodeId n, std::uint64_t time) {
        ++done;
        event('O', n, time);
      },
      [&](NodeId n, std::uint64_t time) { event('C', n, time); },
      [&](std::uint64_t time) { text += fmt::format("],\"endValue\":{}}}", time); });
  text += "]}\n";
  return sink.finish();
}

}  // namespace culprit::tree
