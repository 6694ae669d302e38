#pragma once
// `faultline mitigate`: rules that make new decisions, and what they change.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/result/finding.hpp"

namespace faultline::result {

struct MitigationReport {
  struct Rule {
    NamedValues subgroup{};  // empty: everybody
    std::string text{};
    Comparator comparator = Comparator::above;
    double threshold = 0.5;
    std::optional<double> width{};  // randomised thresholds: half-width around `threshold`
  };
  struct Rates {
    NamedValues subgroup{};
    std::string text{};  // subgroup in words
    std::int64_t n = 0;
    std::optional<double> fpr{};
    std::optional<double> tpr{};
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
    std::vector<std::string> worse{};  // sentences: subgroups that this correction made worse
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
};
[[nodiscard]] const describe::Object& description(const MitigationReport::Rule*);
[[nodiscard]] const describe::Object& description(const MitigationReport::Rates*);
[[nodiscard]] const describe::Object& description(const MitigationReport::Correction*);
[[nodiscard]] const describe::Object& description(const MitigationReport*);

}  // namespace faultline::result
