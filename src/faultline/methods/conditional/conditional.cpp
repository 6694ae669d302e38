#include "faultline/methods/conditional/conditional.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/methods/conditional/class_audit.hpp"
#include "faultline/methods/conditional/class_power.hpp"
#include "faultline/methods/conditional/further_ranks.hpp"
#include "faultline/methods/finding.hpp"

namespace faultline::methods {
namespace {

void note_clipped(std::int64_t clipped, double clip, ConditionalResult& result) {
  if (clipped == 0) return;
  result.notices.push_back(Notice::warning(fmt::format(
      "the {} of {} {} moved into [{}, {}] for {} log-odds (`clip`)",
      clipped == 1 ? "prediction" : "predictions", people(clipped), clipped == 1 ? "was" : "were",
      shortest(clip), shortest(1 - clip), clipped == 1 ? "its" : "their")));
}

void note_dependence(const std::vector<ClassAudit>& audits, const ConditionalOptions& options,
                     ConditionalResult& result) {
  if (options.permute != Permute::everyone || options.replicates == 0) return;
  for (const ClassAudit& audit : audits) {
    if (!audit.dependent) continue;
    const ProtectedClass& name = audit.problem->protected_class();
    const std::string about = fmt::format("{} = {}", name.attribute, name.value);
    result.notices.push_back(Notice::warning(
        fmt::format("{}: membership depends on the covariates, so `permute` everyone, as "
                    "published, is not a valid test and rejects too often; `permute` auto is one",
                    about),
        about));
  }
}

/// A subgroup with nobody to be compared with took part in the search like the others, but no
/// p-value of its own can be promised.
void withdraw_incomparable(std::vector<Finding>& findings) {
  for (Finding& finding : findings) {
    if (finding.verdict != Verdict::not_comparable) continue;
    finding.p_value.reset();
    finding.p_value_adjusted.reset();
    finding.p_value_interval.reset();
    finding.verdict_risk.reset();
    finding.significant.reset();
    finding.untested = false;
  }
}

/// Ranks past the first of every class, each after the one before it.
void add_further_ranks(const ConditionalInput& input, const std::vector<const ClassAudit*>& audits,
                       std::size_t families, const Hooks& hooks, resample::Checkpoint* checkpoint,
                       ConditionalResult& result) {
  const std::size_t firsts = result.findings.size();
  const auto without = std::ranges::count_if(
      result.findings, [](const Finding& finding) { return finding.verdict != Verdict::evidence; });
  if (without > 0) {
    result.notices.push_back(Notice::note(fmt::format(
        "in {} of {} scans only the best subgroup is shown: there is no evidence for it, so `top` "
        "looked no further",
        with_thousands(without), with_thousands(static_cast<std::int64_t>(firsts)))));
  }
  std::vector<std::size_t> after;
  for (const ClassAudit* audit : audits)
    find_further_ranks(input, *audit, families, hooks, checkpoint, result, after);
  std::vector<Finding> ordered;
  ordered.reserve(result.findings.size());
  for (std::size_t i = 0; i < firsts; ++i) {
    ordered.push_back(std::move(result.findings[i]));
    for (std::size_t k = 0; k < after.size(); ++k) {
      if (after[k] == i) ordered.push_back(std::move(result.findings[firsts + k]));
    }
  }
  result.findings = std::move(ordered);
}

/// Both directions of a criterion were tested; a named subgroup departs in one of them at most.
void keep_one_direction(std::vector<Finding>& findings) {
  std::vector<Finding> kept;
  kept.reserve(findings.size());
  for (Finding& finding : findings) {
    const auto other = std::ranges::find_if(kept, [&](const Finding& before) {
      return before.metric == finding.metric && before.direction != finding.direction &&
             before.protected_class == finding.protected_class;
    });
    if (other == kept.end()) {
      kept.push_back(std::move(finding));
    } else if (finding.score > 0) {
      *other = std::move(finding);
    }
  }
  findings = std::move(kept);
}

}  // namespace

void validate(const ConditionalOptions& options) {
  if (options.scans.empty()) throw ConfigError("`metric`: name at least one");
  validate_settings(options);
  if (!options.subgroup.empty() && !options.power && options.top > 1) {
    throw ConfigError(
        "`top` looks for several subgroups and `subgroup` names one: use one of them");
  }
  if (options.top > 1 && options.permute == Permute::everyone) {
    throw ConfigError(fmt::format(
        "`top` {}: ranks past the first need a valid test of the first, and `permute` everyone, as "
        "published, is none; use `permute` auto",
        options.top));
  }
  if (!(options.clip > 0 && options.clip < 0.5)) {
    throw ConfigError(fmt::format("`clip` {} is not between 0 and 0.5", options.clip));
  }
  if (options.sigma && !(*options.sigma > 0)) {
    throw ConfigError(fmt::format("`sigma` {}: must be above 0, or estimate", *options.sigma));
  }
  for (const model::LearnerOptions* learner : {&options.propensity, &options.expectation}) {
    if (!(learner->strength >= 0)) {
      throw ConfigError(fmt::format("`ridge` {}: must be 0 or more", learner->strength));
    }
  }
  if (options.doubly_robust && !options.expectation_column.empty()) {
    throw ConfigError(
        "`doubly_robust` corrects an expectation model; with a given column (`expectation`) there "
        "is none");
  }
}

ConditionalResult conditional_scan(const ConditionalInput& input,
                                   const std::vector<ProtectedClass>& classes,
                                   const ConditionalOptions& options, const Hooks& hooks,
                                   resample::Checkpoint* checkpoint) {
  validate(options);
  if (classes.empty()) throw ConfigError("`protected`: name at least one class");
  const bool columns_given =
      !options.propensity_column.empty() || !options.expectation_column.empty();
  if (columns_given && classes.size() > 1) {
    throw ConfigError(fmt::format(
        "a given column (`propensity` or `expectation`) speaks of one class, and {} are audited: "
        "run them one at a time with `protected = COL=VALUE`",
        classes.size()));
  }
  if (!options.expectation_column.empty() && options.scans.size() > 1) {
    throw ConfigError(fmt::format(
        "`expectation` {}: a given column speaks of one metric, and {} are audited: name one with "
        "`metric`",
        options.expectation_column, options.scans.size()));
  }
  const bool named = !options.subgroup.empty() && !options.power;
  ConditionalResult result;
  std::vector<ClassAudit> audits;
  std::int64_t clipped = 0;
  for (const ProtectedClass& protected_class : classes) {
    if (hooks.stop.stop_requested()) break;
    audits.push_back(search_class(input, protected_class, options, hooks, result));
    clipped = std::max(clipped, audits.back().problem->clipped());
  }
  const bool scores_used =
      std::any_of(options.scans.begin(), options.scans.end(),
                  [](const CriterionScan& wanted) { return wanted.metric->needs_prediction(); });
  if (scores_used) note_clipped(clipped, options.clip, result);
  note_dependence(audits, options, result);
  result.partial = audits.size() < classes.size();
  if (options.replicates == 0) {
    if (options.top > 1) {
      result.notices.push_back(Notice::note(
          "`top`: ranks past the first need replicates, and none are drawn: nothing further was "
          "looked for"));
    }
    if (named) keep_one_direction(result.findings);
    return result;
  }
  const std::size_t unmade_classes = classes.size() - audits.size();
  if (options.before_tests) {
    const auto tested =
        std::ranges::count_if(audits, [](const ClassAudit& audit) { return !audit.tests.empty(); });
    if (tested > 0) {
      options.before_tests(static_cast<std::size_t>(tested) + unmade_classes +
                           options.other_families + hooks.beside.families);
    }
  }
  std::vector<TestedFamily> families;
  std::vector<std::size_t> audit_of;  // [family]
  std::int64_t before = 0;            // redraws that the classes so far could have taken
  std::size_t unmade = unmade_classes;
  for (std::size_t i = 0; i < audits.size(); ++i) {
    if (audits[i].tests.empty()) continue;
    if (hooks.stop.stop_requested()) {
      ++unmade;
      continue;
    }
    std::int64_t own = 0;
    Hooks part = hooks;
    if (hooks.progress) {
      const auto left = static_cast<std::int64_t>(audits.size() - i);
      part.progress = [&, left](std::string_view phase, std::int64_t done, std::int64_t all) {
        own = all;
        hooks.progress(phase, before + done, before + left * all);
      };
    }
    audit_of.push_back(i);
    families.push_back(test_class(audits[i], options, classes.size() + hooks.beside.families, part,
                                  checkpoint, result));
    before += own;
    result.partial = result.partial || families.back().test.partial;
  }
  result.partial = result.partial || hooks.stop.stop_requested();
  const std::vector<double> levels =
      give_verdicts(options, families, unmade, result.findings, result.notices, hooks.beside);
  withdraw_incomparable(result.findings);
  for (std::size_t f = 0; f < families.size(); ++f) {
    const ClassAudit& audit = audits[audit_of[f]];
    measure_effects(*audit.problem, audit.tests, families[f], levels[f], result.findings);
    if (options.power && !hooks.stop.stop_requested())
      add_power(audit, families[f], levels[f], hooks, result.findings);
  }
  if (named) keep_one_direction(result.findings);
  if (options.top > 1 && !result.partial) {
    std::vector<const ClassAudit*> tested;
    tested.reserve(audit_of.size());
    for (const std::size_t i : audit_of) tested.push_back(&audits[i]);
    add_further_ranks(input, tested, families.size() + unmade, hooks, checkpoint, result);
  }
  return result;
}

}  // namespace faultline::methods
