#pragma once
// The help of a command, within 80 columns: what it does, how it is called, its options under their
// headings, examples.

#include <string>

#include <CLI/CLI.hpp>

namespace faultline::cli {

class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
  /// "  --alpha X   Level at which ... [0.05]": the default stands with the words, not with the
  /// name.
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
};

}  // namespace faultline::cli
