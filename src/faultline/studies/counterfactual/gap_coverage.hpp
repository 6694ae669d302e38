#pragma once
// `faultline reproduce counterfactual-coverage`: whether the intervals of a counterfactual audit
// hold what they promise where the truth is known: of gaps, of every pair of groups at once, of
// differences between two decisions, of need, opportunity and strength (true gaps are those of the
// groups that the audit's summaries are about); how often fair decisions
// are taken for unfair ones; and how often something unseen of a known strength is called too weak
// to explain a gap that is not there.

#include <array>
#include <cstdint>
#include <vector>

#include "faultline/methods/hooks.hpp"
#include "faultline/studies/counterfactual/gap_designs.hpp"
#include "faultline/studies/study_output.hpp"

namespace faultline::studies {

struct GapCoverageOptions {
  std::uint64_t seed = 1;
  std::vector<std::int64_t> groups = {4, 12};
  std::int64_t people = 5'000;
  std::int64_t few_people = 0;  // besides, as many people in 12 groups, seven of them small
  std::int64_t data_sets = 200;
  std::int64_t bootstrap = 200;
  double alpha = 0.1;  // .1 as in the paper
  std::vector<GapCase> cases{all_gap_cases().begin(), all_gap_cases().end()};
  std::vector<double> gammas = {1.5, 2};  // of something unseen
  int threads = 0;
};

/// Throws ConfigError.
void validate(const GapCoverageOptions& options);

/// How often an interval was there and held the truth.
struct Held {
  std::int64_t intervals = 0;
  std::int64_t covered = 0;
  double length = 0;  // sum
  void add(const methods::CounterfactualReport::Interval& interval, double truth);
  void add(const Held& other);
};

struct GapCoverageRow {
  std::size_t groups = 0;
  std::int64_t people = 0;
  bool lopsided = false;
  GapCase gap_case = GapCase::one_fair;
  bool cfpr = false;
  std::int64_t data_sets = 0;
  Held average{}, largest{}, pairs{};       // of the first decision; all pairs at once
  Held contrast{};                          // with rates as observed
  Held average_change{}, largest_change{};  // first minus second decision
  Held marginal{};                          // one attribute at a time, of equal rates
  Held need{}, opportunity{}, strength{};   // group by group
  std::int64_t evidence = 0;                // that the first decision's groups differ
  std::int64_t average_alone = 0;           // the same by the average gap's interval alone
  std::int64_t impossible = 0;              // an interval outside of what is possible
  std::int64_t contradictions = 0;          // the largest gap's below the average's or a pair's
};

struct UnseenRow {
  std::size_t groups = 0;
  double gamma = 1;
  std::int64_t data_sets = 0;
  std::int64_t evidence = 0;  // of a gap that is not there, by whoever ignores the unseen
  std::int64_t too_weak = 0;  // gamma is called too weak to explain it
};

struct GapCoverageStudy {
  GapCoverageOptions options{};
  std::vector<GapCoverageRow> rows{};  // by groups, case, rate
  std::vector<UnseenRow> unseen{};     // by groups, gamma
};

/// The same for every thread count. Throws Cancelled when stopped.
[[nodiscard]] GapCoverageStudy gap_coverage_study(const GapCoverageOptions& options,
                                                  const methods::Hooks& hooks = {});

/// Tables as text and Markdown; counterfactual.csv, unseen.csv.
[[nodiscard]] StudyOutput to_output(const GapCoverageStudy& study);

}  // namespace faultline::studies
