#include "faultline/run/rules_file.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/json.hpp"
#include "faultline/methods/mitigation/cutoff.hpp"
#include "faultline/methods/mitigation/points.hpp"
#include "faultline/methods/mitigation/rules.hpp"

namespace faultline::run {
namespace {

using Rule = methods::MitigationReport::Rule;

const std::string& schema_name() {
  static const std::string name = RulesFile{}.schema;
  return name;
}

std::string problem_of(const methods::PointsRule& rule, const RulesFile& file) {
  for (const methods::PointsRule::Attribute& listed : rule.points) {
    const bool known =
        std::any_of(file.attributes.begin(), file.attributes.end(),
                    [&listed](const auto& attribute) { return attribute.name == listed.name; });
    if (!known) return fmt::format("'attributes' does not list '{}'", listed.name);
  }
  if (rule.thresholds.size() != rule.cuts.size() + 1)
    return "'thresholds' must be one more than 'cuts'";
  if (!std::is_sorted(rule.cuts.begin(), rule.cuts.end())) return "'cuts' do not ascend";
  for (const methods::Cutoff& cutoff : rule.thresholds) {
    if (!std::isfinite(cutoff.threshold)) return "'threshold' is not a number";
  }
  return "";
}

/// What descriptions cannot say. Returns what is wrong; empty when nothing is.
std::string problem_of(const RulesFile& file) {
  if (file.schema != schema_name())
    return fmt::format("its schema is '{}', not '{}'", file.schema, schema_name());
  if (file.rules.empty() || !file.rules.front().subgroup.empty())
    return "its first rule is not for everybody";
  for (const Rule& rule : file.rules) {
    if (!std::isfinite(rule.threshold)) return "'threshold' is not a number";
    for (const auto& named : rule.subgroup) {
      const bool known =
          std::any_of(file.attributes.begin(), file.attributes.end(),
                      [&named](const auto& attribute) { return attribute.name == named.first; });
      if (!known) return fmt::format("'attributes' does not list '{}'", named.first);
    }
  }
  return file.points ? problem_of(*file.points, file) : "";
}

}  // namespace

const describe::Object& description(const RulesFile::KnownValues*) {
  using describe::member;
  using Known = RulesFile::KnownValues;
  static const describe::Object object{
      "An attribute that rules name",
      {member<&Known::name>("name", "Name of the attribute"),
       member<&Known::values>("values", "Values that it had where the rules were made")}};
  return object;
}

const describe::Object& description(const RulesFile::ScoreProbability*) {
  using describe::member;
  using Score = RulesFile::ScoreProbability;
  static const describe::Object object{
      "The prediction at an ordinal score",
      {member<&Score::score>("score", "The ordinal score"),
       member<&Score::probability>("probability", "Share of positives there").from(0).to(1)}};
  return object;
}

const describe::Object& description(const RulesFile*) {
  using describe::member;
  static const describe::Object object{
      "Rules that make decisions of scores",
      {member<&RulesFile::schema>("schema", "Name and version of this format"),
       member<&RulesFile::method>("method", "How the thresholds were found"),
       member<&RulesFile::error>("error", "The error rate they were found for"),
       member<&RulesFile::lambda>("lambda", "And its lambda"),
       member<&RulesFile::rules>("rules", "In order; a later rule overrides an earlier one"),
       member<&RulesFile::points>("points", "").inlined("points"),
       member<&RulesFile::attributes>("attributes", "Attributes that the rules name"),
       member<&RulesFile::risk_scores>("risk_scores", "Predictions at ordinal scores")}};
  return object;
}

std::string to_json(const RulesFile& rules) { return json::write(rules); }

RulesFile rules_from_json(std::string_view text, const std::string& source) {
  const auto refuse = [&source](const std::string& problem) {
    throw InputError(
        fmt::format("'{}' is not a rules file of faultline mitigate: {}; write it with `rules`",
                    source, problem));
  };
  RulesFile file;
  try {
    file = json::read<RulesFile>(text, "rules", json::Reading::complete);
  } catch (const json::NotJson&) {
    refuse("it is not JSON");
  } catch (const json::Damaged& damage) {
    refuse(damage.what());
  }
  if (const std::string problem = problem_of(file); !problem.empty()) refuse(problem);
  return file;
}

RuleBook::RuleBook(const RulesFile& file, const std::vector<std::string>& attributes,
                   std::uint64_t seed)
    : points_(file.points), seed_(seed) {
  const auto column = [&attributes](const std::string& name) {
    const auto at = std::find(attributes.begin(), attributes.end(), name);
    if (at == attributes.end()) {
      throw ConfigError(
          fmt::format("the rules need the attribute '{}'; add it to `attributes`", name));
    }
    return static_cast<std::size_t>(at - attributes.begin());
  };
  for (const Rule& rule : file.rules) {
    Entry entry{.rule = rule};
    for (const auto& [name, values] : rule.subgroup)
      entry.conditions.push_back({column(name), values});
    entries_.push_back(std::move(entry));
  }
  if (!points_) return;
  for (const methods::PointsRule::Attribute& listed : points_->points)
    columns_.push_back(column(listed.name));
}

RuleBook::Decision RuleBook::by_cutoff(const methods::Cutoff& cutoff, const data::Row& row) const {
  Decision decision;
  decision.threshold = cutoff.threshold;
  decision.positive = methods::passes(row.score, cutoff) ||
                      (methods::on_boundary(row.score, cutoff) &&
                       methods::lot_flags(*cutoff.boundary_share, seed_, row.number, row.id));
  return decision;
}

RuleBook::Decision RuleBook::decide(const data::Row& row) const {
  if (points_) {
    std::int64_t sum = 0;
    for (std::size_t a = 0; a < columns_.size(); ++a) {
      for (const methods::PointsRule::Value& value : points_->points[a].values) {
        if (value.value == row.labels[columns_[a]]) sum += value.points;
      }
    }
    const std::size_t group = points_->group_of(sum);
    Decision decision = by_cutoff(points_->thresholds[group], row);
    decision.rule = group;
    return decision;
  }
  const auto fits = [&row](const Entry& entry) {
    return std::all_of(entry.conditions.begin(), entry.conditions.end(), [&](const Condition& c) {
      return std::find(c.values.begin(), c.values.end(), row.labels[c.attribute]) != c.values.end();
    });
  };
  const auto last = std::find_if(entries_.rbegin(), entries_.rend(), fits);
  const Rule& rule = last->rule;
  methods::Cutoff cutoff = methods::cutoff_of(rule);
  if (rule.width)
    cutoff.threshold = methods::random_threshold(seed_, row.number, rule.threshold, *rule.width);
  Decision decision = by_cutoff(cutoff, row);
  decision.rule = static_cast<std::size_t>(entries_.rend() - last) - 1;
  return decision;
}

}  // namespace faultline::run
