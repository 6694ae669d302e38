#pragma once
// `faultline reproduce ijdi-randomization` (Appendix M): thresholds drawn uniformly from theta +-
// w. If the predictions are the true probabilities and constant within groups A and B, the rates of
// A and B differ in expectation by |[pB, pA] n [theta - w, theta + w]| / (2 w), which is at most
// lambda (pA - pB) for lambda = 1 / (2 w). Two cases break a condition each, and with it the
// promise.

#include <string>
#include <utility>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/methods/ijdi/ijdi.hpp"
#include "faultline/studies/ijdi/study.hpp"

namespace faultline::studies {

/// People of a group who share probability and prediction.
struct GroupPart {
  double share = 1;
  double p = 0.5;
  double prediction = 0.5;
};

struct RandomizationCase {
  std::string name{};
  std::vector<GroupPart> a{};
  std::vector<GroupPart> b{};
  double theta = 0.5;
  double width = 0.1;      // half-width w
  bool conditions = true;  // those of the appendix hold
};

/// P(threshold < prediction).
[[nodiscard]] double exceed_probability(double prediction, double theta, double width);

/// Expected positive rate and mean p among the people of the error rate.
[[nodiscard]] std::pair<double, double> expected_rate(const std::vector<GroupPart>& group,
                                                      double theta, double width,
                                                      methods::ErrorRate error);

/// The difference of rates that lambda = 1 / (2 w) allows: lambda (p(A) - p(B)), at least 0.
[[nodiscard]] double allowed_difference(const RandomizationCase& one, methods::ErrorRate error);

[[nodiscard]] std::vector<RandomizationCase> randomization_cases();

struct RandomizationRow {
  RandomizationCase setting{};
  methods::ErrorRate error = methods::ErrorRate::fpr;
  double allowed = 0;
  double expected = 0;  // difference of rates, in expectation
  Mean simulated{};     // and over the repetitions
  double above = 0;     // share of single draws above what is allowed
};

struct RandomizationStudy {
  IjdiStudyOptions options{};
  std::int64_t people = 2'000;  // in each group
  std::vector<RandomizationRow> rows{};
};

/// Throws Cancelled when stopped. The same for every thread count.
[[nodiscard]] RandomizationStudy randomization_study(const IjdiStudyOptions& options,
                                                     const methods::Hooks& hooks = {});

[[nodiscard]] StudyOutput to_output(const RandomizationStudy& study);

}  // namespace faultline::studies
