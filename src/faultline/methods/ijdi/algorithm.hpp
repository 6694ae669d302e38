#pragma once
// Algorithm 1 of IJDI-Scan, made to end. Two vectors are kept per unit: the adjusted probability p
// and the adjusted expectation e, which starts as mean decision + lambda (p - mean p), censored to
// [0, 1]. Scan; if the answer S has a base rate below that outside (edge case 1), raise p inside S
// to the outside's level and with it the expectations of S; else if censoring lowered the mean
// expectation of S (edge case 2), raise the expectations of S towards 1 until the mean is restored;
// scan again. No expectation is ever lowered, both means are bounded and every correction raises
// one of them by more than the tolerance, so it ends.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "faultline/methods/ijdi/error_problem.hpp"
#include "faultline/methods/search_outcome.hpp"
#include "faultline/search/bernoulli_cells.hpp"
#include "faultline/search/search.hpp"

namespace faultline::methods {

/// One correction, with the scan's answer before it.
struct Correction {
  int edge_case = 1;
  search::ScoredSubgroup before{};
  double amount = 0;  // alpha or beta
};

struct IjdiAnswer {
  search::SearchResult found{};  // of the last scan
  std::vector<Correction> corrections{};
  std::vector<double> expectation{};  // [unit], as the last scan saw it
  std::int64_t clipped = 0;  // people whose first expectation was moved into [clip, 1 - clip]
  data::Notices warnings{};  // of the last scan
};

/// Means closer than this are equal.
inline constexpr double kMeanTolerance = 1e-6;

/// One problem at one lambda; belongs to one thread and keeps a reference to the problem.
class IjdiAlgorithm {
 public:
  /// `named`: instead of a search, this subgroup alone is looked at, without penalty; it must
  /// outlive the object.
  IjdiAlgorithm(const ErrorProblem& problem, double lambda, double clip,
                const search::Subgroup* named = nullptr);

  /// The first expectation for given decisions per unit, censored and clipped: what the null
  /// redraws from.
  [[nodiscard]] std::vector<double> first_expectation(
      std::span<const std::int64_t> decisions) const;
  /// Runs the algorithm to its end. `prove`: every scan's answer is proven or improved as far as
  /// that goes, before the edge cases look at it.
  [[nodiscard]] IjdiAnswer run(std::span<const std::int64_t> decisions,
                               const search::SearchOptions& search, bool prove = false);

  // The steps of run(), for whoever wants to watch them.

  /// Forgets every correction.
  void start(std::span<const std::int64_t> decisions);
  /// Edge case 1 for this subgroup, which has people. Alpha; 0 when none is needed.
  [[nodiscard]] double raise_base_rate(const search::Subgroup& subgroup);
  /// Edge case 2. Beta; 0 when none is needed.
  [[nodiscard]] double restore_mean(const search::Subgroup& subgroup);
  [[nodiscard]] const std::vector<double>& adjusted_p() const { return p_; }
  [[nodiscard]] const std::vector<double>& adjusted_expectation() const { return expectation_; }
  /// What the criterion asks for at p, before it is censored.
  [[nodiscard]] double uncensored(double p) const {
    return mean_decision_ + lambda_ * (p - problem_.mean_p);
  }

 private:
  void scan_once(const search::SearchOptions& search, bool prove, IjdiAnswer& answer);

  const ErrorProblem& problem_;
  double lambda_;
  double clip_;
  const search::Subgroup* named_;
  double mean_decision_ = 0;
  std::vector<std::int64_t> decisions_{};
  std::vector<double> p_{};            // [unit] adjusted
  std::vector<double> expectation_{};  // [unit] adjusted, in [0, 1]
  std::vector<double> scanned_{};      // [unit] the same in [clip, 1 - clip]
  search::BernoulliCells cells_{};
};

}  // namespace faultline::methods
