#pragma once
// Null memberships. `everyone`: the class's members are drawn anew from all people, one
// multivariate hypergeometric draw over the pool's tuples, which has the same distribution as
// permuting A over the rows. `within`: members are exchanged only among people with the same
// covariates, scanned attributes and condition, so that the dependence of A on these stays.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/methods/conditional/class_problem.hpp"

namespace faultline::methods {

class Permutation {
 public:
  /// Throws ConfigError when `within` has nobody to exchange for most people in every scan.
  explicit Permutation(const ClassProblem& problem);

  /// Why a scan cannot be tested by `within` (most people are alone in their stratum); else empty.
  [[nodiscard]] const std::string& refusal(std::size_t scan) const;

  /// Members per tuple in null replicate `replicate` (from 1) of scan `scan`. With `everyone` it is
  /// the same for every scan.
  void draw(std::uint32_t replicate, std::size_t scan, std::vector<std::int64_t>& members) const;
  [[nodiscard]] bool same_for_all_scans() const;

 private:
  /// Tuples of one stratum after the other.
  struct Strata {
    std::vector<std::int32_t> tuple{};
    std::vector<std::int64_t> first{};    // [stratum], and one past the last
    std::vector<std::int64_t> members{};  // [stratum]
    std::string refusal{};
  };
  [[nodiscard]] Strata strata_of(std::size_t scan) const;

  const ClassProblem& problem_;
  std::vector<Strata> strata_{};  // [scan]; empty with `everyone`
};

}  // namespace faultline::methods
