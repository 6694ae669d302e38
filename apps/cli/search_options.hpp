#pragma once
// The options of every command that searches subgroups and tests what it finds. `Analysis` is the
// library's options (BiasScanOptions, ConditionalOptions, ...), whose fields have the same names.

#include <cstdint>
#include <string>

#include "cli/options.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/scan/search.hpp"

namespace faultline::cli {

/// What is typed as a word and held as something else.
struct SearchWords {
  std::string strategy = "auto";
  std::int64_t seed = 1;
  int early_stop = 0;
};

/// `per` completes "Number of distinct subgroups ...".
template <typename Analysis>
void add_search_options(Options& options, Analysis& analysis, SearchWords& words,
                        const std::string& per) {
  options.add("--penalty", analysis.penalty, "Cost of each listed value of a subgroup");
  options.choice("--strategy", words.strategy, {"auto", "ascent", "exhaustive", "bounded"},
                 "How the best subgroup is searched");
  options.add("--restarts", analysis.restarts, "Starting points of ascent, where it is used");
  options.add(
      "--search-budget", analysis.work_budget,
      "Of bounded: cells added up before it settles for a gap (a thousand million: half a minute)");
  options.add("--top", analysis.top, "Number of distinct subgroups " + per);
  options.add("--max-overlap", analysis.max_overlap,
              "Most people that two of the top may share, as a share of both (Jaccard)");
}

/// `drawn` completes "...; 0 switches the test off".
template <typename Analysis>
void add_test_options(Options& options, Analysis& analysis, SearchWords& words,
                      const std::string& drawn) {
  options.add("--replicates,--permutations", analysis.replicates,
              drawn + "; 0 switches the test off");
  options.add("--alpha", analysis.alpha, "Level at which a finding is significant");
  options.add("--early-stop", words.early_stop,
              "Stop after this many null scores above the observed one; 0 never stops early");
}

template <typename Analysis>
void add_common_options(Options& options, Analysis& analysis, SearchWords& words) {
  options.heading("Common");
  options.add("--seed", words.seed, "Of all random numbers");
  options.unechoed(
      options.add("--threads", analysis.threads, "0 is all; the result does not depend on it"));
}

template <typename Analysis>
void take_search_words(const SearchWords& words, Analysis& analysis) {
  using scan::Strategy;
  if (words.strategy == "ascent") analysis.strategy = Strategy::ascent;
  if (words.strategy == "exhaustive") analysis.strategy = Strategy::exhaustive;
  if (words.strategy == "bounded") analysis.strategy = Strategy::bounded;
  analysis.seed = checked_seed(words.seed);
  if (words.early_stop < 0)
    throw ConfigError(
        fmt::format("--early-stop {} is negative; 0 never stops early", words.early_stop));
  if (words.early_stop > 0) analysis.early_stop = words.early_stop;
}

}  // namespace faultline::cli
