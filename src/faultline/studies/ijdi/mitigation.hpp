#pragma once
// `faultline reproduce ijdi-mitigation`: Table 1 (thresholds for Black and other defendants, with
// the scores of Figure 3) and Tables 3 to 10 (iterative correction of COMPAS and German credit: the
// scans after 0, 1 and 2 corrections for five lambdas and both error rates), theirs beside ours.
// Ours twice: with the interpolated quantile, as they did, and with the higher order statistic,
// which keeps the promise of the threshold.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "faultline/data/profiles.hpp"
#include "faultline/methods/hooks.hpp"
#include "faultline/methods/ijdi/ijdi.hpp"
#include "faultline/studies/ijdi/study.hpp"

namespace faultline::studies {

/// Cells that branch and bound may add up in one inner scan of German credit, whose subgroups are
/// too many to enumerate; some seconds.
inline constexpr std::int64_t kGermanWork = 20'000'000;

struct PaperThresholds {
  double theta_inside = 0.5;
  double theta_outside = 0.5;
  double fpr_inside = 0;  // percent, as all rates here
  double fpr_outside = 0;
  double tpr_inside = 0;
  double tpr_outside = 0;
};

struct PaperScan {
  std::string data{};  // "compas" | "german"
  methods::ErrorRate error = methods::ErrorRate::fpr;
  double lambda = 0;
  int corrections = 0;
  double score = 0;
  std::string subgroup{};  // empty: none found
};

[[nodiscard]] const std::vector<PaperThresholds>& paper_table1();
[[nodiscard]] const std::vector<PaperScan>& paper_scans();
/// What is known to be wrong with a printed row; empty for most.
[[nodiscard]] std::string known_misprint(const PaperScan& scan);

struct ThresholdRow {
  PaperThresholds paper{};
  PaperThresholds ours{};
  struct Score {
    methods::ErrorRate error = methods::ErrorRate::fpr;
    double lambda = 0;
    double score = 0;          // of the best subgroup over all attributes
    double score_by_race = 0;  // and over race alone
  };
  std::vector<Score> scores{};
};

/// One scan of the iterative correction; none when the corrections ended before it.
struct OurScan {
  double score = 0;
  std::string text{};      // in words; empty: nothing found
  bool same = false;       // the paper's subgroup
  bool certified = false;  // the last inner scan is proven to have the optimum
  bool lists_na = false;   // names N/A, which the authors' program cannot find
  std::size_t inner = 1;   // scans inside Algorithm 1
};

struct ScanRow {
  PaperScan paper{};
  std::optional<OurScan> linear{};
  std::optional<OurScan> higher{};
  std::string verdict{};
};

struct MitigationStudy {
  IjdiStudyOptions options{};
  std::vector<ThresholdRow> thresholds{};
  std::vector<ScanRow> scans{};
};

/// Profiles with prediction, outcome and the true probability as number "p". `german` may be null.
/// COMPAS needs the attribute race. `german_fitted`: its score and probability are not the paper's,
/// so that its rows are not judged. Deterministic for every thread count; throws Cancelled when
/// stopped.
[[nodiscard]] MitigationStudy mitigation_study(const data::Profiles& compas,
                                               const data::Profiles* german,
                                               const IjdiStudyOptions& options,
                                               const methods::Hooks& hooks = {},
                                               bool german_fitted = false);

/// The verdict on one row; `same_before`: all corrections before were those of the paper.
[[nodiscard]] std::string judge(const PaperScan& paper, const std::optional<OurScan>& ours,
                                bool same_before);

[[nodiscard]] StudyOutput to_output(const MitigationStudy& study);

}  // namespace faultline::studies
