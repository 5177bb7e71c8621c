#include "src/trace/damage_words.h"

#include "src/base/text.h"

namespace culprit::trace::words {
namespace {

std::string owner(std::uint32_t stream) {
  return stream == 0 ? std::string("the definitions") : "thread " + std::to_string(stream);
}

std::string bytes(std::uint64_t begin, std::uint64_t end) {
  return "bytes " + with_commas(begin) + " to " + with_commas(end == begin ? end : end - 1) + " of the file";
}

std::string where(const Place& place, std::uint64_t committed) {
  return owner(place.stream) + ", segment " + with_commas(place.number) + " (" +
         bytes(place.payload, place.payload + committed) + "): ";
}

/// What the readable part leaves.
std::string lost(const Place& place, std::uint64_t committed, std::uint64_t readable) {
  return "its last " + with_commas(committed - readable) + " bytes, from byte " +
         with_commas(place.payload + readable) + " on, are lost";
}

}  // namespace

std::string cut(const Place& place, std::uint64_t committed, std::uint64_t readable) {
  return where(place, committed) + "the file ends inside it; " + lost(place, committed, readable);
}

std::string changed(const Place& place, std::uint64_t committed, std::uint64_t readable) {
  const std::string start = where(place, committed) + "its checksum differs from its contents; ";
  if (readable < committed)
    return start + lost(place, committed, readable) + ", and what comes before may be wrong";
  return start + "all of it can be read, but some of it is wrong";
}

std::string bad_record(const Place& place, std::uint64_t committed, std::uint64_t readable) {
  return where(place, committed) + "there is no valid record at byte " +
         with_commas(place.payload + readable) + "; " + lost(place, committed, readable);
}

std::string bad_definition(const Place& place, std::uint64_t offset) {
  return owner(place.stream) + ", segment " + with_commas(place.number) + ": the definition at byte " +
         with_commas(place.payload + offset) + " of the file makes no sense and is left out";
}

std::string damaged_header(std::uint64_t begin, std::uint64_t end) {
  return "the segment at " + bytes(begin, end) + " has a damaged header; what it held is lost";
}

std::string blank(std::uint64_t begin, std::uint64_t end) {
  return "the segment at " + bytes(begin, end) + " is blank; if it held anything, that is lost";
}

std::string truncated(std::uint64_t size, std::uint64_t expected) {
  return "the file ends after " + with_commas(size) + " bytes and should have " + with_commas(expected) +
         ": the last " + with_commas(expected - size) + " are missing";
}

std::string missing(std::uint32_t stream, std::uint64_t first, std::uint64_t last, std::uint64_t room) {
  const std::string which = first == last
                                ? "segment " + with_commas(first) + " is"
                                : "segments " + with_commas(first) + " to " + with_commas(last) + " are";
  return owner(stream) + ": " + which + " missing (about " + with_commas((last - first + 1) * room) +
         " bytes)";
}

std::string no_tables() {
  return "the definitions are missing: functions, types and files have no names";
}

}  // namespace culprit::trace::words
