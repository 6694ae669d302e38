#pragma once
// The null of IJDI-Scan where the true probability was fitted. A fit has an error, and lambda
// multiplies it; so a replicate draws everything that the fit saw, from a world in which the model
// is right and the criterion holds, and fits again:
//   outcomes   Y* ~ p, the fit on everybody;
//   decisions  D* ~ rate + lambda (p - mean p over the audited of the replicate), censored;
//   p*         fitted to Y* by the same recipe, out of fold.
// Algorithm 1 then runs on (p*, D*). Drawing decisions alone, as published, takes p as known.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "faultline/methods/ijdi/error_problem.hpp"
#include "faultline/methods/ijdi/probability_recipe.hpp"

namespace faultline::methods {

class RefitNull {
 public:
  /// Keeps a reference to the recipe.
  RefitNull(const ProbabilityRecipe& recipe, const std::vector<std::string>& scanned,
            std::uint64_t seed);

  /// Replicate `number` of an error rate's problem, with decisions drawn under the criterion at
  /// this lambda. Nobody may be in it. From any thread.
  [[nodiscard]] ErrorProblem draw(std::uint32_t number, const ErrorProblem& observed, double lambda,
                                  double clip) const;

 private:
  using Fit = std::shared_ptr<const std::vector<double>>;
  [[nodiscard]] std::vector<std::int64_t> outcomes(std::uint32_t number) const;
  [[nodiscard]] Fit fit_of(std::uint32_t number, const std::vector<std::int64_t>& positive) const;

  const ProbabilityRecipe& recipe_;
  std::uint64_t seed_;
  search::Lattice lattice_{};
  std::vector<std::int32_t> cell_{};    // [kind]
  std::vector<std::size_t> by_cell_{};  // kinds in the order of their cells
  // Error rates and lambdas share a replicate's outcomes, and so its fit.
  mutable std::mutex mutex_{};
  mutable std::map<std::uint32_t, Fit> fits_{};
};

}  // namespace faultline::methods
