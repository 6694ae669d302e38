#pragma once
// A design that misses little of what a few variables can do together: dummies, numbers as they are
// and on the scale of normal scores (the normal quantile of a value's rank) with a natural cubic
// spline there, and the products of all pairs of columns of different variables, linear in both.
// For models that must be right rather than short, fitted with a small ridge on standardised
// columns: dummies, jumps and products of dummies are marked as dummies (fit with
// LogisticOptions.standardise), everything else as numbers. Normal scores follow a number with a
// long tail as well as its logarithm would; they enter products too. Jumps, which no spline
// follows, are there for the asking: a step of a number, and the corner where two numbers, or a
// number and a category, meet.

#include <cstdint>
#include <optional>
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
  /// Columns without products and jumps, the intercept included.
  [[nodiscard]] int plain_columns() const;
  /// Products that vary, numbered in the order of their columns.
  [[nodiscard]] std::int64_t products() const { return std::ssize(products_); }

  /// A number from a value on, or a dummy.
  struct Side {
    std::size_t column = 0;        // of this design
    std::optional<double> from{};  // none: a dummy
  };
  /// A column of 0 and 1: from one of a number's values on, and, in a corner, together with a value
  /// of a category or from a value of another number on.
  struct Jump {
    Side first{};
    std::optional<Side> second{};
    [[nodiscard]] bool is_corner() const { return second.has_value(); }
  };
  /// Jumps at quantiles of the people: coarse ones, since corners are many.
  [[nodiscard]] std::span<const Jump> jumps() const { return jumps_; }
  /// The same jump with one side moved: to quantiles ten times as close, up to the next coarse one
  /// below and above.
  [[nodiscard]] std::vector<Jump> first_moved(const Jump& jump) const;
  [[nodiscard]] std::vector<Jump> second_moved(const Jump& jump) const;
  [[nodiscard]] std::vector<double> jump_values(const Jump& jump) const;

  /// The intercept, linear columns, splines, and these products and jumps.
  [[nodiscard]] Design design(std::span<const std::int64_t> products,
                              std::span<const Jump> jumps = {}) const;
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
  struct Number {
    std::size_t column = 0;      // among linear_, as it is
    std::vector<double> from{};  // where corners may stand
  };
  [[nodiscard]] double value(const Side& side, std::int64_t row) const;
  [[nodiscard]] std::vector<Side> moved(const Side& side, bool in_corner) const;
  [[nodiscard]] std::string name_of(const Side& side) const;
  void append_jumps(std::size_t column);
  void append_corners(const Number& number, std::size_t dummy);
  void append(Linear column);

  std::vector<double> people_;
  int variables_ = 0;
  std::vector<Linear> linear_{};
  std::vector<Curve> curves_{};
  std::vector<Product> products_{};
  std::vector<Number> numbers_{};  // that vary
  std::vector<Jump> jumps_{};
};

}  // namespace faultline::model
