#include "faultline/data/parts.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fnmatch.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::data {
namespace {

namespace fs = std::filesystem;

// How Hive and Spark write a missing value.
constexpr std::string_view kMissingValue = "__HIVE_DEFAULT_PARTITION__";

bool has_wildcard(std::string_view text) {
  return text.find_first_of("*?[") != std::string_view::npos;
}

/// Of a pattern: the folder that it does not leave open, and the names after it.
struct Pattern {
  fs::path root{};
  std::vector<std::string> names{};  // empty: everything below the root
};

Pattern pattern_of(const std::string& path) {
  Pattern pattern;
  for (const fs::path& name : fs::path(path)) {
    if (!pattern.names.empty() || has_wildcard(name.string())) {
      pattern.names.push_back(name.string());
    } else {
      pattern.root /= name;
    }
  }
  if (pattern.root.empty()) pattern.root = ".";
  return pattern;
}

using Names = std::vector<std::string>;

bool matches(const Names& pattern, std::size_t p, const Names& names, std::size_t n) {
  if (p == pattern.size()) return n == names.size();
  if (pattern[p] == "**") {
    for (std::size_t skip = n; skip <= names.size(); ++skip) {
      if (matches(pattern, p + 1, names, skip)) return true;
    }
    return false;
  }
  return n < names.size() && ::fnmatch(pattern[p].c_str(), names[n].c_str(), FNM_PERIOD) == 0 &&
         matches(pattern, p + 1, names, n + 1);
}

/// Hive writes characters that a name of a file should not have as %XX.
std::string decoded(std::string_view text) {
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool code =
        text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0;
    if (code) {
      out += static_cast<char>(16 * digit(text[i + 1]) + digit(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

/// The part, with the keys of its folders in `keys`.
Part part_of(const fs::path& file, const fs::path& relative, std::vector<std::string>& keys) {
  Part part{.path = file.string(), .relative = relative.generic_string()};
  for (const fs::path& folder : relative.parent_path()) {
    const std::string name = folder.string();
    const auto equals = name.find('=');
    if (equals == std::string::npos || equals == 0) continue;
    keys.push_back(decoded(std::string_view(name).substr(0, equals)));
    const std::string value = decoded(std::string_view(name).substr(equals + 1));
    part.values.push_back(value == kMissingValue ? std::nullopt : std::optional(value));
  }
  return part;
}

/// Other programs' own files and folders.
bool is_hidden(const std::string& name) {
  return name.starts_with('.') || (name.starts_with('_') && name.find('=') == std::string::npos);
}

std::vector<fs::path> files_below(const fs::path& root) {
  std::vector<fs::path> files;
  std::error_code failed;
  fs::recursive_directory_iterator walk(root, failed);
  if (failed)
    throw InputError(
        fmt::format("cannot read the folder '{}': {}", root.string(), failed.message()));
  for (const fs::recursive_directory_iterator end; walk != end; walk.increment(failed)) {
    if (failed)
      throw InputError(fmt::format("cannot read all of '{}': {}", root.string(), failed.message()));
    if (is_hidden(walk->path().filename().string())) {
      walk.disable_recursion_pending();
    } else if (walk->is_regular_file(failed)) {
      files.push_back(walk->path());
    }
  }
  return files;
}

}  // namespace

bool names_parts(const std::string& path) {
  if (path.empty() || path == "-") return false;
  std::error_code failed;
  if (fs::is_directory(path, failed)) return true;
  return has_wildcard(path) && !fs::exists(path, failed);
}

Parts find_parts(const InputOptions& options) {
  std::error_code failed;
  const bool folder = fs::is_directory(options.path, failed);
  const Pattern pattern = folder ? Pattern{.root = options.path} : pattern_of(options.path);
  Parts found;
  bool first = true;
  bool text = false;
  bool parquet = false;
  for (const fs::path& file : files_below(pattern.root)) {
    const fs::path relative = file.lexically_relative(pattern.root);
    const Names names(relative.begin(), relative.end());
    if (!folder && !matches(pattern.names, 0, names, 0)) continue;
    const std::optional<Format> format =
        options.input_format ? options.input_format : format_of_name(file.filename().string());
    if (format != Format::csv && format != Format::tsv && format != Format::parquet) {
      if (format) found.passed_over.push_back(relative.generic_string());
      continue;
    }
    text = text || format != Format::parquet;
    parquet = parquet || format == Format::parquet;
    std::vector<std::string> keys;
    found.parts.push_back(part_of(file, relative, keys));
    if (first) found.keys = keys;
    if (keys != found.keys) {
      throw ConfigError(fmt::format(
          "'{}' and '{}' lie in folders with different keys ({} and {}); name files whose folders "
          "have the same",
          found.parts.front().path, file.string(),
          found.keys.empty() ? "none" : join_words(found.keys, 8, "and"),
          keys.empty() ? "none" : join_words(keys, 8, "and")));
    }
    found.format = *format;
    first = false;
  }
  if (found.parts.empty()) {
    throw InputError(folder
                         ? fmt::format("'{}' holds no CSV or Parquet file", options.path)
                         : fmt::format("no CSV or Parquet file is named like '{}'", options.path));
  }
  if (text && parquet) {
    throw ConfigError(fmt::format(
        "'{0}' has CSV and Parquet files; name those of one kind, such as '{0}/**/*.parquet'",
        options.path));
  }
  std::sort(found.passed_over.begin(), found.passed_over.end());
  std::sort(found.parts.begin(), found.parts.end(),
            [](const Part& a, const Part& b) { return a.relative < b.relative; });
  return found;
}

}  // namespace faultline::data
