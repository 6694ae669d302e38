#pragma once
// Where a result goes: standard output, a JSON file, an HTML page. Files appear whole or not at
// all.

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/options.hpp"

#include "faultline/audit/result.hpp"

namespace faultline::cli {

struct OutputOptions {
  std::string json{};
  std::string html{};
  std::string format = "text";
  bool quiet = false;
  std::string fail_on{};
};

/// `gate` says what --fail-on finding does.
void add_output_options(Options& options, OutputOptions& output,
                        const std::string& gate = "Exit code 1 when a finding is significant");

/// Before the work: throws ConfigError when a file could not be written later; an empty path is
/// none.
void check_file(const std::string& option, const std::string& path);
void check_writable(const OutputOptions& output);

/// Throws ConfigError when --fail-on is asked for and nothing is tested.
void check_gate(const OutputOptions& output, std::int64_t replicates);

/// Writes the files and prints to standard output.
void write_outputs(const audit::Result& result, const OutputOptions& output);

/// Prints the text to standard output, no line wider than 80 columns; all but the first start with
/// the blanks that `first` is wide.
void print_paragraph(std::string_view text, std::string_view first = "");

/// Writes under a temporary name beside the file, then renames. Throws ConfigError.
void write_file(const std::string& path, const std::string& text);

/// Makes the folder of --output where it is not there yet. Throws ConfigError.
void make_folder(const std::string& folder);

/// With --fail-on: 1 when a finding is significant or error rates had nobody been treated differ
/// (counterfactual_gate.hpp), 130 when none is but the run was interrupted.
/// Else 0.
[[nodiscard]] int exit_code(const audit::Result& result, const OutputOptions& output);

}  // namespace faultline::cli
