// The copies of spool.hpp: bytes as they are, and text as UTF-8 with plain newlines.

#include <array>
#include <fstream>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/sql/blocks.hpp"
#include "faultline/sql/spool.hpp"

namespace faultline::sql {
namespace {

/// Windows-1252 where it differs from Latin-1 (0x80 to 0x9F); 0 where it holds nothing.
constexpr std::array<char16_t, 32> kWindows1252 = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

constexpr char32_t kReplacement = 0xFFFD;

/// Writes characters as UTF-8 with plain newlines.
class Utf8Writer {
 public:
  explicit Utf8Writer(const std::filesystem::path& to) : path_(to), out_(to, std::ios::binary) {}

  void put(char32_t character) {
    const bool was_return = after_return_;
    after_return_ = false;
    if (character == U'"') quoted_ = !quoted_;
    if (!quoted_) {
      if (character == U'\r') {
        after_return_ = true;
        character = U'\n';
      } else if (character == U'\n' && was_return) {
        return;
      }
    }
    if (character < 0x80) {
      byte(character);
    } else if (character < 0x800) {
      byte(0xC0 | (character >> 6));
      byte(0x80 | (character & 0x3F));
    } else if (character < 0x10000) {
      byte(0xE0 | (character >> 12));
      byte(0x80 | ((character >> 6) & 0x3F));
      byte(0x80 | (character & 0x3F));
    } else {
      byte(0xF0 | (character >> 18));
      byte(0x80 | ((character >> 12) & 0x3F));
      byte(0x80 | ((character >> 6) & 0x3F));
      byte(0x80 | (character & 0x3F));
    }
  }
  void byte(char32_t value) {
    buffer_.push_back(static_cast<char>(value));
    if (buffer_.size() >= kBlock) flush();
  }
  void flush() {
    out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    buffer_.clear();
    out_.flush();
    if (!out_)
      throw InputError(
          fmt::format("cannot write the temporary file '{}'; is the disk full?", path_.string()));
  }

 private:
  std::filesystem::path path_;
  std::ofstream out_;
  std::string buffer_;
  bool quoted_ = false;
  bool after_return_ = false;
};

}  // namespace

void copy_bytes(std::istream& from, const std::filesystem::path& to) {
  Utf8Writer out(to);
  read_blocks(from, [&out](std::string_view block) {
    for (const char c : block) out.byte(static_cast<unsigned char>(c));
  });
  out.flush();
}

void copy_as_utf8(const std::string& from, Encoding encoding, const std::filesystem::path& to) {
  std::ifstream in = open_file(from);
  Utf8Writer out(to);
  std::int64_t position = 0;
  int half = -1;      // the first byte of a UTF-16 unit
  char32_t high = 0;  // the first unit of a surrogate pair
  const auto unit = [&](char32_t value) {
    if (position++ == 0 && value == 0xFEFF) return;
    if (high != 0) {
      const bool low = value >= 0xDC00 && value <= 0xDFFF;
      out.put(low ? 0x10000 + ((high - 0xD800) << 10) + (value - 0xDC00) : kReplacement);
      high = 0;
      if (low) return;
    }
    if (value >= 0xD800 && value <= 0xDBFF) {
      high = value;
    } else {
      out.put(value >= 0xDC00 && value <= 0xDFFF ? kReplacement : value);
    }
  };
  read_blocks(in, [&](std::string_view block) {
    for (const char c : block) {
      const auto byte = static_cast<unsigned char>(c);
      if (encoding == Encoding::utf16_little || encoding == Encoding::utf16_big) {
        if (half < 0) {
          half = byte;
          continue;
        }
        unit(encoding == Encoding::utf16_little ? static_cast<char32_t>(half | (byte << 8))
                                                : static_cast<char32_t>((half << 8) | byte));
        half = -1;
      } else if (encoding == Encoding::other) {
        const char32_t mapped = byte >= 0x80 && byte <= 0x9F ? kWindows1252[byte - 0x80U] : byte;
        out.put(mapped == 0 ? kReplacement : mapped);
      } else if (byte < 0x80) {
        out.put(byte);
      } else {
        out.byte(byte);  // already UTF-8
      }
    }
  });
  if (high != 0 || half >= 0) out.put(kReplacement);
  out.flush();
}

}  // namespace faultline::sql
