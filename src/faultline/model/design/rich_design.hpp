#pragma once
// A design that misses little of what a few variables can do together: dummies, numbers as they are
// and on the scale of normal scores (the normal quantile of a value's rank) with a natural cubic
// spline there, and the products of all pairs of columns of different variables, linear in both.
// For models that must be right rather than short, fitted with a small ridge on standardised
// columns: dummies, jumps and products of dummies are marked as dummies (fit with
// LogisticOptions.standardise), everything else as numbers. Normal scores follow a number with a
// long tail as well as its logarithm would; they enter products too. Jumps (jump.hpp), which no
// spline follows, are there for the asking.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/data/attribute.hpp"
#include "faultline/model/design/design.hpp"
#include "faultline/model/design/jump.hpp"

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

  /// Where numbers may jump, at quantiles of the people.
  [[nodiscard]] std::vector<JumpLadder> number_ladders() const;
  /// Where two variables may jump together, more coarsely: in corners of two numbers or a number
  /// and a dummy, along edges between two numbers, and around the middle of two numbers.
  [[nodiscard]] std::vector<JumpLadder> pair_ladders() const;
  [[nodiscard]] std::int64_t pair_ladder_count() const;
  /// Corners of this jump and one step more, of a number or dummy that has no part in it yet.
  [[nodiscard]] std::vector<JumpLadder> grown(const Jump& jump) const;
  /// The same jump in directions (of an edge), or with this step at places, that are several times
  /// as close: up to the next coarse one on either side.
  [[nodiscard]] std::vector<JumpLadder> turned(const Jump& jump) const;
  [[nodiscard]] JumpLadder moved(const Jump& jump, std::size_t step) const;
  /// Of every row, how many of the ladder's jumps are 1: the first ones.
  [[nodiscard]] std::vector<std::int32_t> levels(const JumpLadder& ladder) const;

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
  [[nodiscard]] std::vector<double> on(const JumpScale& scale) const;
  [[nodiscard]] JumpLadder ladder(const JumpScale& scale, int steps) const;
  [[nodiscard]] std::vector<JumpLadder> corner_ladders() const;
  [[nodiscard]] static JumpStep whole(std::size_t dummy);
  [[nodiscard]] std::string name_of(const JumpStep& step) const;
  void append_jump(Design& design, const Jump& jump) const;
  void append(Linear column);

  std::vector<double> people_;
  int variables_ = 0;
  std::vector<Linear> linear_{};
  std::vector<Curve> curves_{};
  std::vector<Product> products_{};
  std::vector<std::size_t> numbers_{};  // that vary, as they are, among linear_
};

}  // namespace faultline::model
