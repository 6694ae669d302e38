#include "faultline/studies/bias_scan/sampling_bias_repetition.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "faultline/methods/bias_scan/theory.hpp"
#include "faultline/resample/family_test.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/search/bernoulli_cells.hpp"
#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/engine.hpp"

namespace faultline::studies {
namespace {

namespace theory = methods::theory;

/// The true subgroup's part of a test set, with given probabilities.
struct Part {
  std::vector<std::int64_t> n, y;
  std::vector<double> p;
  [[nodiscard]] theory::Cells cells() const { return {n, y, p}; }
  [[nodiscard]] bool empty() const {
    return std::all_of(n.begin(), n.end(), [](std::int64_t k) { return k == 0; });
  }
};

Part part_of(const simulate::ProfileCounts& test, const std::vector<double>& p,
             const std::vector<bool>& inside) {
  Part part;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!inside[i]) continue;
    part.n.push_back(test.n[i]);
    part.y.push_back(test.y[i]);
    part.p.push_back(p[i]);
  }
  return part;
}

search::BernoulliCells cells_of(const simulate::ProfilePopulation& population,
                                const simulate::ProfileCounts& test,
                                const std::vector<double>& prediction) {
  data::Profiles profiles;
  profiles.attributes = population.attributes;
  profiles.codes.resize(population.attributes.size());
  for (std::size_t i = 0; i < population.size(); ++i) {
    for (const bool event : {false, true}) {
      const std::int64_t count = event ? test.y[i] : test.n[i] - test.y[i];
      if (count == 0) continue;
      for (std::size_t a = 0; a < profiles.codes.size(); ++a)
        profiles.codes[a].push_back(population.codes[i][a]);
      profiles.prediction.push_back(prediction[i]);
      profiles.outcome.push_back(event ? 1 : 0);
      profiles.count.push_back(count);
    }
  }
  return search::make_bernoulli_cells(profiles);
}

const search::SearchOptions& search_options() {
  static const search::SearchOptions options{.direction = search::Direction::lower,
                                             .penalty = 0,
                                             .strategy = search::Strategy::exhaustive};
  return options;
}

search::SearchResult best(const search::BernoulliCells& cells, std::span<const std::int64_t> y) {
  const search::BernoulliFamily family(cells, y, search::Direction::lower);
  return search::search(family, cells.n, search_options());
}

double score_of(const search::SearchResult& result) {
  return result.found.empty() ? 0.0 : result.found.front().log_likelihood_ratio;
}

/// Redraws every profile's events from its prediction. Stops once p <= alpha is out of reach.
bool significant_by_randomisation(const search::BernoulliCells& cells, double observed,
                                  std::int64_t replicates, double alpha, rng::Stream& stream) {
  std::vector<std::int64_t> y(cells.n.size());
  std::int64_t exceeding = 0;
  for (std::int64_t replicate = 0; replicate < replicates; ++replicate) {
    for (std::size_t c = 0; c < y.size(); ++c) {
      // One prediction per profile.
      y[c] = rng::binomial(stream, cells.n[c], cells.p[static_cast<std::size_t>(cells.first[c])]);
    }
    if (resample::reaches(score_of(best(cells, y)), observed)) ++exceeding;
    if (static_cast<double>(1 + exceeding) > alpha * static_cast<double>(1 + replicates))
      return false;
  }
  return true;
}

double overlap_with(const search::BernoulliCells& cells, const search::SearchResult& found,
                    const simulate::Membership& truth) {
  if (found.found.empty()) return 0;
  std::int64_t both = 0;
  std::int64_t either = 0;
  for (std::int64_t c = 0; c < cells.cells(); ++c) {
    std::vector<data::Code> codes;
    codes.reserve(cells.lattice.attributes.size());
    for (int a = 0; a < cells.lattice.attribute_count(); ++a)
      codes.push_back(cells.lattice.code(c, a));
    const bool in_truth = truth.contains(codes);
    const bool in_found = cells.lattice.contains(found.found.front().subgroup, c);
    const std::int64_t n = cells.n[static_cast<std::size_t>(c)];
    if (in_truth && in_found) both += n;
    if (in_truth || in_found) either += n;
  }
  return either == 0 ? 0.0 : static_cast<double>(both) / static_cast<double>(either);
}

}  // namespace

SamplingBiasRunner::SamplingBiasRunner(const SamplingBiasStudy& study,
                                       simulate::ProfilePopulation population)
    : study_(study),
      population_(std::move(population)),
      inside_(simulate::profiles_inside(population_, study.subgroup)),
      truth_(study.subgroup, population_.attributes) {}

RepetitionOutcome SamplingBiasRunner::run(const SamplingBiasSetting& setting,
                                          std::uint32_t repetition) const {
  rng::Stream stream(study_.options.seed, rng::Purpose::simulate, repetition, setting.substream);
  const auto train = simulate::draw_biased_records(population_, inside_, setting.delta,
                                                   setting.train_rows, stream);
  const auto test = simulate::draw_records(population_, setting.test_rows, stream);
  const std::vector<double> prediction = simulate::profile_rates(train).prediction;

  RepetitionOutcome out;
  out.threshold = std::numeric_limits<double>::infinity();
  const Part unbiased = part_of(test, population_.p, inside_);
  if (!unbiased.empty()) {
    const Part seen = part_of(test, prediction, inside_);
    out.score = theory::q_mle(seen.cells()) < 1 ? theory::score_without_bias(seen.cells()) : 0;
    out.limit = theory::limit_score(unbiased.cells(), setting.delta);
    out.threshold =
        theory::detectable_delta(unbiased.cells(), study_.critical_value).value_or(out.threshold);
  }
  const search::BernoulliCells cells = cells_of(population_, test, prediction);
  const search::SearchResult found = best(cells, cells.y);
  out.maximum = score_of(found);
  out.overlap = overlap_with(cells, found, truth_);
  if (study_.options.replicates > 0) {
    out.significant = significant_by_randomisation(cells, out.maximum, study_.options.replicates,
                                                   study_.options.alpha, stream);
  }
  return out;
}

double SamplingBiasRunner::corollary(double delta) const {
  // Equal shares: one person per profile stands for the mix.
  std::vector<std::int64_t> n, y;
  std::vector<double> p;
  for (std::size_t i = 0; i < population_.size(); ++i) {
    if (!inside_[i]) continue;
    n.push_back(1);
    y.push_back(0);
    p.push_back(population_.p[i]);
  }
  return theory::normalised_limit_score({n, y, p}, delta, study_.share);
}

}  // namespace faultline::studies
