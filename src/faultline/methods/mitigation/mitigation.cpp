#include "faultline/methods/mitigation/mitigation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/mitigation/iterative.hpp"
#include "faultline/methods/mitigation/ledger.hpp"
#include "faultline/methods/mitigation/points.hpp"
#include "faultline/methods/mitigation/rates.hpp"
#include "faultline/methods/mitigation/rules.hpp"
#include "faultline/methods/mitigation/smooth.hpp"
#include "faultline/methods/mitigation/tables.hpp"

namespace faultline::methods {
namespace {

using Rule = MitigationReport::Rule;
using Positive = std::vector<std::int64_t>;

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

/// One scan of the old decisions, one of the new.
void scan_both(const MitigationInput& tested, const MitigationOptions& options, const Positive& old,
               const Positive& positive, const Hooks& hooks, MitigationResult& result) {
  const auto first = scan_decisions(tested, options, old, hooks, result);
  if (!first) throw Cancelled("stopped before the first scan was done");
  result.before = *first;
  const auto second = scan_decisions(tested, options, positive, hooks, result);
  if (!second) throw Cancelled("stopped before the new decisions were scanned");
  result.after = *second;
}

/// Given rules, or rules drawn at random.
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
  scan_both(input, options, old, positive, hooks, result);
  for (const AffectedSubgroup& affected : affected_subgroups(input, report, old, positive)) {
    std::string sentence = worse_sentence(
        affected.text, options.error, compare(input, options.error, old, affected.subgroup),
        compare(input, options.error, positive, affected.subgroup), options.lambda);
    if (!sentence.empty())
      result.notices.push_back(Notice::warning("the new thresholds made it worse: " + sentence));
  }
  return positive;
}

/// What the decisions do to these people.
void report_on(const MitigationInput& tested, const MitigationOptions& options, const Positive& old,
               const Positive& positive, const Hooks& hooks, MitigationResult& result) {
  fill_tables(tested, old, positive, result);
  MitigationReport& report = result.report;
  if (result.partial || (!report.points && !options.costs && !report.tested_on)) return;
  report.ledger =
      make_ledger(tested, options, old, positive, ledger_parts(tested.profiles, report), hooks);
}

/// Makes the rules, and decides about the people they are made from.
Positive make_rules(const MitigationInput& input, const MitigationOptions& options,
                    const Positive& old, const Hooks& hooks, MitigationResult& result) {
  switch (options.method) {
    case MitigationMethod::smooth:
      return correct_smoothly(input, options, old, hooks, result);
    case MitigationMethod::iterative:
      return correct_iteratively(input, options, old, hooks, result);
    case MitigationMethod::groups:
    case MitigationMethod::randomize:
      return apply_at_once(input, options, old, hooks, result);
  }
  throw InternalError("a mitigation that makes no rules");
}

}  // namespace

std::span<const describe::Word> words(Quantile) {
  static constexpr std::array kWords{
      describe::word(Quantile::higher, "higher", "The higher score, which keeps the promise"),
      describe::word(Quantile::linear, "linear", "Interpolated, which can miss it by one person"),
      describe::word(Quantile::exact, "exact", "The target exactly, by a lot at the threshold")};
  return kWords;
}

std::span<const describe::Word> words(Move) {
  static constexpr std::array kWords{
      describe::word(Move::both, "both", "Thresholds rise for some and fall for others"),
      describe::word(Move::up, "up", "Thresholds only rise: nobody is newly flagged"),
      describe::word(Move::down, "down", "Thresholds only fall: nobody is refused who was not")};
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
  if (options.method != MitigationMethod::smooth && options.scan.harm == Harm::negative) {
    throw ConfigError(
        "`harm = negative` is for `method = smooth`: the published methods only lower rates");
  }
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
  const Positive own_old = decide(profiles, result.report.rules);
  const Positive own = make_rules(input, options, own_old, hooks, result);
  MitigationReport& report = result.report;
  if (input.held_out == nullptr || result.partial) {
    if (options.method == MitigationMethod::smooth)
      scan_both(input, options, own_old, own, hooks, result);
    report_on(input, options, own_old, own, hooks, result);
    return result;
  }
  const MitigationInput& tested = *input.held_out;
  report.made_from = profiles.people();
  report.tested_on = tested.profiles.people();
  const Positive old = decide(tested.profiles, std::vector{options.base});
  const Positive positive = report.points ? decide(tested.profiles, *report.points)
                                          : decide(tested.profiles, report.rules);
  scan_both(tested, options, old, positive, hooks, result);
  report_on(tested, options, old, positive, hooks, result);
  return result;
}

}  // namespace faultline::methods
