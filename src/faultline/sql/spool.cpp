#include "faultline/sql/spool.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <istream>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <openssl/evp.h>
#include <unistd.h>

#include "faultline/base/error.hpp"

namespace faultline::sql {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20;

/// Follows UTF-8 byte by byte; overlong forms, surrogates and values past U+10FFFF are not UTF-8.
class Utf8Check {
 public:
  void feed(unsigned char byte) {
    if (left_ == 0) {
      low_ = 0x80;
      high_ = 0xBF;
      if (byte < 0x80) return;
      if (byte >= 0xC2 && byte <= 0xDF) {
        left_ = 1;
      } else if (byte >= 0xE0 && byte <= 0xEF) {
        left_ = 2;
        if (byte == 0xE0) low_ = 0xA0;
        if (byte == 0xED) high_ = 0x9F;
      } else if (byte >= 0xF0 && byte <= 0xF4) {
        left_ = 3;
        if (byte == 0xF0) low_ = 0x90;
        if (byte == 0xF4) high_ = 0x8F;
      } else {
        valid_ = false;
      }
      return;
    }
    if (byte < low_ || byte > high_) valid_ = false;
    low_ = 0x80;
    high_ = 0xBF;
    --left_;
  }
  [[nodiscard]] bool valid() const { return valid_ && left_ == 0; }

 private:
  int left_ = 0;
  unsigned char low_ = 0x80;
  unsigned char high_ = 0xBF;
  bool valid_ = true;
};

/// Which line ends occur outside quotes.
class LineEnds {
 public:
  void feed(unsigned char byte) {
    if (after_return_) {
      after_return_ = false;
      if (byte == '\n') {
        return_newline_ = true;
        return;
      }
      return_ = true;
    }
    if (byte == '"') quoted_ = !quoted_;
    if (quoted_) return;
    if (byte == '\r') after_return_ = true;
    if (byte == '\n') newline_ = true;
  }
  [[nodiscard]] bool mixed() const {
    return static_cast<int>(return_newline_) + static_cast<int>(newline_) +
               static_cast<int>(return_ || after_return_) >
           1;
  }

 private:
  bool quoted_ = false;
  bool after_return_ = false;
  bool return_newline_ = false;
  bool newline_ = false;
  bool return_ = false;
};

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

std::ifstream open_file(const std::string& path) {
  std::error_code failed;
  const auto status = std::filesystem::status(path, failed);
  if (status.type() == std::filesystem::file_type::not_found) {
    throw InputError(fmt::format("there is no file '{}'", path));
  }
  if (std::filesystem::is_directory(status)) {
    throw InputError(fmt::format("'{}' is a folder; name a file in it", path));
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  return in;
}

template <typename Receive>
void read_blocks(std::istream& in, const Receive& receive) {
  std::vector<char> block(kBlock);
  while (in) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    if (in.gcount() > 0)
      receive(std::string_view(block.data(), static_cast<std::size_t>(in.gcount())));
  }
}

}  // namespace

TemporaryFile::TemporaryFile() {
  std::error_code failed;
  auto folder = std::filesystem::temp_directory_path(failed);
  if (failed) folder = ".";
  std::string name = (folder / "faultline-XXXXXX").string();
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) {
    throw InputError(fmt::format("cannot make a temporary file in '{}': {}", folder.string(),
                                 std::strerror(errno)));
  }
  ::close(descriptor);
  path_ = name;
}

TemporaryFile::~TemporaryFile() {
  if (path_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

FileFacts inspect(const std::string& path, bool text) {
  std::ifstream in = open_file(path);
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> digest(EVP_MD_CTX_new(),
                                                                       &EVP_MD_CTX_free);
  if (!digest || EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr) != 1) {
    throw InternalError("no SHA-256 in the crypto library");
  }
  FileFacts facts;
  Utf8Check utf8;
  LineEnds ends;
  std::string head;
  read_blocks(in, [&](std::string_view block) {
    EVP_DigestUpdate(digest.get(), block.data(), block.size());
    if (head.size() < 2) head.append(block.substr(0, 2));
    if (text) {
      for (std::size_t i = 0; i < block.size(); ++i) {
        const auto byte = static_cast<unsigned char>(block[i]);
        utf8.feed(byte);
        ends.feed(byte);
        if (byte == 0 && !facts.first_zero_byte)
          facts.first_zero_byte = facts.bytes + static_cast<std::int64_t>(i);
      }
    }
    facts.bytes += static_cast<std::int64_t>(block.size());
  });
  if (in.bad())
    throw InputError(fmt::format("cannot read '{}' to its end: {}", path, std::strerror(errno)));
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned int length = 0;
  EVP_DigestFinal_ex(digest.get(), bytes.data(), &length);
  for (unsigned int i = 0; i < length; ++i) facts.sha256 += fmt::format("{:02x}", bytes[i]);
  if (text) {
    facts.mixed_line_ends = ends.mixed();
    if (head.starts_with("\xFF\xFE")) {
      facts.encoding = Encoding::utf16_little;
    } else if (head.starts_with("\xFE\xFF")) {
      facts.encoding = Encoding::utf16_big;
    } else if (!utf8.valid()) {
      facts.encoding = Encoding::other;
    }
  }
  return facts;
}

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

std::int64_t physical_line(const std::string& path, std::int64_t unquoted_line) {
  std::ifstream in = open_file(path);
  std::int64_t unquoted = 1;
  std::int64_t all = 1;
  bool quoted = false;
  char before = 0;
  read_blocks(in, [&](std::string_view block) {
    for (const char c : block) {
      if (unquoted >= unquoted_line) return;
      if (c == '"') quoted = !quoted;
      if (c == '\r' || (c == '\n' && before != '\r')) {
        ++all;
        if (!quoted) ++unquoted;
      }
      before = c;
    }
  });
  return all;
}

}  // namespace faultline::sql
