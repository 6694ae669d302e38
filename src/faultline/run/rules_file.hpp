#pragma once
// Rules files: what `faultline mitigate` makes and applies to new people. JSON with the rules in
// order, the values that every attribute had where they were made (so that new ones can be told),
// and, for ordinal scores, the prediction at each.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/methods/result.hpp"

namespace faultline::run {

struct RulesFile {
  struct KnownValues {
    std::string name{};
    std::vector<std::string> values{};
  };
  struct ScoreProbability {
    std::string score{};
    double probability = 0;
  };
  std::string schema = "faultline-rules/1";
  methods::MitigationMethod method = methods::MitigationMethod::iterative;
  methods::ErrorRate error = methods::ErrorRate::fpr;
  double lambda = 0;
  std::vector<methods::MitigationReport::Rule> rules{};  // the first is for everybody
  std::vector<KnownValues> attributes{};                 // that the rules name
  std::vector<ScoreProbability> risk_scores{};
};

[[nodiscard]] std::string to_json(const RulesFile& rules);

/// `source` is what messages call the text. Throws InputError that says what is wrong in it.
[[nodiscard]] RulesFile rules_from_json(std::string_view text, const std::string& source);

/// Rules applied to people one by one.
class RuleBook {
 public:
  /// `attributes` are the names of the labels that decide() gets, in their order. Throws
  /// ConfigError when a rule needs another one.
  RuleBook(const RulesFile& rules, const std::vector<std::string>& attributes, std::uint64_t seed);

  struct Decision {
    double threshold = 0;
    bool positive = false;
    std::size_t rule = 0;
  };
  /// The last rule that fits decides; `row` numbers the person's random threshold where there is
  /// one.
  [[nodiscard]] Decision decide(const std::vector<std::string>& labels, double score,
                                std::int64_t row) const;

 private:
  struct Condition {
    std::size_t attribute = 0;
    std::vector<std::string> values{};
  };
  struct Entry {
    methods::MitigationReport::Rule rule{};
    std::vector<Condition> conditions{};
  };
  std::vector<Entry> entries_;
  std::uint64_t seed_;
};

}  // namespace faultline::run
