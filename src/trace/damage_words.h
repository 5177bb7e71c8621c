#pragma once

#include <cstdint>
#include <string>

/// The sentences in which damage is told to a user: where, how much, why.
namespace culprit::trace::words {

/// A segment: `payload` is where its records begin in the file.
struct Place {
  std::uint32_t stream;
  std::uint64_t number;
  std::uint64_t payload;
};

/// `readable` of `committed` payload bytes are records.
std::string cut(const Place& place, std::uint64_t committed, std::uint64_t readable);
std::string changed(const Place& place, std::uint64_t committed, std::uint64_t readable);
std::string bad_record(const Place& place, std::uint64_t committed, std::uint64_t readable);
std::string bad_definition(const Place& place, std::uint64_t offset);

/// Bytes [begin, end) of the file.
std::string damaged_header(std::uint64_t begin, std::uint64_t end);
std::string blank(std::uint64_t begin, std::uint64_t end);
std::string truncated(std::uint64_t size, std::uint64_t expected);
/// Segments [first, last] of a stream, `room` bytes each.
std::string missing(std::uint32_t stream, std::uint64_t first, std::uint64_t last, std::uint64_t room);
std::string no_tables();

}  // namespace culprit::trace::words
