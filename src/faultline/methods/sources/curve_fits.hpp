#pragma once
// Means of a learning curve over repetitions, the power law through them, and the same for
// resamples of the repetitions. A resample takes whole repetitions, so that training sizes, groups
// and metrics stay paired: differences of groups come from the same resamples. A repetition counts
// for a group and metric when the test part had somebody to look at.
//
// Power laws are laws of large training sets. Where the law misses the points by more than their
// errors explain (F test at 1 %), the smallest size is left out and the law fitted again, as long
// as five sizes are left. Resamples use the sizes that the curve itself uses.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "faultline/methods/sources/curve_run.hpp"
#include "faultline/methods/sources/power_law.hpp"

namespace faultline::methods {

/// 95 % intervals end at the 25th of them on either side; a fit takes microseconds.
inline constexpr int kCurveResamples = 1000;

class CurveFits {
 public:
  /// `axis` is what the laws are fitted against, one positive number per size, ascending. `number`
  /// tells the runs of an analysis apart. With fewer than two repetitions nothing is resampled.
  CurveFits(const CurveCosts& costs, std::vector<double> axis, std::uint64_t seed,
            std::uint32_t number, int threads);

  [[nodiscard]] const CurveCosts& costs() const { return costs_; }
  [[nodiscard]] const std::vector<double>& axis() const { return axis_; }
  [[nodiscard]] int resamples() const { return resamples_; }

  /// One point per size; none when no repetition counts.
  [[nodiscard]] std::vector<CurvePoint> points(std::size_t metric, int group) const;
  /// Of the difference of two groups, over repetitions that count for both.
  [[nodiscard]] std::vector<CurvePoint> points(std::size_t metric, int first, int second) const;
  /// Repetitions that count.
  [[nodiscard]] std::int64_t counted(std::size_t metric, int group) const;

  [[nodiscard]] const std::optional<PowerLaw>& law(std::size_t metric, int group) const;
  /// Number of sizes, the smallest ones, that the law leaves out.
  [[nodiscard]] std::size_t left_out(std::size_t metric, int group) const;
  [[nodiscard]] const std::optional<PowerLaw>& resampled(int resample, std::size_t metric,
                                                         int group) const;
  /// Limit of a law; where it cannot be told, its value at the largest size.
  [[nodiscard]] double limit(const PowerLaw& law) const;
  /// Limit of a difference, told only when both laws tell theirs.
  [[nodiscard]] double limit(const PowerLaw& first, const PowerLaw& second) const;

 private:
  using Laws = std::vector<std::optional<PowerLaw>>;  // per metric and group
  struct Means {
    std::vector<double> mean{};
    std::vector<double> sem{};
    bool known = true;  // every size has one
  };
  [[nodiscard]] Means means_of(std::size_t metric, int group,
                               const std::vector<std::int64_t>& times) const;
  [[nodiscard]] Laws fit(const std::vector<std::int64_t>& times) const;
  [[nodiscard]] std::optional<PowerLaw> fit_from(std::size_t start, const Means& means) const;
  [[nodiscard]] std::size_t choose_start(const Means& means) const;
  [[nodiscard]] std::size_t cell(std::size_t metric, int group) const {
    return metric * static_cast<std::size_t>(costs_.groups) + static_cast<std::size_t>(group);
  }

  const CurveCosts& costs_;
  std::vector<double> axis_;
  std::vector<PowerLawFitter> fitters_{};  // by the number of sizes left out
  std::vector<std::size_t> start_{};       // per metric and group
  int resamples_ = 0;
  Laws laws_{};
  std::vector<Laws> resampled_{};
};

/// Percentiles alpha / 2 and 1 - alpha / 2; none of nothing.
[[nodiscard]] std::optional<std::pair<double, double>> percentile_interval(
    const std::vector<double>& values, double alpha);

}  // namespace faultline::methods
