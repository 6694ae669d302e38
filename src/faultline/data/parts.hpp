#pragma once
// Input that is several files: a folder with everything below it, or a pattern (*, ?, [a-z], and **
// for any folders between). Folders named key=value on the way to a file are columns of its rows
// (Hive partitions), the same keys for every file.

#include <optional>
#include <string>
#include <vector>

#include "faultline/data/input.hpp"

namespace faultline::data {

struct Part {
  std::string path{};
  std::string relative{};                            // to the folder or the pattern's fixed part
  std::vector<std::optional<std::string>> values{};  // of the keys; none is missing
};

struct Parts {
  Format format = Format::parquet;
  std::vector<std::string> keys{};
  std::vector<Part> parts{};               // by relative path
  std::vector<std::string> passed_over{};  // relative paths of data in other formats
};

/// The format that the name of a file tells, gzipped or not; none when it does not.
[[nodiscard]] std::optional<Format> format_of_name(const std::string& name);

/// Throws ConfigError where an option does not go with the format of the input.
void check_format(const InputOptions& options, Format format);

/// Whether the path is no single file: a folder, or a pattern that no file has for its name.
[[nodiscard]] bool names_parts(const std::string& path);

/// Files whose name begins with "." or "_" (what other programs leave in such folders) and, without
/// `input_format`, files of other kinds are passed over; of these, whatever is data is listed.
/// Links to folders are not followed. Throws InputError where nothing is found, ConfigError where
/// CSV and Parquet files lie together or keys differ.
[[nodiscard]] Parts find_parts(const InputOptions& options);

}  // namespace faultline::data
