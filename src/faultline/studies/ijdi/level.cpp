#include "faultline/studies/ijdi/level.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/ijdi/fit_probability.hpp"
#include "faultline/methods/ijdi/ijdi.hpp"
#include "faultline/model/design/log_odds.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

// Lambdas that a sweep's world is drawn from: claims below them are right.
constexpr std::array kSweptTruths = {0.5, 1.0, 2.0};

// Stream of those whom a given probability was fitted to, apart from all data sets.
constexpr std::uint32_t kOthers = 0xFFFFFFFF;

methods::IjdiOptions scan_options(const IjdiLevelOptions& study, std::uint32_t data_set) {
  methods::IjdiOptions options;
  options.replicates = study.replicates;
  options.alpha = study.alpha;
  options.sequential = data::Choice::no;
  // Each data set has its own redraws: shared ones would make the data sets dependent.
  options.seed = study.seed + 1'000'003 * (std::uint64_t{data_set} + 1);
  options.threads = 1;
  return options;
}

/// The people with p as somebody gives it who fitted it to others: new outcomes of the same kinds
/// of people, and the fit without the first fold of them.
data::Profiles with_given_probability(data::Profiles people, std::uint64_t seed) {
  const methods::ProbabilityRecipe recipe(people, criterion_covariates(),
                                          {.kind = model::LearnerKind::logistic});
  std::vector<double>& p = people.numbers[1];
  std::vector<double> truth(recipe.kinds().size(), 0);
  for (std::size_t k = 0; k < p.size(); ++k)
    truth[static_cast<std::size_t>(recipe.kind_of()[k])] = p[k];
  rng::Stream stream(seed, rng::Purpose::simulate, kOthers);
  std::vector<std::int64_t> positive;
  positive.reserve(truth.size());
  for (std::size_t kind = 0; kind < truth.size(); ++kind)
    positive.push_back(rng::binomial(stream, recipe.kinds()[kind].n, truth[kind]));
  const std::vector<double> fitted = recipe.refit(positive);
  for (std::size_t k = 0; k < p.size(); ++k) {
    const auto kind = static_cast<std::size_t>(recipe.kind_of()[k]);
    p[k] = model::expit(fitted[static_cast<std::size_t>(recipe.kinds()[kind].tuple)]);
  }
  return people;
}

methods::IjdiResult scan(const data::Profiles& people, IjdiTest test,
                         const methods::IjdiOptions& options) {
  const auto with_column = [&](const data::Profiles& known) {
    return methods::ijdi_scan(
        {.profiles = known, .scanned = criterion_attributes(), .true_probability = "p"}, options);
  };
  if (test == IjdiTest::exact) return with_column(people);
  if (test == IjdiTest::given) return with_column(with_given_probability(people, options.seed));
  const methods::ProbabilityRecipe recipe(
      people, criterion_covariates(),
      {.kind =
           test == IjdiTest::boosted ? model::LearnerKind::boosted : model::LearnerKind::logistic});
  const methods::FittedProbability fitted = methods::fit_probability(people, recipe);
  return methods::ijdi_scan({.profiles = fitted.profiles,
                             .scanned = criterion_attributes(),
                             .true_probability = methods::kFittedProbability,
                             .recipe = test == IjdiTest::published ? nullptr : &recipe},
                            options);
}

bool rejected(const IjdiLevelRow& row, const IjdiLevelOptions& study, std::uint32_t data_set) {
  const data::Profiles people = criterion_people({.world = row.world,
                                                  .people = row.people,
                                                  .lambda = row.lambda,
                                                  .shift = row.shift,
                                                  .seed = study.seed,
                                                  .data_set = data_set});
  methods::IjdiOptions options = scan_options(study, data_set);
  options.errors = {methods::ErrorRate::fpr};
  options.lambdas = {row.lambda};
  return scan(people, row.test, options).findings.front().significant.value_or(false);
}

/// Findings with evidence of one sweep.
struct Claims {
  bool too_far = false;
  std::vector<bool> found = std::vector<bool>(swept_lambdas().size(), false);
};

Claims sweep(const IjdiSweepRow& row, const IjdiLevelOptions& study, std::uint32_t data_set) {
  const data::Profiles people = criterion_people({.world = row.world,
                                                  .people = row.people,
                                                  .lambda = row.lambda,
                                                  .seed = study.seed,
                                                  .data_set = data_set});
  methods::IjdiOptions options = scan_options(study, data_set);
  options.lambdas = swept_lambdas();
  Claims claims;
  for (const methods::Finding& finding : scan(people, IjdiTest::refit, options).findings) {
    if (!finding.significant.value_or(false)) continue;
    const double lambda = finding.ijdi->lambda;
    claims.too_far = claims.too_far || lambda >= row.lambda;
    const auto at = std::ranges::find(swept_lambdas(), lambda) - swept_lambdas().begin();
    if (finding.ijdi->error == methods::ErrorRate::fpr)
      claims.found[static_cast<std::size_t>(at)] = true;
  }
  return claims;
}

}  // namespace

const std::vector<double>& swept_lambdas() {
  static const std::vector<double> lambdas = methods::IjdiOptions{}.lambdas;
  return lambdas;
}

std::span<const describe::Word> words(IjdiTest) {
  static constexpr std::array kWords{
      describe::word(IjdiTest::exact, "exact"), describe::word(IjdiTest::published, "published"),
      describe::word(IjdiTest::refit, "refit"), describe::word(IjdiTest::boosted, "boosted"),
      describe::word(IjdiTest::given, "given")};
  return kWords;
}

void validate(const IjdiLevelOptions& options) {
  for (const std::int64_t people : options.people) {
    if (people < 100) throw ConfigError(fmt::format("`people` {}: must be 100 or more", people));
  }
  if (options.data_sets < 1)
    throw ConfigError(fmt::format("`data_sets` {}: must be 1 or more", options.data_sets));
  // Two error rates share the level.
  if (static_cast<double>(options.replicates + 1) * options.alpha < 2)
    throw ConfigError(fmt::format("`replicates` {}: too few for the level", options.replicates));
}

IjdiLevelStudy ijdi_level_study(const IjdiLevelOptions& options, const methods::Hooks& hooks) {
  validate(options);
  IjdiLevelStudy study{.options = options};
  for (const CriterionWorld world : options.worlds) {
    for (const std::int64_t people : options.people) {
      for (const IjdiTest test : options.tests) {
        for (const double shift : {0.0, options.shift}) {
          // A planted group says nothing where the level does not hold.
          if (shift > 0 && (test == IjdiTest::published || test == IjdiTest::given ||
                            world == CriterionWorld::curved))
            continue;
          for (const double lambda : options.lambdas)
            study.rows.push_back({world, people, test, lambda, shift, options.data_sets, 0});
        }
      }
      if (world == CriterionWorld::curved || !options.sweeps) continue;
      for (const double lambda : kSweptTruths) {
        study.sweeps.push_back({world, people, lambda, options.data_sets, 0,
                                std::vector<std::int64_t>(swept_lambdas().size(), 0)});
      }
    }
  }
  const auto sets = static_cast<std::size_t>(options.data_sets);
  std::vector<std::uint8_t> said(study.rows.size() * sets);
  std::vector<Claims> claims(study.sweeps.size() * sets);
  run_all("data sets", std::ssize(said) + std::ssize(claims), options.threads, hooks,
          [&](std::int64_t piece) {
            auto i = static_cast<std::size_t>(piece);
            const auto data_set = static_cast<std::uint32_t>(i % sets);
            if (i < said.size()) {
              said[i] = rejected(study.rows[i / sets], options, data_set) ? 1 : 0;
            } else {
              i -= said.size();
              claims[i] = sweep(study.sweeps[i / sets], options, data_set);
            }
          });
  for (std::size_t i = 0; i < said.size(); ++i) study.rows[i / sets].rejected += said[i];
  for (std::size_t i = 0; i < claims.size(); ++i) {
    IjdiSweepRow& row = study.sweeps[i / sets];
    row.too_far += claims[i].too_far ? 1 : 0;
    for (std::size_t at = 0; at < row.found.size(); ++at)
      row.found[at] += claims[i].found[at] ? 1 : 0;
  }
  return study;
}

}  // namespace faultline::studies
