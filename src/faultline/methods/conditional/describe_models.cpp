#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/conditional/describe.hpp"
#include "faultline/methods/model_report.hpp"
#include "faultline/model/design/diagnostics.hpp"
#include "faultline/model/design/log_odds.hpp"

namespace faultline::methods {
namespace {

// From here on a person should be told: one protected person in twenty without counterpart is much;
// an effective size below thirty carries no rate.
constexpr double kManyExtreme = 0.05;
constexpr double kFewEffective = 30;
// Of all weight, on the heaviest hundredth of the people outside: a few then decide.
constexpr double kHeavyShare = 0.25;

std::vector<double> probabilities(const std::vector<double>& log_odds) {
  std::vector<double> p;
  p.reserve(log_odds.size());
  for (const double value : log_odds) p.push_back(model::expit(value));
  return p;
}

ModelReport start(const ClassProblem& problem, ModelName name, const model::Learner* learner,
                  const model::Design& design) {
  ModelReport report;
  report.name = name;
  report.protected_class = problem.protected_class();
  report.learner = LearnerKind::column;
  if (learner == nullptr) return report;
  report_fit(*learner, design, report);
  if (report.separated) {
    report.notices.push_back(Notice::warning(
        "the covariates separate the labels perfectly, so that without a ridge some coefficients "
        "grow without limit: use `ridge` above 0"));
  } else if (!report.converged) {
    report.notices.push_back(Notice::warning(
        fmt::format("the fit did not converge in {} iterations (gradient norm {:.2g})",
                    report.iterations, report.gradient_norm)));
  }
  return report;
}

void add_calibration(std::span<const double> probability, std::span<const double> weight,
                     std::span<const double> positive, std::span<const double> people, int bins,
                     ModelReport& report) {
  const std::vector<model::CalibrationBin> curve =
      model::calibration_curve(probability, weight, positive, people, bins);
  report_calibration(curve, report);
  if (report.calibration_error > kBadCalibration) {
    report.notices.push_back(Notice::warning(
        fmt::format("its probabilities are off by {:.3f} on average over {} bins: consider {}other "
                    "covariates",
                    report.calibration_error, curve.size(),
                    report.learner == LearnerKind::boosted
                        ? ""
                        : fmt::format("`{}` boosted, or ", name_of(report.name)))));
  }
}

void name_dropped(const char* among, ModelReport& report) {
  if (report.dropped.empty()) return;
  report.notices.push_back(Notice::warning(
      fmt::format("{} {} not vary among {} and {} no effect in this model",
                  join_words(report.dropped), report.dropped.size() == 1 ? "does" : "do", among,
                  report.dropped.size() == 1 ? "has" : "have")));
}

}  // namespace

ModelReport describe_propensity(const ClassProblem& problem, const ClassScanner& scanner) {
  const CovariateRows& rows = problem.covariates();
  ModelReport report = start(problem, ModelName::propensity, scanner.propensity(), rows.design);
  name_dropped("all people", report);
  const std::vector<double> probability = probabilities(scanner.propensity_log_odds());
  const std::vector<double>& all = scanner.row_people();
  const std::vector<double>& members = scanner.row_members();
  add_calibration(probability, all, members, all, problem.options().calibration_bins, report);
  std::vector<std::int64_t> inside;
  std::vector<std::int64_t> outside;
  std::vector<double> outside_people;
  std::vector<double> odds;
  for (std::size_t r = 0; r < all.size(); ++r) {
    report.n += std::llround(all[r]);
    inside.push_back(std::llround(members[r]));
    outside.push_back(std::llround(all[r] - members[r]));
    outside_people.push_back(all[r] - members[r]);
    odds.push_back(std::exp(scanner.propensity_log_odds()[r]));
  }
  const model::Overlap overlap = model::overlap(probability, inside, outside);
  report.overlap = {overlap.edges, overlap.protected_people, overlap.comparison_people,
                    overlap.extreme_share, overlap.largest_weight_share};
  report.effective_sample_size = model::effective_sample_size(odds, outside_people);
  const SideWords& words = problem.options().words;
  if (overlap.extreme_share > kManyExtreme) {
    report.notices.push_back(Notice::warning(fmt::format(
        "{:.0f} % of {} have covariates that hardly occur {} (propensity above {}): their "
        "expectations are extrapolated",
        100 * overlap.extreme_share, words.members, words.outside, model::kExtremePropensity)));
  }
  if (overlap.largest_weight_share > kHeavyShare) {
    report.notices.push_back(Notice::warning(
        fmt::format("the heaviest 1 % of the people {} carry {:.0f} % of all weight", words.others,
                    100 * overlap.largest_weight_share)));
  }
  return report;
}

ModelReport describe_expectation(const ClassProblem& problem, const ClassScanner& scanner,
                                 std::size_t scan) {
  const CriterionProblem& criterion = problem.criteria()[scan];
  const CriterionState& state = scanner.state(scan);
  ModelReport report =
      start(problem, ModelName::expectation, state.learner.get(), criterion.design);
  report.metric = criterion.metric->name();
  report.n = state.outside;
  name_dropped("the people it is fitted on", report);
  add_calibration(state.expected, state.weight, state.positive, state.people,
                  problem.options().calibration_bins, report);
  std::vector<double> odds;
  odds.reserve(criterion.covariate_row.size());
  for (const std::int32_t row : criterion.covariate_row) {
    odds.push_back(std::exp(scanner.propensity_log_odds()[row]));
  }
  report.effective_sample_size = model::effective_sample_size(odds, state.people);
  if (*report.effective_sample_size < kFewEffective) {
    report.notices.push_back(Notice::warning(fmt::format(
        "after weighting, the {} people outside the class count for {:.1f}: expectations are "
        "uncertain",
        with_thousands(state.outside), *report.effective_sample_size)));
  }
  return report;
}

}  // namespace faultline::methods
