#pragma once
// `faultline reproduce sampling-bias`: how often Bias Scan finds a differential sampling bias Delta
// as Delta, the training data and the test data grow, with the theory beside the simulation (Bias
// Scan technical appendix, Theorems 1 to 4). Every repetition draws biased training data, predicts
// by the profiles' rates, draws unbiased test data, scores the true subgroup, and searches all
// rectangular subgroups (direction lower, penalty 0, proven optimum).

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "faultline/parallel/progress.hpp"
#include "faultline/simulate/sampling_bias.hpp"

namespace faultline::studies {

struct SamplingBiasStudyOptions {
  std::uint64_t seed = 1;
  double alpha = 0.05;
  std::vector<double> deltas = {1, 1.1, 1.25, 1.5, 2, 3};
  std::vector<std::int64_t> train_rows = {10'000, 1'000'000};
  std::vector<std::int64_t> test_rows = {1'000, 4'000, 16'000};
  std::int64_t repetitions = 200;
  std::int64_t replicates = 99;  // of the randomisation test, in each repetition; 0 leaves it out
  int threads = 0;               // 0: all
};

/// Throws ConfigError.
void validate(const SamplingBiasStudyOptions& options);

/// A share of repetitions with its 95 % Wilson interval.
struct Share {
  double value = 0;
  std::pair<double, double> interval{0, 1};
};

/// One setting of Delta, training size and test size. Scores are without penalty.
struct SamplingBiasRow {
  double delta = 1;
  std::int64_t train_rows = 0;
  std::int64_t test_rows = 0;
  std::int64_t repetitions = 0;
  double mean_score = 0;  // F(S) of the true subgroup
  double sd_score = 0;
  double mean_limit = 0;        // Theorem 1's limit for the same test people
  double normalised_score = 0;  // mean of F(S) / |D|
  double corollary = 0;         // Corollary 1's limit of it
  double median_threshold =
      0;             // of Delta_thresh over the test sets (Theorem 4); infinity when none is finite
  Share theory{};    // Delta > Delta_thresh: found, were the training data endless
  Share subgroup{};  // F(S) > h(alpha)
  Share scan{};      // best rectangular subgroup > h(alpha)
  std::optional<Share> randomisation{};  // randomisation p <= alpha
  double overlap = 0;  // mean Jaccard overlap, in people, of the best subgroup with the true one
};

struct SamplingBiasStudy {
  SamplingBiasStudyOptions options{};
  std::int64_t profiles = 0;  // M
  double critical_value = 0;  // h(alpha)
  simulate::NamedSubgroup subgroup{};
  double share = 0;  // of the population in the subgroup
  std::vector<SamplingBiasRow> rows{};
};

/// A lattice of 2 x 3 x 4 = 24 profiles with equal shares and p uniform on (.2, .8); the biased
/// subgroup is a rectangle of eight of them. The same for every thread count. Throws Cancelled when
/// stopped.
[[nodiscard]] SamplingBiasStudy sampling_bias_study(const SamplingBiasStudyOptions& options,
                                                    const parallel::ProgressFunction& progress = {},
                                                    const std::stop_token& stop = {});

[[nodiscard]] std::string to_csv(const SamplingBiasStudy& study);
/// For the terminal, at most 80 columns.
[[nodiscard]] std::string to_text(const SamplingBiasStudy& study);
/// Detection power against Delta for the largest training size, a curve per test size, theory
/// dashed.
[[nodiscard]] std::string to_svg(const SamplingBiasStudy& study);

}  // namespace faultline::studies
