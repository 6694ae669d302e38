#include "faultline/methods/mitigation/tables.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "faultline/math/binomial_interval.hpp"
#include "faultline/methods/mitigation/rates.hpp"
#include "faultline/methods/mitigation/rules.hpp"

namespace faultline::methods {
namespace {

using Rule = MitigationReport::Rule;
using Positive = std::vector<std::int64_t>;

// More would be no table of whom it concerns most.
constexpr std::size_t kMostValues = 8;
// Rates of fewer move by chance alone.
constexpr std::int64_t kFewestPeople = 20;

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

/// Values of attributes, those first whose selection or error rate changes most.
std::vector<AffectedSubgroup> affected_values(const MitigationInput& tested, ErrorRate error,
                                              const Positive& old, const Positive& positive) {
  const data::Profiles& profiles = tested.profiles;
  std::vector<std::pair<double, AffectedSubgroup>> values;
  for (const std::string& name : tested.scanned) {
    const auto at = std::find_if(profiles.attributes.begin(), profiles.attributes.end(),
                                 [&](const data::Attribute& a) { return a.name == name; });
    for (const std::string& label : at->labels) {
      AffectedSubgroup value{.subgroup = {{name, {label}}}, .text = ""};
      const InsideOutside before = compare(tested, error, old, value.subgroup);
      const InsideOutside after = compare(tested, error, positive, value.subgroup);
      if (before.n < kFewestPeople || before.decisions == after.decisions) continue;
      value.text =
          search::in_words(subgroup_of(value.subgroup, profiles.attributes), profiles.attributes);
      values.emplace_back(std::abs(after.rate() - before.rate()), std::move(value));
    }
  }
  std::stable_sort(values.begin(), values.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<AffectedSubgroup> list;
  for (auto& [change, value] : values) {
    if (list.size() < kMostValues) list.push_back(std::move(value));
  }
  return list;
}

/// Of a rate that so many people have.
Interval interval_of(const std::optional<double>& rate, std::int64_t people) {
  if (!rate) return std::nullopt;
  return math::wilson_interval(std::llround(*rate * static_cast<double>(people)), people);
}

MitigationReport::Rates rates_with_intervals(const data::Profiles& profiles,
                                             const Positive& positive, const NamedValues& subgroup,
                                             const std::string& text, bool intervals) {
  MitigationReport::Rates rates = rates_of(profiles, positive, subgroup, text);
  if (!intervals) return rates;
  const std::vector<std::uint8_t> inside = members(profiles, subgroup);
  std::int64_t people[2] = {0, 0};  // [outcome]
  for (std::size_t k = 0; k < inside.size(); ++k) {
    if (inside[k] != 0) people[profiles.outcome[k] != 0 ? 1 : 0] += profiles.count[k];
  }
  rates.fpr_interval = interval_of(rates.fpr, people[0]);
  rates.tpr_interval = interval_of(rates.tpr, people[1]);
  return rates;
}

}  // namespace

std::vector<AffectedSubgroup> affected_subgroups(const MitigationInput& tested,
                                                 const MitigationReport& report,
                                                 const Positive& old, const Positive& positive) {
  if (report.points) return affected_values(tested, report.error, old, positive);
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
    if (auto other = complement(rule.subgroup, tested.profiles.attributes)) add(std::move(*other));
  }
  return list;
}

void fill_tables(const MitigationInput& tested, const Positive& old, const Positive& positive,
                 MitigationResult& result) {
  MitigationReport& report = result.report;
  const bool others = report.tested_on.has_value();
  const auto rates = [&](const Positive& decisions, const AffectedSubgroup& who) {
    return rates_with_intervals(tested.profiles, decisions, who.subgroup, who.text, others);
  };
  const auto everybody = [&](const Positive& decisions, const Finding& finding) {
    MitigationReport::Rates all = rates(decisions, {.subgroup = {}, .text = "everybody"});
    all.score = finding.score;
    all.p_value = finding.p_value;
    return all;
  };
  report.before.push_back(everybody(old, result.before));
  report.after.push_back(everybody(positive, result.after));
  for (const AffectedSubgroup& affected : affected_subgroups(tested, report, old, positive)) {
    report.before.push_back(rates(old, affected));
    report.after.push_back(rates(positive, affected));
  }
  for (std::size_t k = 0; k < old.size(); ++k) {
    report.changed += std::abs(positive[k] - old[k]);
    report.no_longer += std::max<std::int64_t>(0, old[k] - positive[k]);
  }
}

}  // namespace faultline::methods
