#include "faultline/methods/mitigation/mitigation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/mitigation/iterative.hpp"
#include "faultline/methods/mitigation/rates.hpp"
#include "faultline/methods/mitigation/rules.hpp"

namespace faultline::methods {
namespace {

using Rule = MitigationReport::Rule;
using Positive = std::vector<std::int64_t>;

struct AffectedSubgroup {
  NamedValues subgroup{};
  std::string text{};
};

/// Everybody outside a subgroup is a subgroup too when one attribute alone defines it.
std::optional<AffectedSubgroup> complement(const NamedValues& subgroup,
                                           const std::vector<data::Attribute>& attributes) {
  if (subgroup.size() != 1) return std::nullopt;
  const auto at = std::find_if(attributes.begin(), attributes.end(), [&](const data::Attribute& a) {
    return a.name == subgroup.front().first;
  });
  const std::vector<std::string>& inside = subgroup.front().second;
  std::vector<std::string> outside;
  std::copy_if(at->labels.begin(), at->labels.end(), std::back_inserter(outside),
               [&inside](const std::string& label) {
                 return std::find(inside.begin(), inside.end(), label) == inside.end();
               });
  if (outside.empty()) return std::nullopt;
  AffectedSubgroup other{.subgroup = {{at->name, std::move(outside)}}};
  other.text = search::in_words(subgroup_of(other.subgroup, attributes), attributes);
  return other;
}

std::vector<AffectedSubgroup> affected_subgroups(const MitigationInput& input,
                                                 const MitigationReport& report) {
  std::vector<AffectedSubgroup> list;
  const auto add = [&list](AffectedSubgroup affected) {
    const bool known = std::any_of(list.begin(), list.end(), [&](const AffectedSubgroup& other) {
      return other.subgroup == affected.subgroup;
    });
    if (!known) list.push_back(std::move(affected));
  };
  for (const Rule& rule : report.rules) {
    if (rule.subgroup.empty()) continue;
    add({rule.subgroup, rule.text});
    if (report.method != MitigationMethod::groups) continue;
    if (auto other = complement(rule.subgroup, input.profiles.attributes)) add(std::move(*other));
  }
  return list;
}

Positive draw_decisions(const MitigationInput& input, const Rule& rule, std::uint64_t seed) {
  Positive positive(input.profiles.count.size(), 0);
  std::int64_t row = 0;
  for (std::size_t k = 0; k < positive.size(); ++k) {
    for (std::int64_t i = 0; i < input.profiles.count[k]; ++i) {
      const double threshold = random_threshold(seed, ++row, rule.threshold, *rule.width);
      if (exceeds(input.profiles.prediction[k], rule.comparator, threshold)) ++positive[k];
    }
  }
  return positive;
}

/// Given rules, or rules drawn at random: one scan before, one after.
Positive apply_at_once(const MitigationInput& input, const MitigationOptions& options,
                       const Positive& old, const Hooks& hooks, MitigationResult& result) {
  MitigationReport& report = result.report;
  Positive positive;
  if (options.method == MitigationMethod::groups) {
    if (options.groups.front().subgroup.empty()) report.rules.clear();
    report.rules.insert(report.rules.end(), options.groups.begin(), options.groups.end());
    positive = decide(input.profiles, report.rules);
    report.ended = "the given thresholds were applied.";
  } else {
    report.rules.front().width = random_width(options.lambda);
    positive =
        input.drawn ? *input.drawn : draw_decisions(input, report.rules.front(), options.scan.seed);
    report.ended = "one threshold was drawn for each person.";
  }
  const auto first = scan_decisions(input, options, old, hooks, result);
  if (!first) throw Cancelled("stopped before the first scan was done");
  result.before = *first;
  const auto second = scan_decisions(input, options, positive, hooks, result);
  if (!second) throw Cancelled("stopped before the new decisions were scanned");
  result.after = *second;
  for (const AffectedSubgroup& affected : affected_subgroups(input, report)) {
    std::string sentence = worse_sentence(
        affected.text, options.error, compare(input, options.error, old, affected.subgroup),
        compare(input, options.error, positive, affected.subgroup), options.lambda);
    if (!sentence.empty())
      result.notices.push_back(Notice::warning("the new thresholds made it worse: " + sentence));
  }
  return positive;
}

void fill_tables(const MitigationInput& input, const Positive& old, const Positive& positive,
                 MitigationResult& result) {
  MitigationReport& report = result.report;
  const auto everybody = [&](const Positive& decisions, const Finding& finding) {
    MitigationReport::Rates rates = rates_of(input.profiles, decisions, {}, "everybody");
    rates.score = finding.score;
    rates.p_value = finding.p_value;
    return rates;
  };
  report.before.push_back(everybody(old, result.before));
  report.after.push_back(everybody(positive, result.after));
  for (const AffectedSubgroup& affected : affected_subgroups(input, report)) {
    report.before.push_back(rates_of(input.profiles, old, affected.subgroup, affected.text));
    report.after.push_back(rates_of(input.profiles, positive, affected.subgroup, affected.text));
  }
  for (std::size_t k = 0; k < old.size(); ++k) report.changed += std::abs(positive[k] - old[k]);
}

}  // namespace

std::span<const describe::Word> words(Quantile) {
  static constexpr std::array kWords{
      describe::word(Quantile::higher, "higher", "The higher score, which keeps the promise"),
      describe::word(Quantile::linear, "linear", "Interpolated, which can miss it by one person")};
  return kWords;
}

void validate(const MitigationOptions& options) {
  if (!(options.lambda >= 0 && std::isfinite(options.lambda))) {
    throw ConfigError(fmt::format("`lambda` {}: must be 0 or more", shortest(options.lambda)));
  }
  if (options.max_corrections < 1) {
    throw ConfigError(
        fmt::format("`max_corrections` {}: must be 1 or more", options.max_corrections));
  }
  if (!options.base.subgroup.empty()) throw InternalError("the base rule must be for everybody");
  if (options.method == MitigationMethod::groups && options.groups.empty()) {
    throw ConfigError("`method` groups needs `thresholds`, such as 'race=Black:0.55;*:0.5'");
  }
  if (options.method == MitigationMethod::randomize) (void)random_width(options.lambda);
  validate(options.scan);
}

MitigationResult mitigate(const MitigationInput& input, const MitigationOptions& options,
                          const Hooks& hooks) {
  validate(options);
  const data::Profiles& profiles = input.profiles;
  if (profiles.prediction.empty() || profiles.outcome.empty()) {
    throw InternalError("mitigation needs scores and outcomes");
  }
  MitigationResult result;
  result.report.method = options.method;
  result.report.error = options.error;
  result.report.lambda = options.lambda;
  result.report.rules = {options.base};
  const Positive old = decide(profiles, result.report.rules);
  const Positive positive = options.method == MitigationMethod::iterative
                                ? correct_iteratively(input, options, old, hooks, result)
                                : apply_at_once(input, options, old, hooks, result);
  fill_tables(input, old, positive, result);
  return result;
}

}  // namespace faultline::methods
