#pragma once
// What two rival auditors find on the data of a case study, by default and directional (Appendix
// C.1.3 and C.2.5): GerryFair looks at the false positive rate over the sensitive attributes alone,
// MultiAccuracy Boost at all attributes. The latter splits the people at random, so it is run many
// times.

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/rivals/multiaccuracy.hpp"

namespace faultline::studies {

struct GerryFairFinding {
  std::string words{};  // the subgroup: a rectangle, everybody but a rectangle, or a list of cells
  bool above = true;    // its rate is above the overall one
  std::int64_t people = 0;
  double overall_rate = 0;  // mean prediction of the people without the outcome
  double inside_rate = 0;
  double outside_rate = 0;
};

struct MultiAccuracyFinding {
  std::int64_t runs = 0;
  std::int64_t found = 0;            // runs with any partition above the threshold
  std::int64_t first_iteration = 0;  // runs whose best partition is that of the first iteration
  std::vector<std::pair<rivals::Partition, std::int64_t>> partitions{};  // best one, runs
  struct Factor {
    std::string name{};
    double mean = 0;            // coefficient, over the runs
    double positive_share = 0;  // of the runs
  };
  std::vector<Factor> factors{};  // largest mean first
};

struct RivalFindings {
  GerryFairFinding gerryfair{};
  GerryFairFinding gerryfair_directional{};
  MultiAccuracyFinding multiaccuracy{};
  MultiAccuracyFinding multiaccuracy_directional{};
  MultiAccuracyFinding signed_residual{};  // directional, P - Y instead of |P - Y| as heuristic
};

struct RivalOptions {
  std::vector<std::string> sensitive{};  // attributes of GerryFair
  std::int64_t runs = 100;               // of MultiAccuracy Boost
  std::uint64_t seed = 1;
  int threads = 0;
};

[[nodiscard]] RivalFindings run_rivals(const data::Profiles& profiles, const RivalOptions& options);

/// What the paper reports of a rival, in our words, to stand above ours.
struct RivalWords {
  std::string gerryfair{};
  std::string gerryfair_directional{};
  std::string multiaccuracy{};
  std::string multiaccuracy_directional{};
};
[[nodiscard]] RivalWords paper_compas_rivals();
[[nodiscard]] RivalWords paper_german_rivals();

/// Lines of the form "name: text", the paper's above ours, without line breaks inside.
[[nodiscard]] std::vector<std::string> compare_rivals(const RivalFindings& ours,
                                                      const RivalWords& paper);

}  // namespace faultline::studies
