#include "src/service/file_kind.h"

#include <array>

#include "src/base/text.h"
#include "src/service/pack_format.h"
#include "src/session/session_lines.h"
#include "src/trace/format.h"

namespace culprit::service {
namespace {

using namespace std::string_view_literals;

struct Signature {
  std::string_view bytes;
  std::string_view what;
  bool is_text = false;  ///< a name could begin so: a zero byte has to be near
};

constexpr std::array kForeign{
    Signature{"\x7f"
              "ELF"sv,
              "an ELF program or library"},
    Signature{"MZ"sv, "a Windows program", true},
    Signature{"\xca\xfe\xba\xbe"sv, "a Java class"},
    Signature{"\xcf\xfa\xed\xfe"sv, "a macOS program"},
    Signature{"!<arch>"sv, "a static library"},
    Signature{"PK\x03\x04"sv, "a zip or jar archive"},
    Signature{"\x1f\x8b"sv, "a gzip archive"},
    Signature{"\x28\xb5\x2f\xfd"sv, "a zstd archive"},
    Signature{"\xfd"
              "7zXZ"sv,
              "an xz archive"},
    Signature{"BZh"sv, "a bzip2 archive", true},
    Signature{"\x89PNG"sv, "a PNG image"},
    Signature{"\xff\xd8\xff"sv, "a JPEG image"},
    Signature{"GIF8"sv, "a GIF image"},
    Signature{"%PDF"sv, "a PDF document"},
    Signature{"SQLite format 3"sv, "an SQLite database"},
    Signature{"#!"sv, "a script"},
};

}  // namespace

Recognised recognise(std::string_view beginning) {
  constexpr std::string_view kMagic(CULPRIT_MAGIC, 8);
  if (beginning.starts_with(kMagic)) return {FileKind::kTrace, {}};
  if (beginning.starts_with(kPackMagic)) return {FileKind::kPack, {}};
  const bool has_zero = beginning.find('\0') != std::string_view::npos;
  for (const Signature& signature : kForeign) {
    if (signature.is_text && !has_zero) continue;
    if (beginning.starts_with(signature.bytes)) return {FileKind::kForeign, signature.what};
  }
  if (has_zero) return {FileKind::kForeign, "binary data of an unknown kind"};
  if (!beginning.empty() && session::may_be_header(beginning.substr(0, beginning.find('\n'))) &&
      beginning.size() > 20) {
    return {FileKind::kSession, {}};
  }
  const std::string_view text = trimmed(beginning);
  if (text.starts_with('{') || text.starts_with('[')) return {FileKind::kJson, {}};
  return {FileKind::kText, {}};
}

}  // namespace culprit::service
