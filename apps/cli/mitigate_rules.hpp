#pragma once
// Rules files: what `faultline mitigate --rules` writes and `--apply` reads. JSON with the rules in
// order, the values that every attribute had where they were made (so that new ones can be told),
// and, for ordinal scores, the prediction at each.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "faultline/audit/result.hpp"
#include "faultline/data/attribute.hpp"

namespace faultline::cli {

struct RulesFile {
  std::string method{};
  std::string error{};
  double lambda = 0;
  std::vector<audit::MitigationReport::Rule> rules{};  // the first is for everybody
  std::vector<data::Attribute> attributes{};           // that the rules name
  std::vector<std::pair<std::string, double>> risk_scores{};
};

[[nodiscard]] std::string to_json(const RulesFile& rules);

/// Throws InputError that names the file and what is wrong in it.
[[nodiscard]] RulesFile read_rules(const std::string& path);

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
    audit::MitigationReport::Rule rule{};
    std::vector<Condition> conditions{};
  };
  std::vector<Entry> entries_;
  std::uint64_t seed_;
};

}  // namespace faultline::cli
