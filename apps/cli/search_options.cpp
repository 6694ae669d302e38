#include "cli/search_options.hpp"

#include <fmt/format.h>

#include "faultline/base/error.hpp"

namespace faultline::cli {

void add_search_options(Options& options, audit::SearchSettings& settings, SearchWords& words,
                        const std::string& per) {
  options.add("--penalty", settings.penalty, "Cost of each listed value of a subgroup");
  options.choice("--strategy", words.strategy, {"auto", "ascent", "exhaustive", "bounded"},
                 "How the best subgroup is searched");
  options.add("--restarts", settings.restarts, "Starting points of ascent, where it is used");
  options.add(
      "--search-budget", settings.work_budget,
      "Of bounded: cells added up before it settles for a gap (a thousand million: half a minute)");
  options.add("--top", settings.top, "Number of distinct subgroups " + per);
  options.add("--max-overlap", settings.max_overlap,
              "Most people that two of the top may share, as a share of both (Jaccard)");
}

void add_test_options(Options& options, audit::SearchSettings& settings, SearchWords& words,
                      const std::string& drawn) {
  options.add("--replicates,--permutations", settings.replicates,
              drawn + "; 0 switches the test off");
  options.add("--alpha", settings.alpha, "Level at which a finding is significant");
  options.add("--early-stop", words.early_stop,
              "Stop after this many null scores above the observed one; 0 never stops early");
}

void add_common_options(Options& options, audit::SearchSettings& settings, SearchWords& words) {
  options.heading("Common");
  options.add("--seed", words.seed, "Of all random numbers");
  options.unechoed(
      options.add("--threads", settings.threads, "0 is all; the result does not depend on it"));
}

void take_search_words(const SearchWords& words, audit::SearchSettings& settings) {
  using scan::Strategy;
  if (words.strategy == "ascent") settings.strategy = Strategy::ascent;
  if (words.strategy == "exhaustive") settings.strategy = Strategy::exhaustive;
  if (words.strategy == "bounded") settings.strategy = Strategy::bounded;
  settings.seed = checked_seed(words.seed);
  if (words.early_stop < 0)
    throw ConfigError(
        fmt::format("--early-stop {} is negative; 0 never stops early", words.early_stop));
  if (words.early_stop > 0) settings.early_stop = words.early_stop;
}

}  // namespace faultline::cli
