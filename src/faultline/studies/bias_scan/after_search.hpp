#pragma once
// `faultline reproduce after-the-search`: whether what a Bias Scan says about the subgroup that it
// found is true. People with known odds: four attributes of 2, 3, 3 and 4 values (2,205
// subgroups), predictions in steps of .05, and one or two subgroups whose odds of the event are q
// times the predicted ones. Measured: how often there is evidence; how often the interval over the
// whole search contains the true q of the subgroup found, in either direction, beside the interval
// that forgets the search; how far estimate and shrunken estimate lie from it; and how often a
// second subgroup is claimed where there is one, and where there is none.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/search/odds_change.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

struct AfterSearchOptions {
  std::uint64_t seed = 1;
  std::int64_t data_sets = 500;  // per row
  std::int64_t replicates = 199;
  int threads = 0;
};

/// Throws ConfigError.
void validate(const AfterSearchOptions& options);

/// One planted effect, one number of people: the finding in direction higher, and the coverage of
/// the one in direction lower.
struct CoverageRow {
  std::int64_t people = 0;
  double q = 1;
  std::int64_t data_sets = 0;
  std::int64_t evidence = 0;  // in direction higher
  std::int64_t any = 0;       // in either direction
  std::int64_t found = 0;     // direction higher found a subgroup
  std::int64_t covered = 0;   // of those
  std::int64_t naive = 0;     // likewise, by the interval that forgets the search
  std::int64_t found_lower = 0;
  std::int64_t covered_lower = 0;
  double length = 0;        // median, of log q; infinite where an end is
  double naive_length = 0;  // median
  double raw = 0;           // median of q among findings with evidence; 0 without
  double truth = 0;
  double shrunken = 0;
  double raw_error = 0;  // median of |log q - true log q|
  double shrunken_error = 0;
};

/// One or two planted subgroups, and whether a second one was claimed.
struct SecondRow {
  std::int64_t people = 0;
  double q = 1;
  int planted = 1;
  std::int64_t data_sets = 0;
  std::int64_t first = 0;   // evidence for a subgroup
  std::int64_t second = 0;  // a second rank in either direction
  std::int64_t inside = 0;  // most of its people are in a planted subgroup
};

struct AfterSearchStudy {
  AfterSearchOptions options{};
  std::vector<CoverageRow> coverage{};
  std::vector<SecondRow> seconds{};
};

/// One data set: how many people, and the odds that differ from the predicted ones.
struct PlantedPeople {
  search::BernoulliCells cells{};
  search::BernoulliCells truth{};  // the same people under their true probabilities
};
[[nodiscard]] PlantedPeople planted_people(std::int64_t people,
                                           const std::vector<search::OddsChange>& planted,
                                           std::uint64_t seed, std::uint32_t data_set);

/// The same for every thread count. Throws Cancelled when stopped.
[[nodiscard]] AfterSearchStudy after_search_study(const AfterSearchOptions& options,
                                                  const methods::Hooks& hooks = {});

/// Tables for the terminal; coverage.csv and second.csv.
[[nodiscard]] StudyOutput to_output(const AfterSearchStudy& study);

}  // namespace faultline::studies
