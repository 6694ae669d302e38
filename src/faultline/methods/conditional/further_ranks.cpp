#include "faultline/methods/conditional/further_ranks.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/methods/conditional/correction.hpp"
#include "faultline/methods/conditional/null_scan.hpp"
#include "faultline/parallel/pool.hpp"

namespace faultline::methods {
namespace {

/// One scan on its way down the ranks.
struct RankedScan {
  TestedScan tested{};    // at the rank it has reached; `finding` is its position in the round
  std::size_t first = 0;  // its first finding, in the result
  Correction correction;
  bool open = false;  // there was evidence at every rank so far
};

/// Of one thread: the people as they are, and those corrected for a scan.
struct RankNull {
  RankNull(const ClassProblem& problem, const std::vector<RankedScan>& scans) : own(problem) {
    for (const RankedScan& scan : scans) {
      const ClassProblem* corrected = scan.correction.corrected();
      others.push_back(corrected ? std::make_unique<NullScanner>(*corrected) : nullptr);
      if (!corrected && !scan.correction.empty())
        own.scanner.correct(scan.tested.scan, scan.correction.log_odds());
    }
  }
  NullScanner own;
  std::vector<std::unique_ptr<NullScanner>> others{};  // [scan]; null: the people as they are
};

class Ranks {
 public:
  Ranks(const ConditionalInput& input, const ClassAudit& audit, std::size_t families,
        const Hooks& hooks, resample::Checkpoint* checkpoint, ConditionalResult& result)
      : problem_(*audit.problem),
        families_(families),
        hooks_(hooks),
        checkpoint_(checkpoint),
        result_(result),
        scanner_(problem_) {
    scanner_.use(problem_.members());
    for (const TestedScan& tested : audit.tests) {
      scans_.push_back({.tested = tested,
                        .first = tested.finding,
                        .correction = Correction(input, problem_, tested.scan)});
      RankedScan& scan = scans_.back();
      (void)scanner_.expect(tested.scan);
      note(scan, result.findings[tested.finding]);
    }
  }

  void play(std::vector<std::size_t>& after);

 private:
  /// A scan whose subgroup has evidence goes on, corrected for it.
  void note(RankedScan& scan, const Finding& finding) {
    scan.open = finding.verdict == Verdict::evidence;
    if (scan.open) scan.correction.add(scan.tested.best.subgroup, scan.tested.best.theta, scanner_);
  }
  [[nodiscard]] std::vector<Finding> look(int rank);
  [[nodiscard]] TestedFamily test(int rank);
  [[nodiscard]] std::vector<double> null_round(std::uint32_t replicate, int rank,
                                               RankNull& null) const;
  void stop(const RankedScan& scan, const Finding& next);

  const ClassProblem& problem_;
  std::size_t families_;
  const Hooks& hooks_;
  resample::Checkpoint* checkpoint_;
  ConditionalResult& result_;
  ClassScanner scanner_;
  std::vector<RankedScan> scans_{};
};

/// Searches every open scan of the data; a scan that is not open keeps its place with a score of 0.
std::vector<Finding> Ranks::look(int rank) {
  std::vector<Finding> round(scans_.size());
  for (std::size_t i = 0; i < scans_.size(); ++i) {
    RankedScan& scan = scans_[i];
    TestedScan next{.scan = scan.tested.scan, .finding = i};
    if (scan.open) {
      scanner_.correct(next.scan, scan.correction.log_odds());
      (void)scanner_.expect(next.scan);
      round[i] = search_scan(problem_, scanner_, rank, hooks_, next);
    }
    scan.tested = std::move(next);
  }
  return round;
}

std::vector<double> Ranks::null_round(std::uint32_t replicate, int rank, RankNull& null) const {
  // Scans without a correction share their redraws as ever.
  std::vector<bool> plain(problem_.criteria().size(), false);
  for (const RankedScan& scan : scans_) plain[scan.tested.scan] = scan.correction.empty();
  NullScores scores = null_scores(problem_, replicate, plain, null.own, rank);
  std::vector<double> best;
  best.reserve(scans_.size());
  std::vector<std::int64_t> members;
  for (std::size_t i = 0; i < scans_.size(); ++i) {
    const std::size_t scan = scans_[i].tested.scan;
    if (null.others[i]) {
      best.push_back(
          null_scores(*scans_[i].correction.corrected(), replicate, {true}, *null.others[i], rank)
              .best.front());
      continue;
    }
    if (!scans_[i].correction.empty()) {
      null.own.redraw.draw_with(problem_.criteria()[scan].membership,
                                scans_[i].correction.probability(), members);
      null.own.scanner.use(members);
      score_null(problem_, scan, replicate, null.own, scores);
    }
    best.push_back(scores.best[scan]);
  }
  for (std::size_t i = 0; i < best.size(); ++i)
    best[i] = counted_score(best[i], scans_[i].tested.observed);
  return best;
}

TestedFamily Ranks::test(int rank) {
  parallel::Pool<RankNull> nulls([&] { return std::make_unique<RankNull>(problem_, scans_); });
  resample::Replicate replicate = [&](std::uint32_t number, std::span<double> scores) {
    const auto null = nulls.borrow();
    std::ranges::copy(null_round(number, rank, *null), scores.begin());
  };
  TestedFamily family{.open = true};
  std::vector<double> observed;
  const ProtectedClass& who = problem_.protected_class();
  std::string name = fmt::format("{}={}, rank {}", who.attribute, who.value, rank);
  for (std::size_t i = 0; i < scans_.size(); ++i) {
    family.findings.push_back(i);
    observed.push_back(scans_[i].tested.observed);
    if (!scans_[i].correction.empty()) name += fmt::format(", {}", i);
  }
  if (checkpoint_ != nullptr) replicate = checkpoint_->remember(name, std::move(replicate));
  resample::FamilyOptions options = problem_.options().test_options(families_);
  options.single_step = true;
  options.redraws_differ = true;
  family.test = resample::family_test(observed, replicate, options, hooks_.progress, hooks_.stop);
  return family;
}

void Ranks::stop(const RankedScan& scan, const Finding& next) {
  const Finding& first = result_.findings[scan.first];
  const ProtectedClass& who = problem_.protected_class();
  const std::string about = fmt::format("{} = {}", who.attribute, who.value);
  std::string why = "nothing else scores above 0";
  if (next.verdict == Verdict::not_comparable) {
    why = fmt::format("for what would come next, {}, there is nobody to compare with", next.text);
  } else if (next.subgroup && !next.p_value_adjusted) {
    why = fmt::format("what would come next, {}, could not be tested", next.text);
  } else if (next.subgroup) {
    why = fmt::format(
        "for what would come next, {}, there is not enough evidence (adjusted p-value {:.3g})",
        next.text, *next.p_value_adjusted);
  }
  result_.notices.push_back(
      Notice::note(fmt::format("`top`: {}, {}, {}: the list ends at rank {}; {}", about,
                               name_of(first.metric), name_of(first.direction), next.rank - 1, why),
                   about));
}

void Ranks::play(std::vector<std::size_t>& after) {
  for (int rank = 2; rank <= problem_.options().top; ++rank) {
    if (std::ranges::none_of(scans_, [](const RankedScan& scan) { return scan.open; })) return;
    if (hooks_.stop.stop_requested()) {
      result_.partial = true;
      return;
    }
    std::vector<Finding> round;
    try {
      round = look(rank);
    } catch (const Cancelled&) {
      result_.partial = true;  // what the ranks before have found stays
      return;
    }
    const TestedFamily family = test(rank);
    attach_tests(family, round);
    Notices repeated;  // what the first rank has said
    const std::vector<double> levels =
        give_verdicts(problem_.options(), {&family, 1}, families_ - 1, round, repeated);
    std::vector<TestedScan> tests;
    tests.reserve(scans_.size());
    for (const RankedScan& scan : scans_) tests.push_back(scan.tested);
    measure_effects(problem_, tests, family, levels.front(), round);
    if (family.test.partial) result_.partial = true;
    for (std::size_t i = 0; i < scans_.size(); ++i) {
      RankedScan& scan = scans_[i];
      if (!std::exchange(scan.open, false)) continue;
      if (family.test.partial) continue;
      note(scan, round[i]);
      if (!scan.open) {
        stop(scan, round[i]);
        continue;
      }
      after.push_back(scan.first);
      result_.findings.push_back(std::move(round[i]));
    }
  }
}

}  // namespace

void find_further_ranks(const ConditionalInput& input, const ClassAudit& audit,
                        std::size_t families, const Hooks& hooks, resample::Checkpoint* checkpoint,
                        ConditionalResult& result, std::vector<std::size_t>& after) {
  Ranks(input, audit, families, hooks, checkpoint, result).play(after);
}

}  // namespace faultline::methods
