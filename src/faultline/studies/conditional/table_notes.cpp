// Why a row differs from the paper's, said with our own numbers.

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/studies/conditional/tables.hpp"

namespace faultline::studies {
namespace {

// Scores this close, in per cent, are the same finding; what is left is a last digit.
constexpr double kLastDigits = 1;

std::string about_subgroup(const CbsTableRow& row) {
  const PaperScan& paper = row.paper();
  if (!row.ours.subgroup) {
    return fmt::format(
        "no subgroup scores above 0; the paper's would score {:.3f} with our models, printed {}",
        row.at_paper ? row.at_paper->score : 0.0, paper.score);
  }
  const std::string proof =
      row.ours.search.certified
          ? fmt::format("the best of all {} subgroups",
                        with_thousands(std::llround(row.ours.search.subgroups)))
          : std::string("the best found");
  if (row.paper_words.empty()) {
    return fmt::format("{} scores {:.3f} ({}){}", proof, row.ours.score, people(row.ours.n),
                       row.score_within_rounding ? ", which prints as 0.0" : "");
  }
  return fmt::format(
      "{} scores {:.3f} ({}); the paper's subgroup scores {:.3f} with our models, printed {}",
      proof, row.ours.score, people(row.ours.n), row.at_paper ? row.at_paper->score : 0.0,
      paper.score);
}

std::string about_score(const CbsTableRow& row) {
  const double printed = printed_value(row.paper().score);
  const double apart = 100 * std::abs(row.ours.score - printed) / printed;
  const std::string percent =
      apart < 10 ? fmt::format("{:.2g}", apart) : fmt::format("{:.0f}", apart);
  if (apart < kLastDigits) {
    return fmt::format("score {:.6g} against {}: {} % apart, the last printed digit",
                       row.ours.score, row.paper().score, percent);
  }
  return fmt::format("score {:.6g} against {}: {} % apart; {} in the class, {} outside it",
                     row.ours.score, row.paper().score, percent, people(row.ours.n),
                     people(row.ours.comparison ? row.ours.comparison->n : 0));
}

/// A narrower subgroup whose counts are the printed ones: what the paper seems to have counted.
std::string narrower_with_counts(const CbsTableRow& row, const methods::ClassProblem& problem,
                                 const methods::ClassScanner& scanner) {
  const std::vector<data::Attribute>& attributes = problem.lattice().attributes;
  const PaperScan& paper = row.paper();
  const search::Subgroup whole = paper.subgroup == "everybody"
                                     ? search::everybody(attributes)
                                     : search::parse_subgroup(paper.subgroup, attributes);
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    for (int v = 0; v < attributes[a].arity(); ++v) {
      search::Subgroup narrower = whole;
      narrower.sets[a] &= search::ValueSet{1} << v;
      if (narrower.sets[a] == 0) continue;
      const SubgroupScore counted = score_of(problem, scanner, row.scan, narrower);
      if (counted.n == paper.n && counted.comparison_n == paper.comparison_n) {
        return fmt::format("{} = {}", attributes[a].name, attributes[a].labels[v]);
      }
    }
  }
  return "";
}

std::string about_rates(const CbsTableRow& row, const methods::ClassProblem& problem,
                        const methods::ClassScanner& scanner) {
  const SubgroupScore& ours = *row.at_paper;
  const std::string narrower = narrower_with_counts(row, problem, scanner);
  return fmt::format(
      "the paper's subgroup has {:.3f} ({}) against {:.3f} ({}){}", ours.observed, ours.n,
      ours.comparison, ours.comparison_n,
      narrower.empty() ? "" : fmt::format("; the printed counts are those with {}", narrower));
}

std::string about_flag(const CbsTableRow& row, double significance) {
  std::string theirs = fmt::format("the paper calls it {}",
                                   row.paper().significant ? "significant" : "not significant");
  if (!row.ours.p_value) return theirs;
  const auto interval = row.ours.p_value_interval.value_or(std::pair{0.0, 1.0});
  const bool unsure = interval.first < significance && significance < interval.second;
  return fmt::format("p = {:.3f} over {} (simulation error: {:.3f} to {:.3f}{}); {}",
                     *row.ours.p_value, plural(row.ours.replicates, "permutation"), interval.first,
                     interval.second, unsure ? ", so either side is possible" : "", theirs);
}

}  // namespace

std::vector<std::string> explain(const CbsTableRow& row, const methods::ClassProblem& problem,
                                 const methods::ClassScanner& scanner) {
  std::vector<std::string> notes;
  if (!row.computed) return texts(row.ours.warnings);
  if (!row.same_subgroup) {
    notes.push_back(about_subgroup(row));
  } else if (!row.score_within_rounding) {
    notes.push_back(about_score(row));
  }
  if (row.same_rates && !*row.same_rates) notes.push_back(about_rates(row, problem, scanner));
  if (!row.same_flag && row.ours.replicates > 0) {
    notes.push_back(fmt::format(
        "no p-value: all {} give the same best score, so they say nothing about this one",
        plural(row.ours.replicates, "permutation")));
  }
  if (row.same_flag && !*row.same_flag) {
    notes.push_back(about_flag(row, problem.options().alpha));
  }
  return notes;
}

}  // namespace faultline::studies
