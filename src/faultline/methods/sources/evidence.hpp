#pragma once
// What a report says about one level (a pair of groups and a metric): the figures that advice rests
// on, each with a sentence for the reader. The worse group is the one with the larger cost.

#include <optional>
#include <string>
#include <vector>

#include "faultline/methods/result.hpp"
#include "faultline/methods/sources/input.hpp"

namespace faultline::methods {

/// A learning curve of the difference: today's at the largest size, and ten times as much data.
struct Outlook {
  bool seen = false;
  bool lower = false;   // the interval at ten times lies below today's difference
  bool halved = false;  // and at most half of it is expected
  double fall = 0;      // share of today's that is expected to go; 0 unless lower
};

/// Which part of the difference is largest in its direction.
struct LargestPart {
  std::string part{};   // "noise" | "bias" | "variance"; empty: none, or estimates disagree
  std::string rival{};  // a part that is about as large
  bool most = false;    // more than half of the difference
};

class Evidence {
 public:
  Evidence(const SourcesOptions& options, const SourcesReport& report,
           const SourcesReport::Level& level);

  [[nodiscard]] const std::string& worse() const { return worse_; }
  [[nodiscard]] const std::string& better() const { return better_; }
  /// "false negative rate".
  [[nodiscard]] std::string cost() const;
  /// Sentences so far.
  [[nodiscard]] const std::vector<std::string>& sentences() const { return sentences_; }

  void say_level();
  /// Of everybody growing (`grows` empty) or one group alone.
  Outlook look_at_curve(const std::string& grows);
  LargestPart look_at_decomposition();
  /// Nearest-neighbour bounds apart in the level's direction, uncontradicted by the model's own
  /// errors and by Mahalanobis' bound. Error rates only.
  bool look_at_noise();
  /// Name of the cluster with the largest difference of the pair, among those that hold at most
  /// half of the people and are significant counting all clusters and pairs; empty when there is
  /// none.
  std::string look_at_clusters();

  /// "8.4 points", or a number in its own unit.
  [[nodiscard]] std::string points(double value) const;
  [[nodiscard]] std::string number(double value) const;
  [[nodiscard]] std::string range(const SourcesReport::Interval& interval) const;

 private:
  [[nodiscard]] const SourcesReport::Decomposition* decomposition(const std::string& group) const;
  [[nodiscard]] bool bound_is_contradicted(const SourcesReport::Noise& bound) const;

  const SourcesOptions& options_;
  const SourcesReport& report_;
  const SourcesReport::Level& level_;
  double sign_;  // makes differences those of the worse group minus the better one
  std::string worse_;
  std::string better_;
  std::vector<std::string> sentences_{};
};

/// Whether the first model's error rate in the group is surely below what the bound calls least.
[[nodiscard]] bool model_beats(const SourcesReport& report, const SourcesReport::Noise& bound);

/// "false positive rate", "mean squared error".
[[nodiscard]] std::string cost_words(CostMetric metric);

}  // namespace faultline::methods
