#include "faultline/methods/compare/compare_models.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/compare/paired_losses.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/methods/residual_scan/residual_scan.hpp"

namespace faultline::methods {
namespace {

BiasScanOptions scan_options(const CompareModelsOptions& options, std::size_t other_families) {
  BiasScanOptions scan{static_cast<const SearchSettings&>(options)};
  scan.other_families = other_families;
  using search::Direction;
  if (options.direction == ChangeDirection::worse) scan.directions = {Direction::higher};
  if (options.direction == ChangeDirection::better) scan.directions = {Direction::lower};
  return scan;
}

/// Where both models lose the same on everybody there is nothing to search, and nothing to test.
Finding no_difference() {
  Finding finding{.verdict = Verdict::nothing};
  finding.theta_name = ThetaName::mu;
  finding.search.subgroups = 1;
  finding.search.certified = true;
  finding.warnings.push_back(
      Notice::note("both models lose the same on everybody: there is nothing to search"));
  return finding;
}

/// The people with the scanned attributes only, in the canonical order of these.
OutcomeTable scanned_table(const ComparedPeople& people, const CompareModelsOptions& options,
                           Criterion loss) {
  OutcomeTable all = loss_table(people, loss);
  OutcomeTable table{.outcome = std::move(all.outcome),
                     .expected = std::move(all.expected),
                     .count = std::move(all.count)};
  for (const std::size_t a : options.scanned) {
    table.attributes.push_back(std::move(all.attributes[a]));
    table.codes.push_back(std::move(all.codes[a]));
  }
  return table;
}

void scan(const OutcomeTable& losses, Criterion loss, const CompareModelsOptions& options,
          std::size_t other_families, const Hooks& hooks, CompareResult& into) {
  BiasScanResult found;
  if (!any_difference(losses)) {
    found.findings.push_back(no_difference());
  } else {
    const ResidualPeople people(losses, Family::gaussian, true);
    BiasScanOptions scan = scan_options(options, other_families);
    if (!options.subgroup.empty()) {
      scan.named.assign(scan.directions.size(),
                        search::parse_subgroup(options.subgroup, losses.attributes));
    }
    found = residual_scan(people, scan, hooks);
  }
  for (Finding& finding : found.findings) {
    finding.method = Method::paired_loss_scan;
    finding.metric = loss;
    finding.family.reset();
    finding.worse = finding.direction == search::Direction::higher;
    into.findings.push_back(std::move(finding));
  }
  append(into.notices, found.notices);
  into.partial = into.partial || found.partial;
}

}  // namespace

std::span<const describe::Word> words(ChangeDirection) {
  static constexpr std::array kWords{
      describe::word(ChangeDirection::worse, "worse", "Where it got worse"),
      describe::word(ChangeDirection::better, "better", "Where it got better"),
      describe::word(ChangeDirection::both, "both", "One finding each")};
  return kWords;
}

std::span<const describe::Word> words(PairedLoss) {
  static constexpr std::array kWords{
      describe::word(PairedLoss::error, "error", "Wrong decisions"),
      describe::word(PairedLoss::brier, "brier", "Squared distance of prediction and outcome"),
      describe::word(PairedLoss::log_loss, "log_loss", "Surprise of the outcome")};
  return kWords;
}

Criterion criterion_of(PairedLoss loss) {
  switch (loss) {
    case PairedLoss::error:
      return Criterion::error;
    case PairedLoss::brier:
      return Criterion::brier;
    case PairedLoss::log_loss:
      break;
  }
  return Criterion::log_loss;
}

CompareResult compare_models(const ComparedPeople& people, const CompareModelsOptions& options,
                             const Hooks& hooks) {
  if (!people.paired() || options.losses.empty())
    throw InternalError("a comparison of two models needs pairs and a loss");
  CompareResult result;
  ChangeTable table = change_table(people, options.table, hooks);
  const std::size_t families = options.losses.size() + (table.tests > 0 ? 1 : 0);
  give_change_verdicts(static_cast<std::int64_t>(families), options.alpha, table);
  for (const PairedLoss loss : options.losses) {
    const Criterion criterion = criterion_of(loss);
    scan(scanned_table(people, options, criterion), criterion, options, families - 1, hooks,
         result);
  }
  order_by_evidence(result.findings);
  result.report = {.kind = CompareKind::models,
                   .confidence = 1 - options.alpha,
                   .tests = table.tests,
                   .families = static_cast<std::int64_t>(families),
                   .notices = std::move(table.notices),
                   .changes = std::move(table.changes)};
  return result;
}

}  // namespace faultline::methods
