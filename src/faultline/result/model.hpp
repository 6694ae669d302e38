#pragma once
// How far a probability model can be believed: one entry of "diagnostics.models".

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faultline/result/finding.hpp"

namespace faultline::result {

struct ModelReport {
  struct CalibrationPoint {
    double predicted = 0;
    double observed = 0;
    std::int64_t n = 0;
    std::pair<double, double> interval{0, 1};  // 95 %, of the observed rate
  };
  struct Overlap {
    std::vector<double> edges{};  // of the propensity histogram
    std::vector<std::int64_t> protected_people{};
    std::vector<std::int64_t> comparison_people{};
    double extreme_share = 0;         // of the protected people, with propensity above .95
    double largest_weight_share = 0;  // of all weight, on the heaviest 1 % of comparison people
  };

  ModelName name = ModelName::propensity;
  std::optional<ProtectedClass> protected_class{};  // none: a model of everybody
  std::string metric{};  // criterion of an expectation, decision of a treatment; empty otherwise
  LearnerKind learner = LearnerKind::logistic;
  std::int64_t n = 0;  // people it was fitted on
  bool converged = true;
  int iterations = 0;
  double gradient_norm = 0;
  bool separated = false;
  std::vector<std::pair<std::string, std::string>> reference_levels{};  // covariate, level
  std::vector<std::string> dropped{};                                   // columns without variation
  std::vector<std::pair<std::string, double>> coefficients{};           // logistic only
  std::vector<CalibrationPoint> calibration{};                          // quantile bins, ascending
  double calibration_error = 0;                   // mean |observed - predicted| over the bins
  std::optional<Overlap> overlap{};               // propensity models
  std::optional<double> effective_sample_size{};  // of the weighted comparison people
  Notices notices{};                              // warnings, when any of this is bad
  std::vector<std::pair<std::string, double>> ensemble_weights{};  // ensemble only, by learner
};
[[nodiscard]] const describe::Object& description(const ModelReport::CalibrationPoint*);
[[nodiscard]] const describe::Object& description(const ModelReport::Overlap*);
[[nodiscard]] const describe::Object& description(const ModelReport*);

}  // namespace faultline::result
