#include "faultline/methods/class_scan/class_scan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/bias_scan/scan_finding.hpp"
#include "faultline/methods/closed_form.hpp"
#include "faultline/methods/finding.hpp"
#include "faultline/methods/search_outcome.hpp"
#include "faultline/methods/selection_interval.hpp"
#include "faultline/search/bernoulli_family.hpp"

namespace faultline::methods {
namespace {

/// One class in one direction.
struct Scan {
  std::size_t of_class = 0;
  search::Direction direction = search::Direction::higher;
};

class ClassScan {
 public:
  ClassScan(const ClassPeople& people, const BiasScanOptions& options, const Hooks& hooks)
      : people_(people),
        options_(options),
        hooks_(hooks),
        closed_(options.named.empty() ? people.cells(0).lattice.attributes
                                      : std::vector<data::Attribute>{},
                options.penalty,
                static_cast<int>(options.directions.size() * people.classes().size())) {
    inputs_.reserve(people.classes().size());
    problems_.reserve(people.classes().size());
    for (std::size_t k = 0; k < people.classes().size(); ++k) {
      inputs_.push_back({.cells = people.cells(k)});
      problems_.emplace_back(inputs_.back());
      for (const search::Direction direction : options.directions) scans_.push_back({k, direction});
    }
  }

  BiasScanResult run();

 private:
  [[nodiscard]] const search::Subgroup* named() const {
    return options_.named.empty() ? nullptr : &options_.named.front();
  }
  void look(const Scan& scan);
  [[nodiscard]] double null_score(std::uint32_t number, const std::vector<std::int64_t>& y,
                                  const Scan& scan) const;
  void test();
  void measure(std::size_t at, double level);

  const ClassPeople& people_;
  const BiasScanOptions& options_;
  const Hooks& hooks_;
  ClosedForm closed_;
  std::vector<BiasScanInput> inputs_{};
  std::vector<ScanProblem> problems_{};
  std::vector<Scan> scans_{};
  BiasScanResult result_{};
  std::vector<search::Subgroup> winners_{};
  std::vector<double> observed_{};  // as replicates are searched
  TestedFamily drawn_{};            // findings that replicates decide
};

void ClassScan::look(const Scan& scan) {
  const search::BernoulliCells& cells = people_.cells(scan.of_class);
  const search::BernoulliFamily family(cells, cells.y, scan.direction);
  SearchOutcome outcome;
  if (named() != nullptr) {
    outcome.found = score_named(family, *named());
    outcome.statistics = {outcome.found.found.front().score};
  } else {
    search::SearchOptions search = options_.search_options(scan.direction);
    search.stop = hooks_.stop;
    outcome = search_and_certify(family, cells.n, search, true);
  }
  const ScanProblem& problem = problems_[scan.of_class];
  Finding finding = scan_finding(problem, scan.direction, outcome.found, 1);
  const double bound = closed_.p_value(finding.score);
  finding.proven = ClosedForm::settles(bound, options_.alpha) || options_.replicates == 0;
  if (finding.proven) {
    finding.p_value = finding.p_value_adjusted = bound;
  } else if (outcome.reached) {
    // The test repeats ascent, and speaks of what ascent reached.
    const search::ScoredSubgroup& best = outcome.found.found.front();
    outcome.warnings.push_back(Notice::warning(fmt::format(
        "proven best: {}, with a score of {:.4g}. The test repeats ascent, which did not reach it, "
        "and speaks of the subgroup shown: `strategy` bounded tests the better one, and more "
        "`restarts` help ascent",
        search::in_words(best.subgroup, cells.lattice.attributes), best.score)));
    outcome.reached->upper_bound = outcome.found.upper_bound;
    outcome.found = std::move(*outcome.reached);
    finding = scan_finding(problem, scan.direction, outcome.found, 1);
  }
  finding.family = Family::nominal;
  finding.outcome_class = people_.classes()[scan.of_class];
  if (people_.expects_shares()) finding.expected_overall = true;
  append(finding.warnings, outcome.warnings);
  observed_.push_back(outcome.statistics.front());
  const auto& found = outcome.found.found;
  winners_.push_back(found.empty() ? search::Subgroup{} : found.front().subgroup);
  result_.findings.push_back(std::move(finding));
}

double ClassScan::null_score(std::uint32_t number, const std::vector<std::int64_t>& y,
                             const Scan& scan) const {
  const search::BernoulliCells& cells = people_.cells(scan.of_class);
  const search::BernoulliFamily family(cells, y, scan.direction);
  if (named() != nullptr) return family.score(*named()).log_likelihood_ratio;
  const search::SearchResult found =
      search::search(family, cells.n, options_.search_options(scan.direction, number));
  return found.found.empty() ? 0.0 : found.found.front().score;
}

void ClassScan::test() {
  std::vector<double> observed;
  for (std::size_t i = 0; i < result_.findings.size(); ++i) {
    if (result_.findings[i].proven) continue;
    drawn_.findings.push_back(i);
    observed.push_back(observed_[i]);
  }
  const auto replicate = [&](std::uint32_t number, std::span<double> scores) {
    rng::Stream stream(options_.seed, rng::Purpose::null_redraw, number);
    const ClassPeople::Counts counts = people_.redraw(stream);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const Scan& scan = scans_[drawn_.findings[i]];
      scores[i] = null_score(number, counts[scan.of_class], scan);
    }
  };
  drawn_.test = resample::family_test(observed, replicate, options_.test_options(1),
                                      hooks_.progress, hooks_.stop);
  result_.partial = result_.partial || drawn_.test.partial;
  attach_tests(drawn_, result_.findings);
}

void ClassScan::measure(std::size_t at, double level) {
  Finding& finding = result_.findings[at];
  SearchNull null{.critical = closed_.critical_score(level),
                  .mean = closed_.null_mean(),
                  .alpha = options_.alpha};
  if (!finding.proven) {
    const auto drawn = std::find(drawn_.findings.begin(), drawn_.findings.end(), at);
    const auto test = static_cast<std::size_t>(drawn - drawn_.findings.begin());
    null.critical = drawn_.test.critical_score(test, level);
    null.mean = drawn_.test.tests[test].null_mean;
  }
  if (!finding.p_value || !(finding.log_likelihood_ratio > 0)) return;
  if (!std::isfinite(null.critical)) return;  // too few replicates for any interval
  const search::SubgroupPeople people =
      problems_[scans_[at].of_class].people(finding.direction, winners_[at]);
  report_effect(bernoulli_effect(people.view(), people.y, finding.direction, finding.penalty, null),
                finding);
  // Nothing was searched, so nothing has to be drawn back.
  if (named() != nullptr) finding.theta_shrunken.reset();
}

BiasScanResult ClassScan::run() {
  for (const Scan& scan : scans_) {
    try {
      look(scan);
    } catch (const Cancelled&) {
      // What the earlier scans found is worth showing.
      if (result_.findings.empty()) throw;
      result_.partial = true;
      break;
    }
  }
  test();
  TestedFamily all{.findings = std::vector<std::size_t>(result_.findings.size())};
  std::iota(all.findings.begin(), all.findings.end(), 0);
  const std::size_t unmade = result_.findings.size() < scans_.size() ? 1 : 0;
  const std::vector<double> levels =
      give_verdicts(options_, {&all, 1}, unmade, result_.findings, result_.notices);
  for (std::size_t i = 0; i < result_.findings.size(); ++i) measure(i, levels.front());
  if (named() == nullptr || options_.directions.size() == 1) return std::move(result_);
  // Of a named subgroup each class departs in one direction at most.
  std::vector<Finding> kept;
  for (const std::string& name : people_.classes()) {
    std::vector<Finding> own;
    std::copy_if(result_.findings.begin(), result_.findings.end(), std::back_inserter(own),
                 [&](const Finding& finding) { return finding.outcome_class == name; });
    if (own.empty()) continue;
    keep_departing_direction(own);
    std::move(own.begin(), own.end(), std::back_inserter(kept));
  }
  result_.findings = std::move(kept);
  return std::move(result_);
}

}  // namespace

BiasScanResult class_scan(const ClassPeople& people, const BiasScanOptions& options,
                          const Hooks& hooks) {
  validate(options);
  if (options.top > 1) throw InternalError("a scan of classes looks for one subgroup of each");
  for (const search::Subgroup& subgroup : options.named)
    refuse_nobody(subgroup, people.cells(0).lattice);
  return ClassScan(people, options, hooks).run();
}

}  // namespace faultline::methods
