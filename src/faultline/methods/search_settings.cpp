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
      {member<&SearchSettings::penalty>("penalty", "Cost of each listed value of a subgroup")
           .under("Search")
           .from(0),
       member<&SearchSettings::strategy>("strategy", "How the best subgroup is searched"),
       member<&SearchSettings::restarts>("restarts", "Starting points of ascent, where it is used")
           .from(1),
       member<&SearchSettings::work_budget>(
           "search_budget",
           "Of bounded: cells added up before it settles for a gap (a thousand million take half a "
           "minute)")
           .from(1),
       member<&SearchSettings::top>("top", "Number of distinct subgroups to report per scan")
           .from(1),
       member<&SearchSettings::max_overlap>(
           "max_overlap", "Most people that two of the top may share, as a share of both (Jaccard)")
           .above(0)
           .to(1),
       member<&SearchSettings::replicates>(
           "replicates",
           "How often the data is redrawn as if nothing were wrong, for the p-value; 0 switches "
           "the test off")
           .under("Significance")
           .alias("permutations")
           .from(0),
       member<&SearchSettings::alpha>("alpha", "Level at which a finding is significant")
           .above(0)
           .below(1),
       member<&SearchSettings::early_stop>(
           "early_stop",
           "Stop after this many null scores above the observed one; 0 never stops early")
           .from(0),
       member<&SearchSettings::seed>("seed", "Seed of all random numbers").under("Common"),
       member<&SearchSettings::threads>("threads", "0 is all; the result does not depend on it")
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
