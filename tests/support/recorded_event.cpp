#include "tests/support/recorded_event.h"

#include <cstring>
#include <ostream>

#include "src/base/check.h"
#include "src/base/text.h"
#include "tests/support/extended_record.h"

namespace culprit::test {

std::ostream& operator<<(std::ostream& out, const RecordedEvent& event) {
  return out << "kind " << event.kind << " what " << int{event.what} << " function " << event.function
             << " line " << event.line << (event.line_absolute ? " absolute" : "") << " count " << event.count
             << " type " << event.type << " address " << event.address << " size " << event.size << " frame "
             << event.frame << " payload \"" << escaped(event.payload) << "\" (" << event.payload.size()
             << ") more \"" << escaped(event.more) << "\"";
}

std::uint64_t EventRecorder::pop(std::uint32_t calls) {
  std::uint64_t frame = stream_->frame;
  for (; calls && !frames_.empty(); --calls) {
    frame = frames_.back();
    frames_.pop_back();
  }
  return frame;
}

void EventRecorder::record(const RecordedEvent& event) {
  if (event.line_absolute) culprit_line(stream_, event.line);
  record_plain(event, event.line_absolute ? 0 : event.line);
}

void EventRecorder::record_extended(const RecordedEvent& event) {
  switch (event.what) {
    case CULPRIT_EXTENDED_SPAWN:
      return culprit_spawn(stream_, event.count);
    case CULPRIT_EXTENDED_THROW:
    case CULPRIT_EXTENDED_CATCH:
      return put_extended(stream_, event.what, event.type, event.line, event.address);
    case CULPRIT_EXTENDED_PROCESS:
      return put_extended(stream_, event.what, event.size, event.count);
    case CULPRIT_EXTENDED_CHECK: {
      std::vector<std::uint32_t> words(4 + (event.payload.size() + 3) / 4);
      std::memcpy(words.data(), &event.address, 8);
      words[2] = static_cast<std::uint32_t>(event.payload.size());
      std::memcpy(words.data() + 4, event.payload.data(), event.payload.size());
      return put_extended_words(stream_, event.what, words);
    }
    case CULPRIT_EXTENDED_READ_BLOCK:
      if (event.size <= 8 && (event.size & (event.size - 1)) == 0)
        return culprit_read(stream_, event.address, static_cast<std::uint32_t>(__builtin_ctzll(event.size)));
      return culprit_read_anywhere(stream_, event.address, event.size);
    case CULPRIT_EXTENDED_OPENED:
      return culprit_opened(stream_, event.count, 7, CULPRIT_FILE_PIPE, event.line, event.payload.c_str());
    case CULPRIT_EXTENDED_INPUT:
    case CULPRIT_EXTENDED_OUTPUT_FILE:
      return culprit_transfer(stream_, static_cast<culprit_extended>(event.what), event.count, event.line,
                              event.address, event.payload.data(), event.payload.size());
    case CULPRIT_EXTENDED_UNREAD:
      return culprit_unread(stream_, event.count, event.payload.data(),
                            static_cast<std::uint32_t>(event.payload.size()));
    case CULPRIT_EXTENDED_CLOSED:
    case CULPRIT_EXTENDED_INPUT_END:
      return culprit_file_event(stream_, static_cast<culprit_extended>(event.what), event.count);
    case CULPRIT_EXTENDED_ASKED:
      return culprit_asked(stream_, static_cast<enum culprit_asked_of>(event.count), event.more.c_str(),
                           event.payload.data(), event.payload.size());
    default:
      return culprit_lost(stream_, event.size);
  }
}

void EventRecorder::record_plain(const RecordedEvent& event, std::uint32_t line) {
  const auto words = static_cast<std::uint32_t>(event.payload.size() / 4);
  switch (event.kind) {
    case CULPRIT_EVENT_ENTER:
      frames_.push_back(stream_->frame);
      if (event.count != 0) {
        std::vector<std::uint32_t> more(event.more.size() / 4);
        std::memcpy(more.data(), event.more.data(), event.more.size());
        culprit_varargs(stream_, event.count, more.data(), static_cast<std::uint32_t>(more.size()), words);
      }
      return culprit_enter(stream_, event.function, event.frame, event.payload.data(), words);
    case CULPRIT_EVENT_LEAVE:
      if (event.what != 0) culprit_no_value(stream_);
      return culprit_leave(stream_, pop(1), line, event.payload.data(), words);
    case CULPRIT_EVENT_UNWIND:
      return culprit_unwind(stream_, pop(event.count), event.count,
                            static_cast<culprit_unwind_cause>(event.what), event.type, event.address);
    case CULPRIT_EVENT_LOOP_BEGIN:
      return culprit_loop(stream_, event.function, event.payload.data(), words);
    case CULPRIT_EVENT_ITERATION:
      return culprit_iteration(stream_, event.function, event.payload.data(), words);
    case CULPRIT_EVENT_LOOP_END:
      if (event.what != CULPRIT_EXIT_RAN_OUT)
        culprit_loop_exit(stream_, static_cast<enum culprit_loop_exit>(event.what), line, words);
      return culprit_loop_end(stream_, event.function, event.payload.data(), words);
    case CULPRIT_EVENT_WRITE: {
      std::uint64_t value = 0;
      std::memcpy(&value, event.payload.data(), event.payload.size());
      return culprit_write(stream_, event.address, value,
                           static_cast<std::uint32_t>(__builtin_ctzll(event.size)), line);
    }
    case CULPRIT_EVENT_BLOCK:
      return culprit_block(stream_, event.what, line, event.address, event.payload.data(),
                           event.payload.size());
    case CULPRIT_EVENT_FILL:
      return culprit_fill(stream_, event.what, line, event.address, event.size);
    case CULPRIT_EVENT_ALLOCATE:
      return culprit_allocate(stream_, static_cast<culprit_memory>(event.what), line, event.address,
                              event.size);
    case CULPRIT_EVENT_FREE:
      return culprit_free(stream_, static_cast<culprit_memory>(event.what), line, event.address);
    case CULPRIT_EVENT_OUTPUT:
      return culprit_output(stream_, event.what, event.payload.data(), event.payload.size());
    case CULPRIT_EVENT_EXTENDED:
      return record_extended(event);
    default:
      CULPRIT_CHECK(false && "an event in canonical form");
  }
}

bool EventReader::next() {
  if (!cursor_.next()) return false;
  const trace::Event& event = cursor_.event();
  const bool is_long = event.kind == CULPRIT_EVENT_ENTER_LONG;
  const bool is_enter = is_long || event.kind == CULPRIT_EVENT_ENTER;
  event_ = RecordedEvent{};
  event_.kind = is_long                                 ? CULPRIT_EVENT_ENTER
                : event.kind == CULPRIT_EVENT_WRITE_FAR ? CULPRIT_EVENT_WRITE
                                                        : event.kind;
  event_.what = event.what;
  event_.function = event.function.value();
  event_.line = event.line;
  event_.line_absolute = event.line_absolute;
  event_.count = event.count;
  event_.type = event.type.value();
  if (!is_enter) event_.address = event.address;
  if (!is_enter) event_.size = event.size;
  const bool is_size = event.what == CULPRIT_EXTENDED_LOST || event.what == CULPRIT_EXTENDED_SPAWN ||
                       event.what == CULPRIT_EXTENDED_PROCESS || event.what == CULPRIT_EXTENDED_THROW ||
                       event.what == CULPRIT_EXTENDED_CATCH || event.what == CULPRIT_EXTENDED_CLOSED ||
                       event.what == CULPRIT_EXTENDED_INPUT_END;
  const auto text = [](std::span<const std::byte> bytes) {
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  if (event.kind != CULPRIT_EVENT_EXTENDED || !is_size) event_.payload = text(event.payload);
  event_.more = text(event.more);
  if (cursor_.after_gap()) frames_.assign(cursor_.depth(), 0);
  if (is_enter) {
    event_.frame = is_long ? event.address : (frames_.empty() ? 0 : frames_.back()) - event.size;
    frames_.push_back(event_.frame);
  }
  std::uint32_t ended = event.kind == CULPRIT_EVENT_LEAVE    ? 1
                        : event.kind == CULPRIT_EVENT_UNWIND ? event.count
                                                             : 0;
  for (; ended && !frames_.empty(); --ended) frames_.pop_back();
  return true;
}

/// The next piece of the same input or output.
static bool goes_on_with(const RecordedEvent& last, const RecordedEvent& event) {
  if (event.kind != CULPRIT_EVENT_EXTENDED || last.count != event.count) return false;
  if (event.what != CULPRIT_EXTENDED_INPUT && event.what != CULPRIT_EXTENDED_OUTPUT_FILE) return false;
  return last.address == CULPRIT_NO_OFFSET ? event.address == CULPRIT_NO_OFFSET
                                           : last.address + last.size == event.address;
}

std::vector<RecordedEvent> joined(const std::vector<RecordedEvent>& events) {
  std::vector<RecordedEvent> result;
  for (const RecordedEvent& event : events) {
    RecordedEvent* last = result.empty() ? nullptr : &result.back();
    const bool follows =
        last && last->kind == event.kind && last->what == event.what && last->line == event.line &&
        !event.line_absolute && !last->line_absolute &&
        ((event.kind == CULPRIT_EVENT_BLOCK && last->address + last->size == event.address) ||
         event.kind == CULPRIT_EVENT_OUTPUT || goes_on_with(*last, event));
    if (follows) {
      last->payload += event.payload;
      last->size += event.size;
    } else {
      result.push_back(event);
    }
  }
  return result;
}

std::vector<RecordedEvent> read_events(const trace::Trace& trace, StreamId stream) {
  std::vector<RecordedEvent> result;
  for (EventReader reader(trace.events(stream)); reader.next();) {
    const RecordedEvent& event = reader.event();
    const bool is_frame =
        event.kind == CULPRIT_EVENT_EXTENDED &&
        (event.what == CULPRIT_EXTENDED_THREAD_START || event.what == CULPRIT_EXTENDED_THREAD_END);
    if (!is_frame) result.push_back(event);
  }
  return result;
}

}  // namespace culprit::test
