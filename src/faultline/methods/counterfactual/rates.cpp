#include "faultline/methods/counterfactual/rates.hpp"

#include <algorithm>
#include <cmath>

#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/logistic.hpp"

namespace faultline::methods {

void RateFitter::start_from(const ModelStarts& starts) {
  propensity_.start_from(starts.propensity.slopes, starts.propensity.intercept);
  outcome_.start_from(starts.outcome.slopes, starts.outcome.intercept);
  outcome_without_.start_from(starts.outcome_without.slopes, starts.outcome_without.intercept);
}

void RateFitter::use(const Sample& sample, std::size_t decision) {
  sample_ = &sample;
  decision_ = decision;
  has_weights_ = has_outcome_ = false;
  sample.gather(population_.decision_column[decision], decision_column_);
  const std::size_t rows = sample.size();
  outcome_positive_.resize(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    outcome_positive_[i] = population_.outcome[sample.cells()[i]] ? sample.weight()[i] : 0;
  }
}

std::vector<const double*> RateFitter::with_decision() const {
  std::vector<const double*> columns{decision_column_.data()};
  const auto covariates = sample_->covariates();
  columns.insert(columns.end(), covariates.begin(), covariates.end());
  return columns;
}

void RateFitter::fit_propensity() {
  positive_.assign(sample_->size(), 0);
  for (const auto& [begin, end] : sample_->treated()) {
    std::copy(sample_->weight().begin() + begin, sample_->weight().begin() + end,
              positive_.begin() + begin);
  }
  const std::vector<const double*> columns = with_decision();
  propensity_.fit({.groups = sample_->everybody(),
                   .columns = columns,
                   .weight = sample_->weight(),
                   .positive = positive_});
  propensity_settled_ = propensity_.converged() || propensity_.separated();
}

void RateFitter::fit_outcome() {
  const std::vector<const double*> columns = with_decision();
  outcome_.fit({.groups = sample_->untreated(),
                .columns = columns,
                .weight = sample_->weight(),
                .positive = outcome_positive_});
  outcome_settled_ = outcome_settled_ && (outcome_.converged() || outcome_.separated());
  has_outcome_ = true;
  mu_.resize(sample_->size());
  for (std::size_t g = 0; g < population_.groups(); ++g) {
    outcome_.predict(g, sample_->everybody()[g], columns, mu_);
  }
}

void RateFitter::fit_outcome_without() {
  outcome_without_.fit({.groups = sample_->untreated(),
                        .columns = sample_->covariates(),
                        .weight = sample_->weight(),
                        .positive = outcome_positive_});
  outcome_settled_ =
      outcome_settled_ && (outcome_without_.converged() || outcome_without_.separated());
  mu_without_.resize(sample_->size());
  for (std::size_t g = 0; g < population_.groups(); ++g) {
    outcome_without_.predict(g, sample_->everybody()[g], sample_->covariates(), mu_without_);
  }
}

void RateFitter::propensities(std::vector<double>& rows) {
  rows.resize(sample_->size());
  if (!population_.propensity.empty()) {
    sample_->gather(population_.propensity[decision_], rows);
    return;
  }
  const std::vector<const double*> columns = with_decision();
  for (std::size_t g = 0; g < population_.groups(); ++g) {
    propensity_.predict(g, sample_->everybody()[g], columns, rows);
  }
  for (double& value : rows) value = model::expit(value);
}

/// 1 / (1 - pi) of the untreated, pi kept inside [clip, 1 - clip].
void RateFitter::weigh_untreated() {
  inverse_.assign(sample_->size(), 0);
  has_weights_ = true;
  const bool given = !population_.propensity.empty();
  if (!given) fit_propensity();
  const std::vector<const double*> columns = with_decision();
  log_odds_.resize(sample_->size());
  for (std::size_t g = 0; g < population_.groups(); ++g) {
    const auto stretch = sample_->untreated()[g];
    if (!given) propensity_.predict(g, stretch, columns, log_odds_);
    for (std::int64_t i = stretch.begin; i < stretch.end; ++i) {
      const double pi = given ? population_.propensity[decision_][sample_->cells()[i]]
                              : model::expit(log_odds_[i]);
      if (pi > 1 - options_.trim) continue;
      inverse_[i] = 1 / (1 - std::clamp(pi, options_.clip, 1 - options_.clip));
    }
  }
}

void RateFitter::by_weighting() {
  weigh_untreated();
  for (std::size_t g = 0; g < population_.groups(); ++g) {
    const auto stretch = sample_->untreated()[g];
    double sums[2][2] = {};  // [outcome][decision]
    for (std::int64_t i = stretch.begin; i < stretch.end; ++i) {
      const std::int32_t cell = sample_->cells()[i];
      sums[population_.outcome[cell]][population_.decision[decision_][cell]] +=
          sample_->weight()[i] * inverse_[i];
    }
    fpr_[g] = {.part = sums[0][1], .whole = sums[0][0] + sums[0][1]};
    fnr_[g] = {.part = sums[1][0], .whole = sums[1][0] + sums[1][1]};
  }
}

void RateFitter::by_regression() {
  fit_outcome();
  fit_outcome_without();
  for (std::size_t g = 0; g < population_.groups(); ++g) {
    const auto stretch = sample_->everybody()[g];
    Ratio fpr;
    Ratio fnr;
    for (std::int64_t i = stretch.begin; i < stretch.end; ++i) {
      const double weight = sample_->weight()[i];
      const double mu = model::expit(mu_[i]);
      const double mu_without = model::expit(mu_without_[i]);
      if (decision_column_[i] != 0) {
        fpr.part += weight * (1 - mu);
      } else {
        fnr.part += weight * mu;
      }
      fpr.whole += weight * (1 - mu_without);
      fnr.whole += weight * mu_without;
    }
    fpr_[g] = fpr;
    fnr_[g] = fnr;
  }
}

void RateFitter::by_doubly_robust() {
  weigh_untreated();
  fit_outcome();
  std::vector<double> weight;
  std::vector<double> positive;
  std::vector<double> offset;
  for (std::size_t g = 0; g < population_.groups(); ++g) {
    double shift[2] = {0, 0};
    for (int made = 0; made < 2; ++made) {
      weight.clear();
      positive.clear();
      offset.clear();
      const auto stretch = sample_->untreated()[g];
      for (std::int64_t i = stretch.begin; i < stretch.end; ++i) {
        if ((decision_column_[i] != 0) != (made == 1) || inverse_[i] == 0) continue;
        weight.push_back(sample_->weight()[i] * inverse_[i]);
        positive.push_back(outcome_positive_[i] * inverse_[i]);
        offset.push_back(mu_[i]);
      }
      // Without anybody to learn from, or where the group's outcomes are all alike, mu0 stands.
      if (weight.empty() || !std::isfinite(offset.front())) continue;
      shift[made] = model::intercept_shift(weight, positive, offset);
    }
    const auto stretch = sample_->everybody()[g];
    Ratio fpr;
    Ratio fnr;
    for (std::int64_t i = stretch.begin; i < stretch.end; ++i) {
      const bool made = decision_column_[i] != 0;
      const double mu = model::expit(mu_[i] + shift[made ? 1 : 0]);
      const double w = sample_->weight()[i];
      fpr.whole += w * (1 - mu);
      fnr.whole += w * mu;
      if (made) {
        fpr.part += w * (1 - mu);
      } else {
        fnr.part += w * mu;
      }
    }
    fpr_[g] = fpr;
    fnr_[g] = fnr;
  }
}

void RateFitter::observed(Rates& rates) const {
  const std::size_t groups = population_.groups();
  rates.observed_fpr.resize(groups);
  rates.observed_fnr.resize(groups);
  for (std::size_t g = 0; g < groups; ++g) {
    const auto stretch = sample_->everybody()[g];
    double sums[2][2] = {};
    for (std::int64_t i = stretch.begin; i < stretch.end; ++i) {
      const std::int32_t cell = sample_->cells()[i];
      sums[population_.outcome[cell]][population_.decision[decision_][cell]] +=
          sample_->weight()[i];
    }
    rates.observed_fpr[g] = Ratio{.part = sums[0][1], .whole = sums[0][0] + sums[0][1]}.value();
    rates.observed_fnr[g] = Ratio{.part = sums[1][0], .whole = sums[1][0] + sums[1][1]}.value();
  }
}

/// An untreated person with weight w stands for w - 1 treated ones.
void RateFitter::shares(Rates& rates) const {
  rates.need.clear();
  rates.opportunity.clear();
  rates.strength.clear();
  if (!has_weights_) return;
  for (std::size_t g = 0; g < population_.groups(); ++g) {
    Ratio need;
    Ratio treated_need;  // Y0 = 1 among the treated
    for (std::int64_t i = sample_->untreated()[g].begin; i < sample_->untreated()[g].end; ++i) {
      if (inverse_[i] == 0) continue;  // trimmed
      const double people = sample_->weight()[i];
      need.whole += people * inverse_[i];
      treated_need.whole += people * (inverse_[i] - 1);
      if (!population_.outcome[sample_->cells()[i]]) continue;
      need.part += people * inverse_[i];
      treated_need.part += people * (inverse_[i] - 1);
    }
    Ratio treated;  // Y1 = 1 among the treated
    for (std::int64_t i = sample_->treated()[g].begin; i < sample_->treated()[g].end; ++i) {
      treated.whole += sample_->weight()[i];
      if (population_.outcome[sample_->cells()[i]]) treated.part += sample_->weight()[i];
    }
    rates.need.push_back(need.value());
    rates.opportunity.push_back(Ratio{.part = treated_need.part, .whole = need.part}.value());
    rates.strength.push_back(1 -
                             Ratio{.part = treated.value(), .whole = treated_need.value()}.value());
  }
}

void RateFitter::collect(const std::vector<Ratio>& ratios, std::vector<double>& groups,
                         std::vector<double>& margins) const {
  groups.clear();
  for (const Ratio& ratio : ratios) groups.push_back(ratio.value());
  margins.clear();
  for (std::size_t a = 0; a < population_.attributes.size(); ++a) {
    std::vector<Ratio> values(population_.attributes[a].labels.size());
    for (std::size_t g = 0; g < ratios.size(); ++g) {
      // A group without an estimate has none to add; NaN sums come from models it lacks.
      if (!(ratios[g].whole > 0)) continue;
      Ratio& value = values[population_.group_codes[g][a]];
      value.part += ratios[g].part;
      value.whole += ratios[g].whole;
    }
    for (const Ratio& value : values) margins.push_back(value.value());
  }
}

void RateFitter::estimate(RateEstimator estimator, Rates& rates) {
  propensity_settled_ = outcome_settled_ = true;
  fpr_.assign(population_.groups(), {});
  fnr_.assign(population_.groups(), {});
  if (estimator == RateEstimator::weighting) by_weighting();
  if (estimator == RateEstimator::regression) by_regression();
  if (estimator == RateEstimator::doubly_robust) by_doubly_robust();
  for (std::size_t g = 0; g < population_.groups(); ++g) {
    if (!estimable_.cfpr.empty() && !estimable_.cfpr[g]) fpr_[g] = {};
    if (!estimable_.cfnr.empty() && !estimable_.cfnr[g]) fnr_[g] = {};
  }
  collect(fpr_, rates.cfpr, rates.marginal_cfpr);
  collect(fnr_, rates.cfnr, rates.marginal_cfnr);
  observed(rates);
  shares(rates);
}

}  // namespace faultline::methods
