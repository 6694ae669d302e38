#include "faultline/methods/bias_scan/scan_finding.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/breakdown.hpp"
#include "faultline/methods/finding.hpp"

namespace faultline::methods {
namespace {

// So many people with the same outcome are rarely chance: more often an attribute gives the outcome
// away.
constexpr std::int64_t kManyAlike = 100;

void describe_people(const search::BernoulliCells& cells, const search::ScoredSubgroup& scored,
                     Finding& finding) {
  const auto n = static_cast<double>(scored.n);
  finding.n = scored.n;
  finding.observed_count = scored.observed;
  finding.expected_count = scored.expected;
  finding.observed = scored.observed / n;
  finding.expected = scored.expected / n;
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

void rescore(const ScanProblem& problem, search::Direction direction,
             search::ScoredSubgroup& scored) {
  const search::SubgroupPeople people = problem.people(direction, scored.subgroup);
  const search::Maximum best =
      search::maximise_bernoulli(people.view(), static_cast<double>(people.y));
  scored.theta = direction == search::Direction::higher ? best.theta : -best.theta;
  scored.log_likelihood_ratio = best.value;
  scored.score = best.value - scored.penalty;
}

}  // namespace

Finding scan_finding(const ScanProblem& problem, search::Direction direction,
                     search::SearchResult& search, int rank) {
  Finding finding;
  finding.method = Method::bias_scan;
  finding.metric = Criterion::calibration;
  finding.direction = direction;
  finding.theta_name = ThetaName::q;
  finding.rank = rank;
  finding.search = report_search(search);
  if (search.found.empty()) return finding;
  search::ScoredSubgroup& scored = search.found.front();
  const search::BernoulliCells& cells = problem.cells();
  if (cells.folded() && problem.knows_people()) {
    rescore(problem, direction, scored);
    search.upper_bound = std::max(search.upper_bound, scored.score);
  }
  report_score(search, scored, cells.lattice.attributes, finding);
  finding.search = report_search(search);  // every rank is a search of its own
  describe_people(cells, scored, finding);
  if (scored.n >= kManyAlike && (finding.observed == 0 || finding.observed == 1)) {
    finding.warnings.push_back(Notice::warning(
        fmt::format("{} of these {} people has the outcome: make sure that no scanned attribute is "
                    "recorded after it or because of it",
                    finding.observed == 0 ? "not one" : "every one", with_thousands(scored.n))));
  }
  return finding;
}

}  // namespace faultline::methods
