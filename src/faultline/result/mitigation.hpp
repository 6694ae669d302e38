#pragma once
// `faultline mitigate`: rules that make new decisions, and what they change.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faultline/result/finding.hpp"
#include "faultline/result/ledger.hpp"
#include "faultline/result/points_rule.hpp"

namespace faultline::result {

struct MitigationReport {
  struct Rule {
    NamedValues subgroup{};  // empty: everybody
    std::string text{};
    Comparator comparator = Comparator::above;
    double threshold = 0.5;
    std::optional<double> width{};           // randomised thresholds: half-width around `threshold`
    std::optional<double> boundary_share{};  // as of a Cutoff
  };
  struct Rates {
    NamedValues subgroup{};
    std::string text{};  // subgroup in words
    std::int64_t n = 0;
    std::optional<double> fpr{};
    std::optional<double> tpr{};
    Interval fpr_interval{};  // 95 %, of people the rules were not made from
    Interval tpr_interval{};
    double accuracy = 0;
    double selection_rate = 0;
    std::optional<double> score{};    // of the IJDI scan, for everybody
    std::optional<double> p_value{};  // likewise
  };
  struct Correction {
    int number = 1;
    NamedValues subgroup{};
    std::string text{};
    double score = 0;
    std::optional<double> p_value{};
    std::int64_t n = 0;  // people whose rate is corrected
    double rate_before = 0;
    double rate_outside = 0;
    double target = 0;  // share that may exceed the threshold
    double threshold = 0;
    double rate_after = 0;
    std::optional<double> boundary_share{};
    std::vector<std::string> worse{};  // sentences: subgroups that this correction made worse
  };

  /// The value of an ordinal score that a prediction stands for.
  struct RiskScore {
    std::string score{};
    double prediction = 0;
  };

  MitigationMethod method = MitigationMethod::iterative;
  ErrorRate error = ErrorRate::fpr;
  double lambda = 0;
  std::int64_t changed = 0;   // people whose decision changed
  std::string ended{};        // why the corrections ended, in words
  std::vector<Rule> rules{};  // in order; a later rule overrides an earlier one
  std::vector<Rates> before{};
  std::vector<Rates> after{};
  std::vector<Correction> corrections{};
  // Method smooth.
  std::optional<PointsRule> points{};
  std::optional<double> strength{};                    // of the correction, 0 to 1
  std::vector<std::pair<double, double>> strengths{};  // tried, with their cost on people left out
  // People the rules were made from, and those that `before` and `after` are about where they are
  // others.
  std::optional<std::int64_t> made_from{};
  std::optional<std::int64_t> tested_on{};
  std::string tested_file{};   // whose people they are; empty: held out of the same
  std::int64_t no_longer = 0;  // of those `changed`, flagged before and not now
  std::optional<Ledger> ledger{};
  std::string risk_score{};              // its column
  std::vector<RiskScore> risk_scores{};  // in order

  [[nodiscard]] bool has_risk_scores() const { return !risk_scores.empty(); }
};
[[nodiscard]] const describe::Object& description(const MitigationReport::RiskScore*);
[[nodiscard]] const describe::Object& description(const MitigationReport::Rule*);
[[nodiscard]] const describe::Object& description(const MitigationReport::Rates*);
[[nodiscard]] const describe::Object& description(const MitigationReport::Correction*);
[[nodiscard]] const describe::Object& description(const MitigationReport*);

}  // namespace faultline::result
