#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/counterfactual/describe.hpp"
#include "faultline/methods/model_report.hpp"
#include "faultline/model/design/diagnostics.hpp"

namespace faultline::methods {
namespace {

// Tenths, as calibration curves are usually drawn.
constexpr int kBins = 10;

}  // namespace

ModelReport describe_treatment_model(const Sample& everybody, const std::string& decision,
                                     std::span<const double> propensity,
                                     const model::GroupLogistic* fitted) {
  const Population& population = everybody.population();
  ModelReport report;
  report.name = ModelName::treatment;
  report.metric = decision;
  report.learner = fitted != nullptr ? LearnerKind::logistic : LearnerKind::column;
  report.n = population.people;
  std::vector<double> people(everybody.weight().begin(), everybody.weight().end());
  std::vector<double> treated(people.size(), 0);
  std::vector<std::int64_t> inside;
  std::vector<std::int64_t> outside;
  std::vector<double> weight;
  std::vector<double> untreated;
  for (std::size_t i = 0; i < people.size(); ++i) {
    const bool was = population.treated[everybody.cells()[i]] != 0;
    if (was) treated[i] = people[i];
    inside.push_back(was ? std::llround(people[i]) : 0);
    outside.push_back(was ? 0 : std::llround(people[i]));
    untreated.push_back(was ? 0 : people[i]);
    weight.push_back(was ? 0 : 1 / std::max(1e-9, 1 - propensity[i]));
  }
  const std::vector<model::CalibrationBin> curve =
      model::calibration_curve(propensity, people, treated, people, kBins);
  report_calibration(curve, report);
  const model::Overlap overlap = model::overlap(propensity, inside, outside);
  report.overlap = {overlap.edges, overlap.protected_people, overlap.comparison_people,
                    overlap.extreme_share, overlap.largest_weight_share};
  report.effective_sample_size = model::effective_sample_size(weight, untreated);
  if (is_badly_calibrated(curve)) {
    report.notices.push_back(Notice::warning(fmt::format(
        "its probabilities of treatment are off by {:.3f} on average over {} bins{}",
        report.calibration_error, report.calibration.size(),
        fitted != nullptr ? ": consider `propensity` ensemble, or other covariates" : "")));
  }
  if (fitted == nullptr) return report;
  report.converged = fitted->converged();
  report.iterations = fitted->iterations();
  report.gradient_norm = fitted->gradient_norm();
  report.separated = fitted->separated();
  // On the covariates' own scales: a number's centre moves into the intercepts.
  const auto slopes = fitted->slopes();
  double moved = 0;
  std::vector<std::pair<std::string, double>> own;
  own.emplace_back(decision, slopes[0]);
  if (fitted->dropped(0)) report.dropped.push_back(decision);
  for (std::size_t j = 0; j < population.covariates.size(); ++j) {
    const Population::Column& column = population.covariates[j];
    own.emplace_back(column.name, slopes[j + 1] / column.scale);
    moved += slopes[j + 1] / column.scale * column.centre;
    if (fitted->dropped(j + 1)) report.dropped.push_back(column.name);
  }
  for (std::size_t g = 0; g < population.groups(); ++g) {
    const double intercept = fitted->intercepts()[g];
    if (!std::isfinite(intercept)) continue;  // everybody or nobody in the group was treated
    report.coefficients.emplace_back(population.text_of(population.group_codes[g]),
                                     intercept - moved);
  }
  report.coefficients.insert(report.coefficients.end(), own.begin(), own.end());
  if (!report.dropped.empty()) {
    report.notices.push_back(Notice::warning(
        fmt::format("{} {} determined by the groups and what stands before, and {} no effect",
                    join_words(report.dropped), report.dropped.size() == 1 ? "is" : "are",
                    report.dropped.size() == 1 ? "has" : "have")));
  }
  if (report.separated) {
    // Only people who were certain to be treated are missing among the untreated.
    constexpr double kCertain = 1e-4;
    std::int64_t certain = 0;
    std::int64_t never = 0;
    for (std::size_t i = 0; i < propensity.size(); ++i) {
      if (propensity[i] > 1 - kCertain) certain += std::llround(people[i]);
      if (propensity[i] < kCertain) never += std::llround(people[i]);
    }
    report.notices.push_back(Notice::warning(
        certain > 0
            ? fmt::format("{} were certain to be treated by their covariates and decision, and "
                          "nobody untreated is like them: positivity fails there",
                          faultline::people(certain))
            : fmt::format("{} were never treated by their covariates and decision; they stand for "
                          "themselves, which does no harm",
                          faultline::people(never))));
  } else if (!report.converged) {
    report.notices.push_back(Notice::warning(
        fmt::format("the fit did not converge in {} iterations", report.iterations)));
  }
  return report;
}

}  // namespace faultline::methods
