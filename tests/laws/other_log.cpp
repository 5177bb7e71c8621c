#include "tests/laws/other_log.h"

#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <utility>

#include "src/base/check.h"
#include "src/state/index.h"
#include "src/state/trace_account.h"

namespace culprit::laws {
namespace {

/// Where a mapped byte lies in its file.
std::uint64_t offset_of(const std::byte* byte) {
  const auto address = reinterpret_cast<std::uint64_t>(byte);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::uint64_t low = 0, high = 0, offset = 0;
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64, &low, &high, &offset) == 3 &&
        low <= address && address < high)
      return offset + (address - low);
  }
  CULPRIT_CHECK(!"the byte is mapped");
  return 0;
}

}  // namespace

OtherLog::OtherLog(const trace::Trace& trace, const std::byte* byte)
    : trace_(trace), offset_(offset_of(byte)) {
  flip();
}

OtherLog::~OtherLog() {
  account_.reset();
  flip();
  std::filesystem::remove(state::index_path(trace_.path()));
}

/// The trace's mapping is shared with the file, and what is read once is not verified again.
void OtherLog::flip() {
  std::fstream file(trace_.path(), std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(static_cast<std::streamoff>(offset_));
  const char byte = static_cast<char>(file.get() ^ 1);
  file.seekp(static_cast<std::streamoff>(offset_));
  file.put(byte);
  CULPRIT_CHECK(file.good());
}

const state::Account& OtherLog::account(const tree::Tree& tree) {
  if (!account_) {
    std::filesystem::remove(state::index_path(trace_.path()));
    auto made = state::make_trace_account(trace_, tree);
    CULPRIT_CHECK(made.has_value());
    account_ = std::move(*made);
  }
  return *account_;
}

}  // namespace culprit::laws
