#include "faultline/studies/compare/period_level.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/error.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/methods/compare/compare_periods.hpp"
#include "faultline/studies/bare_share.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

// A level fails when the lower end of this interval lies above it.
constexpr double kConfidence = 0.99;
constexpr double kAlpha = 0.05;

struct Said {
  bool search = false;
  bool table = false;
  bool not_comparable = false;
};

Said one_comparison(const PeriodLevelRow& row, const PeriodLevelOptions& study,
                    std::uint32_t data_set) {
  const simulate::KnownTruth truth = simulate::known_truth({.design = row.design,
                                                            .people = study.people,
                                                            .bias = row.bias,
                                                            .seed = study.seed,
                                                            .data_set = data_set});
  const std::vector<data::Attribute>& attributes = truth.profiles.attributes;
  methods::Periods periods{.after = {"class", "in", {"class"}, {}}};
  methods::ComparePeriodsOptions options;
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    if (attributes[a].name == "class") {
      periods.attribute = a;
      periods.label = static_cast<std::size_t>(std::ranges::find(attributes[a].labels, "in") -
                                               attributes[a].labels.begin());
    }
    if (std::ranges::find(truth.scanned, attributes[a].name) != truth.scanned.end())
      options.table.attributes.push_back(a);
  }
  options.table.threads = 1;
  options.scan.scans = methods::default_change_scans(methods::Harm::positive);
  options.scan.replicates = study.replicates;
  // Each data set has its own redraws: shared ones would make the data sets dependent.
  options.scan.seed = study.seed + 1'000'003 * (std::uint64_t{data_set} + 1);
  options.scan.threads = 1;
  const methods::CompareResult found = methods::compare_periods(
      {.profiles = truth.profiles, .scanned = truth.scanned, .covariates = truth.covariates},
      periods, options);
  Said said;
  for (const methods::Finding& finding : found.findings) {
    const bool incomparable = finding.verdict == methods::Verdict::not_comparable;
    said.search = said.search || (finding.significant.value_or(false) && !incomparable);
    said.not_comparable = said.not_comparable || incomparable;
  }
  said.table = std::ranges::any_of(found.report.changes, [](const auto& change) {
    return change.verdict == methods::Verdict::evidence && change.worse.value_or(false);
  });
  return said;
}

std::string periods_csv(const PeriodLevelStudy& study) {
  std::string csv = csv_row({"design", "people", "bias", "data_sets", "search", "search_low",
                             "search_high", "table", "not_comparable"});
  for (const PeriodLevelRow& row : study.rows) {
    const auto [low, high] = math::wilson_interval(row.search, row.data_sets, kConfidence);
    csv += csv_row({describe::name_of(row.design), study.options.people, row.bias, row.data_sets,
                    csv_rounded(share(row.search, row.data_sets), 4), csv_rounded(low, 4),
                    csv_rounded(high, 4), csv_rounded(share(row.table, row.data_sets), 4),
                    row.not_comparable});
  }
  return csv;
}

std::string periods_markdown(const PeriodLevelStudy& study) {
  std::string table = fmt::format(
      "| second period | search, no change | plain rates | search, scores shifted by {} |\n"
      "|---|---|---|---|\n",
      study.options.bias);
  for (std::size_t i = 0; i + 1 < study.rows.size(); i += 2) {
    const PeriodLevelRow& none = study.rows[i];
    const double low = math::wilson_interval(none.search, none.data_sets, kConfidence).first;
    table += fmt::format("| {} | {}{}{} | {} | {} |\n", describe::name_of(none.design),
                         low > kAlpha ? "**" : "", bare_share(share(none.search, none.data_sets)),
                         low > kAlpha ? "**" : "", bare_share(share(none.table, none.data_sets)),
                         bare_share(share(study.rows[i + 1].search, none.data_sets)));
  }
  return table;
}

std::string periods_text(const PeriodLevelStudy& study) {
  std::string text = fmt::format(
      "One model in two periods, {} people, five criteria, level .05; {} data sets per row,\n"
      "at most {} redraws, seed {}. Share in which the search among comparable people, and\n"
      "plain rates of groups, speak of a change for the worse.\n\n",
      study.options.people, study.options.data_sets, study.options.replicates, study.options.seed);
  text += fmt::format("  {:<14}{:>6}{:>9}{:>8}{:>16}\n", "second period", "bias", "search", "rates",
                      "not comparable");
  for (const PeriodLevelRow& row : study.rows) {
    text += fmt::format("  {:<14}{:>6}{:>9}{:>8}{:>16}\n", describe::name_of(row.design), row.bias,
                        bare_share(share(row.search, row.data_sets)),
                        bare_share(share(row.table, row.data_sets)), row.not_comparable);
  }
  return text;
}

}  // namespace

void validate(const PeriodLevelOptions& options) {
  if (options.people < 100)
    throw ConfigError(fmt::format("`people` {}: must be 100 or more", options.people));
  if (options.data_sets < 1)
    throw ConfigError(fmt::format("`data_sets` {}: must be 1 or more", options.data_sets));
  if (options.replicates < 39)
    throw ConfigError(fmt::format("`replicates` {}: must be 39 or more", options.replicates));
}

PeriodLevelStudy period_level_study(const PeriodLevelOptions& options,
                                    const methods::Hooks& hooks) {
  validate(options);
  PeriodLevelStudy study{.options = options};
  for (const simulate::TruthDesign design : options.designs) {
    for (const double bias : {0.0, options.bias})
      study.rows.push_back({.design = design, .bias = bias, .data_sets = options.data_sets});
  }
  std::vector<Said> said(study.rows.size() * static_cast<std::size_t>(options.data_sets));
  run_all("data sets", std::ssize(said), options.threads, hooks, [&](std::int64_t i) {
    said[static_cast<std::size_t>(i)] =
        one_comparison(study.rows[static_cast<std::size_t>(i / options.data_sets)], options,
                       static_cast<std::uint32_t>(i % options.data_sets));
  });
  for (std::size_t i = 0; i < said.size(); ++i) {
    PeriodLevelRow& row = study.rows[i / static_cast<std::size_t>(options.data_sets)];
    row.search += said[i].search ? 1 : 0;
    row.table += said[i].table ? 1 : 0;
    row.not_comparable += said[i].not_comparable ? 1 : 0;
  }
  return study;
}

StudyOutput to_output(const PeriodLevelStudy& study) {
  return {.text = periods_text(study),
          .files = {{"periods.csv", periods_csv(study)}, {"periods.md", periods_markdown(study)}}};
}

}  // namespace faultline::studies
