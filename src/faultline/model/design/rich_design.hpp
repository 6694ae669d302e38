#pragma once
// A design that misses little of what a few variables can do together: dummies and numbers as they
// are, a natural cubic spline of every number, and the products of all pairs of linear columns of
// different variables. For models that must be right rather than short, fitted with a small ridge
// on standardised columns: dummies and products of dummies are marked as dummies (fit with
// LogisticOptions.standardise), everything else as numbers. Numbers enter products around their
// mean, so that a product says little that its factors say.

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
  /// Columns without products, the intercept included.
  [[nodiscard]] int plain_columns() const;
  /// Products that vary, numbered in the order of their columns.
  [[nodiscard]] std::int64_t products() const { return std::ssize(products_); }

  /// The intercept, linear columns, splines, and these products.
  [[nodiscard]] Design design(std::span<const std::int64_t> products) const;
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
  void append(Linear column);

  std::vector<double> people_;
  int variables_ = 0;
  std::vector<Linear> linear_{};
  std::vector<Curve> curves_{};
  std::vector<Product> products_{};
};

}  // namespace faultline::model
