#pragma once
// People whose outcome is a number or a count, with what was expected of each: cells to search, and
// residuals (outcome less expectation) to redraw. Equal people stand together, so cost follows
// distinct tuples.
//
// The redraw flips the sign of every residual at random. Given their absolute values that is exact
// wherever residuals are symmetric about 0, however their spread varies between people; skewness is
// allowed for in the score that is tested (skewness.hpp). Where the expectation is the overall mean
// of the outcome, redrawn residuals are centred as the data's are.
//
// The variance of a residual is taken for the same for everybody, for a multiple of its expectation
// (counts), or, studentised, for the mean of its own square and everybody's mean square. Squares do
// not change when signs are flipped, so that a subgroup's score is compared with redraws that have
// the very same spread in it: for residuals most of which are 0, or that vary much more for some
// people than for others. Its own square alone would make nothing of people whose residual is 0:
// everybody would score as high as those few for whom something changed.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/data/attribute.hpp"
#include "faultline/result/terms.hpp"
#include "faultline/rng/stream.hpp"
#include "faultline/search/gaussian_family.hpp"

namespace faultline::methods {

/// One entry per distinct tuple, in canonical order of the codes.
struct OutcomeTable {
  std::vector<data::Attribute> attributes{};     // scanned
  std::vector<std::vector<data::Code>> codes{};  // [attribute][entry]
  std::vector<double> outcome{};
  std::vector<double>
      expected{};  // empty: the overall mean of the outcome is expected of everybody
  std::vector<std::int64_t> count{};
};

class ResidualPeople {
 public:
  /// `family` says what the variance of a residual is proportional to: its expectation for poisson,
  /// one for everybody else; `studentised` ones as above. Throws InputError when
  /// residuals do not vary or are too large to be squared, or when a count that is expected of
  /// somebody is not above 0; InternalError when counts or deviations from the overall mean are to
  /// be studentised.
  ResidualPeople(const OutcomeTable& table, result::Family family, bool studentised = false);

  /// Lattice, people, residual sums and spread; sigma is the root of the dispersion.
  [[nodiscard]] const search::GaussianCells& cells() const { return cells_; }
  [[nodiscard]] result::Family family() const { return family_; }
  /// The overall mean is expected of everybody.
  [[nodiscard]] bool expects_mean() const { return centred_; }
  [[nodiscard]] bool studentised() const { return studentised_; }
  [[nodiscard]] std::int64_t people() const { return people_; }
  /// Sums over the people of each cell.
  [[nodiscard]] const std::vector<double>& observed() const { return observed_; }
  [[nodiscard]] const std::vector<double>& expected() const { return expected_; }

  /// Residual sums by cell after signs were flipped.
  [[nodiscard]] std::vector<double> redraw(rng::Stream& stream) const;

  /// Sums of the powers of residuals over people.
  struct Moments {
    double n = 0;
    double first = 0;
    double second = 0;
    double third = 0;
  };
  [[nodiscard]] Moments moments(const search::Subgroup& subgroup) const;
  [[nodiscard]] const Moments& moments_of_everybody() const { return everybody_; }
  /// Mean residual of the people of a subgroup, which holds somebody.
  [[nodiscard]] double mean_shift(const search::Subgroup& subgroup) const;

 private:
  void group(const OutcomeTable& table, std::span<const double> expected);

  result::Family family_;
  bool centred_;
  bool studentised_;
  std::int64_t people_ = 0;
  search::GaussianCells cells_{};
  std::vector<double> observed_{};
  std::vector<double> expected_{};
  // People alike: cell, number and residual.
  std::vector<std::int64_t> cell_{};
  std::vector<std::int64_t> count_{};
  std::vector<double> residual_{};
  Moments everybody_{};
};

}  // namespace faultline::methods
