#pragma once
// The steps of step-down max-T: the j-th hypothesis in order, against the largest scaled null score
// of itself and those after it. Fed with one replicate after the other; tells when every verdict
// that Holm's adjustment between families can ask for is settled.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "faultline/resample/sequential_boundary.hpp"

namespace faultline::resample {

class StepDown {
 public:
  /// `order`: hypotheses that take part, by scaled score, largest first. Keeps references to none
  /// of them.
  /// `single_step`: every hypothesis is compared with the largest of all.
  StepDown(std::span<const double> observed, std::span<const double> scale,
           std::span<const std::size_t> order, bool single_step = false);

  /// Verdicts are wanted at alpha / 1 .. alpha / families.
  void stop_at(double alpha, int families);
  /// The null scores of one more replicate, by hypothesis.
  void see(std::span<const double> scores);
  [[nodiscard]] bool settled() const { return settled_; }

  /// By hypothesis; none for those that take no part, and before the first replicate.
  [[nodiscard]] std::vector<std::optional<double>> adjusted() const;
  /// The scaled score that a hypothesis had to exceed at this level, at the step that decided it.
  [[nodiscard]] double critical(const std::vector<std::vector<double>>& null_scores,
                                std::size_t test, double level) const;

 private:
  struct Level {
    double level = 0;
    SequentialBoundary boundary;
    std::vector<std::optional<bool>> below{};  // [step]: settled on this side of the level
  };
  [[nodiscard]] double p_of(std::size_t step) const;
  [[nodiscard]] bool settle(Level& level) const;
  void write_maxima(std::span<const double> scores);

  std::vector<double> scaled_{};  // [step]: observed
  std::vector<double> scale_{};   // [test]
  std::vector<std::size_t> order_{};
  std::vector<std::int64_t> exceedances_{};  // [step]
  std::vector<double> maxima_{};             // [step]: of the replicate at hand
  std::vector<Level> levels_{};
  std::size_t tests_ = 0;
  std::int64_t seen_ = 0;
  bool single_step_ = false;
  bool settled_ = false;
};

}  // namespace faultline::resample
