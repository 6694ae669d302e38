#include "faultline/methods/search_settings.hpp"

#include "faultline/base/options.hpp"
#include "faultline/parallel/workers.hpp"

namespace faultline::methods {

search::SearchOptions SearchSettings::search_options(search::Direction direction,
                                                     std::uint32_t replicate) const {
  search::SearchOptions search;
  search.direction = direction;
  search.penalty = penalty;
  search.strategy = strategy;
  search.restarts = restarts;
  search.top = replicate == 0 ? top : 1;
  search.max_overlap = max_overlap;
  search.work_budget = work_budget;
  search.seed = seed;
  search.replicate = replicate;
  return search;
}

resample::MonteCarloOptions SearchSettings::test_options() const {
  resample::MonteCarloOptions test;
  test.replicates = replicates;
  test.threads = threads;
  if (early_stop > 0) test.early_stop = early_stop;
  return test;
}

const describe::Object& description(const SearchSettings*) {
  using describe::member;
  static const describe::Object object{
      "How subgroups are searched and what is found is tested",
      {member<&SearchSettings::penalty>(
           "penalty", "Subtract X from the score for every value that a subgroup lists")
           .under("Search")
           .from(0),
       member<&SearchSettings::strategy>(
           "strategy",
           "Search for the best subgroup in this way; auto is exhaustive where that is quick, and "
           "otherwise ascent, whose result it then tries to prove"),
       member<&SearchSettings::restarts>("restarts", "Start ascent from N random subgroups")
           .from(1),
       member<&SearchSettings::work_budget>(
           "search_budget",
           "Let bounded search add up at most N cells, then report the gap that remains (1,000 "
           "million cells take about half a minute)")
           .from(1),
       member<&SearchSettings::top>("top", "Report the N best distinct subgroups of each scan")
           .from(1),
       member<&SearchSettings::max_overlap>(
           "max_overlap",
           "Let two reported subgroups share at most this part of their people (Jaccard index)")
           .above(0)
           .to(1),
       member<&SearchSettings::replicates>("replicates",
                                           "Redraw the data N times as if nothing were wrong, to "
                                           "compute p-values; 0 skips the test")
           .under("Significance")
           .alias("permutations")
           .from(0),
       member<&SearchSettings::alpha>(
           "alpha", "Call a finding significant when its adjusted p-value is at most X")
           .above(0)
           .below(1),
       member<&SearchSettings::early_stop>(
           "early_stop",
           "Stop the test once N redraws score above the observed one; 0 never stops early")
           .from(0),
       member<&SearchSettings::seed>(
           "seed", "Seed all random numbers with N; the same seed gives the same result")
           .under("Common"),
       member<&SearchSettings::threads>(
           "threads", "Use N threads, or all cores with 0; the result does not depend on it")
           .from(0)
           .to(parallel::kMostThreads)
           .local()}};
  return object;
}

void validate_settings(const SearchSettings& settings) {
  describe::check(settings);
  search::validate(settings.search_options(search::Direction::higher));
}

}  // namespace faultline::methods
