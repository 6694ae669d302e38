#include "faultline/methods/counterfactual/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/counterfactual/describe.hpp"
#include "faultline/methods/counterfactual/summaries.hpp"

namespace faultline::methods {
namespace {

using Report = CounterfactualReport;

/// Slopes, and a common intercept: the mean over the groups that have one.
ModelStart start_of(const model::GroupLogistic& model) {
  double sum = 0;
  int count = 0;
  for (const double intercept : model.intercepts()) {
    if (!std::isfinite(intercept)) continue;
    sum += intercept;
    ++count;
  }
  if (!model.converged() || count == 0) return {};
  return {.slopes = std::vector<double>(model.slopes().begin(), model.slopes().end()),
          .intercept = sum / count};
}

class Estimation {
 public:
  Estimation(const CounterfactualInput& input, const CounterfactualOptions& options,
             Population& population)
      : population_(population),
        input_(input),
        options_(options),
        everybody_(population),
        fitter_(population, options),
        positions_(population_groups(population)) {
    everybody_.take_everybody();
  }

  [[nodiscard]] Estimates estimate(CounterfactualResult& result);

 private:
  void estimate_decision(std::size_t decision, CounterfactualResult& result);
  void describe_outcome_model(RateEstimator estimator, Report::Decision& decision) const;
  void fill_rates(const Rates& rates, RateEstimator estimator, Report::Decision& decision) const;
  void fill_shares(const Rates& rates, Report::Decision& decision) const;
  void choose_summarised(const Report::Decision& report, bool cfpr, RateBasis& basis) const;
  void add_bounds(std::size_t decision, Report::Decision& report);

  Population& population_;
  const CounterfactualInput& input_;
  const CounterfactualOptions& options_;
  Sample everybody_;
  RateFitter fitter_;
  std::vector<int> positions_;
  Estimates estimates_{};
};

void Estimation::estimate_decision(std::size_t decision, CounterfactualResult& result) {
  Report::Decision report;
  report.decision = input_.decisions[decision].name;
  fitter_.use(everybody_, decision);
  Rates rates;
  ModelStarts starts;
  fitter_.only({});
  fitter_.estimate(RateEstimator::weighting, rates);
  report.groups = describe_groups(everybody_, decision, fitter_, options_.estimator);
  estimates_.estimable[decision] = estimable_groups(report.groups, population_);
  fitter_.only(estimates_.estimable[decision]);
  fitter_.estimate(RateEstimator::weighting, rates);
  fill_rates(rates, RateEstimator::weighting, report);
  fill_shares(rates, report);
  std::vector<double> propensity;
  fitter_.propensities(propensity);
  describe_positivity(everybody_, propensity, options_, report);
  const bool fitted = population_.propensity.empty();
  result.models.push_back(describe_treatment_model(everybody_, report.decision, propensity,
                                                   fitted ? &fitter_.propensity_model() : nullptr));
  if (fitted) starts.propensity = start_of(fitter_.propensity_model());
  if (options_.estimator == RateEstimator::weighting) estimates_.rates[decision] = rates;

  for (const RateEstimator estimator : {RateEstimator::regression, RateEstimator::doubly_robust}) {
    fitter_.estimate(estimator, rates);
    describe_outcome_model(estimator, report);
    fill_rates(rates, estimator, report);
    if (options_.estimator == estimator) estimates_.rates[decision] = rates;
    if (estimator == RateEstimator::regression) {
      starts.outcome = start_of(fitter_.outcome_model());
      starts.outcome_without = start_of(fitter_.outcome_model_without());
    }
  }
  estimates_.starts[decision] = std::move(starts);
  add_bounds(decision, report);
  result.report.decisions.push_back(std::move(report));
}

Estimates Estimation::estimate(CounterfactualResult& result) {
  estimates_.rates.resize(population_.decisions());
  estimates_.starts.resize(population_.decisions());
  estimates_.estimable.resize(population_.decisions());
  estimates_.basis.resize(population_.decisions());
  estimates_.bounds.resize(population_.decisions());
  for (std::size_t d = 0; d < population_.decisions(); ++d) estimate_decision(d, result);
  std::vector<std::uint8_t> exchanged(population_.groups(), 0);
  for (const Estimable& estimable : estimates_.estimable) {
    for (std::size_t g = 0; g < exchanged.size(); ++g) {
      if (estimable.cfpr[g] || estimable.cfnr[g]) exchanged[g] = 1;
    }
  }
  exchange_among(std::move(exchanged), population_);
  // Who cannot be estimated is mostly the same for all decisions; where trimming makes a
  // difference, the decision is named.
  Notices& excluded = result.report.notices;
  excluded = excluded_groups(result.report.decisions.front().groups);
  for (std::size_t d = 1; d < result.report.decisions.size(); ++d) {
    const Report::Decision& decision = result.report.decisions[d];
    for (const Notice& group : excluded_groups(decision.groups)) {
      if (std::find(excluded.begin(), excluded.end(), group) != excluded.end()) continue;
      excluded.push_back(Notice::excluded(
          fmt::format("decision {}: {}", decision.decision, group.text), group.about));
    }
  }
  return std::move(estimates_);
}

void Estimation::fill_rates(const Rates& rates, RateEstimator estimator,
                            Report::Decision& decision) const {
  const auto set = [&](Report::GroupRate& to, double value) {
    const std::optional<double> rate = if_defined(value);
    if (estimator == RateEstimator::weighting) to.weighted = rate;
    if (estimator == RateEstimator::regression) to.regression = rate;
    if (estimator == RateEstimator::doubly_robust) to.doubly_robust = rate;
    if (estimator == options_.estimator) to.estimate = rate;
  };
  for (std::size_t k = 0; k < decision.groups.size(); ++k) {
    if (positions_[k] < 0) continue;
    const auto g = static_cast<std::size_t>(positions_[k]);
    Report::Group& group = decision.groups[k];
    set(group.cfpr, rates.cfpr[g]);
    set(group.cfnr, rates.cfnr[g]);
    group.observed_fpr = if_defined(rates.observed_fpr[g]);
    group.observed_fnr = if_defined(rates.observed_fnr[g]);
  }
}

void Estimation::fill_shares(const Rates& rates, Report::Decision& decision) const {
  for (std::size_t k = 0; k < decision.groups.size(); ++k) {
    if (positions_[k] < 0) continue;
    const auto g = static_cast<std::size_t>(positions_[k]);
    Report::Group& group = decision.groups[k];
    if (!group.is_estimable()) {
      group.need.why = group.opportunity.why = group.strength.why =
          group.status.substr(group.status.find(": ") + 2);
      continue;
    }
    group.need.estimate = if_defined(rates.need[g]);
    group.opportunity.estimate = if_defined(rates.opportunity[g]);
    if (group.n == group.untreated) {
      group.strength.why = "nobody in it was treated";
    } else if (group.n - group.untreated < Report::GroupRate::kFew) {
      group.strength.why =
          fmt::format("fewer than {} of its people were treated", Report::GroupRate::kFew);
    } else if (!(rates.strength[g] >= 0)) {
      group.strength.why =
          "the treated had the outcome as often as they would have had it untreated, or more often";
    } else {
      group.strength.estimate = rates.strength[g];
    }
  }
}

/// Which rates summaries are about. Of one to nine people nothing is known that an average of gaps
/// would not be worse for.
void Estimation::choose_summarised(const Report::Decision& report, bool cfpr,
                                   RateBasis& basis) const {
  std::vector<std::size_t> first;
  std::size_t values = 0;
  for (const data::Attribute& attribute : population_.attributes) {
    first.push_back(values);
    values += attribute.labels.size();
  }
  std::vector<std::int64_t> people(values, 0);
  basis.margin_size.assign(values, 0);
  for (std::size_t k = 0; k < report.groups.size(); ++k) {
    if (positions_[k] < 0) continue;
    const auto& codes = population_.group_codes[static_cast<std::size_t>(positions_[k])];
    const Report::GroupRate& rate = cfpr ? report.groups[k].cfpr : report.groups[k].cfnr;
    for (std::size_t a = 0; a < codes.size(); ++a) {
      people[first[a] + codes[a]] += rate.n;
      basis.margin_size[first[a] + codes[a]] += rate.effective_size;
    }
  }
  constexpr auto kFew = Report::GroupRate::kFew;
  basis.summarised = basis.firm;
  basis.margins.assign(values, 1);
  for (std::size_t v = 0; v < values; ++v) {
    if (people[v] < kFew || basis.margin_size[v] < kFew) basis.margins[v] = 0;
  }
  if (!options_.few_too) return;
  basis.summarised.assign(basis.firm.size(), 1);
  basis.margins.assign(values, 1);
}

/// After the estimates by all estimators, so that both models are there.
void Estimation::add_bounds(std::size_t decision, Report::Decision& report) {
  for (const bool cfpr : {true, false}) {
    RateBasis& basis = estimates_.basis[decision][cfpr ? 0 : 1];
    basis.effective_size.assign(population_.groups(), 0);
    basis.firm.assign(population_.groups(), 0);
    basis.bounded.assign(population_.groups(), 0);
    for (std::size_t k = 0; k < report.groups.size(); ++k) {
      if (positions_[k] < 0) continue;
      const Report::GroupRate& rate = cfpr ? report.groups[k].cfpr : report.groups[k].cfnr;
      basis.effective_size[positions_[k]] = rate.effective_size;
      if (!rate.estimate || rate.rests_on_few()) continue;
      basis.firm[positions_[k]] = 1;
      if (rate.weighted && *rate.weighted > 0 && *rate.weighted < 1)
        basis.bounded[positions_[k]] = 1;
    }
    choose_summarised(report, cfpr, basis);
  }
  if (!options_.bounds || population_.groups() > kMostBoundedGroups) return;
  estimates_.bounds[decision] = all_bounds(fitter_);
  for (const bool cfpr : {true, false}) {
    RateBasis& basis = estimates_.basis[decision][cfpr ? 0 : 1];
    basis.vanishes_at = vanishing_gamma(fitter_, cfpr, basis.bounded);
    for (std::size_t k = 0; k < report.groups.size(); ++k) {
      Report::GroupRate& rate = cfpr ? report.groups[k].cfpr : report.groups[k].cfnr;
      if (positions_[k] < 0 || !rate.estimate) continue;
      const auto g = static_cast<std::size_t>(positions_[k]);
      for (std::size_t j = 0; j < kGammas.size(); ++j) {
        const RateBounds& bounds = estimates_.bounds[decision][j];
        rate.sensitivity.push_back({.gamma = kGammas[j],
                                    .low = (cfpr ? bounds.cfpr_low : bounds.cfnr_low)[g],
                                    .high = (cfpr ? bounds.cfpr_high : bounds.cfnr_high)[g]});
      }
    }
  }
}

void Estimation::describe_outcome_model(RateEstimator estimator, Report::Decision& decision) const {
  if (!fitter_.outcome_converged()) {
    decision.notices.push_back(Notice::warning(
        fmt::format("the outcome model behind the {} rates did not converge", name_of(estimator))));
  }
  if (estimator != RateEstimator::regression) return;  // the other one has the same model
  const model::GroupLogistic& model = fitter_.outcome_model();
  if (model.separated()) {
    decision.notices.push_back(Notice::warning(
        "covariates and decision tell the outcomes of the untreated apart: regression and doubly "
        "robust rates rest on probabilities of 0 and 1"));
  }
  std::vector<std::string> dropped;
  if (model.dropped(0)) dropped.push_back(decision.decision);
  for (std::size_t j = 0; j < population_.covariates.size(); ++j) {
    if (model.dropped(j + 1)) dropped.push_back(population_.covariates[j].name);
  }
  if (dropped.empty()) return;
  decision.notices.push_back(Notice::warning(
      fmt::format("{} {} no effect in the outcome model: among the untreated {} determined by the "
                  "groups and what stands before",
                  join_words(dropped), dropped.size() == 1 ? "has" : "have",
                  dropped.size() == 1 ? "it is" : "they are")));
}

}  // namespace

Estimates estimate_rates(const CounterfactualInput& input, const CounterfactualOptions& options,
                         Population& population, CounterfactualResult& result) {
  return Estimation(input, options, population).estimate(result);
}

}  // namespace faultline::methods
