#include "faultline/model/linear/logistic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Core>
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/design/at.hpp"
#include "faultline/model/design/column_spread.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/logistic_loss.hpp"
#include "faultline/model/linear/newton.hpp"

namespace faultline::model {
namespace {

using ConstVectorView = Eigen::Map<const Eigen::VectorXd>;
using MatrixView = Eigen::Map<Eigen::MatrixXd>;

enum class Dropped : std::uint8_t { no, constant, dependent };

}  // namespace

void validate(const LogisticOptions& options) {
  if (!(options.ridge >= 0) || !std::isfinite(options.ridge)) {
    throw ConfigError(fmt::format("the ridge is {}, but must be 0 or more", options.ridge));
  }
  if (options.max_iterations < 1) {
    throw ConfigError(
        fmt::format("a logistic fit cannot have at most {} iterations; allow 1 or more",
                    options.max_iterations));
  }
  if (!(options.tolerance > 0)) {
    throw ConfigError(fmt::format("the tolerance of a logistic fit is {}, but must be above 0",
                                  options.tolerance));
  }
}

struct Logistic::State final : NewtonProblem {
  State(const Design& of, const LogisticOptions& with)
      : design(of), options(with), columns(of.columns()), loss(of), spread(of) {
    const auto p = at(columns);
    for (auto* buffer : {&centre, &scale, &penalty, &inner, &trial, &raw, &gradient, &step}) {
      buffer->resize(p);
    }
    hessian.resize(p * p);
    factor.resize(p * p);
    dropped.resize(p);
    eta.resize(static_cast<std::size_t>(of.rows()));
    trial_eta.resize(eta.size());
  }

  TrainingRows gather(const TrainingRows& rows);
  void prepare(const TrainingRows& rows);
  void drop_dependent();
  void start(bool warm);
  void minimise();
  [[nodiscard]] double objective(const std::vector<double>& coefficients,
                                 const std::vector<double>& at_eta) const;
  void finish();

  bool solve() override;
  double try_step(double length) override;
  void differentiate() override;
  [[nodiscard]] double norm() const override;
  [[nodiscard]] double slope() const override;
  [[nodiscard]] double value_at_point() const override { return objective(inner, eta); }
  [[nodiscard]] double value_at_trial() const override { return objective(trial, trial_eta); }
  void accept() override;
  [[nodiscard]] double largest_log_odds() const override;

  const Design& design;
  LogisticOptions options;
  int columns;
  LogisticLoss loss;
  ColumnSpread spread;
  // Numbers are centred and scaled inside a fit; `inner` are coefficients of such columns, `raw` of
  // the design's.
  std::vector<double> centre, scale, penalty, inner, trial, raw, gradient, step, hessian, factor;
  std::vector<Dropped> dropped;
  std::vector<double> eta, trial_eta;
  std::vector<double> weight{}, positive{}, people{};  // gathered
  double tolerance = 0;
  NewtonEnd end{};
  bool fitted = false;
};

// Entries as sums over the rows of the design.
TrainingRows Logistic::State::gather(const TrainingRows& rows) {
  if (!rows.offset.empty()) throw InternalError("an offset belongs to all rows of a design");
  const auto counted = rows.people.empty() ? rows.weight : rows.people;
  for (auto* sums : {&weight, &positive, &people}) sums->assign(at(design.rows()), 0.0);
  for (std::size_t k = 0; k < rows.weight.size(); ++k) {
    const std::size_t i = at(rows.row(k));
    weight[i] += rows.weight[k];
    positive[i] += rows.positive[k];
    people[i] += counted[k];
  }
  return {.weight = weight, .positive = positive, .people = people};
}

// Scales, penalties, columns left out.
void Logistic::State::prepare(const TrainingRows& rows) {
  spread.measure(rows, loss.patterns());
  for (int j = 0; j < columns; ++j) {
    const ColumnKind kind = design.column(j).kind;
    const bool free = kind == ColumnKind::intercept;
    dropped[at(j)] = !free && spread.constant(j) ? Dropped::constant : Dropped::no;
    const bool scaled = kind == ColumnKind::number && spread.deviation(j) > 0;
    centre[at(j)] = scaled ? spread.mean(j) : 0;
    scale[at(j)] = scaled ? spread.deviation(j) : 1;
    const bool standardised = kind == ColumnKind::dummy && options.standardise;
    const double r = standardised ? spread.deviation(j) : 1;
    penalty[at(j)] = free ? 0 : options.ridge * r * r;
  }
  loss.load(rows, centre, scale);
  const double rounding = 8 * std::numeric_limits<double>::epsilon() * loss.rounding_scale();
  tolerance = std::max(options.tolerance * std::min(1.0, loss.total_weight()), rounding);
  if (options.ridge == 0) drop_dependent();
}

// Only needed without a ridge. Elimination on X'WX in the order of the columns.
void Logistic::State::drop_dependent() {
  loss.gram(factor);
  MatrixView gram(factor.data(), columns, columns);
  for (int j = 0; j < columns; ++j) {
    if (dropped[at(j)] != Dropped::no) continue;
    const double before = gram(j, j);
    double pivot = before;
    for (int k = 0; k < j; ++k) {
      if (dropped[at(k)] == Dropped::no) pivot -= gram(j, k) * gram(j, k) / gram(k, k);
    }
    if (j > 0 && pivot <= kDependent * before) {
      dropped[at(j)] = Dropped::dependent;
      continue;
    }
    // Below the diagonal stays L times D, the diagonal holds D.
    for (int i = j + 1; i < columns; ++i) {
      for (int k = 0; k < j; ++k) {
        if (dropped[at(k)] == Dropped::no) gram(i, j) -= gram(i, k) * gram(j, k) / gram(k, k);
      }
    }
    gram(j, j) = pivot;
  }
}

void Logistic::State::start(bool warm) {
  std::ranges::fill(inner, 0.0);
  if (warm) {
    inner[0] = raw[0];
    for (int j = 1; j < columns; ++j) {
      inner[0] += raw[at(j)] * centre[at(j)];
      if (dropped[at(j)] == Dropped::no) inner[at(j)] = raw[at(j)] * scale[at(j)];
    }
    return;
  }
  const double rate = (loss.total_positive() + 0.5) / (loss.total_weight() + 1);
  inner[0] = log_odds(rate) - loss.mean_offset();
}

// A column left out has an equation of its own.
void Logistic::State::differentiate() {
  loss.derivatives(trial_eta, gradient, hessian);
  MatrixView h(hessian.data(), columns, columns);
  for (int j = 0; j < columns; ++j) {
    if (dropped[at(j)] == Dropped::no) {
      gradient[at(j)] += penalty[at(j)] * trial[at(j)];
      h(j, j) += penalty[at(j)];
    } else {
      gradient[at(j)] = 0;
      h.row(j).setZero();
      h.col(j).setZero();
      h(j, j) = 1;
    }
  }
}

double Logistic::State::objective(const std::vector<double>& coefficients,
                                  const std::vector<double>& at_eta) const {
  double ridge = 0;
  for (int j = 0; j < columns; ++j) {
    ridge += penalty[at(j)] * coefficients[at(j)] * coefficients[at(j)];
  }
  return loss.value(at_eta) + 0.5 * ridge;
}

double Logistic::State::norm() const { return ConstVectorView(gradient.data(), columns).norm(); }

double Logistic::State::slope() const {
  return ConstVectorView(gradient.data(), columns).dot(ConstVectorView(step.data(), columns));
}

bool Logistic::State::solve() {
  return cholesky_step(*this, hessian, gradient, loss.total_weight(), factor, step);
}

double Logistic::State::largest_log_odds() const {
  double largest = 0;
  for (std::int64_t i = 0; i < loss.rows(); ++i) largest = std::max(largest, std::abs(eta[at(i)]));
  return largest;
}

double Logistic::State::try_step(double length) {
  for (int j = 0; j < columns; ++j) trial[at(j)] = inner[at(j)] + length * step[at(j)];
  loss.log_odds(trial, trial_eta);
  double largest = 0;
  for (std::int64_t i = 0; i < loss.rows(); ++i) {
    largest = std::max(largest, std::abs(trial_eta[at(i)] - eta[at(i)]));
  }
  return largest;
}

void Logistic::State::accept() {
  inner.swap(trial);
  eta.swap(trial_eta);
}

void Logistic::State::minimise() {
  trial = inner;
  loss.log_odds(trial, trial_eta);
  differentiate();
  accept();
  end = model::minimise(*this, {.max_iterations = options.max_iterations, .tolerance = tolerance});
}

void Logistic::State::finish() {
  raw[0] = inner[0];
  for (int j = 1; j < columns; ++j) {
    raw[at(j)] = inner[at(j)] / scale[at(j)];
    raw[0] -= raw[at(j)] * centre[at(j)];
  }
  fitted = true;
}

Logistic::Logistic(const Design& design, const LogisticOptions& options)
    : Learner(LearnerKind::logistic, design.rows()) {
  validate(options);
  state_ = std::make_unique<State>(design, options);
}

Logistic::~Logistic() = default;

void Logistic::learn(const TrainingRows& rows) {
  State& s = *state_;
  if (!rows.start.empty() && rows.start.size() != s.raw.size())
    throw InternalError("a logistic fit begins with other columns than its own");
  std::ranges::copy(rows.start, s.raw.begin());
  const bool warm = !rows.start.empty() || (s.options.warm_start && s.fitted && !s.end.separated);
  s.fitted = false;
  s.prepare(rows.rows.empty() ? rows : s.gather(rows));
  s.start(warm);
  s.minimise();
  if (warm && !s.end.converged) {
    s.start(false);
    s.minimise();
  }
  s.finish();
}

void Logistic::log_odds_of_all(std::span<double> out) const {
  State& s = *state_;
  s.loss.predict(s.inner, s.centre, s.scale, out);
}

std::span<const double> Logistic::coefficients() const { return state_->raw; }
bool Logistic::converged() const { return state_->end.converged; }
bool Logistic::separated() const { return state_->end.separated; }

FitReport Logistic::report() const {
  const State& s = *state_;
  FitReport report{.learner = LearnerKind::logistic,
                   .converged = s.end.converged,
                   .iterations = s.end.iterations,
                   .gradient_norm = s.end.gradient_norm,
                   .separated = s.end.separated};
  for (int j = 0; j < s.columns; ++j) {
    const std::string& name = s.design.column(j).name;
    report.coefficients.emplace_back(name, s.raw[at(j)]);
    if (s.dropped[at(j)] == Dropped::no) continue;
    report.dropped.push_back(name);
    if (s.dropped[at(j)] == Dropped::dependent) {
      report.warnings.push_back(data::Notice::warning(
          fmt::format("The column '{}' is determined by the columns before it and was left out; a "
                      "ridge above 0 "
                      "would keep it.",
                      name)));
    }
  }
  const double positive = s.loss.total_positive();
  if (positive <= 0 || positive >= s.loss.total_weight()) {
    report.warnings.push_back(data::Notice::warning(
        fmt::format("Every label is {}, so the model can only say that; its log-odds are arbitrary "
                    "numbers far out.",
                    positive <= 0 ? 0 : 1)));
  } else if (s.end.separated) {
    report.warnings.push_back(data::Notice::warning(
        "The labels are separated: some covariate values determine them, and coefficients grow "
        "without limit; use a ridge above 0."));
  } else if (!s.end.converged) {
    report.warnings.push_back(data::Notice::warning(fmt::format(
        "The logistic fit did not converge in {} iterations; the norm of its gradient is {:.3g}.",
        s.end.iterations, s.end.gradient_norm)));
  }
  return report;
}

}  // namespace faultline::model
