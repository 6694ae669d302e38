#pragma once
// What new decisions cost and save: errors, and people flagged beyond what base rates justify, in
// total and group by group, on the people that the rules were tested on.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/result/finding.hpp"

namespace faultline::result {

/// Whether a change of cost is known to be one.
enum class Worth { less, more, unclear };
[[nodiscard]] std::span<const describe::Word> words(Worth);

struct Ledger {
  struct Costs {
    double false_positive = 1;
    double false_negative = 1;
    double disparity = 1;  // per person beyond what is justified, in the worst subgroup
    bool given = false;    // by the user; else they follow from lambda
  };
  struct Side {
    std::int64_t false_positives = 0;
    std::int64_t false_negatives = 0;
    double excess = 0;       // people beyond what is justified, in the worst subgroup
    std::string subgroup{};  // the worst subgroup, in words; empty: none
    double cost = 0;
  };
  /// Whom one threshold is for: a group of the points, or those a rule decides about.
  struct Group {
    int number = 1;
    std::string text{};                  // in words
    std::optional<std::int64_t> from{};  // points; none: no lower end
    std::optional<std::int64_t> to{};
    bool moved = false;        // has another threshold than before
    std::int64_t n = 0;        // people
    std::int64_t audited = 0;  // of these, whose error rate is audited
    std::optional<double> rate_before{};
    std::optional<double> rate_after{};
    std::optional<double> justified{};  // mean expectation of the criterion, old decisions
    std::int64_t false_positives_before = 0;
    std::int64_t false_positives_after = 0;
    std::int64_t false_negatives_before = 0;
    std::int64_t false_negatives_after = 0;
    double change = 0;    // of the cost of its errors
    Interval interval{};  // 95 %
  };
  Costs costs{};
  Side before{};
  Side after{};
  double change = 0;    // of the cost
  Interval interval{};  // 95 %
  Worth worth = Worth::unclear;
  std::vector<Group> groups{};  // everybody in parts
};
[[nodiscard]] const describe::Object& description(const Ledger::Costs*);
[[nodiscard]] const describe::Object& description(const Ledger::Side*);
[[nodiscard]] const describe::Object& description(const Ledger::Group*);
[[nodiscard]] const describe::Object& description(const Ledger*);

}  // namespace faultline::result
