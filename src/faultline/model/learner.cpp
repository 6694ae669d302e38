#include "faultline/model/learner.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/design/at.hpp"
#include "faultline/model/design/log_odds.hpp"

namespace faultline::model {
namespace {

void check_length(std::string_view what, std::size_t length, std::int64_t expected) {
  if (std::cmp_equal(length, expected)) return;
  throw InternalError(
      fmt::format("a model got {} values of {} where it needs {}", length, what, expected));
}

}  // namespace

void Learner::fit(const TrainingRows& rows) {
  fitted_ = false;
  const std::int64_t entries = rows.rows.empty() ? rows_ : std::ssize(rows.rows);
  check_length("weight", rows.weight.size(), entries);
  check_length("positive", rows.positive.size(), entries);
  if (!rows.people.empty()) check_length("people", rows.people.size(), entries);
  if (!rows.offset.empty()) check_length("offset", rows.offset.size(), entries);
  double total = 0;
  double positive = 0;
  for (std::size_t k = 0; k < rows.weight.size(); ++k) {
    if (!(rows.weight[k] > 0)) continue;
    total += rows.weight[k];
    positive += rows.positive[k];
  }
  if (!(total > 0) || !std::isfinite(total) || !std::isfinite(positive)) {
    throw NumericError(fmt::format(
        "a model has nothing to learn from: the weights of its {} rows sum to {}, their labels to "
        "{}",
        entries, total, positive));
  }
  learn(rows);
  fitted_ = true;
}

void Learner::fit(const TrainingPeople& training) {
  fitted_ = false;
  if (training.people.empty()) throw NumericError("a model has nobody to learn from");
  check_length("outcome", training.outcome.size(), rows_);
  weight_.assign(training.people.size(), 1.0);
  outcome_.clear();
  for (const std::int64_t person : training.people) {
    outcome_.push_back(training.outcome[at(person)]);
  }
  fit(TrainingRows{.weight = weight_,
                   .positive = outcome_,
                   .people = weight_,
                   .rows = training.people,
                   .substream = training.substream});
}

void Learner::predict(std::span<const std::int64_t> rows, std::span<double> mean) const {
  if (!fitted_) throw InternalError("a model cannot predict before it is fitted");
  check_length("predictions", mean.size(), std::ssize(rows));
  means(rows, mean);
}

void Learner::predict_log_odds(std::span<double> log_odds) const {
  if (!fitted_) throw InternalError("a model cannot predict before it is fitted");
  check_length("log-odds", log_odds.size(), rows_);
  log_odds_of_all(log_odds);
}

FitReport Learner::report() const { return {.learner = kind_, .converged = converged()}; }

void Learner::means(std::span<const std::int64_t> rows, std::span<double> out) const {
  std::vector<double> all(at(rows_));
  log_odds_of_all(all);
  for (std::size_t i = 0; i < rows.size(); ++i) out[i] = expit(all[at(rows[i])]);
}

void Learner::log_odds_of_all(std::span<double> out) const {
  std::vector<std::int64_t> every(at(rows_));
  std::iota(every.begin(), every.end(), std::int64_t{0});
  means(every, out);
  for (double& p : out) p = log_odds(std::clamp(p, kProbabilityClip, 1 - kProbabilityClip));
}

}  // namespace faultline::model
