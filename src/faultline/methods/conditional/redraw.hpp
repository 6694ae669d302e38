#pragma once
// Null memberships of a class. One uniform number per person and replicate serves every criterion
// and direction: redrawn, a person belongs to the class when it lies below their probability;
// exchanged within a stratum, its n1 members are those with the n1 smallest numbers. People who
// take no part keep their membership. With `everyone` the members are drawn anew from all people by
// one multivariate hypergeometric draw over the tuples, the same for all criteria.
//
// Where very many people share few tuples, their numbers are not drawn: how many of a tuple's lie
// below a limit is (resample/uniform_counts.hpp), which has the same distribution and costs what
// the tuples do.

#include <cstdint>
#include <utility>
#include <vector>

#include "faultline/methods/conditional/class_problem.hpp"
#include "faultline/resample/uniform_counts.hpp"

namespace faultline::methods {

/// Belongs to one thread.
class Redraw {
 public:
  /// Keeps a reference to the problem.
  explicit Redraw(const ClassProblem& problem);

  /// Draws what replicate number `replicate` (from 1) needs. Ranks draw numbers of their own.
  void begin(std::uint32_t replicate, int rank = 1);
  /// Members per tuple in that replicate, for criteria with this membership.
  void draw(std::size_t membership, std::vector<std::int64_t>& members);
  /// The same, from these probabilities of the tuples instead of the membership's own.
  void draw_with(std::size_t membership, const std::vector<double>& probabilities,
                 std::vector<std::int64_t>& members);

 private:
  void draw_from_everyone(std::vector<std::int64_t>& members) const;
  void exchange_within(const Membership& membership, std::vector<std::int64_t>& members);
  void exchange_counts(const Membership& membership, std::vector<std::int64_t>& members);

  const ClassProblem& problem_;
  std::uint32_t replicate_ = 0;
  bool counted_ = false;
  resample::UniformCounts counts_{};
  std::vector<std::int64_t> chosen_{};
  // Where numbers are drawn:
  std::vector<std::int64_t>
      first_{};  // [tuple]: its people's uniform numbers, and one past the last
  std::vector<double> uniform_{};
  std::vector<std::pair<double, std::int32_t>> stratum_{};  // number and tuple of its people
};

}  // namespace faultline::methods
