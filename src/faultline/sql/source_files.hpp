#pragma once
// Files on their way to the engine: copies where it cannot take them as they are, links where it
// would take their names for patterns. For use by whoever opens a source.

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "faultline/sql/source.hpp"

namespace faultline::sql {

/// A new file that lives as long as the source.
[[nodiscard]] std::filesystem::path temporary_file(Source& source);

/// The opening bytes of a file, enough for any header.
[[nodiscard]] std::string opening_of(const std::string& path);

/// The path, or a link to it: the engine expands patterns in names. Throws InputError when the link
/// cannot be made.
[[nodiscard]] std::string literal_path(const std::string& path, Source& source);

/// A text file that the engine can take: the file itself, or a copy of what it holds, unpacked and
/// in UTF-8.
struct PlainText {
  std::string path{};
  std::string sha256{};  // of the file itself
};

/// `name` is what messages call it; what was done to it is in the source's notices. Throws
/// InputError when it is no text.
[[nodiscard]] PlainText plain_text(const std::string& file, const std::string& name, Source& source,
                                   const std::stop_token& stop);

[[nodiscard]] std::optional<char> delimiter_of(const data::InputOptions& options,
                                               data::Format format);

}  // namespace faultline::sql
