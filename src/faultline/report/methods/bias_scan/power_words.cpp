#include "faultline/report/methods/bias_scan/power_words.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"

namespace faultline::report {
namespace {

std::string by_delta(const std::vector<result::PowerReport::Biased>& pairs) {
  std::vector<std::string> parts;
  parts.reserve(pairs.size());
  for (const auto& [delta, value] : pairs) {
    parts.push_back(fmt::format("{} at a bias of {:.3g}", score(value), delta));
  }
  return join_words(parts, parts.size());
}

std::string critical(const result::PowerReport::Side& side, double alpha) {
  if (!std::isfinite(side.critical_score)) {
    return fmt::format("too few replicates for the level {}", shortest(alpha));
  }
  return fmt::format(
      "{}; the best subgroup must score more than this for evidence at the level {} (from {})",
      score(side.critical_score), shortest(alpha),
      side.proven ? "the closed form" : "the replicates of this run");
}

std::string by_theory(const result::PowerReport::Subgroup& subgroup) {
  if (!subgroup.delta_threshold) {
    return "no sampling bias, however large, lifts this subgroup above h(alpha)";
  }
  if (*subgroup.delta_threshold <= 1)
    return "its score is above h(alpha) already, without any sampling bias";
  return fmt::format(
      "a sampling bias of {0} or more (training odds of the outcome in this subgroup at least {0} "
      "times the true odds)",
      ratio(*subgroup.delta_threshold));
}

std::string detectable(const result::PowerReport::SubgroupSide& side) {
  const bool lower = side.direction == data::Direction::lower;
  if (!side.delta_threshold) return "no sampling bias would be detected in it";
  if (*side.delta_threshold == 1) return "detected already, without any sampling bias";
  return fmt::format(
      "a sampling bias of {0} or {1} (training odds of the outcome in this subgroup at {2} {0} "
      "times the true odds)",
      ratio(*side.delta_threshold), lower ? "more" : "less", lower ? "least" : "most");
}

}  // namespace

std::vector<PowerFact> power_facts(const result::PowerReport& power) {
  std::vector<PowerFact> facts;
  facts.reserve(power.directions.size());
  for (const result::PowerReport::Side& side : power.directions) {
    facts.push_back(
        {fmt::format("Critical score, {}", name_of(side.direction)), critical(side, power.alpha)});
  }
  if (power.applicable) {
    facts.push_back(
        {"h(alpha)", fmt::format("{} for alpha = {} and {}", score(power.critical_value),
                                 shortest(power.alpha), plural(power.profiles, "profile"))});
  }
  if (!power.subgroup) return facts;
  const result::PowerReport::Subgroup& subgroup = *power.subgroup;
  facts.push_back({"Subgroup", fmt::format("{}: {}, {} with the outcome", subgroup.text,
                                           people(subgroup.n), quantity(subgroup.observed_count))});
  facts.push_back(
      {"Odds ratio q", std::isfinite(subgroup.q_mle) ? ratio(subgroup.q_mle) : "infinity"});
  for (const result::PowerReport::SubgroupSide& side : subgroup.directions) {
    const auto add = [&](const char* label, const std::string& value) {
      facts.push_back({fmt::format("{}, {}", label, name_of(side.direction)), value});
    };
    add("Score now", score(side.score));
    add("Detectable", detectable(side));
    if (!side.limit_scores.empty()) add("Limit score", by_delta(side.limit_scores));
  }
  if (!power.applicable) return facts;
  facts.push_back({"By h(alpha)", by_theory(subgroup)});
  if (!subgroup.normalised_scores.empty()) {
    facts.push_back({"Per person", by_delta(subgroup.normalised_scores)});
  }
  return facts;
}

Table effects_table(const result::PowerReport& power) {
  using Effect = result::Detectable::Effect;
  Table table{.caption = "Smallest effects that the test finds",
              .columns = {{.head = "Direction", .kind = Column::Kind::words},
                          {.head = "Subgroup", .meaning = "the one found, or asked about"},
                          {.head = "Everybody"},
                          {.head = "Half"},
                          {.head = "Quarter"},
                          {.head = "Tenth", .meaning = "that share of all people"}},
              .note =
                  "The smallest change of the odds, q, in these people that this test finds with a "
                  "probability of about 80 % or more, whatever else is found; a share of the "
                  "people is meant to be like everybody. Where there is no number, nothing was "
                  "found, or no effect is large enough.",
              .noun = "direction"};
  RowGroup group;
  for (const result::PowerReport::Side& side : power.directions) {
    if (side.effects.empty()) continue;
    std::vector<const Effect*> shares;
    const Effect* everybody = nullptr;
    const Effect* own = nullptr;
    for (const Effect& effect : side.effects) {
      if (effect.share) {
        shares.push_back(&effect);
      } else {
        // The last of those without a share.
        own = everybody;
        everybody = &effect;
      }
    }
    const auto cell = [](const Effect* effect) {
      return effect == nullptr || !effect->theta ? std::string(kNone)
                                                 : fmt::format("q {}", ratio(*effect->theta));
    };
    Row row{.cells = {std::string(name_of(side.direction)), cell(own), cell(everybody)}};
    shares.resize(3);
    for (const Effect* share : shares) row.cells.emplace_back(cell(share));
    group.rows.push_back(std::move(row));
  }
  if (!group.rows.empty()) table.groups.push_back(std::move(group));
  return table;
}

}  // namespace faultline::report
