#include "faultline/methods/search_settings.hpp"

#include "faultline/base/options.hpp"
#include "faultline/methods/common_members.hpp"

namespace faultline::methods {

search::SearchOptions SearchSettings::search_options(search::Direction direction,
                                                     std::uint32_t replicate) const {
  search::SearchOptions search;
  search.direction = direction;
  search.penalty = penalty;
  search.strategy = strategy;
  search.restarts = restarts;
  search.top = replicate == 0 ? top : 1;
  search.work_budget = work_budget;
  search.seed = seed;
  search.replicate = replicate;
  return search;
}

resample::FamilyOptions SearchSettings::test_options(std::size_t families) const {
  return {.replicates = replicates,
          .threads = threads,
          .alpha = alpha,
          .families = static_cast<int>(families + other_families),
          .sequential = sequential == data::Choice::yes};
}

const describe::Object& description(const SearchSettings*) {
  using describe::member;
  static const describe::Object object{
      "How subgroups are searched and what is found is tested",
      {member<&SearchSettings::penalty>(
           "penalty",
           "Subtract X from the score for every value that a subgroup lists; a range of an ordered "
           "attribute counts once")
           .under("Search")
           .from(0),
       member<&SearchSettings::strategy>(
           "strategy",
           "Search for the best subgroup in this way; auto is exhaustive where that is quick; "
           "otherwise it uses ascent, and then tries to prove that nothing scores higher"),
       member<&SearchSettings::restarts>("restarts", "Start ascent from N random subgroups")
           .from(1),
       member<&SearchSettings::work_budget>(
           "search_budget",
           "Let bounded search do at most N steps, then report the gap that remains (1,000 million "
           "steps take about half a minute)")
           .from(1),
       member<&SearchSettings::top>("top",
                                    "Report up to N subgroups of each scan, each tested given "
                                    "those before it; the list stops at the first that fails")
           .from(1),
       member<&SearchSettings::replicates>("replicates",
                                           "Redraw the data at most N times as if nothing were "
                                           "wrong, to compute p-values; 0 skips the test")
           .under("Significance")
           .alias("permutations")
           .from(0),
       member<&SearchSettings::alpha>(
           "alpha", "Call a finding significant when its adjusted p-value is at most X")
           .above(0)
           .below(1),
       member<&SearchSettings::sequential>(
           "sequential",
           "Stop redrawing once the verdict is settled (at most a 1 in 1,000 chance of error)"),
       seed_member<&SearchSettings::seed>(), threads_member<&SearchSettings::threads>()}};
  return object;
}

void validate_settings(const SearchSettings& settings) {
  describe::check(settings);
  search::validate(settings.search_options(search::Direction::higher));
}

}  // namespace faultline::methods
