#pragma once
// A design that misses little of what a few variables can do together: dummies, numbers as they are
// and on the scale of normal scores (the normal quantile of a value's rank) with a natural cubic
// spline there, and the products of all pairs of columns of different variables, linear in both.
// For models that must be right rather than short, fitted with a small ridge on standardised
// columns: dummies, steps and products of dummies are marked as dummies (fit with
// LogisticOptions.standardise), everything else as numbers. Normal scores follow a number with a
// long tail as well as its logarithm would; they enter products too. Steps, which no spline
// follows, are there for the asking.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/data/attribute.hpp"
#include "faultline/model/design/design.hpp"

namespace faultline::model {

class RichDesign {
 public:
  /// One row per distinct tuple, with the people it stands for.
  explicit RichDesign(std::vector<double> people);
  /// Variables; those that do not vary add nothing. Throws as Design::add does.
  void add(const data::Attribute& attribute, std::span<const data::Code> codes);
  void add(const std::string& name, std::span<const double> values);

  [[nodiscard]] std::int64_t rows() const { return std::ssize(people_); }
  /// Columns without products and steps, the intercept included.
  [[nodiscard]] int plain_columns() const;
  /// Products that vary, numbered in the order of their columns.
  [[nodiscard]] std::int64_t products() const { return std::ssize(products_); }

  /// Steps at which a number can jump: 1 from one of its values on, at quantiles of the people.
  [[nodiscard]] std::int64_t steps() const { return std::ssize(steps_); }
  /// Which number (from 0) a step belongs to; steps of a number follow each other.
  [[nodiscard]] int number_of(std::int64_t step) const;
  [[nodiscard]] std::vector<double> step_values(std::int64_t step) const;

  /// The intercept, linear columns, splines, and these products and steps.
  [[nodiscard]] Design design(std::span<const std::int64_t> products,
                              std::span<const std::int64_t> steps = {}) const;
  /// With all products.
  [[nodiscard]] Design design() const;

  /// Of every product, how clearly a fit misses it: the score statistic z = sum r x / sqrt(sum v
  /// x^2), with x the product of its factors around their means, r the residuals of the fit and v
  /// their variances, per row.
  [[nodiscard]] std::vector<double> product_scores(std::span<const double> residual,
                                                   std::span<const double> variance) const;

 private:
  struct Linear {
    std::string name{};
    int variable = 0;
    bool dummy = false;
    std::vector<double> values{};  // as they are
    double mean = 0;               // over people
    double deviation = 0;
    bool factor_too = true;  // a number as it is enters no products: its normal score does
    /// As a factor of a product: dummies as they are, numbers in standard deviations.
    [[nodiscard]] double factor(std::int64_t row) const;
    [[nodiscard]] double centred(std::int64_t row) const;
  };
  struct Curve {
    std::string name{};
    std::vector<double> values{};
  };
  struct Product {
    std::size_t first = 0;
    std::size_t second = 0;
  };
  struct Step {
    std::size_t number = 0;  // among numbers_
    double from = 0;
  };
  struct Number {
    std::string name{};
    std::vector<double> values{};
  };
  void append(Linear column);
  void append_steps(const std::string& name, std::span<const double> values);

  std::vector<double> people_;
  int variables_ = 0;
  std::vector<Linear> linear_{};
  std::vector<Curve> curves_{};
  std::vector<Product> products_{};
  std::vector<Number> numbers_{};  // that vary
  std::vector<Step> steps_{};
};

}  // namespace faultline::model
