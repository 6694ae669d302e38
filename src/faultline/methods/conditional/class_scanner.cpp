#include "faultline/methods/conditional/class_scanner.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "faultline/math/sum.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/logistic.hpp"
#include "faultline/search/bernoulli_family.hpp"

namespace faultline::methods {
namespace {

// An expectation of exactly 0 or 1 would make one contrary event infinitely surprising. Only models
// without a ridge, or columns that are given, come near.
constexpr double kExpectationEdge = 1e-9;
// A variance of log-odds below this is rounding.
constexpr double kNoSpread = 1e-12;

}  // namespace

ClassScanner::ClassScanner(const ClassProblem& problem)
    : problem_(problem), states_(problem.criteria().size()) {
  const CovariateRows& rows = problem.covariates();
  const auto count = static_cast<std::size_t>(rows.design.rows());
  const ConditionalOptions& options = problem.options();
  row_people_.assign(count, 0);
  for (std::int64_t t = 0; t < problem.tuples(); ++t) {
    row_people_[rows.of_tuple[t]] += static_cast<double>(problem.sizes()[t]);
  }
  log_odds_.resize(count);
  row_weight_.resize(count);
  if (rows.given.empty()) {
    propensity_ = model::make_learner(options.propensity, rows.design);
  } else {
    for (std::size_t r = 0; r < count; ++r) log_odds_[r] = model::log_odds(rows.given[r]);
  }
  for (std::size_t s = 0; s < states_.size(); ++s) {
    const CriterionProblem& criterion = problem.criteria()[s];
    CriterionState& state = states_[s];
    if (criterion.given.empty()) {
      state.learner = model::make_learner(options.expectation, criterion.design);
    }
    state.bernoulli.lattice = problem.lattice();
    state.gaussian.lattice = problem.lattice();
  }
}

void ClassScanner::use(std::span<const std::int64_t> members) {
  members_.assign(members.begin(), members.end());
  row_members_.assign(row_people_.size(), 0);
  const std::vector<std::int32_t>& row_of = problem_.covariates().of_tuple;
  for (std::size_t t = 0; t < members.size(); ++t) {
    row_members_[row_of[t]] += static_cast<double>(members[t]);
  }
  // Permuting within covariate rows leaves their counts, and with them the model, as they are.
  if (propensity_ && row_members_ != fitted_members_) {
    propensity_->fit({.weight = row_people_, .positive = row_members_, .people = row_people_});
    propensity_->predict_log_odds(log_odds_);
    fitted_members_ = row_members_;
  }
  for (std::size_t r = 0; r < log_odds_.size(); ++r) row_weight_[r] = std::exp(log_odds_[r]);
}

void ClassScanner::count(std::size_t scan) {
  const CriterionProblem& criterion = problem_.criteria()[scan];
  CriterionState& state = states_[scan];
  const std::size_t rows = criterion.covariate_row.size();
  const std::size_t units = criterion.unit_row.size();
  const bool gaussian = criterion.metric->gaussian();
  state.people.assign(rows, 0);
  state.positive.assign(rows, 0);
  state.members.assign(units, 0);
  state.events.assign(gaussian ? 0 : units, 0);
  state.event_sum.assign(gaussian ? units : 0, 0);
  state.log_odds_sum.assign(gaussian ? units : 0, 0);
  state.in_class = 0;
  state.outside = 0;
  for (std::size_t e = 0; e < criterion.tuple.size(); ++e) {
    const std::int32_t tuple = criterion.tuple[e];
    const std::int32_t unit = criterion.unit[e];
    const std::int32_t row = criterion.unit_row[unit];
    const std::int64_t inside = members_[tuple];
    const std::int64_t outside = problem_.sizes()[tuple] - inside;
    state.people[row] += static_cast<double>(outside);
    state.positive[row] += static_cast<double>(outside) * criterion.event[e];
    state.members[unit] += inside;
    state.in_class += inside;
    state.outside += outside;
    if (gaussian) {
      state.event_sum[unit] += static_cast<double>(inside) * criterion.event[e];
      state.log_odds_sum[unit] += static_cast<double>(inside) * criterion.log_odds[e];
    } else if (criterion.event[e] != 0) {
      state.events[unit] += inside;
    }
  }
}

void ClassScanner::fit_expectation(std::size_t scan) {
  const CriterionProblem& criterion = problem_.criteria()[scan];
  CriterionState& state = states_[scan];
  const std::size_t rows = criterion.covariate_row.size();
  state.log_odds.resize(rows);
  state.expected.resize(rows);
  if (!state.learner) {
    for (std::size_t r = 0; r < rows; ++r) state.log_odds[r] = model::log_odds(criterion.given[r]);
  } else if (problem_.options().doubly_robust) {
    // The model is fitted without weights; the weighted comparison people then set its level.
    state.learner->fit(
        {.weight = state.people, .positive = state.positive, .people = state.people});
    state.learner->predict_log_odds(state.log_odds);
  }
  state.weight.resize(rows);
  for (std::size_t r = 0; r < rows; ++r) {
    const double weight = row_weight_[criterion.covariate_row[r]];
    state.weight[r] = state.people[r] * weight;
    state.positive[r] *= weight;
  }
  if (state.learner && problem_.options().doubly_robust) {
    const double shift = model::intercept_shift(state.weight, state.positive, state.log_odds);
    if (std::isfinite(shift)) {
      for (double& log_odds : state.log_odds) log_odds += shift;
    }
  } else if (state.learner) {
    state.learner->fit(
        {.weight = state.weight, .positive = state.positive, .people = state.people});
    state.learner->predict_log_odds(state.log_odds);
  }
  for (std::size_t r = 0; r < rows; ++r) state.expected[r] = model::expit(state.log_odds[r]);
}

double ClassScanner::expected_of(std::size_t scan, std::int32_t unit, std::int32_t cell) const {
  const CriterionState& state = states_[scan];
  const std::int32_t row = problem_.criteria()[scan].unit_row[unit];
  if (state.correction.empty()) return state.expected[row];
  return model::expit(state.log_odds[row] + state.correction[cell]);
}

void ClassScanner::fill_bernoulli(std::size_t scan) {
  const CriterionProblem& criterion = problem_.criteria()[scan];
  CriterionState& state = states_[scan];
  const std::size_t units = criterion.unit_row.size();
  state.unit_expected.resize(units);
  state.clipped = 0;
  for (std::int32_t cell = 0; cell < problem_.lattice().cells; ++cell) {
    for (std::int64_t u = criterion.first[cell]; u < criterion.first[cell + 1]; ++u) {
      const double p = expected_of(scan, static_cast<std::int32_t>(u), cell);
      const double inside = std::clamp(p, kExpectationEdge, 1 - kExpectationEdge);
      if (inside != p) state.clipped += state.members[u];
      state.unit_expected[u] = inside;
    }
  }
  search::refill(
      {.first = criterion.first, .p = state.unit_expected, .n = state.members, .y = state.events},
      criterion.direction, state.bernoulli);
}

/// Spread of the residuals where the null holds: among the weighted people outside the class.
double ClassScanner::estimate_sigma(std::size_t scan) const {
  const CriterionProblem& criterion = problem_.criteria()[scan];
  const CriterionState& state = states_[scan];
  math::CompensatedSum squares;
  math::CompensatedSum weights;
  for (std::size_t e = 0; e < criterion.tuple.size(); ++e) {
    const std::int32_t tuple = criterion.tuple[e];
    const std::int32_t row = criterion.unit_row[criterion.unit[e]];
    const auto outside = static_cast<double>(problem_.sizes()[tuple] - members_[tuple]);
    const double weight = outside * row_weight_[criterion.covariate_row[row]];
    const double residual = criterion.log_odds[e] - state.log_odds[row];
    squares.add(weight * residual * residual);
    weights.add(weight);
  }
  const double variance = weights.value() > 0 ? squares.value() / weights.value() : 0;
  // Predictions that the covariates explain to the last digit have no spread but rounding.
  return variance > kNoSpread ? std::sqrt(variance) : 1.0;
}

void ClassScanner::fill_gaussian(std::size_t scan) {
  const CriterionProblem& criterion = problem_.criteria()[scan];
  CriterionState& state = states_[scan];
  search::GaussianCells& cells = state.gaussian;
  const auto count = static_cast<std::size_t>(problem_.lattice().cells);
  cells.n.assign(count, 0);
  cells.residual_sum.assign(count, 0);
  cells.sigma = problem_.options().sigma.value_or(0);
  if (!problem_.options().sigma) cells.sigma = estimate_sigma(scan);
  for (std::size_t cell = 0; cell < count; ++cell) {
    const double correction = state.correction.empty() ? 0 : state.correction[cell];
    for (std::int64_t u = criterion.first[cell]; u < criterion.first[cell + 1]; ++u) {
      cells.n[cell] += state.members[u];
      cells.residual_sum[cell] += state.log_odds_sum[u] - static_cast<double>(state.members[u]) *
                                                              state.log_odds[criterion.unit_row[u]];
    }
    cells.residual_sum[cell] -= static_cast<double>(cells.n[cell]) * correction;
  }
}

bool ClassScanner::expect(std::size_t scan) {
  count(scan);
  CriterionState& state = states_[scan];
  if (state.in_class == 0 || state.outside == 0) return false;
  const double events = std::accumulate(state.positive.begin(), state.positive.end(), 0.0);
  state.constant = events == 0 || events == static_cast<double>(state.outside);
  if (state.constant && state.learner) return false;
  fit_expectation(scan);
  if (problem_.criteria()[scan].metric->gaussian()) {
    fill_gaussian(scan);
  } else {
    fill_bernoulli(scan);
  }
  return true;
}

bool ClassScanner::converged(std::size_t scan) const {
  const model::Learner* expectation = states_[scan].learner.get();
  return (propensity_ == nullptr || propensity_->converged()) &&
         (expectation == nullptr || expectation->converged());
}

search::SearchResult ClassScanner::search(std::size_t scan,
                                          const search::SearchOptions& options) const {
  const CriterionState& state = states_[scan];
  const auto look = [&](const auto& family, const std::vector<std::int64_t>& people) {
    return problem_.named(scan) ? score_named(family, *problem_.named(scan))
                                : search::search(family, people, options);
  };
  if (problem_.criteria()[scan].metric->gaussian()) {
    return look(
        search::GaussianFamily(state.gaussian, state.gaussian.residual_sum, options.direction),
        state.gaussian.n);
  }
  return look(search::BernoulliFamily(state.bernoulli, state.bernoulli.y, options.direction),
              state.bernoulli.n);
}

SearchOutcome ClassScanner::search_and_prove(std::size_t scan,
                                             const search::SearchOptions& options) const {
  if (problem_.named(scan)) {
    SearchOutcome outcome{.found = search(scan, options)};
    outcome.statistics = {outcome.found.found.front().score};
    return outcome;
  }
  const CriterionState& state = states_[scan];
  if (problem_.criteria()[scan].metric->gaussian()) {
    const search::GaussianFamily family(state.gaussian, state.gaussian.residual_sum,
                                        options.direction);
    return methods::search_and_prove(family, state.gaussian.n, options, true);
  }
  const search::BernoulliFamily family(state.bernoulli, state.bernoulli.y, options.direction);
  return methods::search_and_prove(family, state.bernoulli.n, options, true);
}

std::int64_t ClassScanner::members_in(std::size_t scan, const search::Subgroup& subgroup) const {
  const CriterionProblem& criterion = problem_.criteria()[scan];
  std::int64_t members = 0;
  search::CellSet{problem_.lattice(), subgroup}.for_each([&](std::int64_t cell) {
    for (std::int64_t u = criterion.first[cell]; u < criterion.first[cell + 1]; ++u)
      members += states_[scan].members[u];
  });
  return members;
}

}  // namespace faultline::methods
