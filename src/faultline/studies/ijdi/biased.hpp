#pragma once
// `faultline reproduce ijdi-biased-predictions` (Experiment 2): predictions biased in one subgroup.
// True probabilities come from a logistic model of the real outcome on everything but age, sex and
// race; outcomes follow them. A random subgroup S of age, sex and race has its predictions shifted
// up by gamma on the log-odds, or its threshold of .5 shifted down by as much: the decisions are
// the same. With `learned`, the scan sees probabilities fitted to the drawn outcomes from all
// covariates (Appendix K) in place of the true ones.

#include <vector>

#include "faultline/studies/ijdi/detection.hpp"

namespace faultline::studies {

/// p e^gamma / (p e^gamma + 1 - p): the log-odds shifted by gamma (Appendix I).
[[nodiscard]] double shift_log_odds(double p, double gamma);

struct BiasedStudy {
  IjdiStudyOptions options{};
  bool learned = false;
  std::vector<DetectionRow> rows{};
};

/// `profiles` need an outcome, attributes under_25, sex and race, and at least one other. Both
/// kinds of shift are drawn apart, so that they are two estimates of the same thing.
[[nodiscard]] BiasedStudy biased_study(const data::Profiles& profiles, bool learned,
                                       const IjdiStudyOptions& options,
                                       const methods::Hooks& hooks = {});

[[nodiscard]] StudyOutput to_output(const BiasedStudy& study);

}  // namespace faultline::studies
