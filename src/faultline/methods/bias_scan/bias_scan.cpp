#include "faultline/methods/bias_scan/bias_scan.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/bias_scan/scan_problem.hpp"
#include "faultline/methods/bias_scan/scan_round.hpp"
#include "faultline/methods/finding.hpp"

namespace faultline::methods {
namespace {

/// Where a list of ranks ends, and why.
Notice stopped(const Finding& next, int rank) {
  if (rank == 1) {
    return Notice::note(
        fmt::format("looking for outcomes {} than predicted, only the best subgroup is shown: "
                    "there is no evidence for it, so `top` looked no further",
                    name_of(next.direction)));
  }
  return Notice::note(fmt::format(
      "`top`: the list of subgroups with outcomes {} than predicted ends at rank {}; {}",
      name_of(next.direction), rank - 1,
      !next.subgroup ? std::string("nothing else scores above 0")
      : !next.p_value_adjusted
          ? fmt::format("what would come next, {}, could not be tested", next.text)
          : fmt::format("for what would come next, {}, there is not enough evidence "
                        "(adjusted p-value {:.3g})",
                        next.text, *next.p_value_adjusted)));
}

/// Multiplies the odds in the subgroups found, the strongest first; the q of the next is what is
/// left to correct then.
void correct(const ScanRound& round, std::vector<std::size_t> found, ScanProblem& problem) {
  std::stable_sort(found.begin(), found.end(), [&](std::size_t a, std::size_t b) {
    return round.findings[a].score > round.findings[b].score;
  });
  for (const std::size_t at : found) {
    const search::Direction direction = round.findings[at].direction;
    const search::SubgroupPeople people = problem.people(direction, round.winners[at]);
    const double t = search::maximise_bernoulli(people.view(), static_cast<double>(people.y)).theta;
    problem.change({round.winners[at], direction == search::Direction::higher ? t : -t});
  }
}

}  // namespace

void validate(const BiasScanOptions& options) {
  if (options.directions.empty()) throw ConfigError("`direction`: name higher, lower or both");
  if (!options.named.empty() && options.named.size() != options.directions.size()) {
    throw InternalError("subgroups are named for all directions or for none");
  }
  if (!options.named.empty() && options.top > 1) {
    throw ConfigError(
        "`top` looks for several subgroups and `subgroup` names one: use one of them");
  }
  validate_settings(options);
}

BiasScanResult bias_scan(const BiasScanInput& input, const BiasScanOptions& options,
                         const Hooks& hooks) {
  validate(options);
  if (input.cells.folded() && options.replicates > 0 && input.distributions == nullptr) {
    throw InternalError(
        "folded cells need the distributions of their outcomes for a randomisation test");
  }
  for (const search::Subgroup& subgroup : options.named)
    refuse_nobody(subgroup, input.cells.lattice);
  BiasScanResult result;
  ScanProblem problem(input);
  std::vector<search::Direction> open = options.directions;
  for (int rank = 1; rank <= options.top && !open.empty() && !result.partial; ++rank) {
    ScanRound round = scan_round(problem, options, open, rank, hooks);
    if (rank == 1) result.critical = round.critical;
    append(result.notices, round.notices);
    result.partial = round.partial || hooks.stop.stop_requested();
    open.clear();
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < round.findings.size(); ++i) {
      const bool evidence = round.findings[i].verdict == Verdict::evidence;
      if (evidence) {
        found.push_back(i);
        open.push_back(round.findings[i].direction);
      } else if (options.top > 1) {
        result.notices.push_back(stopped(round.findings[i], rank));
      }
    }
    if (rank < options.top && !open.empty() && !result.partial) {
      if (options.replicates == 0 || !problem.changeable()) {
        result.notices.push_back(Notice::note(
            "`top`: ranks past the first need replicates, and none are drawn: nothing further was "
            "looked for"));
        open.clear();
      } else {
        correct(round, found, problem);
      }
    }
    for (Finding& finding : round.findings) {
      if (rank == 1 || finding.verdict == Verdict::evidence)
        result.findings.push_back(std::move(finding));
    }
  }
  const bool one = std::adjacent_find(options.named.begin(), options.named.end(),
                                      std::not_equal_to<>()) == options.named.end();
  if (!options.named.empty() && one) keep_departing_direction(result.findings);
  const auto place = [&](const Finding& finding) {
    return std::find(options.directions.begin(), options.directions.end(), finding.direction);
  };
  std::stable_sort(result.findings.begin(), result.findings.end(),
                   [&](const Finding& a, const Finding& b) { return place(a) < place(b); });
  return result;
}

}  // namespace faultline::methods
