// The copies of spool.hpp: bytes as they are, and text as UTF-8 with plain newlines. Encodings are
// the C library's (iconv).

#include <array>
#include <cerrno>
#include <fstream>

#include <fmt/format.h>
#include <iconv.h>

#include "faultline/base/error.hpp"
#include "faultline/base/read_file.hpp"
#include "faultline/sql/blocks.hpp"
#include "faultline/sql/spool.hpp"
#include "faultline/sql/temporary_copy.hpp"

namespace faultline::sql {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// UTF-8 with one kind of line end: outside quotes, a return, alone or before a newline, becomes a
/// newline.
class PlainLines {
 public:
  explicit PlainLines(TemporaryCopy& out) : out_(out) {}

  void write(std::string_view text) {
    lines_.clear();
    for (char c : text) {
      if (c == '"') quoted_ = !quoted_;
      const bool second = c == '\n' && after_return_ && !quoted_;
      after_return_ = c == '\r' && !quoted_;
      if (after_return_) c = '\n';
      if (!second) lines_ += c;
    }
    out_.write(lines_);
  }

 private:
  TemporaryCopy& out_;
  std::string lines_;
  bool quoted_ = false;
  bool after_return_ = false;
};

/// Text of another encoding as UTF-8, block by block. What the encoding does not have (five bytes
/// of Windows-1252, half a surrogate pair, half a unit at the end) becomes U+FFFD.
class Recoder {
 public:
  Recoder(const char* encoding, std::size_t unit)
      : converter_(::iconv_open("UTF-8", encoding)), unit_(unit) {
    // (iconv_t)-1 is how it says no.
    if (reinterpret_cast<std::intptr_t>(converter_) == -1) {
      throw InputError(fmt::format(
          "the C library of this system cannot read {}; save the file as UTF-8", encoding));
    }
  }
  ~Recoder() { ::iconv_close(converter_); }
  Recoder(const Recoder&) = delete;
  Recoder& operator=(const Recoder&) = delete;

  void write(std::string_view block, PlainLines& out) {
    pending_ += block;
    char* from = pending_.data();
    std::size_t left = pending_.size();
    while (left > 0) {
      std::array<char, 1 << 14> text;  // iconv comes back for more when it is full
      char* to = text.data();
      std::size_t room = text.size();
      const std::size_t converted = ::iconv(converter_, &from, &left, &to, &room);
      const int reason = converted == static_cast<std::size_t>(-1) ? errno : 0;
      put({text.data(), text.size() - room}, out);
      if (reason == EINVAL) break;  // the rest of a character comes with the next block
      if (reason == EILSEQ) {
        put(kReplacement, out);
        from += unit_;
        left -= unit_;
      }
    }
    pending_.erase(0, pending_.size() - left);
  }
  void finish(PlainLines& out) {
    if (!pending_.empty()) put(kReplacement, out);
  }

 private:
  void put(std::string_view text, PlainLines& out) {
    if (text.empty()) return;
    if (first_ && text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    first_ = false;
    out.write(text);
  }

  iconv_t converter_;
  std::size_t unit_;  // bytes to skip of what is no text
  std::string pending_;
  bool first_ = true;
};

}  // namespace

void copy_bytes(std::istream& from, const std::filesystem::path& to, const std::stop_token& stop) {
  TemporaryCopy out(to);
  read_blocks(from, [&out](std::string_view block) { out.write(block); }, stop);
  out.finish();
}

void copy_as_utf8(const std::string& from, Encoding encoding, const std::filesystem::path& to,
                  const std::stop_token& stop) {
  std::ifstream in = open_file(from);
  TemporaryCopy copy(to);
  PlainLines out(copy);
  if (encoding == Encoding::utf8) {
    read_blocks(in, [&out](std::string_view block) { out.write(block); }, stop);
  } else {
    Recoder recoder(encoding == Encoding::utf16_little ? "UTF-16LE"
                    : encoding == Encoding::utf16_big  ? "UTF-16BE"
                                                       : "CP1252",
                    encoding == Encoding::other ? 1 : 2);
    read_blocks(in, [&](std::string_view block) { recoder.write(block, out); }, stop);
    recoder.finish(out);
  }
  copy.finish();
}

}  // namespace faultline::sql
