#include "faultline/studies/ijdi/detection.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/ijdi/algorithm.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/studies/run_all.hpp"

namespace faultline::studies {
namespace {

constexpr std::array kErrors = {methods::ErrorRate::fpr, methods::ErrorRate::tpr};

double overlap(const methods::ErrorProblem& problem, const search::Subgroup& a,
               const search::Subgroup& b) {
  std::int64_t both = 0;
  std::int64_t either = 0;
  for (std::size_t u = 0; u < problem.n.size(); ++u) {
    const bool in_a = problem.lattice.contains(a, problem.cell[u]);
    const bool in_b = problem.lattice.contains(b, problem.cell[u]);
    if (in_a && in_b) both += problem.n[u];
    if (in_a || in_b) either += problem.n[u];
  }
  return either > 0 ? static_cast<double>(both) / static_cast<double>(either) : 0;
}

struct Found {
  double iou = 0;
  double score = 0;
};

Found scan_once(const methods::ErrorProblem& problem, double lambda, const search::Subgroup& truth,
                const search::SearchOptions& search) {
  const double clip = methods::IjdiOptions{}.clip;
  methods::IjdiAlgorithm algorithm(problem, lambda, clip);
  const methods::IjdiAnswer answer = algorithm.run(problem.decisions, search);
  if (answer.found.found.empty()) return {};
  const search::ScoredSubgroup& best = answer.found.found.front();
  if (best.score <= clip_score(problem.people, clip)) return {};
  return {overlap(problem, best.subgroup, truth), best.score};
}

}  // namespace

std::vector<DetectionRow> detect(const std::vector<DetectionSetting>& settings,
                                 const IjdiStudyOptions& options, const DrawData& draw,
                                 const methods::Hooks& hooks) {
  validate(options);
  const std::size_t lambdas = options.lambdas.size();
  const auto runs = static_cast<std::int64_t>(settings.size()) * options.repetitions;
  std::vector<std::vector<Found>> found(static_cast<std::size_t>(runs));  // [run][error, lambda]
  const auto work = [&](std::int64_t run) {
    const auto repetition = static_cast<std::uint32_t>(run % options.repetitions);
    const auto setting = static_cast<std::size_t>(run / options.repetitions);
    const DetectionData data = draw(setting, repetition);
    std::vector<std::string> scanned;
    scanned.reserve(data.profiles.attributes.size());
    for (const data::Attribute& attribute : data.profiles.attributes) {
      scanned.push_back(attribute.name);
    }
    search::SearchOptions search{.penalty = options.penalty, .seed = options.seed};
    search.replicate = repetition;
    for (const methods::ErrorRate error : kErrors) {
      const methods::ErrorProblem problem = methods::make_error_problem(
          {.profiles = data.profiles, .scanned = scanned, .true_probability = kTrueProbability},
          error);
      for (const double lambda : options.lambdas) {
        found[run].push_back(scan_once(problem, lambda, data.truth, search));
      }
    }
  };
  run_all("data sets", runs, options.threads, hooks, work);
  std::vector<DetectionRow> rows;
  for (std::size_t s = 0; s < settings.size(); ++s) {
    for (std::size_t at = 0; at < kErrors.size() * lambdas; ++at) {
      std::vector<double> iou;
      std::vector<double> score;
      for (std::int64_t i = 0; i < options.repetitions; ++i) {
        const Found& one = found[s * static_cast<std::size_t>(options.repetitions) + i][at];
        iou.push_back(one.iou);
        score.push_back(one.score);
      }
      rows.push_back({settings[s], kErrors[at / lambdas], options.lambdas[at % lambdas],
                      mean_of(iou), mean_of(score)});
    }
  }
  return rows;
}

double clip_score(std::int64_t people, double clip) {
  return -static_cast<double>(people) * std::log1p(-clip);
}

data::Profiles covariates_of(const data::Profiles& profiles) {
  data::Profiles plain;
  plain.attributes = profiles.attributes;
  plain.codes = profiles.codes;
  plain.count = profiles.count;
  data::ProfilesBuilder builder(plain.attributes);
  data::send(plain, builder);
  return std::move(builder).finish();
}

bool is_member(const data::Profiles& profiles, std::int64_t row, const search::Subgroup& subgroup) {
  for (std::size_t a = 0; a < subgroup.sets.size(); ++a) {
    if (((subgroup.sets[a] >> profiles.codes[a][row]) & 1) == 0) return false;
  }
  return true;
}

const std::vector<std::string>& subgroup_attributes() {
  static const std::vector<std::string> kNames = {"under_25", "sex", "race"};
  return kNames;
}

DetectionData begin_data(const data::Profiles& covariates, rng::Stream& stream) {
  DetectionData data;
  data.truth = draw_subgroup(covariates, subgroup_attributes(), stream);
  data.profiles.attributes = covariates.attributes;
  data.profiles.codes.resize(covariates.codes.size());
  data.profiles.number_names = {kTrueProbability};
  data.profiles.numbers.resize(1);
  return data;
}

void add_people(data::Profiles& people, const data::Profiles& covariates, std::int64_t cell,
                const DrawnPeople& drawn) {
  for (std::size_t a = 0; a < people.codes.size(); ++a) {
    people.codes[a].push_back(covariates.codes[a][cell]);
  }
  people.numbers[0].push_back(drawn.p);
  people.outcome.push_back(drawn.outcome ? 1 : 0);
  people.decision.push_back(drawn.decision ? 1 : 0);
  people.count.push_back(drawn.count);
}

search::Subgroup draw_subgroup(const data::Profiles& covariates,
                               const std::vector<std::string>& names, rng::Stream& stream) {
  std::vector<std::size_t> drawn;
  for (const std::string& name : names) {
    const auto at = std::find_if(covariates.attributes.begin(), covariates.attributes.end(),
                                 [&name](const data::Attribute& a) { return a.name == name; });
    if (at == covariates.attributes.end()) {
      throw InputError(fmt::format("there is no attribute '{}' to draw a subgroup from", name));
    }
    drawn.push_back(static_cast<std::size_t>(at - covariates.attributes.begin()));
  }
  // One with 1 % to 99 % of the people is found within a few; past this there is none.
  constexpr int kTries = 10'000;
  for (int i = 0; i < kTries; ++i) {
    search::Subgroup subgroup = search::everybody(covariates.attributes);
    for (const std::size_t a : drawn) {
      const int arity = covariates.attributes[a].arity();
      subgroup.sets[a] = 0;
      for (int v = 0; v < arity; ++v) {
        if (rng::bernoulli(stream, 0.5)) subgroup.sets[a] |= search::ValueSet{1} << v;
      }
    }
    std::int64_t inside = 0;
    for (std::int64_t k = 0; k < covariates.size(); ++k) {
      if (is_member(covariates, k, subgroup)) inside += covariates.count[k];
    }
    const double share = static_cast<double>(inside) / static_cast<double>(covariates.people());
    if (share >= 0.01 && share <= 0.99) return subgroup;
  }
  throw InputError("no subgroup of the data holds between 1 % and 99 % of the people");
}

}  // namespace faultline::studies
