#include "faultline/studies/conditional/level.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

using describe::name_of;

// A level fails when the lower end of this interval lies above it.
constexpr double kConfidence = 0.99;
// What one audit of one data set said of each criterion.
enum class Said : std::uint8_t { nothing, rejected, not_comparable };

std::vector<methods::CriterionScan> scans_of(const LevelStudyOptions& options) {
  if (options.all_criteria) {
    std::vector<methods::CriterionScan> scans;
    for (const methods::Metric& metric : methods::all_metrics()) {
      scans.push_back({&metric, methods::harmful_direction(metric, methods::Harm::positive)});
    }
    return scans;
  }
  const auto scans = methods::default_scans(methods::Harm::positive);
  return {scans.begin(), scans.end()};
}

methods::ConditionalOptions audit_options(const LevelStudyOptions& options,
                                          methods::Permute permute, std::uint32_t data_set) {
  methods::ConditionalOptions audit;
  audit.scans = scans_of(options);
  audit.permute = permute;
  audit.replicates = options.replicates;
  audit.alpha = options.alpha;
  // Each data set has its own redraws: shared ones would make the data sets dependent.
  audit.seed = options.seed + 1'000'003 * (std::uint64_t{data_set} + 1);
  audit.threads = 1;
  return audit;
}

/// Whether a criterion holds in the design, so that rejecting it would be an error; where something
/// is planted all are of interest.
bool counts(const LevelStudyOptions& options, simulate::TruthDesign design,
            const methods::Metric& metric) {
  if (options.bias != 0) return true;
  const simulate::TrueCriteria truth = simulate::true_criteria(design);
  return metric.condition == methods::Condition::outcome ? truth.separation : truth.sufficiency;
}

struct Answer {
  bool family = false;  // some criterion that counts was rejected, after adjustment
  bool incomparable = false;
  std::vector<Said> criterion{};
};

Answer audit(const LevelStudyOptions& options, const simulate::KnownTruth& truth,
             simulate::TruthDesign design, methods::Permute permute, std::uint32_t data_set) {
  const methods::ConditionalResult found = methods::conditional_scan(
      {.profiles = truth.profiles, .scanned = truth.scanned, .covariates = truth.covariates},
      {{"class", "in"}}, audit_options(options, permute, data_set));
  Answer answer;
  for (const methods::Finding& finding : found.findings) {
    const bool incomparable = finding.verdict == methods::Verdict::not_comparable;
    // p-values are multiples of 1 / (R + 1); the margin is far below one.
    const bool rejected = finding.p_value && *finding.p_value <= options.alpha + 1e-9;
    answer.criterion.push_back(incomparable ? Said::not_comparable
                               : rejected   ? Said::rejected
                                            : Said::nothing);
    answer.incomparable = answer.incomparable || incomparable;
    answer.family =
        answer.family || (finding.significant.value_or(false) && !incomparable &&
                          counts(options, design, methods::metric_named(name_of(finding.metric))));
  }
  return answer;
}

void add_rows(const LevelStudyOptions& options, simulate::TruthDesign design,
              methods::Permute permute, std::span<const Answer> answers, LevelStudy& study) {
  const auto add = [&](std::string what, std::int64_t rejected, std::int64_t incomparable) {
    const auto sets = static_cast<std::int64_t>(answers.size());
    study.rows.push_back({.design = design,
                          .permute = permute,
                          .what = std::move(what),
                          .rejected = rejected,
                          .data_sets = sets,
                          .not_comparable = incomparable,
                          .interval = math::clopper_pearson_interval(rejected, sets, kConfidence)});
  };
  add("family",
      std::count_if(answers.begin(), answers.end(), [](const Answer& a) { return a.family; }),
      std::count_if(answers.begin(), answers.end(),
                    [](const Answer& a) { return a.incomparable; }));
  if (options.all_criteria) return;
  const std::vector<methods::CriterionScan> scans = scans_of(options);
  for (std::size_t s = 0; s < scans.size(); ++s) {
    if (!counts(options, design, *scans[s].metric)) continue;
    const auto said = [&](Said what) {
      return std::count_if(answers.begin(), answers.end(),
                           [&](const Answer& a) { return a.criterion[s] == what; });
    };
    add(std::string(scans[s].metric->name()), said(Said::rejected), said(Said::not_comparable));
  }
}

}  // namespace

void validate(const LevelStudyOptions& options) {
  if (options.people < 100)
    throw ConfigError(fmt::format("`people` {}: must be at least 100", options.people));
  if (options.data_sets < 1)
    throw ConfigError(fmt::format("`data_sets` {}: must be at least 1", options.data_sets));
  if (options.replicates < 19)
    throw ConfigError(fmt::format("`replicates` {}: must be at least 19", options.replicates));
}

LevelStudy level_study(const LevelStudyOptions& options, const parallel::ProgressFunction& progress,
                       const std::stop_token& stop) {
  validate(options);
  LevelStudy study{.options = options};
  const auto tests = static_cast<std::int64_t>(options.permute.size());
  const std::int64_t runs = std::ssize(options.designs) * options.data_sets;
  std::vector<Answer> answers(static_cast<std::size_t>(runs * tests));  // [design][test][data set]
  const auto work = [&](std::int64_t run) {
    const std::int64_t design = run / options.data_sets;
    const auto data_set = static_cast<std::uint32_t>(run % options.data_sets);
    const simulate::KnownTruth truth = simulate::known_truth({.design = options.designs[design],
                                                              .people = options.people,
                                                              .bias = options.bias,
                                                              .rounded = options.rounded,
                                                              .seed = options.seed,
                                                              .data_set = data_set});
    for (std::int64_t t = 0; t < tests; ++t) {
      answers[(design * tests + t) * options.data_sets + data_set] =
          audit(options, truth, options.designs[design], options.permute[t], data_set);
    }
  };
  run_all("data sets", runs, options.threads, {progress, stop}, work);
  for (std::int64_t d = 0; d < std::ssize(options.designs); ++d) {
    for (std::int64_t t = 0; t < tests; ++t) {
      const std::span<const Answer> own(answers.data() + (d * tests + t) * options.data_sets,
                                        static_cast<std::size_t>(options.data_sets));
      add_rows(options, options.designs[d], options.permute[t], own, study);
    }
  }
  return study;
}

}  // namespace faultline::studies
