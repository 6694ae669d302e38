#include "faultline/methods/residual_scan/residual_scan.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/methods/residual_scan/residual_finding.hpp"
#include "faultline/methods/residual_scan/skewness.hpp"
#include "faultline/methods/search_outcome.hpp"

namespace faultline::methods {
namespace {

class ResidualScan {
 public:
  ResidualScan(const ResidualPeople& people, const BiasScanOptions& options, const Hooks& hooks)
      : people_(people), options_(options), hooks_(hooks) {}

  BiasScanResult run();

 private:
  [[nodiscard]] const search::Subgroup* named_for(search::Direction direction) const;
  void look(search::Direction direction);
  [[nodiscard]] double null_score(std::uint32_t number, const std::vector<double>& sums,
                                  search::Direction direction) const;
  void test();
  void measure(std::size_t at, double level);

  const ResidualPeople& people_;
  const BiasScanOptions& options_;
  const Hooks& hooks_;
  BiasScanResult result_{};
  std::vector<search::Subgroup> winners_{};  // of the findings
  std::vector<double> tested_{};             // score that is compared with the replicates
  TestedFamily family_{};
};

const search::Subgroup* ResidualScan::named_for(search::Direction direction) const {
  if (options_.named.empty()) return nullptr;
  const auto at = std::find(options_.directions.begin(), options_.directions.end(), direction);
  return &options_.named[static_cast<std::size_t>(at - options_.directions.begin())];
}

void ResidualScan::look(search::Direction direction) {
  const search::GaussianCells& cells = people_.cells();
  const search::GaussianFamily family(cells, cells.residual_sum, direction);
  SearchOutcome outcome;
  if (const search::Subgroup* subgroup = named_for(direction)) {
    outcome.found = score_named(family, *subgroup);
  } else {
    search::SearchOptions search = options_.search_options(direction);
    search.stop = hooks_.stop;
    outcome = search_and_certify(family, cells.n, search, true);
  }
  if (outcome.reached) {
    // The test repeats ascent, and speaks of what ascent reached.
    const search::ScoredSubgroup& best = outcome.found.found.front();
    outcome.warnings.push_back(Notice::warning(fmt::format(
        "proven best: {}, with a score of {:.4g}. The test repeats ascent, which did not reach it, "
        "and speaks of the subgroup shown: `strategy` bounded tests the better one, and more "
        "`restarts` help ascent",
        search::in_words(best.subgroup, cells.lattice.attributes), best.score)));
    outcome.reached->upper_bound = outcome.found.upper_bound;
    outcome.found = std::move(*outcome.reached);
  }
  Finding& finding =
      result_.findings.emplace_back(residual_finding(people_, direction, outcome.found));
  append(finding.warnings, outcome.warnings);
  const auto& found = outcome.found.found;
  winners_.push_back(found.empty() ? search::Subgroup{} : found.front().subgroup);
  double tested = finding.score;
  if (finding.subgroup && finding.log_likelihood_ratio > 0) {
    const double left = left_by_skewness(people_.moments(winners_.back()),
                                         people_.moments_of_everybody(), !options_.named.empty());
    tested = std::max(0.0, left * finding.log_likelihood_ratio - finding.penalty);
    if (left < 1) finding.score_tested = tested;
    if (left == 0 && !options_.named.empty()) {
      finding.warnings.push_back(
          Notice::warning("these people are too few, and outcomes too skewed, to tell a difference "
                          "in this direction from skewness: no evidence can be had from them"));
    }
  }
  tested_.push_back(tested);
}

double ResidualScan::null_score(std::uint32_t number, const std::vector<double>& sums,
                                search::Direction direction) const {
  const search::GaussianFamily family(people_.cells(), sums, direction);
  if (const search::Subgroup* subgroup = named_for(direction))
    return family.score(*subgroup).log_likelihood_ratio;
  const search::SearchResult found =
      search::search(family, people_.cells().n, options_.search_options(direction, number));
  return found.found.empty() ? 0.0 : found.found.front().score;
}

void ResidualScan::test() {
  family_.findings.resize(result_.findings.size());
  std::iota(family_.findings.begin(), family_.findings.end(), 0);
  const auto replicate = [&](std::uint32_t number, std::span<double> scores) {
    rng::Stream stream(options_.seed, rng::Purpose::null_redraw, number);
    const std::vector<double> sums = people_.redraw(stream);
    for (std::size_t i = 0; i < scores.size(); ++i)
      scores[i] = null_score(number, sums, result_.findings[i].direction);
  };
  family_.test = resample::family_test(tested_, replicate, options_.test_options(1),
                                       hooks_.progress, hooks_.stop);
  result_.partial = result_.partial || family_.test.partial;
  attach_tests(family_, result_.findings);
}

void ResidualScan::measure(std::size_t at, double level) {
  Finding& finding = result_.findings[at];
  SearchNull null{.critical = family_.test.critical_score(at, level),
                  .mean = family_.test.tests[at].null_mean,
                  .alpha = options_.alpha,
                  .one_sided = !options_.named.empty() && options_.directions.size() == 1};
  result_.critical.push_back({finding.direction, null.critical, false});
  if (!finding.p_value || !(finding.log_likelihood_ratio > 0)) return;
  if (!std::isfinite(null.critical)) return;  // too few replicates for any interval
  // What skewness may account for widens the interval as it weakens the test.
  null.critical += finding.score - tested_[at];
  measure_residuals(people_, winners_[at], null, finding);
  // Nothing was searched, so nothing has to be drawn back.
  if (!options_.named.empty()) finding.theta_shrunken.reset();
}

BiasScanResult ResidualScan::run() {
  for (const search::Direction direction : options_.directions) {
    try {
      look(direction);
    } catch (const Cancelled&) {
      // What the earlier direction found is worth showing.
      if (result_.findings.empty()) throw;
      result_.partial = true;
      break;
    }
  }
  test();
  const std::size_t unmade = result_.findings.size() < options_.directions.size() ? 1 : 0;
  const std::vector<double> levels =
      give_verdicts(options_, {&family_, 1}, unmade, result_.findings, result_.notices);
  for (std::size_t i = 0; i < result_.findings.size(); ++i) measure(i, levels.front());
  const bool one = std::adjacent_find(options_.named.begin(), options_.named.end(),
                                      std::not_equal_to<>()) == options_.named.end();
  if (!options_.named.empty() && one) keep_departing_direction(result_.findings);
  return std::move(result_);
}

}  // namespace

BiasScanResult residual_scan(const ResidualPeople& people, const BiasScanOptions& options,
                             const Hooks& hooks) {
  validate(options);
  if (options.top > 1) throw InternalError("a scan of numbers looks for one subgroup");
  for (const search::Subgroup& subgroup : options.named)
    refuse_nobody(subgroup, people.cells().lattice);
  return ResidualScan(people, options, hooks).run();
}

}  // namespace faultline::methods
