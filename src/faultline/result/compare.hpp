#pragma once
// `faultline compare`: every rate of every group before and after, beside the findings, which say
// where a search found the worst change.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/result/metrics.hpp"

namespace faultline::result {

struct CompareReport {
  struct Change {
    MetricsReport::GroupValues group{};  // none: everybody
    std::string text{};
    std::int64_t n_before = 0;  // people of the group; of two models the same people
    std::int64_t n_after = 0;
    RateName metric = RateName::fpr;
    std::optional<double> before{};
    std::optional<double> after{};
    std::optional<double> difference{};  // after minus before
    Interval interval{};                 // of the difference
    std::optional<double> p_value{};
    std::optional<double> p_value_adjusted{};
    std::optional<RateTest> test{};
    std::optional<bool> worse{};       // none: neither side of the rate is the better one
    std::optional<Verdict> verdict{};  // none: not tested
    std::string why{};                 // not compared or not tested: why
  };

  CompareKind kind = CompareKind::models;
  std::string before{};  // the column, value or file that comes first
  std::string after{};
  double confidence = 0.95;
  std::int64_t tests = 0;     // of changes, that their p-values are adjusted for
  std::int64_t families = 1;  // the searches and the table of changes share the level
  Notices notices{};
  std::vector<Change> changes{};
};

[[nodiscard]] const describe::Object& description(const CompareReport::Change*);
[[nodiscard]] const describe::Object& description(const CompareReport*);

}  // namespace faultline::result
