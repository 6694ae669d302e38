#pragma once
// What a report says about one question, as sentences for the reader: the figures that advice rests
// on.

#include <optional>
#include <string>
#include <vector>

#include "faultline/methods/sources/counterfactuals.hpp"
#include "faultline/methods/sources/questions.hpp"

namespace faultline::methods {

class Evidence {
 public:
  /// Keeps references.
  Evidence(const SourcesReport& report, const GapQuestion& question);

  /// "false negative rate".
  [[nodiscard]] std::string cost() const;
  /// Sentences so far.
  [[nodiscard]] const std::vector<std::string>& sentences() const { return sentences_; }

  void say_level();
  /// What the least possible error rates are, where they are told for both groups; error rates and
  /// squared errors only.
  void say_optimum();
  /// Where the difference goes with training sets of equal size.
  void say_equal_sizes();
  /// What more of the worse-off group does to the others.
  void say_other_side(const Counterfactuals& shares);
  /// The cluster that stands out for these groups (cluster_tests.hpp); empty when there is none.
  /// Whatever the metric, it is one of error rates.
  std::string say_cluster();

  /// "8.4 points", or a number in its own unit.
  [[nodiscard]] std::string points(double value) const;
  [[nodiscard]] std::string number(double value) const;
  /// A cost: "8.4 %", or a number in its own unit.
  [[nodiscard]] std::string amount(double value) const;
  [[nodiscard]] std::string range(const SourcesReport::Interval& interval) const;

 private:
  const SourcesReport& report_;
  const GapQuestion& question_;
  std::vector<std::string> sentences_{};
};

/// Whether the first model's error rate in the group is surely below what the bound calls least.
[[nodiscard]] bool model_beats(const SourcesReport& report, const SourcesReport::Noise& bound);

/// "false positive rate", "mean squared error".
[[nodiscard]] std::string cost_words(CostMetric metric);

}  // namespace faultline::methods
