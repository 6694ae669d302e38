#pragma once
// What a run claims, line by line, for programs that watch builds: every question that was asked
// with its answer. A gate (`fail_on`) trips exactly when one of them is `evidence`.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/result/result.hpp"

namespace faultline::report {

struct Claim {
  enum class Standing {
    evidence,        // of a difference
    not_enough,      // evidence
    undecided,       // replicates could not reach the level
    nothing,         // stands out
    not_comparable,  // nobody to compare with
    untested,        // or not computed
  };
  std::string command{};   // "audit"
  std::string question{};  // in one word for machines: "fpr-higher"
  std::string title{};     // "Higher false positive rate"
  std::string who{};       // "race = B; sex = Male"; empty: nobody in particular
  std::string text{};      // sentences
  Standing standing = Standing::untested;
  std::optional<double> p_value_adjusted{};
  std::int64_t n = 0;  // people that it rests on

  /// "audit/fpr-higher": the rule that such claims have in common.
  [[nodiscard]] std::string rule() const { return command + "/" + question; }
};

/// Evidence first, then in the order of the result and of its parts.
[[nodiscard]] std::vector<Claim> claims_of(const result::Result& result);

/// "Evidence of a difference", "Not enough evidence", ...
[[nodiscard]] std::string standing_words(Claim::Standing standing);

}  // namespace faultline::report
