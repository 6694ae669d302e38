// The type-I error of h(alpha): over rectangular subgroups it keeps alpha = .05, over all subsets
// it does not when there are only ten profiles. Beside a reference simulation
// (reference/scan/type1_simulation.csv). Fixed seed; each test states its false-alarm rate.

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/csv_rows.hpp"
#include "support/shared_data.hpp"
#include <gtest/gtest.h>

#include "faultline/methods/bias_scan/theory.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods::theory {
namespace {

struct People {
  std::vector<std::int64_t> n, y;
  std::vector<double> p;
};

/// Score of the chosen profiles, for q < 1.
double score(const People& people, const std::vector<std::size_t>& chosen) {
  People inside;
  for (const std::size_t i : chosen) {
    inside.n.push_back(people.n[i]);
    inside.y.push_back(people.y[i]);
    inside.p.push_back(people.p[i]);
  }
  const Cells cells{inside.n, inside.y, inside.p};
  return q_mle(cells) < 1 ? score_without_bias(cells) : 0;
}

/// Best rectangle of a lattice, all of them tried.
double best_rectangle(const People& people, const std::vector<int>& arities) {
  double best = 0;
  std::vector<unsigned> sets(arities.size(), 1);
  std::vector<std::size_t> chosen;
  for (;;) {
    chosen.clear();
    for (std::size_t i = 0; i < people.n.size(); ++i) {
      bool in = true;
      std::size_t rest = i;
      for (std::size_t a = arities.size(); a-- > 0;) {
        in = in && ((sets[a] >> (rest % static_cast<std::size_t>(arities[a]))) & 1U);
        rest /= static_cast<std::size_t>(arities[a]);
      }
      if (in) chosen.push_back(i);
    }
    best = std::max(best, score(people, chosen));
    std::size_t a = 0;
    while (a < sets.size() && sets[a] + 1 == (1U << arities[a])) sets[a++] = 1;
    if (a == sets.size()) return best;
    ++sets[a];
  }
}

/// Best subset of profiles. For a given t = log q < 0 it is all profiles with a positive
/// contribution; a profile's contribution is positive from its own root on up to 0, so the
/// candidates are the first k profiles in the order of roots.
double best_subset(const People& people) {
  std::vector<std::pair<double, std::size_t>> roots;
  for (std::size_t i = 0; i < people.n.size(); ++i) {
    const double n = static_cast<double>(people.n[i]);
    const double y = static_cast<double>(people.y[i]);
    if (y >= n * people.p[i]) continue;  // never positive
    double lo = -50;
    double hi = 0;
    for (int step = 0; step < 60; ++step) {
      const double t = (lo + hi) / 2;
      (n * std::log1p(people.p[i] * std::expm1(t)) / t < y ? lo : hi) = t;
    }
    roots.emplace_back(hi, i);
  }
  std::sort(roots.begin(), roots.end());
  double best = 0;
  std::vector<std::size_t> chosen;
  for (const auto& [root, i] : roots) {
    chosen.push_back(i);
    best = std::max(best, score(people, chosen));
  }
  return best;
}

struct Maxima {
  std::vector<double> rectangle, subset;
};

Maxima simulate_null(const std::vector<int>& arities, std::int64_t per_profile, int repetitions,
                     std::uint64_t seed) {
  std::size_t profiles = 1;
  for (const int arity : arities) profiles *= static_cast<std::size_t>(arity);
  Maxima maxima;
  maxima.rectangle.resize(static_cast<std::size_t>(repetitions));
  maxima.subset.resize(static_cast<std::size_t>(repetitions));
  parallel::for_each(repetitions, 2, [&](std::int64_t repetition) {
    rng::Stream stream(seed, rng::Purpose::test, static_cast<std::uint32_t>(repetition));
    People people;
    for (std::size_t i = 0; i < profiles; ++i) {
      people.n.push_back(per_profile);
      people.p.push_back(0.2 + 0.6 * rng::uniform(stream));
      people.y.push_back(rng::binomial(stream, per_profile, people.p.back()));
    }
    const auto slot = static_cast<std::size_t>(repetition);
    maxima.rectangle[slot] = best_rectangle(people, arities);
    maxima.subset[slot] = best_subset(people);
  });
  return maxima;
}

double share_above(const std::vector<double>& values, double h) {
  return static_cast<double>(
             std::count_if(values.begin(), values.end(), [h](double v) { return v > h; })) /
         static_cast<double>(values.size());
}

/// Two simulated shares agree: |z| > 5.6 happens to equal rates once in 5e7.
void expect_agreement(double ours, double our_reps, double reference, double reference_reps) {
  const double pooled =
      (ours * our_reps + reference * reference_reps) / (our_reps + reference_reps);
  const double error = std::sqrt(pooled * (1 - pooled) * (1 / our_reps + 1 / reference_reps));
  EXPECT_NEAR(ours, reference, 5.6 * error);
}

/// Leaves the shares in the test's XML report, from where the method page has them.
void record(const Maxima& maxima, std::int64_t profiles) {
  for (const double alpha : {0.05, 0.01}) {
    const double h = critical_value(profiles, alpha);
    const std::string at = alpha == 0.05 ? "_05" : "_01";
    ::testing::Test::RecordProperty("rectangles" + at,
                                    std::to_string(share_above(maxima.rectangle, h)));
    ::testing::Test::RecordProperty("all_subsets" + at,
                                    std::to_string(share_above(maxima.subset, h)));
  }
}

void compare_with_reference(const Maxima& maxima, const std::string& arities) {
  FAULTLINE_NEEDS_SHARED(table, "reference/scan/type1_simulation.csv");
  int checked = 0;
  for (const auto& row : testing::read_csv_rows(table)) {
    if (row.at("arities") != arities || row.at("n_per_profile") != "500") continue;
    const bool rectangles = row.at("stat") == "F_rect_exhaustive";
    const std::vector<double>& ours = rectangles ? maxima.rectangle : maxima.subset;
    const double reps = testing::number(row, "reps");
    const double our_reps = static_cast<double>(ours.size());
    SCOPED_TRACE(row.at("stat"));
    expect_agreement(share_above(ours, testing::number(row, "h05")), our_reps,
                     testing::number(row, "p_gt_h05"), reps);
    expect_agreement(share_above(ours, testing::number(row, "h01")), our_reps,
                     testing::number(row, "p_gt_h01"), reps);
    double mean = 0;
    for (const double v : ours) mean += v / our_reps;
    const double sd = testing::number(row, "sd");
    EXPECT_NEAR(mean, testing::number(row, "mean"), 5.6 * sd * std::sqrt(1 / reps + 1 / our_reps));
    ++checked;
  }
  EXPECT_EQ(checked, 2);
}

TEST(TypeOneErrorOfH, TenProfiles) {
  constexpr int kRepetitions = 20'000;
  const Maxima maxima = simulate_null({2, 5}, 500, kRepetitions, 1);
  record(maxima, 10);
  const double h = critical_value(10, 0.05);
  const double rectangle = share_above(maxima.rectangle, h);
  const double subset = share_above(maxima.subset, h);
  // If the error were exactly .05, a share this far off would come up with probability 5e-7.
  const double band = 4.9 * std::sqrt(0.05 * 0.95 / kRepetitions);
  EXPECT_LE(rectangle, 0.05 + band);
  EXPECT_GT(subset, 0.05 + band);
  for (std::size_t i = 0; i < maxima.subset.size(); ++i) {
    ASSERT_GE(maxima.subset[i], maxima.rectangle[i] - 1e-9);
  }
  compare_with_reference(maxima, "2x5");
}

TEST(TypeOneErrorOfH, TwentyFourProfiles) {
  constexpr int kRepetitions = 3'000;
  const Maxima maxima = simulate_null({2, 3, 4}, 500, kRepetitions, 2);
  record(maxima, 24);
  const double band = 4.9 * std::sqrt(0.05 * 0.95 / kRepetitions);
  EXPECT_LE(share_above(maxima.rectangle, critical_value(24, 0.05)), 0.05 + band);
  compare_with_reference(maxima, "2x3x4");
}

}  // namespace
}  // namespace faultline::methods::theory
