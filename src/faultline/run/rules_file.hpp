#pragma once
// Rules files: what `faultline mitigate` makes and applies to new people. JSON with the rules in
// order, the values that every attribute had where they were made (so that new ones can be told),
// and, for ordinal scores, the prediction at each.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/data/row_stream.hpp"
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
  std::optional<methods::PointsRule> points{};           // where thresholds go by points
  std::vector<KnownValues> attributes{};                 // that rules or points name
  std::vector<ScoreProbability> risk_scores{};
};

[[nodiscard]] const describe::Object& description(const RulesFile::ScoreProbability*);

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
    std::size_t rule = 0;  // or group of points
  };
  /// The last rule that fits decides, or the group that the person's points are in. Random
  /// thresholds go by the number of the row, lots by the id where there is one.
  [[nodiscard]] Decision decide(const data::Row& row) const;

 private:
  struct Condition {
    std::size_t attribute = 0;
    std::vector<std::string> values{};
  };
  struct Entry {
    methods::MitigationReport::Rule rule{};
    std::vector<Condition> conditions{};
  };
  [[nodiscard]] Decision by_cutoff(const methods::Cutoff& cutoff, const data::Row& row) const;

  std::vector<Entry> entries_{};
  std::optional<methods::PointsRule> points_{};
  std::vector<std::size_t> columns_{};  // of the labels, for each attribute of the points
  std::uint64_t seed_;
};

}  // namespace faultline::run
