#include "src/trace/table_reader.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>

#include "src/trace/decode.h"
#include "src/trace/table_cycles.h"
#include "src/trace/table_records.h"

namespace culprit::trace {
namespace {

/// A fixed layout at the start of some bytes.
template <class T>
std::optional<T> load(std::span<const std::byte> bytes) {
  if (bytes.size() < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

/// As many rows of T as `count` says; nothing if there are not that many bytes.
template <class T>
std::optional<std::vector<T>> load_rows(std::span<const std::byte> bytes, std::size_t skip,
                                        std::uint64_t count) {
  if (bytes.size() < skip || (bytes.size() - skip) / sizeof(T) < count) return std::nullopt;
  std::vector<T> rows(static_cast<std::size_t>(count));
  if (count) std::memcpy(rows.data(), bytes.data() + skip, rows.size() * sizeof(T));
  return rows;
}

/// As load(), of a layout that has grown: what an older one, of at least `least` bytes, does not have is 0.
template <class T>
std::optional<T> load_grown(std::span<const std::byte> bytes, std::size_t least) {
  if (bytes.size() < least) return std::nullopt;
  T value{};
  std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof value));
  return value;
}
constexpr std::size_t kSmallestGlobal = offsetof(culprit_global, size);       ///< of version 1
constexpr std::size_t kSmallestFile = offsetof(culprit_source_file, digest);  ///< before version 3

/// A counted text behind two words; nothing if it is longer than the record.
std::optional<std::string_view> load_text(std::span<const std::byte> bytes) {
  if (bytes.size() < 8 || bytes.size() - 8 < load32(bytes.data() + 4)) return std::nullopt;
  return std::string_view(reinterpret_cast<const char*>(bytes.data()) + 8, load32(bytes.data() + 4));
}

template <class Enum>
Enum bounded(std::uint32_t value, Enum last, Enum otherwise) {
  return value <= static_cast<std::uint32_t>(last) ? static_cast<Enum>(value) : otherwise;
}

class Reader {
 public:
  explicit Reader(const SegmentTable& segments)
      : segments_(segments),
        records_(collect_table_records(segments)),
        function_size_(segments.header().version < 3 ? std::size_t{CULPRIT_OLD_FUNCTION_SIZE}
                                                     : sizeof(culprit_function)) {
    // Ids are dense, and a row takes at least two words; some slack for rows that were reserved or lost.
    most_rows_ = records_.bytes / 8 + 4096;
    tables_.is_whole = records_.is_whole;
  }

  Tables read() {
    // Names may be defined after what they name: strings first, and table sizes before references to them.
    for (const TableRecord& record : records_.records) accept(record, [&] { return measure(record); });
    for (const TableRecord& record : records_.records) accept(record, [&] { return fill(record); });
    break_cycles(tables_);
    for (Function& function : tables_.functions) function.argument_bytes = argument_bytes(function);
    return std::move(tables_);
  }

 private:
  template <class Step>
  void accept(const TableRecord& record, Step step) {
    if (step()) return;
    segments_.note(words::bad_definition(record.place, record.offset));
    tables_.is_whole = false;
  }

  /// The first pass: strings, and how many rows each table has.
  bool measure(const TableRecord& record) {
    switch (record.kind) {
      case CULPRIT_TABLE_STRING:
        return add_string(record.payload);
      case CULPRIT_TABLE_FILE:
        return grow(tables_.files, record.payload, kSmallestFile, most_rows_);
      case CULPRIT_TABLE_TYPE:
        return grow(tables_.types, record.payload, sizeof(culprit_type), most_rows_);
      case CULPRIT_TABLE_FUNCTION:
        return grow(tables_.functions, record.payload, function_size_,
                    std::min<std::uint64_t>(most_rows_, CULPRIT_MAX_FUNCTION));
      case CULPRIT_TABLE_GLOBAL:
        return grow(tables_.globals, record.payload, kSmallestGlobal, most_rows_);
      default:
        return true;
    }
  }

  /// The second pass. What the first one noted is passed over.
  bool fill(const TableRecord& record) {
    switch (record.kind) {
      case CULPRIT_TABLE_META:
        return add_meta(record.payload);
      case CULPRIT_TABLE_FILE:
        add_file(record.payload);
        return true;
      case CULPRIT_TABLE_TYPE:
        return add_type(record.payload);
      case CULPRIT_TABLE_FUNCTION:
        return add_function(record.payload);
      case CULPRIT_TABLE_GLOBAL:
        add_global(record.payload);
        return true;
      case CULPRIT_TABLE_ARC:
        return add_arc(record.payload);
      case CULPRIT_TABLE_LOOP:
        return add_loop(record.payload);
      case CULPRIT_TABLE_CALL:
        return add_call_site(record.payload);
      case CULPRIT_TABLE_CONTAINER:
        return add_container(record.payload);
      default:
        return true;
    }
  }

  template <class Rows>
  static bool grow(Rows& rows, std::span<const std::byte> payload, std::size_t size, std::uint64_t most) {
    if (payload.size() < size) return false;
    const std::uint32_t id = load32(payload.data());
    if (id == 0 || id > most) return false;
    if (id >= rows.size()) rows.resize(id + std::size_t{1});
    return true;
  }

  bool add_string(std::span<const std::byte> payload) {
    const auto text = load_text(payload);
    if (!text || !grow(strings_, payload, 8, most_rows_)) return false;
    strings_[load32(payload.data())] = *text;
    return true;
  }

  bool add_meta(std::span<const std::byte> payload) {
    const auto text = load_text(payload);
    if (!text) return false;
    switch (load32(payload.data())) {
      case CULPRIT_META_PRODUCER:
        tables_.producer = *text;
        break;
      case CULPRIT_META_PROGRAM:
        tables_.program = *text;
        break;
      case CULPRIT_META_ARGUMENT:
        tables_.arguments.emplace_back(*text);
        break;
      case CULPRIT_META_DIRECTORY:
        tables_.directory = *text;
        break;
      case CULPRIT_META_LANGUAGE:
        tables_.language = *text;
        break;
      case CULPRIT_META_PARENT:
        tables_.parent = *text;
        break;
      case CULPRIT_META_BUILD:
        tables_.build = *text;
        break;
      case CULPRIT_META_INPUT:
        tables_.input = *text;
        break;
      case CULPRIT_META_OPTION:
        tables_.options.emplace_back(*text);
        break;
      default:
        break;
    }
    return true;
  }

  void add_file(std::span<const std::byte> payload) {
    const auto raw = load_grown<culprit_source_file>(payload, kSmallestFile);
    if (!raw || !is_row(tables_.files, raw->id)) return;
    SourceFile& file = tables_.files[raw->id];
    file = {string(raw->path), string(raw->directory), raw->size, raw->modified, {}};
    std::ranges::copy(raw->digest, file.digest.begin());
  }

  bool add_type(std::span<const std::byte> payload) {
    const auto raw = load<culprit_type>(payload);
    if (!raw || !is_row(tables_.types, raw->id)) return true;
    const auto members = load_rows<culprit_member>(payload, sizeof *raw, raw->members);
    if (!members) return false;
    Type& type = tables_.types[raw->id];
    type = Type{};
    type.kind = bounded(raw->kind, CULPRIT_TYPE_VOID, CULPRIT_TYPE_OPAQUE);
    type.name = string(raw->name);
    type.element = TypeId{row(tables_.types, raw->element)};
    type.size = raw->size;
    type.count = raw->count;
    for (const culprit_member& member : *members)
      type.members.push_back({string(member.name), TypeId{row(tables_.types, member.type)}, member.offset,
                              member.bits, member.flags});
    type.flags = raw->flags;
    return true;
  }

  bool add_function(std::span<const std::byte> payload) {
    const auto raw =
        load_grown<culprit_function>(payload.first(std::min(payload.size(), function_size_)), function_size_);
    if (!raw || !is_row(tables_.functions, raw->id)) return true;
    const auto parameters = load_rows<culprit_parameter>(payload, function_size_, raw->parameters);
    if (!parameters) return false;
    const auto globals = load_rows<std::uint32_t>(
        payload, function_size_ + parameters->size() * sizeof(culprit_parameter), raw->globals);
    if (!globals) return false;
    Function& function = tables_.functions[raw->id];
    function = Function{};
    function.kind = bounded(raw->kind, CULPRIT_FUNCTION_LOOP, CULPRIT_FUNCTION_FUNCTION);
    function.name = string(raw->name);
    function.signature = string(raw->signature);
    function.file = FileId{row(tables_.files, raw->file)};
    function.first_line = raw->first_line;
    function.last_line = raw->last_line;
    function.enclosing = FunctionId{row(tables_.functions, raw->enclosing)};
    function.result_type = TypeId{row(tables_.types, raw->result_type)};
    function.code = raw->code;
    function.result_passing = bounded(raw->result_passing, CULPRIT_PASS_ABSENT, CULPRIT_PASS_ABSENT);
    for (const culprit_parameter& parameter : *parameters)
      function.parameters.push_back(
          {string(parameter.name), TypeId{row(tables_.types, parameter.type)},
           bounded(parameter.passing, CULPRIT_PASS_ABSENT, CULPRIT_PASS_ABSENT),
           (parameter.flags & CULPRIT_PARAMETER_THIS) != 0, (parameter.flags & CULPRIT_PARAMETER_FIXED) != 0,
           (parameter.flags & CULPRIT_PARAMETER_OWN) != 0, (parameter.flags & CULPRIT_PARAMETER_REST) != 0});
    for (const std::uint32_t global : *globals)
      if (is_row(tables_.globals, global)) function.globals.emplace_back(global);
    return true;
  }

  void add_global(std::span<const std::byte> payload) {
    const auto raw = load_grown<culprit_global>(payload, kSmallestGlobal);
    if (!raw || !is_row(tables_.globals, raw->id)) return;
    tables_.globals[raw->id] = {string(raw->name),
                                TypeId{row(tables_.types, raw->type)},
                                FileId{row(tables_.files, raw->file)},
                                raw->line,
                                raw->flags,
                                raw->address,
                                raw->size};
  }

  bool add_arc(std::span<const std::byte> payload) {
    const auto raw = load<culprit_dependency>(payload);
    if (!raw || raw->kind > CULPRIT_ARC_PARAMETER) return false;
    if (is_row(tables_.functions, raw->from) && is_row(tables_.functions, raw->to))
      tables_.arcs.push_back(
          {static_cast<culprit_arc>(raw->kind), FunctionId{raw->from}, FunctionId{raw->to}, raw->parameter});
    return true;
  }

  bool add_loop(std::span<const std::byte> payload) {
    const auto raw = load<culprit_loop_row>(payload);
    if (!raw) return false;
    if (is_row(tables_.functions, raw->function))
      tables_.loops[FunctionId{raw->function}] = {bounded(raw->kind, CULPRIT_LOOP_RANGE, CULPRIT_LOOP_OTHER),
                                                  raw->index,
                                                  string(raw->label),
                                                  raw->head_first,
                                                  raw->head_last,
                                                  raw->body_first,
                                                  raw->body_last};
    return true;
  }

  bool add_call_site(std::span<const std::byte> payload) {
    const auto raw = load<culprit_call_site>(payload);
    if (!raw) return false;
    if (is_row(tables_.functions, raw->caller) && is_row(tables_.functions, raw->callee))
      tables_.call_sites.push_back({FunctionId{raw->caller}, FunctionId{raw->callee}, raw->line});
    return true;
  }

  bool add_container(std::span<const std::byte> payload) {
    const auto raw = load<culprit_container>(payload);
    const bool is_known = raw && raw->kind >= CULPRIT_CONTAINER_TEXT && raw->kind <= CULPRIT_CONTAINER_BOX &&
                          raw->layout >= CULPRIT_LAYOUT_ARRAY && raw->layout <= CULPRIT_LAYOUT_INSIDE;
    if (!is_known) return false;
    for (const std::uint32_t type : {raw->type, raw->element, raw->mapped, raw->link})
      if (type >= tables_.types.size()) return true;
    tables_.containers[TypeId{raw->type}] = *raw;
    return true;
  }

  template <class Rows>
  static bool is_row(const Rows& rows, std::uint32_t id) {
    return id != 0 && id < rows.size();
  }
  template <class Rows>
  static std::uint32_t row(const Rows& rows, std::uint32_t id) {
    return id < rows.size() ? id : 0;
  }
  std::string string(std::uint32_t id) const {
    return id < strings_.size() ? std::string(strings_[id]) : std::string();
  }

  /// Sizes come from the file: a sum past 32 bits means that no event can carry it.
  std::uint32_t argument_bytes(const Function& function) const {
    std::uint64_t sum = 0;
    for (const Parameter& parameter : function.parameters) {
      if (parameter.is_fixed) continue;
      const std::uint64_t size = parameter.passing == CULPRIT_PASS_VALUE ? tables_.type(parameter.type).size
                                 : parameter.passing == CULPRIT_PASS_ADDRESS ? 8
                                                                             : 0;
      sum =
          std::min<std::uint64_t>(sum + (std::min<std::uint64_t>(size, UINT32_MAX) + 3) / 4 * 4, UINT32_MAX);
    }
    return static_cast<std::uint32_t>(sum);
  }

  const SegmentTable& segments_;
  TableRecords records_;
  std::size_t function_size_;  ///< without what follows
  std::uint64_t most_rows_ = 0;
  std::vector<std::string_view> strings_{1};
  Tables tables_;
};

}  // namespace

Tables read_tables(const SegmentTable& segments) {
  return Reader(segments).read();
}

}  // namespace culprit::trace
