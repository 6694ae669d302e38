#include "faultline/sql/source_files.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/sql/spool.hpp"

namespace faultline::sql {
namespace {

constexpr std::size_t kOpening = std::size_t{4} << 20;

void note_once(data::Notice notice, Source& source) {
  const auto same = [&](const data::Notice& other) { return other.text == notice.text; };
  if (std::none_of(source.notices.begin(), source.notices.end(), same))
    source.notices.push_back(std::move(notice));
}

}  // namespace

std::string opening_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text(kOpening, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

std::filesystem::path temporary_file(Source& source) {
  return source.temporary.emplace_back().path();
}

std::string literal_path(const std::string& path, Source& source) {
  if (path.find_first_of("*?[]{}~\\") == std::string::npos && path.find("://") == std::string::npos)
    return path;
  const std::filesystem::path link = temporary_file(source);
  std::error_code failed;
  std::filesystem::remove(link, failed);
  std::filesystem::create_symlink(std::filesystem::absolute(path), link, failed);
  if (failed)
    throw InputError(fmt::format("cannot reach '{}': {}; rename it", path, failed.message()));
  return link.string();
}

PlainText plain_text(const std::string& file, const std::string& name, Source& source,
                     const std::stop_token& stop) {
  PlainText text{.path = file};
  if (is_gzipped(file)) {
    text.sha256 = inspect(file, false, stop).sha256;
    const std::filesystem::path unpacked = temporary_file(source);
    copy_unpacked(file, unpacked, stop);
    text.path = unpacked.string();
  }
  const FileFacts facts = inspect(text.path, true, stop);
  if (text.sha256.empty()) text.sha256 = facts.sha256;
  if (facts.bytes == 0) throw InputError(fmt::format("{} is empty", name));
  const bool wide =
      facts.encoding == Encoding::utf16_little || facts.encoding == Encoding::utf16_big;
  if (facts.first_zero_byte && !wide) {
    throw InputError(
        fmt::format("{} holds a zero byte (at byte {}), so it is not plain text; if it is UTF-16, "
                    "convert it to UTF-8",
                    name, *facts.first_zero_byte + 1));
  }
  if (facts.encoding != Encoding::utf8 || facts.mixed_line_ends) {
    const std::filesystem::path copy = temporary_file(source);
    copy_as_utf8(text.path, facts.encoding, copy, stop);
    text.path = copy.string();
    if (wide) note_once(data::Notice::note("the file is UTF-16"), source);
    if (facts.encoding == Encoding::other) {
      note_once(
          data::Notice::note(
              "the file is not UTF-8; it was read as Windows-1252 (Latin-1): check names with "
              "accents"),
          source);
    }
  }
  return text;
}

std::optional<char> delimiter_of(const data::InputOptions& options, data::Format format) {
  std::optional<char> delimiter = data::resolve_delimiter(options.delimiter);
  if (!delimiter && format == data::Format::tsv) delimiter = '\t';
  return delimiter;
}

}  // namespace faultline::sql
