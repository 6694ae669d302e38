#pragma once
// People with known counterfactual error rates, for measuring what intervals promise. Two risk
// factors X; Y0 given X; each decision errs with exactly its group's rate given Y0, so that cFPR
// and cFNR are what the design says; treatment depends on X and group and, where something unseen
// is planted, on Y0 as strongly as the marginal sensitivity model allows for its gamma. Groups are
// 4 (of .58, .23, .13 and .06 of the people) or 12 (of 12/78 down to 1/78; or, as three attributes
// make them, of .49, .16, .10, .07, .06 and seven of .033 down to .004).

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/methods/counterfactual/counterfactual.hpp"

namespace faultline::studies {

/// Of a decision: equal rates, rates that differ, and half of those differences.
enum class Fairness { fair, half, unfair };

/// Which two decisions are compared.
enum class GapCase { one_fair, half_fair, both_unfair, both_fair, unfair_half };
[[nodiscard]] std::span<const GapCase> all_gap_cases();
[[nodiscard]] const char* title(GapCase gap_case);
[[nodiscard]] std::span<const describe::Word> words(GapCase);

struct GapDesign {
  std::size_t groups = 4;  // or 12
  Fairness first = Fairness::fair;
  Fairness second = Fairness::fair;
  double gamma = 1;       // above 1: treatment depends on Y0, given the first decision
  bool lopsided = false;  // 12 groups, seven of them small
};
[[nodiscard]] GapDesign design_of(GapCase gap_case, std::size_t groups);

/// True rates, per group.
struct GapTruth {
  std::vector<double> cfpr[2]{}, cfnr[2]{};            // of the first and of the second decision
  std::vector<double> observed_fpr{}, observed_fnr{};  // of the first
  std::vector<double> need{}, opportunity{}, strength{};
};
/// What depends on X is averaged over many of it. Rates as observed and opportunity hold for gamma
/// 1 only.
[[nodiscard]] GapTruth truth_of(const GapDesign& design);

/// Keeps the profiles that an audit's input points to: one per person, two decisions.
class GapPeople {
 public:
  GapPeople(const GapDesign& design, std::int64_t people, std::uint64_t seed,
            std::uint32_t replicate);
  [[nodiscard]] methods::CounterfactualInput input() const;

 private:
  data::Profiles profiles_{};
  std::vector<std::uint8_t> treated_{};
  std::vector<std::uint8_t> decisions_[2]{};
};

}  // namespace faultline::studies
