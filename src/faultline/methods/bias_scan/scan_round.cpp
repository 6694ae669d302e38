#include "faultline/methods/bias_scan/scan_round.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/bias_scan/scan_finding.hpp"
#include "faultline/methods/closed_form.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/methods/search_outcome.hpp"
#include "faultline/methods/selection_interval.hpp"
#include "faultline/search/bernoulli_family.hpp"
#include "faultline/search/scout.hpp"

namespace faultline::methods {
namespace {

/// Outcomes of a replicate, and what they come to for scouts.
struct Redrawn {
  std::vector<std::int64_t> y{};
  std::vector<float> deviations{};
};

class Round {
 public:
  Round(const ScanProblem& problem, const BiasScanOptions& options, int rank, const Hooks& hooks)
      : problem_(problem),
        options_(options),
        rank_(rank),
        hooks_(hooks),
        closed_(options.named.empty() ? problem.cells().lattice.attributes
                                      : std::vector<data::Attribute>{},
                options.penalty, static_cast<int>(options.directions.size())) {
    if (options.named.empty() && search::Scout::suits(problem.cells().lattice, options.strategy)) {
      scout_.emplace(problem.cells(), options.directions);
    }
  }

  ScanRound play(std::span<const search::Direction> directions);

 private:
  /// None: the direction is searched.
  [[nodiscard]] const search::Subgroup* named_for(search::Direction direction) const;
  [[nodiscard]] SearchOutcome look(search::Direction direction) const;
  void settle(SearchOutcome& outcome, Finding& finding);
  [[nodiscard]] double null_score(std::uint32_t number, const Redrawn& redrawn,
                                  search::Direction direction) const;
  void test();
  void measure(std::size_t at, double level);

  const ScanProblem& problem_;
  const BiasScanOptions& options_;
  int rank_;
  const Hooks& hooks_;
  ClosedForm closed_;
  std::optional<search::Scout> scout_{};  // where the lattice is large
  ScanRound round_{};
  std::vector<double> observed_{};  // per finding, as replicates are searched
  TestedFamily drawn_{};            // findings that replicates decide
};

const search::Subgroup* Round::named_for(search::Direction direction) const {
  if (options_.named.empty()) return nullptr;
  const auto at = std::find(options_.directions.begin(), options_.directions.end(), direction);
  return &options_.named[static_cast<std::size_t>(at - options_.directions.begin())];
}

SearchOutcome Round::look(search::Direction direction) const {
  const search::BernoulliCells& cells = problem_.cells();
  const search::BernoulliFamily family(cells, cells.y, direction);
  if (const search::Subgroup* subgroup = named_for(direction)) {
    SearchOutcome outcome{.found = score_named(family, *subgroup)};
    outcome.statistics = {outcome.found.found.front().score};
    return outcome;
  }
  search::SearchOptions search = options_.search_options(direction);
  search.top = 1;
  search.stop = hooks_.stop;
  const bool provable = !cells.folded() || search::proves_frugally(family);
  if (!scout_) return search_and_certify(family, cells.n, search, provable);
  const auto ends = scout_->ends(scout_->deviations(cells.y), search);
  SearchOutcome outcome = search_and_certify(family, cells.n, search, provable, ends);
  // Replicates are scouted only, and the test compares like with like.
  outcome.statistics.front() = scout_->score(ends, cells.y, search);
  return outcome;
}

/// The finding, settled in closed form where that decides. Otherwise the test repeats the strategy,
/// so the finding is what the strategy reached, and a better one that was proven stands beside it.
void Round::settle(SearchOutcome& outcome, Finding& finding) {
  const search::Direction direction = finding.direction;
  if (rank_ == 1) {
    finding = scan_finding(problem_, direction, outcome.found, rank_);
    const double bound = closed_.p_value(finding.score);
    const auto families = static_cast<double>(1 + hooks_.beside.families);
    if (ClosedForm::settles(bound, options_.alpha / families) || options_.replicates == 0) {
      finding.p_value = finding.p_value_adjusted = bound;
      finding.proven = true;
      append(finding.warnings, outcome.warnings);
      return;
    }
  }
  if (outcome.reached) {
    const search::ScoredSubgroup& best = outcome.found.found.front();
    outcome.warnings.push_back(Notice::warning(fmt::format(
        "{}: {}, with a score of {:.4g}. The test repeats ascent, which did not reach it, and "
        "speaks of the subgroup shown: {}more `restarts` help ascent",
        outcome.found.certified ? "proven best" : "a better one, found while proving",
        search::in_words(best.subgroup, problem_.cells().lattice.attributes), best.score,
        scout_ ? "" : "`strategy` bounded tests the better one, and ")));
    outcome.reached->upper_bound = outcome.found.upper_bound;
    outcome.found = std::move(*outcome.reached);
  }
  finding = scan_finding(problem_, direction, outcome.found, rank_);
  append(finding.warnings, outcome.warnings);
}

double Round::null_score(std::uint32_t number, const Redrawn& redrawn,
                         search::Direction direction) const {
  search::SearchOptions search = options_.search_options(direction, number);
  search.top = 1;
  if (scout_) return scout_->score(scout_->ends(redrawn.deviations, search), redrawn.y, search);
  const search::BernoulliFamily family(problem_.cells(), redrawn.y, direction);
  if (const search::Subgroup* subgroup = named_for(direction))
    return family.score(*subgroup).log_likelihood_ratio;
  const search::SearchResult found = search::search(family, problem_.cells().n, search);
  return found.found.empty() ? 0.0 : found.found.front().score;
}

void Round::test() {
  std::vector<double> observed;
  for (std::size_t i = 0; i < round_.findings.size(); ++i) {
    if (round_.findings[i].proven) continue;
    drawn_.findings.push_back(i);
    observed.push_back(observed_[i]);
  }
  // Replicates of large lattices are searched so quickly that drawing person by person would take
  // most of the time.
  std::optional<resample::CountDistributions> laws;
  if (scout_ && !observed.empty() && !problem_.cells().folded()) laws = problem_.laws();
  const auto replicate = [&](std::uint32_t number, std::span<double> scores) {
    // Ranks draw numbers of their own.
    rng::Stream stream(options_.seed, rng::Purpose::null_redraw, number,
                       static_cast<std::uint32_t>(rank_ - 1));
    Redrawn redrawn{.y = problem_.redraw(stream, laws ? &*laws : nullptr)};
    if (scout_) redrawn.deviations = scout_->deviations(redrawn.y);
    if (options_.top == 1) {
      for (std::size_t i = 0; i < scores.size(); ++i) {
        scores[i] = null_score(number, redrawn, round_.findings[drawn_.findings[i]].direction);
      }
      return;
    }
    double best = 0;
    for (const search::Direction direction : options_.directions)
      best = std::max(best, null_score(number, redrawn, direction));
    std::fill(scores.begin(), scores.end(), best);
  };
  drawn_.test =
      resample::family_test(observed, replicate, options_.test_options(1 + hooks_.beside.families),
                            hooks_.progress, hooks_.stop);
  round_.partial = round_.partial || drawn_.test.partial;
  attach_tests(drawn_, round_.findings);
}

/// Interval and shrunken estimate of q, from the test that decided at this level.
void Round::measure(std::size_t at, double level) {
  Finding& finding = round_.findings[at];
  SearchNull null{.critical = closed_.critical_score(level),
                  .mean = closed_.null_mean(),
                  .alpha = options_.alpha,
                  .one_sided = !options_.named.empty() && options_.directions.size() == 1};
  if (!finding.proven) {
    const auto drawn = std::find(drawn_.findings.begin(), drawn_.findings.end(), at);
    const auto test = static_cast<std::size_t>(drawn - drawn_.findings.begin());
    null.critical = drawn_.test.critical_score(test, level);
    null.mean = drawn_.test.tests[test].null_mean;
  }
  round_.critical.push_back({finding.direction, null.critical, finding.proven});
  if (!finding.p_value || !(finding.log_likelihood_ratio > 0) || !problem_.knows_people()) return;
  if (!std::isfinite(null.critical)) return;  // too few replicates for any interval
  // Where folded scores are cut at the last node, the test compared the lower score.
  if (!finding.proven) null.critical += finding.score - observed_[at];
  const search::SubgroupPeople people = problem_.people(finding.direction, round_.winners[at]);
  report_effect(bernoulli_effect(people.view(), people.y, finding.direction, finding.penalty, null),
                finding);
  // Nothing was searched, so nothing has to be drawn back.
  if (!options_.named.empty()) finding.theta_shrunken.reset();
}

ScanRound Round::play(std::span<const search::Direction> directions) {
  for (const search::Direction direction : directions) {
    SearchOutcome outcome;
    try {
      outcome = look(direction);
    } catch (const Cancelled&) {
      // What the earlier directions found is worth showing.
      if (round_.findings.empty()) throw;
      round_.partial = true;
      break;
    }
    observed_.push_back(outcome.statistics.front());
    Finding& finding = round_.findings.emplace_back();
    finding.direction = direction;
    settle(outcome, finding);
    const auto& found = outcome.found.found;
    round_.winners.push_back(found.empty() ? search::Subgroup{} : found.front().subgroup);
  }
  test();
  TestedFamily all{.findings = std::vector<std::size_t>(round_.findings.size())};
  std::iota(all.findings.begin(), all.findings.end(), 0);
  const std::size_t unmade = round_.findings.size() < directions.size() ? 1 : 0;
  const std::vector<double> levels =
      give_verdicts(options_, {&all, 1}, unmade, round_.findings, round_.notices, hooks_.beside);
  for (std::size_t i = 0; i < round_.findings.size(); ++i) measure(i, levels.front());
  return std::move(round_);
}

}  // namespace

ScanRound scan_round(const ScanProblem& problem, const BiasScanOptions& options,
                     std::span<const search::Direction> directions, int rank, const Hooks& hooks) {
  return Round(problem, options, rank, hooks).play(directions);
}

}  // namespace faultline::methods
