#include "faultline/methods/mitigation/rules.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/methods/mitigation/cutoff.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::methods {
namespace {

struct Cut {
  Comparator comparator = Comparator::above;
  double threshold = 0.5;
};

/// "0.5", ">0.5", ">=0.5"; none when it is not a number.
std::optional<Cut> parse_cut(std::string_view text, Comparator comparator) {
  Cut cut{.comparator = comparator};
  text = trim(text);
  // The longer sign first: it begins with the shorter.
  for (const Comparator sign : {Comparator::at_least, Comparator::above}) {
    if (!text.starts_with(name_of(sign))) continue;
    cut.comparator = sign;
    text.remove_prefix(name_of(sign).size());
    break;
  }
  const auto value = parse_double(trim(text));
  if (!value) return std::nullopt;
  cut.threshold = *value;
  return cut;
}

MitigationReport::Rule make_rule(const std::string& subgroup, const Cut& cut,
                                 const std::vector<data::Attribute>& attributes) {
  if (!(cut.threshold >= 0 && cut.threshold <= 1)) {
    throw ConfigError(fmt::format("`thresholds` '{}:{}': the threshold is not between 0 and 1",
                                  subgroup, shortest(cut.threshold)));
  }
  MitigationReport::Rule rule{
      .text = "everybody", .comparator = cut.comparator, .threshold = cut.threshold};
  if (subgroup == "*") return rule;
  Finding named;
  try {
    name_subgroup(search::parse_subgroup(subgroup, attributes), attributes, named);
  } catch (const ConfigError& error) {
    throw ConfigError(fmt::format("`thresholds`: {}", error.what()));
  }
  rule.subgroup = std::move(*named.subgroup);
  rule.text = named.text;
  return rule;
}

}  // namespace

std::vector<MitigationReport::Rule> parse_group_thresholds(
    std::span<const std::string> texts, const std::vector<data::Attribute>& attributes,
    Comparator comparator) {
  std::vector<MitigationReport::Rule> everybody;
  std::vector<MitigationReport::Rule> rules;
  for (const std::string& text : texts) {
    // ';' also stands between the attributes of one subgroup: an entry ends where a threshold does.
    std::string entry;
    for (const std::string& part : split(text, ';')) {
      if (part.empty() && entry.empty()) continue;
      entry += entry.empty() ? part : ";" + part;
      const auto colon = entry.find_last_of(':');
      if (colon == std::string::npos) continue;
      const auto cut = parse_cut(std::string_view(entry).substr(colon + 1), comparator);
      if (!cut) continue;
      MitigationReport::Rule rule =
          make_rule(std::string(trim(std::string_view(entry).substr(0, colon))), *cut, attributes);
      (rule.subgroup.empty() ? everybody : rules).push_back(std::move(rule));
      entry.clear();
    }
    if (!entry.empty()) {
      throw ConfigError(
          fmt::format("`thresholds` '{}' does not end with a threshold; write "
                      "'attribute=value:0.55', and '*:0.5' for everybody else",
                      entry));
    }
  }
  if (everybody.size() > 1) throw ConfigError("`thresholds`: '*' is given twice");
  if (everybody.empty() && rules.empty()) {
    throw ConfigError(
        "`thresholds` is empty; write 'attribute=value:0.55', and '*:0.5' for "
        "everybody else");
  }
  everybody.insert(everybody.end(), rules.begin(), rules.end());
  return everybody;
}

search::Subgroup subgroup_of(const NamedValues& named,
                             const std::vector<data::Attribute>& attributes) {
  search::Subgroup subgroup = search::everybody(attributes);
  for (const auto& [name, labels] : named) {
    const auto at =
        std::find_if(attributes.begin(), attributes.end(),
                     [&name = name](const data::Attribute& a) { return a.name == name; });
    if (at == attributes.end()) {
      throw InputError(fmt::format(
          "a rule needs the attribute '{}', which is not given; add it to `attributes`", name));
    }
    search::ValueSet set = 0;
    for (int v = 0; v < at->arity(); ++v) {
      if (std::find(labels.begin(), labels.end(), at->labels[v]) != labels.end()) {
        set |= search::ValueSet{1} << v;
      }
    }
    subgroup.sets[at - attributes.begin()] = set;
  }
  return subgroup;
}

std::vector<std::uint8_t> members(const data::Profiles& profiles, const NamedValues& subgroup) {
  const search::Subgroup sets = subgroup_of(subgroup, profiles.attributes);
  std::vector<std::uint8_t> inside(profiles.count.size(), 1);
  for (std::size_t a = 0; a < profiles.attributes.size(); ++a) {
    if (sets.sets[a] == search::all_values(profiles.attributes[a].arity())) continue;
    for (std::size_t k = 0; k < inside.size(); ++k) {
      if (((sets.sets[a] >> profiles.codes[a][k]) & 1) == 0) inside[k] = 0;
    }
  }
  return inside;
}

bool exceeds(double score, Comparator comparator, double threshold) {
  return comparator == Comparator::at_least ? score >= threshold : score > threshold;
}

Cutoff cutoff_of(const MitigationReport::Rule& rule) {
  return {.comparator = rule.comparator,
          .threshold = rule.threshold,
          .boundary_share = rule.boundary_share};
}

std::vector<std::int64_t> decide(const data::Profiles& profiles,
                                 std::span<const MitigationReport::Rule> rules) {
  if (rules.empty() || !rules.front().subgroup.empty()) {
    throw InternalError("the first rule must be for everybody");
  }
  std::vector<std::int64_t> positive(profiles.count.size(), 0);
  std::vector<std::size_t> decides(profiles.count.size(), 0);
  for (std::size_t r = 1; r < rules.size(); ++r) {
    const std::vector<std::uint8_t> inside = members(profiles, rules[r].subgroup);
    for (std::size_t k = 0; k < inside.size(); ++k) {
      if (inside[k] != 0) decides[k] = r;
    }
  }
  EvenLots lots;
  for (std::size_t k = 0; k < positive.size(); ++k) {
    const MitigationReport::Rule& rule = rules[decides[k]];
    const Cutoff cutoff = cutoff_of(rule);
    if (passes(profiles.prediction[k], cutoff)) {
      positive[k] = profiles.count[k];
    } else if (on_boundary(profiles.prediction[k], cutoff)) {
      const std::size_t outcome = profiles.outcome[k] != 0 ? 1 : 0;
      positive[k] = lots.flag(profiles.count[k], *cutoff.boundary_share, 2 * decides[k] + outcome);
    }
  }
  return positive;
}

double random_threshold(std::uint64_t seed, std::int64_t row, double threshold, double width) {
  const auto number = static_cast<std::uint64_t>(row);
  rng::Stream stream(seed, rng::Purpose::threshold, static_cast<std::uint32_t>(number),
                     static_cast<std::uint32_t>(number >> 32U));
  return threshold + width * (2 * rng::uniform(stream) - 1);
}

double random_width(double lambda) {
  if (!(lambda >= 1)) {
    throw ConfigError(fmt::format(
        "`method` randomize: `lambda` {} is below 1; thresholds can be drawn from an interval of "
        "length 1 at most, which promises nothing below lambda = 1",
        shortest(lambda)));
  }
  return 1 / (2 * lambda);
}

data::Profiles with_decisions(const data::Profiles& profiles,
                              std::span<const std::int64_t> positive) {
  data::Profiles decided = profiles;
  decided.decision.assign(profiles.count.size(), 0);
  for (std::size_t k = 0; k < profiles.count.size(); ++k) {
    if (positive[k] == 0) continue;
    decided.decision[k] = 1;
    decided.count[k] = positive[k];
    if (positive[k] == profiles.count[k]) continue;
    for (std::size_t a = 0; a < profiles.codes.size(); ++a) {
      decided.codes[a].push_back(profiles.codes[a][k]);
    }
    for (std::size_t i = 0; i < profiles.numbers.size(); ++i) {
      decided.numbers[i].push_back(profiles.numbers[i][k]);
    }
    if (!profiles.prediction.empty()) decided.prediction.push_back(profiles.prediction[k]);
    if (!profiles.outcome.empty()) decided.outcome.push_back(profiles.outcome[k]);
    decided.decision.push_back(0);
    decided.count.push_back(profiles.count[k] - positive[k]);
  }
  return decided;
}

}  // namespace faultline::methods
