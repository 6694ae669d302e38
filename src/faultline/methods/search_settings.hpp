#pragma once
// What every scanning method lets one choose about its search and its randomisation test. The
// options of a method derive from it, so that a setting has one name, one default, one check and
// one command-line option wherever it occurs.

#include <cstddef>
#include <cstdint>

#include "faultline/base/describe.hpp"
#include "faultline/data/terms.hpp"
#include "faultline/resample/family_test.hpp"
#include "faultline/search/search.hpp"

namespace faultline::methods {

struct SearchSettings {
  double penalty = 1.0;
  search::Strategy strategy = search::Strategy::automatic;
  int restarts = 50;
  int top = 1;
  std::int64_t work_budget = search::SearchOptions{}.work_budget;
  std::int64_t replicates = resample::FamilyOptions{}.replicates;
  data::Choice sequential = data::Choice::yes;
  double alpha = 0.05;
  std::uint64_t seed = 1;
  int threads = 0;
  /// Families of the same run that are tested elsewhere: the level is divided by their number and
  /// those tested here. No option: whoever joins several methods in a run knows.
  std::size_t other_families = 0;

  /// Of one search; `replicate` is 0 for the data. A replicate needs its best score only.
  [[nodiscard]] search::SearchOptions search_options(search::Direction direction,
                                                     std::uint32_t replicate = 0) const;
  /// Of the test of one family out of so many.
  [[nodiscard]] resample::FamilyOptions test_options(std::size_t families) const;
};

[[nodiscard]] const describe::Object& description(const SearchSettings*);

/// Throws ConfigError. Not an overload of validate, which for a method's options checks them all.
void validate_settings(const SearchSettings& settings);

}  // namespace faultline::methods
