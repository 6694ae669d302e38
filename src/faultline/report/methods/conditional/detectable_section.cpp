#include "faultline/report/methods/conditional/detectable_section.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "faultline/report/document/format.hpp"

namespace faultline::report {
namespace {

using Effect = result::Detectable::Effect;

constexpr std::array kShares = {0.5, 0.25, 0.1};

std::string effect_cell(const result::Finding& finding, const Effect* effect) {
  if (effect == nullptr || !effect->theta) return kNone;
  return fmt::format("{} {}", finding.theta_name == result::ThetaName::q ? "q" : "mu",
                     ratio(*effect->theta));
}

/// The effect in a share of the class, in the class (no share, by its words) or in the subgroup.
const Effect* effect_of(const result::Detectable& detectable, std::optional<double> share,
                        bool whole) {
  const auto found = std::ranges::find_if(detectable.effects, [&](const Effect& effect) {
    return effect.share == share && (effect.text == "the whole class") == whole;
  });
  return found == detectable.effects.end() ? nullptr : &*found;
}

}  // namespace

Section detectable_section(const std::vector<ClassAudit>& classes) {
  Section section{.heading = "What could have been found", .id = "detectable"};
  using Kind = Column::Kind;
  Table table{.caption = "Smallest effects that the test finds",
              .columns = {{.head = "Scan", .kind = Kind::words},
                          {.head = "Subgroup", .meaning = "the one found, or asked about"},
                          {.head = "Class", .meaning = "all of it"},
                          {.head = "Half"},
                          {.head = "Quarter"},
                          {.head = "Tenth", .meaning = "that share of the class"}},
              .note =
                  "The smallest ratio of odds q, or shift of log-odds mu, in these people that "
                  "this test finds with a probability of about 80 % or more, whatever else is "
                  "found; a share of the class is meant to be like the class. Where there is no "
                  "number, nothing was found, or no effect is large enough.",
              .noun = "scan"};
  for (const ClassAudit& entry : classes) {
    RowGroup group{.title = class_words(entry.who)};
    for (const auto& [number, finding] : entry.findings) {
      if (!finding->detectable) continue;
      const result::Detectable& detectable = *finding->detectable;
      const Effect* whole = effect_of(detectable, std::nullopt, true);
      const Effect* own = effect_of(detectable, std::nullopt, false);
      if (own == nullptr && finding->subgroup && finding->subgroup->empty()) own = whole;
      Row row{.cells = {scan_label(*finding), effect_cell(*finding, own),
                        effect_cell(*finding, whole)}};
      for (const double share : kShares) {
        row.cells.emplace_back(effect_cell(*finding, effect_of(detectable, share, false)));
      }
      group.rows.push_back(std::move(row));
    }
    if (!group.rows.empty()) table.groups.push_back(std::move(group));
  }
  if (!table.groups.empty()) section.add(brief(std::move(table)));
  return section;
}

}  // namespace faultline::report
