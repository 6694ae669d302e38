#include "faultline/run/apply.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/read_file.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/attribute.hpp"
#include "faultline/methods/mitigation/points.hpp"

namespace faultline::run {
namespace {

RulesFile read_rules(const std::string& path) { return rules_from_json(read_file(path), path); }

void check(const MitigateSpec& spec, const RulesFile& rules) {
  const RoleSpec& roles = spec.roles;
  if (roles.score.empty() == roles.risk_score.empty())
    throw ConfigError("`apply` needs the score: add `score = COL` or `risk_score = COL`");
  if (!roles.risk_score.empty() && rules.risk_scores.empty()) {
    throw ConfigError(fmt::format(
        "the rules '{}' were made with probabilities, not with a risk score; give `score = COL`",
        spec.apply));
  }
  if (!roles.score.empty() && !rules.risk_scores.empty()) {
    throw ConfigError(fmt::format(
        "the rules '{}' were made with a risk score and know the probability at each; give "
        "`risk_score = COL`",
        spec.apply));
  }
}

/// 1, 1.0 and 01 are one risk score, whatever type a file gives the column.
std::string spelling(const std::string& text) {
  const auto value = parse_double(text);
  return value ? shortest(*value) : text;
}

/// Counts what the rules do not know, per attribute.
class UnknownValues {
 public:
  UnknownValues(const RulesFile& rules, const std::vector<std::string>& attributes) {
    for (const RulesFile::KnownValues& known : rules.attributes) {
      const auto at = std::find(attributes.begin(), attributes.end(), known.name);
      watched_.push_back({&known, static_cast<std::size_t>(at - attributes.begin())});
    }
  }
  void look(const std::vector<std::string>& labels) {
    for (WatchedAttribute& watched : watched_) {
      const std::string& label = labels[watched.column];
      const auto& known = watched.known->values;
      if (std::find(known.begin(), known.end(), label) == known.end()) ++watched.unknown[label];
    }
  }
  [[nodiscard]] std::vector<AppliedRules::Unknown> found() const {
    std::vector<AppliedRules::Unknown> list;
    for (const WatchedAttribute& watched : watched_) {
      if (watched.unknown.empty()) continue;
      AppliedRules::Unknown& unknown = list.emplace_back();
      unknown.attribute = watched.known->name;
      for (const auto& [label, count] : watched.unknown) {
        if (label == data::kMissingLabel) {
          unknown.missing = count;
        } else {
          unknown.values.emplace_back(label, count);
        }
      }
    }
    return list;
  }

 private:
  struct WatchedAttribute {
    const RulesFile::KnownValues* known;
    std::size_t column;
    std::map<std::string, std::int64_t> unknown{};
  };
  std::vector<WatchedAttribute> watched_;
};

AppliedRules begin(const MitigateSpec& spec, const RulesFile& rules) {
  AppliedRules applied;
  applied.rules = spec.apply;
  applied.seed = spec.search.seed;
  applied.risk_scores = rules.risk_scores;
  if (rules.points) {
    applied.points = true;
    for (std::size_t g = 0; g < rules.points->thresholds.size(); ++g) {
      const methods::Cutoff& cutoff = rules.points->thresholds[g];
      applied.by_rule.push_back({.text = methods::points_words(*rules.points, g),
                                 .comparator = cutoff.comparator,
                                 .threshold = cutoff.threshold,
                                 .boundary_share = cutoff.boundary_share});
    }
    return applied;
  }
  for (const methods::MitigationReport::Rule& rule : rules.rules) {
    applied.by_rule.push_back({.text = rule.text,
                               .comparator = rule.comparator,
                               .threshold = rule.threshold,
                               .width = rule.width,
                               .boundary_share = rule.boundary_share});
  }
  return applied;
}

}  // namespace

AppliedRules apply(const MitigateSpec& spec, data::Source& source, const Context& context) {
  if (context.decisions == nullptr) throw InternalError("apply has nobody to give decisions to");
  const RulesFile rules = read_rules(spec.apply);
  check(spec, rules);
  data::RoleOptions roles;
  roles.score = spec.roles.score;
  roles.attributes = spec.roles.attributes;
  if (roles.attributes.empty()) {
    for (const RulesFile::KnownValues& known : rules.attributes)
      roles.attributes.push_back(known.name);
    roles.attributes_option = fmt::format("the rules in '{}'{}", spec.apply,
                                          spec.roles.risk_score.empty() ? "" : " or `risk_score`");
  }
  const RuleBook book(rules, roles.attributes, spec.search.seed);
  // New people have no outcomes: the probability at a risk score is the one that the rules know.
  std::map<std::string, double> probability;
  const std::string& risk_score = spec.roles.risk_score;
  for (const auto& [score, p] : rules.risk_scores) probability[spelling(score)] = p;
  const auto risk_at = static_cast<std::size_t>(
      std::find(roles.attributes.begin(), roles.attributes.end(), risk_score) -
      roles.attributes.begin());
  if (!risk_score.empty() && risk_at == roles.attributes.size())
    roles.attributes.push_back(risk_score);
  const auto rows = source.rows(spec.input, roles, spec.id, context.hooks.stop);
  AppliedRules applied = begin(spec, rules);
  UnknownValues unknown(rules, roles.attributes);
  std::map<std::string, std::int64_t> unknown_scores;
  context.decisions->begin(spec.id, rows->id_type(), {"decision"});
  rows->stream(
      [&](const data::Row& read) {
        data::Row row = read;
        if (!risk_score.empty()) {
          const auto known = probability.find(spelling(row.labels[risk_at]));
          if (known == probability.end()) {
            ++unknown_scores[row.labels[risk_at]];
            return;
          }
          row.score = known->second;
        }
        const RuleBook::Decision decision = book.decide(row);
        context.decisions->add(row, decision.threshold, {decision.positive});
        unknown.look(row.labels);
        AppliedRules::ByRule& by_rule = applied.by_rule[decision.rule];
        ++applied.rows;
        ++by_rule.rows;
        if (decision.positive) ++applied.positive, ++by_rule.positive;
      },
      context.hooks.stop);
  context.decisions->finish();
  applied.unknown = unknown.found();
  applied.unknown_scores.assign(unknown_scores.begin(), unknown_scores.end());
  applied.without_score = rows->left_out();
  return applied;
}

}  // namespace faultline::run
