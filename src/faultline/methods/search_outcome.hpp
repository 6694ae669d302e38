#pragma once
// A search as a finding needs it: the subgroups found and proven as far as that goes, the scores
// that enter the test, and what a person should be told.

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "faultline/data/notice.hpp"
#include "faultline/search/engine.hpp"
#include "faultline/search/neighbours.hpp"
#include "faultline/search/nodes.hpp"

namespace faultline::methods {

/// What `auto` spends, per search, on proving what ascent found: a second or two; more where it is
/// told early whether that will do.
inline constexpr std::int64_t kCertificateBudget = 50'000'000;
inline constexpr std::int64_t kFrugalBudget = 250'000'000;

template <typename Family>
std::int64_t certificate_budget(const Family& family) {
  return search::proves_frugally(family) ? kFrugalBudget : kCertificateBudget;
}

struct SearchOutcome {
  search::SearchResult found{};
  /// What the strategy found by itself, where a proof then found better.
  std::optional<search::SearchResult> reached{};
  std::vector<double> statistics{};  // one per finding; 0 for "nothing found"
  data::Notices warnings{};
};

/// A subgroup that was named beforehand, as a search that looked at nothing else and pays no
/// penalty.
template <typename Family>
search::SearchResult score_named(const Family& family, const search::Subgroup& subgroup) {
  search::SearchResult result;
  result.found.push_back(family.score(subgroup));
  result.found.front().score = result.found.front().log_likelihood_ratio;
  result.strategy = search::Strategy::exhaustive;
  result.subgroups = 1;
  result.evaluations = 1;
  result.upper_bound = result.found.front().score;
  result.certified = true;
  return result;
}

/// The neighbours of the best subgroup found; nobody reads those of a replicate.
template <typename Family>
void look_around(const Family& family, const search::SearchOptions& options,
                 search::SearchResult& searched) {
  if (searched.found.empty() || options.replicate > 0) return;
  searched.neighbours =
      search::neighbours(family, searched.found.front().subgroup, options.penalty);
}

/// `provable`: branch and bound may be spent on what ascent found, from the best of `scouted`.
/// Where there are scouts, `bounded` is what they find and all of its budget spent on proving it: a
/// lattice that needs them is too large to be proven in every replicate.
template <typename Family>
SearchOutcome search_and_certify(const Family& family, const std::vector<std::int64_t>& people,
                                 const search::SearchOptions& options, bool provable,
                                 std::span<const search::ScoutedEnd> scouted = {}) {
  SearchOutcome result;
  search::SearchResult& found = result.found;
  const bool stubborn = options.strategy == search::Strategy::bounded && !scouted.empty();
  search::SearchOptions first = options;
  if (stubborn) first.strategy = search::Strategy::ascent;
  found = search::search(family, people, first, scouted);
  // The test compares like with like: the replicates are searched by the strategy alone, so the
  // best score enters as the strategy found it, before anything is proven or improved.
  const double reached = found.found.empty() ? 0.0 : found.found.front().score;
  if (found.strategy == search::Strategy::ascent) {
    // A proof speaks of subgroups of any size.
    const bool prove = (options.strategy == search::Strategy::automatic || stubborn) && provable &&
                       options.least_people <= 1;
    search::SearchResult before = found;
    const search::ProofBudget budget{
        .steps = stubborn ? options.work_budget : certificate_budget(family), .frugal = !stubborn};
    if (prove && search::certify(family, people, first, budget, found)) {
      result.reached = std::move(before);
    } else if (!found.certified && found.hits == 1) {
      result.warnings.push_back(data::Notice::warning(
          fmt::format("only one of {} restarts ended at this subgroup and it is not proven to be "
                      "the best: raise `restarts` or try "
                      "`strategy` bounded",
                      found.restarts)));
    }
  }
  if (stubborn) found.strategy = search::Strategy::bounded;
  look_around(family, options, found);
  if (result.reached) look_around(family, options, *result.reached);
  if (family.cut_bound() > (found.found.empty() ? 0.0 : found.found.front().score)) {
    result.warnings.push_back(data::Notice::warning(
        fmt::format("some subgroups' odds differ from the predictions by more than a factor of "
                    "{:.0f}; with so many distinct predictions "
                    "the search scores these at that factor, so that another of them may be the "
                    "best. The score shown is exact",
                    std::exp(search::kNodeRange))));
  }
  if (!found.found.empty() && static_cast<int>(found.found.size()) < options.top) {
    result.warnings.push_back(data::Notice::warning(
        fmt::format("{} of the {} subgroups asked for: no other that this search came across is "
                    "distinct enough and scores above 0{}",
                    found.found.size(), options.top,
                    found.strategy == search::Strategy::exhaustive
                        ? ""
                        : "; `strategy` exhaustive or more `restarts` may show more")));
  }
  for (const search::ScoredSubgroup& scored : found.found)
    result.statistics.push_back(scored.score);
  if (result.statistics.empty()) result.statistics.push_back(0.0);
  result.statistics.front() = reached;
  return result;
}

/// The same; a warning says when the finding shown is not the one that the test speaks of.
template <typename Family>
SearchOutcome search_and_prove(const Family& family, const std::vector<std::int64_t>& people,
                               const search::SearchOptions& options, bool provable) {
  SearchOutcome result = search_and_certify(family, people, options, provable);
  if (result.reached) {
    result.warnings.insert(
        result.warnings.begin(),
        data::Notice::warning(
            fmt::format("branch and bound found this subgroup; {} restarts of ascent had reached a "
                        "score of {:.4g} only. The randomisation "
                        "test repeats ascent, so the p-value is that of the lower score "
                        "(conservative): `strategy` bounded tests the "
                        "better one, and more `restarts` help ascent",
                        result.found.restarts, result.statistics.front())));
  }
  return result;
}

}  // namespace faultline::methods
