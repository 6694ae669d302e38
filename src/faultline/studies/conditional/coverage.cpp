#include "faultline/studies/conditional/coverage.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/math/roots.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

using describe::name_of;
using methods::Finding;

// True rates of a cell come from so many people: their error is far below any interval's length.
constexpr std::int64_t kReferencePeople = 1'000'000;
// No data set that is audited has this number.
constexpr std::uint32_t kReferenceSet = 4'000'000'000U;
// As far as log q is looked for.
constexpr double kFarthest = 20;

constexpr std::array<std::string_view, 2> kCriteria = {"fpr", "balance-negative"};

using Cell = std::vector<data::Code>;

/// Of the people of one cell without the outcome, in the class or outside it.
struct Side {
  double people = 0;
  double flagged = 0;
  double prediction = 0;
  double log_odds = 0;
};

struct CellSides {
  Side inside{};
  Side outside{};
};

using Cells = std::map<Cell, CellSides>;

Cells cells_of(const data::Profiles& profiles) {
  Cells cells;
  for (std::int64_t k = 0; k < profiles.size(); ++k) {
    if (profiles.outcome[k] != 0) continue;
    Cell cell;
    cell.reserve(profiles.codes.size());
    for (const auto& codes : profiles.codes) cell.push_back(codes[k]);
    const bool member = cell.back() == 1;  // the class is the last attribute
    cell.pop_back();
    Side& side = member ? cells[cell].inside : cells[cell].outside;
    const auto people = static_cast<double>(profiles.count[k]);
    side.people += people;
    side.flagged += people * profiles.decision[k];
    side.prediction += people * profiles.prediction[k];
    side.log_odds += people * model::log_odds(profiles.prediction[k]);
  }
  return cells;
}

bool contains(const Finding& finding, const data::Profiles& profiles, const Cell& cell) {
  return std::ranges::all_of(*finding.subgroup, [&](const auto& restricted) {
    const auto& [name, labels] = restricted;
    for (std::size_t a = 0; a < cell.size(); ++a) {
      const data::Attribute& attribute = profiles.attributes[a];
      if (attribute.name == name) {
        return std::ranges::find(labels, attribute.labels[cell[a]]) != labels.end();
      }
    }
    return true;
  });
}

/// The true effect among the members of the class in the subgroup found.
double true_effect(const Finding& finding, const data::Profiles& profiles, const Cells& audited,
                   const Cells& reference) {
  struct Known {
    double people = 0;
    double outside = 0;  // e
    double inside = 0;   // p
  };
  std::vector<Known> known;
  double shift = 0;
  double all = 0;
  for (const auto& [cell, sides] : audited) {
    if (sides.inside.people == 0 || !contains(finding, profiles, cell)) continue;
    const CellSides& truth = reference.at(cell);
    const double n = sides.inside.people;
    known.push_back({.people = n,
                     .outside = truth.outside.flagged / truth.outside.people,
                     .inside = truth.inside.flagged / truth.inside.people});
    shift += n * (truth.inside.log_odds / truth.inside.people -
                  model::log_odds(truth.outside.prediction / truth.outside.people));
    all += n;
  }
  if (finding.theta_name == methods::ThetaName::mu) return shift / all;
  return math::monotone_root(
      [&](double log_q) {
        double excess = 0;
        for (const Known& k : known) {
          excess += k.people * (model::expit(model::log_odds(k.outside) + log_q) - k.inside);
        }
        return excess;
      },
      -kFarthest, kFarthest);
}

/// On the scale of the effect: mu as it is, q as its logarithm.
double scaled(methods::ThetaName name, double theta) {
  return name == methods::ThetaName::mu ? theta : std::log(theta);
}

struct Seen {
  bool evidence = false;
  bool covered = false;
  double truth = 0;
  double raw = 0;
  double shrunken = 0;
};

std::optional<Seen> look(const Finding& finding, double truth) {
  if (!finding.theta_interval || !finding.theta_shrunken) return std::nullopt;
  const double low = scaled(finding.theta_name, finding.theta_interval->first);
  const double high = scaled(finding.theta_name, finding.theta_interval->second);
  Seen seen{.evidence = finding.verdict == methods::Verdict::evidence,
            .covered = low <= truth && truth <= high,
            .truth = truth};
  seen.raw = finding.theta        ? scaled(finding.theta_name, *finding.theta)
             : std::isfinite(low) ? low
                                  : high;
  seen.shrunken = scaled(finding.theta_name, *finding.theta_shrunken);
  return seen;
}

methods::ConditionalOptions audit_options(const CoverageStudyOptions& options,
                                          methods::Permute permute, std::int64_t run) {
  methods::ConditionalOptions audit;
  for (const std::string_view name : kCriteria) {
    const methods::Metric& metric = methods::metric_named(name);
    audit.scans.push_back({&metric, methods::harmful_direction(metric, methods::Harm::positive)});
  }
  audit.permute = permute;
  audit.replicates = options.replicates;
  audit.sequential = data::Choice::no;
  // Each data set has its own redraws: shared ones would make the data sets dependent.
  audit.seed = options.seed + 1'000'003 * (static_cast<std::uint64_t>(run) + 1);
  audit.threads = 1;
  return audit;
}

void add_row(const std::vector<std::optional<Seen>>& seen, EffectCoverageRow row,
             CoverageStudy& study) {
  row.data_sets = std::ssize(seen);
  for (const std::optional<Seen>& one : seen) {
    if (!one) continue;
    ++row.found;
    row.evidence += one->evidence ? 1 : 0;
    row.covered += one->covered ? 1 : 0;
    row.truth += one->truth;
    row.raw += one->raw;
    row.shrunken += one->shrunken;
  }
  const auto found = static_cast<double>(std::max<std::int64_t>(row.found, 1));
  row.truth /= found;
  row.raw /= found;
  row.shrunken /= found;
  study.rows.push_back(std::move(row));
}

}  // namespace

void validate(const CoverageStudyOptions& options) {
  if (!simulate::known_truth({.design = options.design, .people = 100})
           .profiles.number_names.empty()) {
    throw ConfigError(
        fmt::format("`design` {}: must have categories alone, so that true rates are "
                    "known cell by cell",
                    name_of(options.design)));
  }
  if (options.data_sets < 1)
    throw ConfigError(fmt::format("`data_sets` {}: must be at least 1", options.data_sets));
  if (options.replicates < 19)
    throw ConfigError(fmt::format("`replicates` {}: must be at least 19", options.replicates));
}

CoverageStudy coverage_study(const CoverageStudyOptions& options, const methods::Hooks& hooks) {
  validate(options);
  CoverageStudy study{.options = options};
  std::int64_t row = 0;
  for (const double bias : options.bias) {
    const Cells reference = cells_of(simulate::known_truth({.design = options.design,
                                                            .people = kReferencePeople,
                                                            .bias = bias,
                                                            .whole_class = options.whole_class,
                                                            .seed = options.seed,
                                                            .data_set = kReferenceSet})
                                         .profiles);
    for (const std::int64_t people : options.people) {
      for (const methods::Permute permute : options.permute) {
        std::vector<std::vector<std::optional<Seen>>> seen(
            kCriteria.size(),
            std::vector<std::optional<Seen>>(static_cast<std::size_t>(options.data_sets)));
        run_all(fmt::format("data sets of {} people, bias {}", people, bias), options.data_sets,
                options.threads, hooks, [&](std::int64_t data_set) {
                  const simulate::KnownTruth truth =
                      simulate::known_truth({.design = options.design,
                                             .people = people,
                                             .bias = bias,
                                             .whole_class = options.whole_class,
                                             .seed = options.seed,
                                             .data_set = static_cast<std::uint32_t>(data_set)});
                  const Cells audited = cells_of(truth.profiles);
                  const methods::ConditionalResult found = methods::conditional_scan(
                      {.profiles = truth.profiles,
                       .scanned = truth.scanned,
                       .covariates = truth.covariates},
                      {{"class", "in"}},
                      audit_options(options, permute, row * options.data_sets + data_set));
                  for (const Finding& finding : found.findings) {
                    if (!finding.subgroup) continue;
                    const auto criterion = static_cast<std::size_t>(
                        std::ranges::find(kCriteria, name_of(finding.metric)) - kCriteria.begin());
                    seen[criterion][data_set] =
                        look(finding, true_effect(finding, truth.profiles, audited, reference));
                  }
                });
        for (std::size_t c = 0; c < kCriteria.size(); ++c) {
          add_row(seen[c],
                  {.permute = permute,
                   .people = people,
                   .bias = bias,
                   .criterion = std::string(kCriteria[c])},
                  study);
        }
        ++row;
      }
    }
  }
  return study;
}

}  // namespace faultline::studies
