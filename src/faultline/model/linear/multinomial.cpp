#include "faultline/model/linear/multinomial.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/design/at.hpp"
#include "faultline/model/design/column_spread.hpp"
#include "faultline/model/design/row_patterns.hpp"
#include "faultline/model/linear/softmax.hpp"

namespace faultline::model {

void validate(const MultinomialOptions& options) {
  if (!(options.ridge >= 0) || !std::isfinite(options.ridge)) {
    throw ConfigError(
        fmt::format("the ridge of a multinomial fit is {}, but must be 0 or more", options.ridge));
  }
  if (options.max_iterations < 1) {
    throw ConfigError(
        fmt::format("a multinomial fit cannot have at most {} iterations; allow 1 or more",
                    options.max_iterations));
  }
  if (!(options.tolerance > 0)) {
    throw ConfigError(fmt::format("the tolerance of a multinomial fit is {}, but must be above 0",
                                  options.tolerance));
  }
}

Multinomial::Multinomial(std::vector<std::string> classes, const MultinomialOptions& options)
    : classes_(std::move(classes)), options_(options) {
  validate(options);
  if (classes_.empty()) throw InternalError("a multinomial model needs at least one class");
}

void Multinomial::fit(const Design& design, std::span<const double> weight) {
  const std::int64_t rows = design.rows();
  const std::int64_t k = std::ssize(classes_);
  if (std::ssize(weight) != rows * k) {
    throw InternalError(fmt::format("a multinomial fit got {} weights for {} rows and {} classes",
                                    weight.size(), rows, k));
  }
  std::vector<double> of_row(at(rows), 0.0);
  std::vector<double> of_class(at(k), 0.0);
  std::vector<std::int64_t> used;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t c = 0; c < k; ++c) {
      of_row[at(i)] += weight[at(i * k + c)];
      of_class[at(c)] += weight[at(i * k + c)];
    }
    if (of_row[at(i)] > 0) used.push_back(i);
  }
  present_.clear();
  for (std::int64_t c = 0; c < k; ++c) {
    if (of_class[at(c)] > 0) present_.push_back(static_cast<int>(c));
  }
  if (present_.empty()) {
    throw NumericError(fmt::format(
        "a multinomial model has nothing to learn from: none of its {} rows has weight", rows));
  }
  columns_.clear();
  for (int j = 0; j < design.columns(); ++j) columns_.push_back(design.column(j).name);
  coefficients_.assign(at(k * design.columns()), 0.0);
  constant_.clear();
  dependent_.clear();
  norm_ = 0;
  iterations_ = 0;
  converged_ = true;
  separated_ = false;
  if (present_.size() == 1) return;

  ColumnSpread spread(design);
  spread.measure({.weight = of_row, .positive = of_row, .people = of_row}, RowPatterns(design));
  std::vector<int> kept{0};
  for (int j = 1; j < design.columns(); ++j) {
    if (spread.constant(j)) {
      constant_.push_back(columns_[at(j)]);
    } else {
      kept.push_back(j);
    }
  }
  const auto scaled = [&](int j) {
    return design.column(j).kind == ColumnKind::number && spread.deviation(j) > 0;
  };
  SoftmaxProblem problem{.rows = std::ssize(used),
                         .columns = std::ssize(kept),
                         .classes = std::ssize(present_),
                         .ridge = options_.ridge,
                         .tolerance = options_.tolerance,
                         .max_iterations = options_.max_iterations};
  for (const int j : kept) {
    const double centre = scaled(j) ? spread.mean(j) : 0;
    const double scale = scaled(j) ? spread.deviation(j) : 1;
    const auto x = design.values(j);
    for (const std::int64_t i : used) problem.x.push_back((x[at(i)] - centre) / scale);
  }
  for (const int c : present_) {
    for (const std::int64_t i : used) problem.weight.push_back(weight[at(i * k + c)]);
  }
  if (options_.ridge == 0) {
    std::vector<int> still;
    for (const std::int64_t j : keep_independent_columns(problem)) still.push_back(kept[at(j)]);
    for (const int j : kept) {
      if (std::ranges::find(still, j) == still.end()) dependent_.push_back(columns_[at(j)]);
    }
    kept = std::move(still);
  }

  const SoftmaxSolution s = fit_softmax(problem);
  norm_ = s.norm;
  iterations_ = s.iterations;
  converged_ = s.converged;
  separated_ = s.separated;
  for (std::int64_t c = 1; c < std::ssize(present_); ++c) {
    double* const raw = coefficients_.data() + std::int64_t{present_[at(c)]} * design.columns();
    for (std::int64_t j = 0; j < std::ssize(kept); ++j) {
      const int column = kept[at(j)];
      const double b = s.coefficients[at((c - 1) * std::ssize(kept) + j)] /
                       (scaled(column) ? spread.deviation(column) : 1);
      raw[column] += b;
      if (scaled(column)) raw[0] -= b * spread.mean(column);
    }
  }
}

void Multinomial::predict(const Design& design, std::span<double> probability) const {
  if (present_.empty()) {
    throw InternalError("a multinomial model cannot predict before it is fitted");
  }
  const std::int64_t k = std::ssize(classes_);
  if (std::ssize(probability) != design.rows() * k) {
    throw InternalError(fmt::format("a multinomial model has {} places for {} rows and {} classes",
                                    probability.size(), design.rows(), k));
  }
  std::ranges::fill(probability, 0.0);
  for (std::int64_t j = 0; j < std::ssize(columns_); ++j) {
    int found = 0;
    while (found < design.columns() && design.column(found).name != columns_[at(j)]) ++found;
    if (found == design.columns()) {
      throw InternalError(
          fmt::format("a multinomial model was fitted with the column '{}', which is missing where "
                      "it predicts",
                      columns_[at(j)]));
    }
    const auto x = design.values(found);
    for (const int c : present_) {
      const double b = coefficients_[at(c * std::ssize(columns_) + j)];
      if (b == 0) continue;
      for (std::int64_t i = 0; i < design.rows(); ++i) probability[at(i * k + c)] += x[at(i)] * b;
    }
  }
  for (std::int64_t i = 0; i < design.rows(); ++i) {
    const auto row = probability.subspan(at(i * k), at(k));
    double top = row[at(present_.front())];
    for (const int c : present_) top = std::max(top, row[at(c)]);
    double sum = 0;
    for (const int c : present_) sum += row[at(c)] = std::exp(row[at(c)] - top);
    for (const int c : present_) row[at(c)] /= sum;
  }
}

std::span<const double> Multinomial::coefficients(int of_class) const {
  return std::span(coefficients_).subspan(at(of_class) * columns_.size(), columns_.size());
}

FitReport Multinomial::report() const {
  FitReport report{.learner = LearnerKind::logistic,
                   .converged = converged_,
                   .iterations = iterations_,
                   .gradient_norm = norm_,
                   .separated = separated_,
                   .dropped = constant_};
  for (const std::string& name : dependent_) {
    report.dropped.push_back(name);
    report.warnings.push_back(data::Notice::warning(fmt::format(
        "The column '{}' is determined by the columns before it and was left out.", name)));
  }
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    if (std::ranges::find(present_, static_cast<int>(c)) == present_.end()) {
      report.warnings.push_back(data::Notice::warning(fmt::format(
          "Nobody the model learned from is in '{}', so its probability is 0 everywhere.",
          classes_[c])));
      continue;
    }
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      report.coefficients.emplace_back(fmt::format("{}: {}", classes_[c], columns_[j]),
                                       coefficients_[c * columns_.size() + j]);
    }
  }
  if (separated_) {
    report.warnings.push_back(data::Notice::warning(
        "The classes are separated: some covariate values rule classes out, and coefficients grow "
        "without limit."));
  } else if (!converged_) {
    report.warnings.push_back(data::Notice::warning(
        fmt::format("The multinomial fit did not converge in {} iterations; the norm of its "
                    "gradient is {:.3g}.",
                    iterations_, norm_)));
  }
  return report;
}

}  // namespace faultline::model
