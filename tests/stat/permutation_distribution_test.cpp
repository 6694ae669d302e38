// Drawing members per tuple (one multivariate hypergeometric draw) gives null scores of the same
// law as shuffling membership over rows: two-sample Kolmogorov-Smirnov for all four scans.
//
// Fixed seed. The asymptotic critical value at a false-alarm rate of 2.5e-7 per scan, 1e-6 in all;
// the atom at 0 makes the test conservative.

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/row_level_audit.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/conditional/conditional.hpp"
#include "faultline/simulate/known_truth.hpp"

namespace faultline::methods {
namespace {

constexpr std::int64_t kReplicates = 600;

double largest_difference(std::vector<double> a, std::vector<double> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  double largest = 0;
  for (const std::vector<double>* sample : {&a, &b}) {
    for (const double x : *sample) {
      // A hair above, so that equal scores of both forms fall together whatever their last digits.
      const double at = x + 1e-7;
      const auto below = [at](const std::vector<double>& sorted) {
        return static_cast<double>(std::upper_bound(sorted.begin(), sorted.end(), at) -
                                   sorted.begin()) /
               static_cast<double>(sorted.size());
      };
      largest = std::max(largest, std::abs(below(a) - below(b)));
    }
  }
  return largest;
}

TEST(PermutationLaw, ProfileFormEqualsRowForm) {
  const data::Profiles profiles = simulate::known_truth({.design = simulate::TruthDesign::depends,
                                                         .people = 300,
                                                         .rounded = true,
                                                         .seed = 20250902})
                                      .profiles;
  ConditionalOptions options;
  const auto scans = default_scans(Harm::positive);
  options.scans.assign(scans.begin(), scans.end());
  options.permute = Permute::everyone;
  options.replicates = kReplicates;
  options.sequential = data::Choice::no;
  options.threads = 2;
  const std::vector<std::string> covariates = {"a", "b", "c"};
  const ConditionalResult ours =
      conditional_scan({.profiles = profiles, .scanned = covariates, .covariates = covariates},
                       {{"class", "in"}}, options);
  std::vector<std::vector<double>> plain(scans.size());
  faultline::testing::Rows rows = faultline::testing::rows_of(profiles, 3, 1);
  rng::Stream stream(20250903, rng::Purpose::test, 0);
  for (std::int64_t r = 0; r < kReplicates; ++r) {
    faultline::testing::shuffle_members(stream, rows);
    const std::vector<double> weights = faultline::testing::row_level_weights(rows);
    for (std::size_t scan = 0; scan < scans.size(); ++scan) {
      plain[scan].push_back(faultline::testing::row_level_best(rows, weights, *scans[scan].metric,
                                                               scans[scan].direction, 1.0));
    }
  }
  const double critical =
      std::sqrt(-0.5 * std::log(2.5e-7 / 2)) * std::sqrt(2.0 / static_cast<double>(kReplicates));
  for (std::size_t scan = 0; scan < scans.size(); ++scan) {
    EXPECT_LT(largest_difference(ours.findings[scan].null.scores, plain[scan]), critical)
        << scans[scan].metric->name();
  }
}

}  // namespace
}  // namespace faultline::methods
