#include "faultline/sql/spool.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "faultline/base/error.hpp"
#include "faultline/base/read_file.hpp"
#include "faultline/sql/blocks.hpp"

namespace faultline::sql {
namespace {

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

/// SHA-256 of what is fed to it.
class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
    if (!context_ || EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) != 1)
      throw InternalError("no SHA-256 in the crypto library");
  }
  void feed(std::string_view bytes) {
    EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size());
  }
  [[nodiscard]] std::string finish() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned int length = 0;
    EVP_DigestFinal_ex(context_.get(), bytes.data(), &length);
    std::string text;
    for (unsigned int i = 0; i < length; ++i) text += fmt::format("{:02x}", bytes[i]);
    return text;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace

std::string digest_of(std::string_view text) {
  Digest digest;
  digest.feed(text);
  return digest.finish();
}

FileFacts inspect(const std::string& path, bool text, const std::stop_token& stop) {
  std::ifstream in = open_file(path);
  Digest digest;
  FileFacts facts;
  Utf8Check utf8;
  LineEnds ends;
  std::string head;
  read_blocks(
      in,
      [&](std::string_view block) {
        digest.feed(block);
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
      },
      stop);
  if (in.bad())
    throw InputError(fmt::format("cannot read '{}' to its end: {}", path, std::strerror(errno)));
  facts.sha256 = digest.finish();
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
