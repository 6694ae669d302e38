#pragma once
// Where a result goes: standard output, a JSON file, an HTML page, Markdown, SARIF, JUnit. Files
// appear whole or not at all.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/result/result.hpp"

namespace faultline::cli {

enum class OutputFormat { text, json };
[[nodiscard]] std::span<const describe::Word> words(OutputFormat);

struct OutputOptions {
  std::string json{};
  std::string html{};
  std::string markdown{};
  std::string sarif{};
  std::string junit{};
  std::string model_card{};
  OutputFormat format = OutputFormat::text;
  bool quiet = false;
  bool print_spec = false;
};
[[nodiscard]] const describe::Object& description(const OutputOptions*);

/// Option and path of every file asked for.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> files_of(
    const OutputOptions& output);

/// Before the work: throws ConfigError when a file could not be written later; an empty path is
/// none.
void check_file(const std::string& option, const std::string& path);
void check_writable(const OutputOptions& output);

/// Writes the files and prints to standard output.
void write_outputs(const result::Result& result, const OutputOptions& output);

/// Prints to standard output. Throws ConfigError when that fails.
void print(std::string_view text);

/// Prints the text to standard output, no line wider than 80 columns; all but the first start with
/// the blanks that `first` is wide.
void print_paragraph(std::string_view text, std::string_view first = "");

/// Makes the folder of --output where it is not there yet. Throws ConfigError.
void make_folder(const std::string& folder);

}  // namespace faultline::cli
