#pragma once
// The options of every command that searches subgroups and tests what it finds.

#include <cstdint>
#include <string>

#include "cli/options.hpp"

#include "faultline/audit/search_settings.hpp"

namespace faultline::cli {

/// What is typed as a word and held as something else.
struct SearchWords {
  std::string strategy = "auto";
  std::int64_t seed = 1;
  int early_stop = 0;
};

/// `per` completes "Number of distinct subgroups ...".
void add_search_options(Options& options, audit::SearchSettings& settings, SearchWords& words,
                        const std::string& per);

/// `drawn` completes "...; 0 switches the test off".
void add_test_options(Options& options, audit::SearchSettings& settings, SearchWords& words,
                      const std::string& drawn);

void add_common_options(Options& options, audit::SearchSettings& settings, SearchWords& words);

/// Throws ConfigError.
void take_search_words(const SearchWords& words, audit::SearchSettings& settings);

}  // namespace faultline::cli
