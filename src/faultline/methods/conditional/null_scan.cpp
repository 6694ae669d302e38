#include "faultline/methods/conditional/null_scan.hpp"

#include <utility>

namespace faultline::methods {

void score_null(const ClassProblem& problem, std::size_t scan, std::uint32_t replicate,
                NullScanner& null, NullScores& scores) {
  if (!null.scanner.expect(scan)) {
    scores.best[scan] = kNotComputed;
    return;
  }
  scores.converged = scores.converged && null.scanner.converged(scan);
  const search::SearchResult found = null.scanner.search(
      scan, problem.options().search_options(problem.criteria()[scan].direction, replicate));
  if (!found.found.empty()) scores.best[scan] = found.found.front().score;
}

NullScores null_scores(const ClassProblem& problem, std::uint32_t replicate,
                       const std::vector<bool>& wanted, NullScanner& null, int rank) {
  NullScores scores{.best = std::vector<double>(problem.criteria().size(), 0.0)};
  std::vector<std::int64_t> members;
  null.redraw.begin(replicate, rank);
  for (std::size_t m = 0; m < problem.memberships().size(); ++m) {
    bool drawn = false;
    for (std::size_t scan = 0; scan < scores.best.size(); ++scan) {
      if (!wanted[scan] || problem.criteria()[scan].membership != m) continue;
      if (!std::exchange(drawn, true)) {
        null.redraw.draw(m, members);
        null.scanner.use(members);
      }
      score_null(problem, scan, replicate, null, scores);
    }
  }
  return scores;
}

}  // namespace faultline::methods
