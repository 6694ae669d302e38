#pragma once
// `faultline reproduce cbs-table5` and `cbs-table6`: Conditional Bias Scan of every protected class
// of the paper's case studies, theirs beside ours. Every row that differs carries a note with our
// own numbers: the score of the paper's subgroup under our models, the p-value, the people counted.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "faultline/methods/conditional/class_problem.hpp"
#include "faultline/methods/conditional/class_scanner.hpp"
#include "faultline/methods/conditional/conditional.hpp"
#include "faultline/studies/conditional/paper_tables.hpp"

namespace faultline::studies {

struct CbsTableOptions {
  std::int64_t permutations = 1'000;
  model::LearnerKind learner = model::LearnerKind::logistic;  // of both models
  int calibration_bins = 10;
  double significance = 0.05;  // of the paper's flags: raw p below it
  std::uint64_t seed = 1;
  int threads = 0;  // 0: all
};

/// A given subgroup under our models and in the data.
struct SubgroupScore {
  double score = 0;  // after the penalty; below 0 when the penalty outweighs it
  std::int64_t n = 0;
  double observed = 0;
  std::int64_t comparison_n = 0;
  double comparison = 0;
};

struct CbsTableRow {
  const PaperClass* protected_class = nullptr;
  std::size_t scan = 0;  // position in kPaperMetrics
  methods::Finding ours{};
  bool computed = true;                     // false: the scan cannot be made, a note says why
  std::string paper_words{};                // the paper's subgroup; empty: none
  std::optional<SubgroupScore> at_paper{};  // of that subgroup
  bool same_subgroup = false;
  bool score_within_rounding = false;  // of the printed digits
  std::optional<bool> same_rates{};    // of the paper's subgroup: rates as printed, counts equal
  std::optional<bool> same_flag{};     // none without permutations
  std::vector<std::string> notes{};    // why something differs

  [[nodiscard]] const PaperScan& paper() const { return protected_class->scans[scan]; }
};

struct CbsTable {
  CbsTableOptions options{};
  std::int64_t people = 0;
  std::vector<CbsTableRow> rows{};  // by class, then scan
  std::vector<methods::ModelReport> models{};
  bool partial = false;  // interrupted: p-values rest on fewer permutations
};

/// How many rows agree, of how many that can.
struct Tally {
  std::int64_t agree = 0;
  std::int64_t of = 0;
  friend bool operator==(const Tally&, const Tally&) = default;
};
struct CbsTableMatches {
  Tally subgroups{};  // all rows: "none" beside "none" or "not computed" agrees
  Tally named{};      // rows with a printed subgroup: the same one is found
  Tally scores{};     // rows whose printed score is above 0
  Tally rates{};      // rows with a printed subgroup
  Tally flags{};      // rows with a p-value
  friend bool operator==(const CbsTableMatches&, const CbsTableMatches&) = default;
};
[[nodiscard]] CbsTableMatches matches(const CbsTable& table);

/// Scans and covariates are all attributes of the profiles. The same for every thread count. Throws
/// Cancelled when stopped before every class was searched.
[[nodiscard]] CbsTable cbs_table(const data::Profiles& profiles, std::span<const PaperClass> paper,
                                 const CbsTableOptions& options, const methods::Hooks& hooks = {});

/// After expect(scan): the subgroup's score and rates.
[[nodiscard]] SubgroupScore score_of(const methods::ClassProblem& problem,
                                     const methods::ClassScanner& scanner, std::size_t scan,
                                     const search::Subgroup& subgroup);

/// The notes of a row whose other members are filled in.
[[nodiscard]] std::vector<std::string> explain(const CbsTableRow& row,
                                               const methods::ClassProblem& problem,
                                               const methods::ClassScanner& scanner);

[[nodiscard]] std::string to_csv(const CbsTable& table);
/// For the terminal, at most 80 columns.
[[nodiscard]] std::string to_text(const CbsTable& table);
/// The same as a Markdown table with numbered notes; classes of Table 3 are marked.
[[nodiscard]] std::string to_markdown(const CbsTable& table);
/// Calibration curves of all propensity models, a curve per class (Figures 9 and 11).
[[nodiscard]] std::string propensity_svg(const CbsTable& table, std::string_view title);
/// Calibration curves of all expectation models, a colour per scan (Figures 10 and 12).
[[nodiscard]] std::string expectation_svg(const CbsTable& table, std::string_view title);

}  // namespace faultline::studies
