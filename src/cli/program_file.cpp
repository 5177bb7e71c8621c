#include "src/cli/program_file.h"

#include <elf.h>

#include <cstring>
#include <span>
#include <string_view>

#include "src/base/mapped_file.h"
#include "src/base/text.h"

namespace culprit::cli {
namespace {

/// Reads a 64-bit ELF file; whatever points outside of it reads as nothing.
class ElfFile {
 public:
  explicit ElfFile(std::string_view bytes) : bytes_(bytes) {
    Elf64_Ehdr header{};
    if (!read(0, header) || header.e_ident[EI_CLASS] != ELFCLASS64) return;
    for (unsigned i = 0; i < header.e_phnum; ++i) {
      Elf64_Phdr segment{};
      if (!read(header.e_phoff + i * sizeof segment, segment)) break;
      if (segment.p_type == PT_NOTE) read_notes(part(segment.p_offset, segment.p_filesz));
    }
    for (unsigned i = 0; i < header.e_shnum; ++i) {
      Elf64_Shdr section{}, strings{};
      if (!read(header.e_shoff + i * sizeof section, section)) break;
      if (section.sh_type != SHT_DYNAMIC && section.sh_type != SHT_SYMTAB) continue;
      if (!read(header.e_shoff + section.sh_link * sizeof strings, strings)) continue;
      const std::string_view names = part(strings.sh_offset, strings.sh_size);
      if (section.sh_type == SHT_DYNAMIC) read_dynamic(part(section.sh_offset, section.sh_size), names);
      if (section.sh_type == SHT_SYMTAB) read_symbols(part(section.sh_offset, section.sh_size), names);
    }
  }
  bool is_recordable() const { return is_recordable_; }
  const std::string& build() const { return build_; }

 private:
  template <class T>
  static bool read_from(std::string_view bytes, std::uint64_t at, T& value) {
    if (at > bytes.size() || bytes.size() - at < sizeof value) return false;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return true;
  }
  template <class T>
  bool read(std::uint64_t at, T& value) const {
    return read_from(bytes_, at, value);
  }
  std::string_view part(std::uint64_t at, std::uint64_t size) const {
    if (at > bytes_.size() || bytes_.size() - at < size) return {};
    return bytes_.substr(at, size);
  }
  static std::string_view name_at(std::string_view names, std::uint64_t at) {
    if (at >= names.size()) return {};
    names.remove_prefix(at);
    return names.substr(0, names.find('\0'));
  }

  void read_notes(std::string_view notes) {
    const auto padded = [](std::uint64_t size) { return (size + 3) & ~std::uint64_t{3}; };
    Elf64_Nhdr note{};
    while (read_from(notes, 0, note)) {
      const std::uint64_t value = sizeof note + padded(note.n_namesz);
      const std::uint64_t end = value + padded(note.n_descsz);
      if (end > notes.size()) return;
      if (note.n_type == NT_GNU_BUILD_ID && notes.substr(sizeof note).starts_with("GNU")) {
        build_.clear();
        for (const char c : notes.substr(value, note.n_descsz)) {
          build_ += "0123456789abcdef"[static_cast<unsigned char>(c) >> 4];
          build_ += "0123456789abcdef"[static_cast<unsigned char>(c) & 15];
        }
      }
      notes.remove_prefix(end);
    }
  }

  void read_dynamic(std::string_view entries, std::string_view names) {
    Elf64_Dyn entry{};
    for (std::uint64_t at = 0; read_from(entries, at, entry); at += sizeof entry) {
      if (entry.d_tag == DT_NEEDED && name_at(names, entry.d_un.d_val).starts_with("libculprit-cxx."))
        is_recordable_ = true;
    }
  }

  /// Of a program with the runtime linked in.
  void read_symbols(std::string_view symbols, std::string_view names) {
    Elf64_Sym symbol{};
    for (std::uint64_t at = 0; !is_recordable_ && read_from(symbols, at, symbol); at += sizeof symbol)
      is_recordable_ = name_at(names, symbol.st_name) == "culprit_cxx_register";
  }

  std::string_view bytes_;
  bool is_recordable_ = false;
  std::string build_;
};

}  // namespace

ProgramFile look_at_program(const std::string& path) {
  ProgramFile found;
  const auto file = MappedFile::open(path);
  if (!file) return found;
  const std::string_view bytes(reinterpret_cast<const char*>(file->bytes().data()), file->size());
  if (bytes.starts_with(ELFMAG)) {
    const ElfFile elf(bytes);
    found.kind = ProgramKind::kElf;
    found.is_recordable = elf.is_recordable();
    found.build = elf.build();
  } else if (bytes.starts_with("#!")) {
    found.kind = ProgramKind::kScript;
    found.interpreter = trimmed(bytes.substr(2, bytes.substr(0, 256).find('\n') - 2));
  }
  return found;
}

}  // namespace culprit::cli
