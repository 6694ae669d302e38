#include "faultline/model/linear/logistic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/model/design/at.hpp"
#include "faultline/model/design/column_spread.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/model/linear/logistic_loss.hpp"
#include "faultline/model/linear/newton_limits.hpp"

namespace faultline::model {
namespace {

using VectorView = Eigen::Map<Eigen::VectorXd>;
using MatrixView = Eigen::Map<Eigen::MatrixXd>;

// A full Newton step that moves no log-odds by more than 1 lowers the objective for certain: the
// third derivative along the step is at most R = max |change| times the second, so the objective
// falls by at least (1 - (e^R - R - 1) / R^2) > 0.28 of the squared Newton decrement.
constexpr double kSafeChange = 1.0;

enum class Dropped : std::uint8_t { no, constant, dependent };

void check_length(std::string_view what, std::size_t length, std::int64_t rows) {
  if (static_cast<std::int64_t>(length) == rows) return;
  throw InternalError(
      fmt::format("A fit got {} values of {} for {} rows of its design.", length, what, rows));
}

}  // namespace

void validate(const LogisticOptions& options) {
  if (!(options.ridge >= 0) || !std::isfinite(options.ridge)) {
    throw ConfigError(fmt::format("The ridge is {}, but must be 0 or more.", options.ridge));
  }
  if (options.max_iterations < 1) {
    throw ConfigError(
        fmt::format("A logistic fit cannot have at most {} iterations; allow 1 or more.",
                    options.max_iterations));
  }
  if (!(options.tolerance > 0)) {
    throw ConfigError(fmt::format("The tolerance of a logistic fit is {}, but must be above 0.",
                                  options.tolerance));
  }
}

struct Logistic::State {
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
    old_eta.resize(eta.size());
  }

  void prepare(const TrainingRows& rows);
  void drop_dependent();
  void start(bool warm);
  void minimise();
  void differentiate(const std::vector<double>& coefficients);
  [[nodiscard]] double objective(const std::vector<double>& coefficients,
                                 const std::vector<double>& at_eta) const;
  bool newton_step();
  [[nodiscard]] double largest_change() const;
  bool search_along_step();
  void finish();

  const Design& design;
  LogisticOptions options;
  int columns;
  LogisticLoss loss;
  ColumnSpread spread;
  // Numbers are centred and scaled inside a fit; `inner` are coefficients of such columns, `raw` of
  // the design's.
  std::vector<double> centre, scale, penalty, inner, trial, raw, gradient, step, hessian, factor;
  std::vector<Dropped> dropped;
  std::vector<double> eta, old_eta;
  double tolerance = 0;
  double norm = 0;
  int iterations = 0;
  bool fitted = false;
  bool converged = false;
  bool separated = false;
};

// Scales, penalties, columns left out.
void Logistic::State::prepare(const TrainingRows& rows) {
  check_length("weight", rows.weight.size(), design.rows());
  check_length("positive", rows.positive.size(), design.rows());
  if (!rows.people.empty()) check_length("people", rows.people.size(), design.rows());
  if (!rows.offset.empty()) check_length("offset", rows.offset.size(), design.rows());
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
  if (!(loss.total_weight() > 0) || !std::isfinite(loss.total_weight()) ||
      !std::isfinite(loss.total_positive())) {
    throw NumericError(fmt::format(
        "A logistic model has nothing to learn from: the weights of its {} rows sum to {}.",
        design.rows(), loss.total_weight()));
  }
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

// Gradient and Hessian of the objective at eta; a column left out has an equation of its own.
void Logistic::State::differentiate(const std::vector<double>& coefficients) {
  loss.derivatives(eta, gradient, hessian);
  MatrixView h(hessian.data(), columns, columns);
  for (int j = 0; j < columns; ++j) {
    if (dropped[at(j)] == Dropped::no) {
      gradient[at(j)] += penalty[at(j)] * coefficients[at(j)];
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

// step = - H^-1 gradient; false when H cannot be factored because rows ran away to 0 or 1.
bool Logistic::State::newton_step() {
  MatrixView f(factor.data(), columns, columns);
  double damping = 0;
  for (;;) {
    std::ranges::copy(hessian, factor.begin());
    for (int j = 0; j < columns; ++j) f(j, j) += damping;
    Eigen::Ref<Eigen::MatrixXd> in_place(f);
    const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> cholesky(in_place);
    if (cholesky.info() == Eigen::Success) {
      VectorView d(step.data(), columns);
      d.noalias() = -VectorView(gradient.data(), columns);
      cholesky.solveInPlace(d);
      return true;
    }
    for (std::int64_t i = 0; i < loss.rows(); ++i) {
      if (std::abs(eta[static_cast<std::size_t>(i)]) > kFarOut) return false;
    }
    damping = std::max(100 * damping, 1e-10 * loss.total_weight());
    if (!std::isfinite(damping)) return false;
  }
}

double Logistic::State::largest_change() const {
  double largest = 0;
  for (std::int64_t i = 0; i < loss.rows(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    largest = std::max(largest, std::abs(eta[k] - old_eta[k]));
  }
  return largest;
}

// Moves inner along the step, halving it until the objective falls, and differentiates there. False
// when it cannot be made to fall.
bool Logistic::State::search_along_step() {
  const VectorView d(step.data(), columns);
  const double slope = VectorView(gradient.data(), columns).dot(d);
  const auto move = [&](double length) {
    for (int j = 0; j < columns; ++j) trial[at(j)] = inner[at(j)] + length * step[at(j)];
    loss.log_odds(trial, eta);
    return largest_change();
  };
  old_eta.swap(eta);
  double length = 1;
  double change = move(length);
  if (!std::isfinite(change)) return false;
  if (change > kLargestChange) {
    length = kLargestChange / change;
    change = move(length);
  }
  double before = std::numeric_limits<double>::quiet_NaN();
  for (; length > 1e-12; length /= 2, change = move(length)) {
    differentiate(trial);
    // By convexity the objective fell all the way if it still falls at the end.
    bool fell =
        VectorView(gradient.data(), columns).dot(d) <= 0 || (length == 1 && change <= kSafeChange);
    if (!fell) {
      if (std::isnan(before)) before = objective(inner, old_eta);
      fell = objective(trial, eta) <= before + 1e-4 * length * slope;
    }
    if (fell) {
      inner.swap(trial);
      return true;
    }
  }
  return false;
}

void Logistic::State::minimise() {
  converged = separated = false;
  loss.log_odds(inner, eta);
  differentiate(inner);
  double last_norm = std::numeric_limits<double>::infinity();
  for (iterations = 0;; ++iterations) {
    norm = VectorView(gradient.data(), columns).norm();
    // Rounding may keep the norm just above the tolerance: there it stops falling.
    const bool at_rest = norm <= tolerance || (norm <= 1000 * tolerance && norm > last_norm / 2);
    last_norm = norm;
    if (!newton_step()) {
      separated = true;
      return;
    }
    if (at_rest) break;
    if (iterations >= options.max_iterations || !std::isfinite(norm)) return;
    if (!search_along_step()) return;
  }
  // One step more, as the factored Hessian is there: rounding is then all that is left.
  for (int j = 0; j < columns; ++j) trial[at(j)] = inner[at(j)] + step[at(j)];
  old_eta.swap(eta);
  loss.log_odds(trial, eta);
  separated = !(largest_change() <= kSeparatedChange);
  converged = !separated;
  if (converged) inner.swap(trial);
}

void Logistic::State::finish() {
  raw[0] = inner[0];
  for (int j = 1; j < columns; ++j) {
    raw[at(j)] = inner[at(j)] / scale[at(j)];
    raw[0] -= raw[at(j)] * centre[at(j)];
  }
  fitted = true;
}

Logistic::Logistic(const Design& design, const LogisticOptions& options) {
  validate(options);
  state_ = std::make_unique<State>(design, options);
}

Logistic::~Logistic() = default;

void Logistic::fit(const TrainingRows& rows) {
  State& s = *state_;
  const bool warm = s.options.warm_start && s.fitted && !s.separated;
  s.fitted = false;
  s.prepare(rows);
  s.start(warm);
  s.minimise();
  if (warm && !s.converged) {
    s.start(false);
    s.minimise();
  }
  s.finish();
}

void Logistic::predict(std::span<double> log_odds) const {
  State& s = *state_;
  if (!s.fitted) throw InternalError("A logistic model cannot predict before it is fitted.");
  check_length("log-odds", log_odds.size(), s.design.rows());
  s.loss.predict(s.inner, s.centre, s.scale, log_odds);
}

std::span<const double> Logistic::coefficients() const { return state_->raw; }
bool Logistic::converged() const { return state_->converged; }
bool Logistic::separated() const { return state_->separated; }

FitReport Logistic::report() const {
  const State& s = *state_;
  FitReport report{.learner = LearnerKind::logistic,
                   .converged = s.converged,
                   .iterations = s.iterations,
                   .gradient_norm = s.norm,
                   .separated = s.separated};
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
  } else if (s.separated) {
    report.warnings.push_back(data::Notice::warning(
        "The labels are separated: some covariate values determine them, and coefficients grow "
        "without limit; use a ridge above 0."));
  } else if (!s.converged) {
    report.warnings.push_back(data::Notice::warning(fmt::format(
        "The logistic fit did not converge in {} iterations; the norm of its gradient is {:.3g}.",
        s.iterations, s.norm)));
  }
  return report;
}

}  // namespace faultline::model
