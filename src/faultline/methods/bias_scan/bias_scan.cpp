#include "faultline/methods/bias_scan/bias_scan.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/methods/bias_scan/rescore.hpp"
#include "faultline/methods/breakdown.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/methods/search_outcome.hpp"
#include "faultline/resample/monte_carlo.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/search/bernoulli_family.hpp"

namespace faultline::methods {
namespace {

// So many people with the same outcome are rarely chance: more often an attribute gives the outcome
// away.
constexpr std::int64_t kManyAlike = 100;

/// Outcomes redrawn under the predictions, one count per cell.
void redraw(const BiasScanInput& input, rng::Stream& stream, std::vector<std::int64_t>& y) {
  const search::BernoulliCells& cells = input.cells;
  y.assign(static_cast<std::size_t>(cells.cells()), 0);
  for (std::int64_t cell = 0; cell < cells.cells(); ++cell) {
    if (cells.folded()) {
      y[cell] = input.distributions->sample(cell, stream);
      continue;
    }
    for (std::int64_t i = cells.first[cell]; i < cells.first[cell + 1]; ++i) {
      y[cell] += rng::binomial(stream, cells.prediction_n[i], cells.p[i]);
    }
  }
}

void describe_people(const search::BernoulliCells& cells, const search::ScoredSubgroup& scored,
                     Finding& finding) {
  const auto n = static_cast<double>(scored.n);
  finding.n = scored.n;
  finding.observed_count = scored.observed;
  finding.expected_count = scored.expected;
  finding.observed = scored.observed / n;
  finding.expected = scored.expected / n;
  finding.observed_interval =
      math::clopper_pearson_interval(static_cast<std::int64_t>(scored.observed), scored.n);
  Rate others;
  for (std::int64_t cell = 0; cell < cells.cells(); ++cell) {
    if (cells.lattice.contains(scored.subgroup, cell)) continue;
    others.n += cells.n[cell];
    others.observed_count += static_cast<double>(cells.y[cell]);
  }
  if (others.n > 0) {
    others.observed = others.observed_count / static_cast<double>(others.n);
    finding.comparison = others;
  }
  BreakdownBuilder breakdown(cells.lattice, scored.subgroup);
  search::CellSet{cells.lattice, scored.subgroup}.for_each([&](std::int64_t cell) {
    breakdown.add(cell, cells.n[cell], static_cast<double>(cells.y[cell]), cells.expected[cell]);
  });
  finding.breakdown = std::move(breakdown).finish();
}

Finding blank_finding(search::Direction direction, const search::SearchResult& search) {
  Finding finding;
  finding.method = Method::bias_scan;
  finding.metric = Criterion::calibration;
  finding.direction = direction;
  finding.theta_name = ThetaName::q;
  finding.search = report_search(search);
  return finding;
}

Finding make_finding(const BiasScanInput& input, search::Direction direction,
                     const search::SearchResult& search, const search::ScoredSubgroup& scored,
                     int rank) {
  Finding finding = blank_finding(direction, search);
  finding.rank = rank;
  report_score(search, scored, input.cells.lattice.attributes, finding);
  describe_people(input.cells, scored, finding);
  if (scored.n >= kManyAlike && (finding.observed == 0 || finding.observed == 1)) {
    finding.warnings.push_back(Notice::warning(
        fmt::format("{} of these {} people has the outcome: make sure that no scanned attribute is "
                    "recorded after it or because of it",
                    finding.observed == 0 ? "not one" : "every one", with_thousands(scored.n))));
  }
  return finding;
}

}  // namespace

void validate(const BiasScanOptions& options) {
  if (options.directions.empty()) throw ConfigError("`direction`: name higher, lower or both");
  validate_settings(options);
}

BiasScanResult bias_scan(const BiasScanInput& input, const BiasScanOptions& options,
                         const Hooks& hooks) {
  validate(options);
  const search::BernoulliCells& cells = input.cells;
  if (cells.folded() && options.replicates > 0 && input.distributions == nullptr) {
    throw InternalError(
        "folded cells need the distributions of their outcomes for a randomisation test");
  }
  BiasScanResult result;
  std::vector<std::size_t> direction_of;  // of each finding
  std::vector<double> observed;
  for (std::size_t d = 0; d < options.directions.size(); ++d) {
    const search::Direction direction = options.directions[d];
    SearchOutcome searched;
    try {
      search::SearchOptions search = options.search_options(direction);
      search.stop = hooks.stop;
      const search::BernoulliFamily family(cells, cells.y, direction);
      searched = search_and_prove(family, cells.n, search, !cells.folded());
    } catch (const Cancelled&) {
      // What the earlier directions found is worth showing.
      if (result.findings.empty()) throw;
      break;
    }
    search::SearchResult& found = searched.found;
    observed.insert(observed.end(), searched.statistics.begin(), searched.statistics.end());
    if (cells.folded() && input.send_again) {
      for (search::ScoredSubgroup& scored : found.found) rescore_exactly(input, direction, scored);
      found.upper_bound =
          std::max(found.upper_bound, found.found.empty() ? 0.0 : found.found.front().score);
    }
    const std::size_t first = result.findings.size();
    int rank = 0;
    for (const search::ScoredSubgroup& scored : found.found) {
      result.findings.push_back(make_finding(input, direction, found, scored, ++rank));
      direction_of.push_back(d);
    }
    if (found.found.empty()) {
      result.findings.push_back(blank_finding(direction, found));
      direction_of.push_back(d);
    }
    result.findings[first].warnings = std::move(searched.warnings);
  }
  const auto replicate = [&](std::uint32_t number, std::span<double> scores) {
    rng::Stream stream(options.seed, rng::Purpose::null_redraw, number);
    std::vector<std::int64_t> y;
    redraw(input, stream, y);
    std::vector<double> best(options.directions.size(), 0.0);
    for (std::size_t d = 0; d < options.directions.size(); ++d) {
      const search::BernoulliFamily family(cells, y, options.directions[d]);
      const search::SearchResult found =
          search::search(family, cells.n, options.search_options(options.directions[d], number));
      if (!found.found.empty()) best[d] = found.found.front().score;
    }
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = best[direction_of[i]];
  };
  const resample::MonteCarloResult tests = resample::monte_carlo(
      observed, replicate, options.test_options(), hooks.progress, hooks.stop);
  result.partial = tests.partial || hooks.stop.stop_requested();
  for (std::size_t i = 0; i < result.findings.size(); ++i) {
    attach_test(tests.tests[i], tests.null_scores[i], result.findings[i]);
  }
  const auto searched = direction_of.empty() ? std::size_t{0} : direction_of.back() + 1;
  adjust_family(options.alpha, options.replicates,
                static_cast<std::int64_t>(options.directions.size() - searched), result.findings,
                result.notices);
  return result;
}

}  // namespace faultline::methods
