#include "src/state/transfers.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace culprit::state {
namespace {

/// What a question can show of a program's output, of a file; a run may print gigabytes.
constexpr std::size_t kMostText = 16 * 1024;
constexpr std::size_t kMostFiles = 64, kMostAsked = 256;
/// Records that are looked at, some 0.1 microseconds each.
constexpr std::size_t kMostRecords = 1 << 18;

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// False if there was more than fits.
bool append(std::string& text, std::string_view more) {
  const std::size_t room = kMostText - std::min(kMostText, text.size());
  text.append(more.substr(0, room));
  return more.size() <= room;
}

/// A number as the program got it; longer answers byte by byte.
std::string answer_of(const Asked& asked, std::span<const std::byte> bytes) {
  if (asked.what == AskedOf::kEnvironment)
    return std::string(text_of(bytes.first(bytes.empty() ? 0 : bytes.size() - 1)));
  const auto word = [&](std::size_t at) {
    std::int64_t value = 0;
    std::memcpy(&value, bytes.data() + at, 8);
    return value;
  };
  if (asked.name == "drand48" && bytes.size() == 8) {
    double value = 0;
    std::memcpy(&value, bytes.data(), 8);
    return std::to_string(value);
  }
  if (bytes.size() == 4) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data(), 4);
    return std::to_string(value);
  }
  if (bytes.size() == 8) return std::to_string(word(0));
  if (asked.what == AskedOf::kTime && bytes.size() == 16)
    return std::to_string(word(0)) + " s " + std::to_string(word(8)) +
           (asked.name == "gettimeofday" ? " us" : " ns");
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    if (!text.empty()) text += ' ';
    text += kDigits[static_cast<unsigned>(byte) >> 4];
    text += kDigits[static_cast<unsigned>(byte) & 15];
  }
  return text;
}

AskedOf asked_of(std::uint32_t what) {
  switch (what) {
    case CULPRIT_ASKED_ENVIRONMENT:
      return AskedOf::kEnvironment;
    case CULPRIT_ASKED_TIME:
      return AskedOf::kTime;
    case CULPRIT_ASKED_RANDOM:
      return AskedOf::kRandom;
    default:
      return AskedOf::kSystem;
  }
}

std::string nameless(std::uint64_t kind) {
  switch (kind) {
    case CULPRIT_FILE_PIPE:
      return "a pipe";
    case CULPRIT_FILE_SOCKET:
      return "a socket";
    case CULPRIT_FILE_MEMORY:
      return "a stream in memory";
    default:
      return "a file";
  }
}

}  // namespace

bool is_transfer(const trace::Event& event) {
  if (event.kind == CULPRIT_EVENT_OUTPUT) return true;
  if (event.kind != CULPRIT_EVENT_EXTENDED) return false;
  switch (event.what) {
    case CULPRIT_EXTENDED_INPUT:
    case CULPRIT_EXTENDED_INPUT_END:
    case CULPRIT_EXTENDED_UNREAD:
    case CULPRIT_EXTENDED_OUTPUT_FILE:
    case CULPRIT_EXTENDED_ASKED:
    case CULPRIT_EXTENDED_SPAWN:
      return true;
    case CULPRIT_EXTENDED_OPENED:
      return (event.line & CULPRIT_FILE_FAILED) != 0;
    default:
      return false;
  }
}

std::string Transfers::file_name(std::uint32_t file) const {
  if (file == CULPRIT_FILE_INPUT) return "standard input";
  if (file == CULPRIT_FILE_OUTPUT) return "standard output";
  if (file == CULPRIT_FILE_ERROR) return "standard error";
  const auto files = index_.files();
  const auto found = std::ranges::lower_bound(files, file, {}, &FileRow::file);
  if (found == files.end() || found->file != file) return "a file";
  const trace::Event opened = trace_.event_at(Rank{found->opened});
  return opened.payload.empty() ? nameless(opened.address) : std::string(text_of(opened.payload));
}

/// Files that were opened again under the same name are the same to who reads the question.
template <class Row>
static Row* row_of(std::vector<Row>& rows, std::map<std::uint32_t, std::size_t>& known, std::uint32_t file,
                   const std::function<std::string()>& name) {
  const auto found = known.find(file);
  if (found != known.end()) return &rows[found->second];
  const std::string called = name();
  auto same = std::ranges::find(rows, called, &Row::file);
  if (same == rows.end()) {
    if (rows.size() == kMostFiles) return nullptr;
    rows.emplace_back().file = called;
    same = rows.end() - 1;
  }
  known[file] = static_cast<std::size_t>(same - rows.begin());
  return &*same;
}

Consumed* Transfers::consumed(std::uint32_t file) {
  Consumed* row = row_of(facts_.consumed, consumed_, file, [&] { return file_name(file); });
  if (row == nullptr) facts_.transfers_cut = true;
  return row;
}
FileText* Transfers::written(std::uint32_t file) {
  FileText* row = row_of(facts_.files, written_, file, [&] { return file_name(file); });
  if (row == nullptr) facts_.transfers_cut = true;
  return row;
}

bool Transfers::take(const trace::Event& event) {
  if (++seen_ > kMostRecords) {
    facts_.transfers_cut = true;
    return false;
  }
  if (event.kind != CULPRIT_EVENT_OUTPUT) {
    take_extended(event);
    return true;
  }
  if (facts_.output_cut) return true;
  facts_.output_cut = !append(facts_.output, text_of(event.payload));
  if (facts_.output_cut) facts_.output += "…";
  return true;
}

void Transfers::take_extended(const trace::Event& event) {
  switch (event.what) {
    case CULPRIT_EXTENDED_INPUT:
      return consume(event);
    case CULPRIT_EXTENDED_UNREAD:
      return give_back(event);
    case CULPRIT_EXTENDED_INPUT_END:
      if (Consumed* row = consumed(event.count)) row->is_end = true;
      return;
    case CULPRIT_EXTENDED_OUTPUT_FILE:
      if (FileText* row = written(event.count)) {
        if (!row->is_cut) row->is_cut = !append(row->text, text_of(event.payload));
        facts_.transfers_cut |= row->is_cut;
      }
      return;
    case CULPRIT_EXTENDED_SPAWN:
      threads_.push_back(StreamId{event.count});
      return;
    default:
      return ask(event);
  }
}

/// What was given back is consumed again first.
void Transfers::consume(const trace::Event& event) {
  Consumed* row = consumed(event.count);
  if (row == nullptr || row->is_cut) return;
  std::string_view more = text_of(event.payload);
  if (!row->returned.empty()) {
    const std::size_t again = std::min(row->returned.size(), more.size());
    // They are known from before the node: not what it found in the file, but it found them.
    row->returned.erase(0, again);
    more.remove_prefix(again);
  }
  const std::size_t known = std::min<std::size_t>(row->given_back, more.size());
  std::string_view ahead = std::string_view(row->text).substr(row->text.size() - row->given_back, known);
  if (ahead == more.substr(0, known)) {
    row->given_back -= known;
    more.remove_prefix(known);
  } else {
    // Another byte was put there than had been read.
    row->given_back = 0;
  }
  row->is_cut = !append(row->text, more);
  facts_.transfers_cut |= row->is_cut;
}

void Transfers::give_back(const trace::Event& event) {
  Consumed* row = consumed(event.count);
  if (row == nullptr || row->is_cut) return;
  const std::string_view bytes = text_of(event.payload);
  const std::size_t own = std::min<std::size_t>(row->text.size() - row->given_back, bytes.size());
  const std::string_view last(row->text.data() + row->text.size() - row->given_back - own, own);
  if (last == bytes.substr(bytes.size() - own)) {
    row->given_back += own;
    row->returned.insert(0, bytes.substr(0, bytes.size() - own));
  } else {
    row->returned.insert(0, bytes);
  }
}

void Transfers::ask(const trace::Event& event) {
  if (facts_.asked.size() == kMostAsked) {
    facts_.transfers_cut = true;
    return;
  }
  if (event.what == CULPRIT_EXTENDED_OPENED) {
    facts_.asked.push_back({AskedOf::kOpening, std::string(text_of(event.payload)), {}, false});
    return;
  }
  Asked asked{asked_of(event.count), std::string(text_of(event.more)), {}, !event.payload.empty()};
  asked.answer = answer_of(asked, event.payload);
  facts_.asked.push_back(std::move(asked));
}

}  // namespace culprit::state
