#pragma once
// The bytes of the input before the engine sees them: digest, encoding, line ends. Text that the
// engine cannot take as it is (standard input, gzip, UTF-16, Windows-1252, mixed line ends) is
// copied once to a temporary UTF-8 file.

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace faultline::sql {

enum class Encoding { utf8, utf16_little, utf16_big, other };

struct FileFacts {
  std::string sha256{};
  std::int64_t bytes = 0;
  // The rest only for text.
  Encoding encoding = Encoding::utf8;
  bool mixed_line_ends = false;  // outside quotes
  std::optional<std::int64_t> first_zero_byte{};
};

/// Reads the file once. Throws InputError when it is not a readable file, Cancelled when it is
/// stopped; so do the copies.
[[nodiscard]] FileFacts inspect(const std::string& path, bool text,
                                const std::stop_token& stop = {});

/// Copies bytes as they are. Throws InputError when the disk is full.
void copy_bytes(std::istream& from, const std::filesystem::path& to,
                const std::stop_token& stop = {});

/// Copies text as UTF-8 without byte-order mark; line ends outside quotes become a newline. Bytes
/// that are no UTF-8 are read as Windows-1252, which holds Latin-1.
void copy_as_utf8(const std::string& from, Encoding encoding, const std::filesystem::path& to,
                  const std::stop_token& stop = {});

/// Whether the file begins as gzip files do.
[[nodiscard]] bool is_gzipped(const std::string& path);

/// What a gzipped file holds. Throws InputError when it is damaged or the disk is full.
void copy_unpacked(const std::string& from, const std::filesystem::path& to,
                   const std::stop_token& stop = {});

/// SHA-256 of a text, in hexadecimal.
[[nodiscard]] std::string digest_of(std::string_view text);

/// The line, as an editor counts, of a line that was counted without line ends inside quotes.
[[nodiscard]] std::int64_t physical_line(const std::string& path, std::int64_t unquoted_line);

}  // namespace faultline::sql
