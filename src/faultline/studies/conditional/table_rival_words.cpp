// The rivals' findings in words, the paper's above ours.

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/studies/conditional/table_rivals.hpp"

namespace faultline::studies {
namespace {

// A factor counts as associated when its coefficient is positive in nearly every run.
constexpr double kConsistent = 0.95;

std::string words_of(const GerryFairFinding& found) {
  return fmt::format(
      "{} ({}); mean prediction without the outcome {:.3f} inside, {:.3f} outside, {:.3f} overall",
      found.words, people(found.people), found.inside_rate, found.outside_rate, found.overall_rate);
}

std::string words_of(const MultiAccuracyFinding& found) {
  if (found.found == 0) {
    return fmt::format("no partition scores above the threshold in any of {} runs", found.runs);
  }
  std::vector<std::string> partitions;
  partitions.reserve(found.partitions.size());
  for (const auto& [partition, runs] : found.partitions) {
    partitions.push_back(fmt::format("{} in {}", rivals::name_of(partition), runs));
  }
  std::vector<std::string> factors;
  for (const MultiAccuracyFinding::Factor& factor : found.factors) {
    if (factor.mean > 0 && factor.positive_share >= kConsistent) {
      factors.push_back(fmt::format("{} ({:+.3f})", factor.name, factor.mean));
    }
  }
  std::string text = fmt::format("best partition, of {} runs: {}; in the first iteration in {}",
                                 found.runs, join_words(partitions), found.first_iteration);
  if (found.found < found.runs) {
    text += fmt::format("; none above the threshold in {}", found.runs - found.found);
  }
  text += factors.empty() ? "; no factor's coefficient is positive in 95 % of the runs"
                          : fmt::format("; coefficients positive in 95 % of the runs: {}",
                                        join_words(factors, 20));
  return text;
}

}  // namespace

RivalWords paper_compas_rivals() {
  return {.gerryfair =
              "25 or older and neither Black nor Native American; mean prediction without the "
              "outcome .32 inside, .45 outside",
          .gerryfair_directional = "everybody under 25, Black or Native American",
          .multiaccuracy = "P > 0.5, in the first iteration; positive factors: no priors, Hispanic",
          .multiaccuracy_directional =
              "in the first iteration; positive factors: no priors, Hispanic, female, 25 or older, "
              "misdemeanor"};
}

RivalWords paper_german_rivals() {
  return {.gerryfair = "single men; mean prediction without the outcome .27 inside, .29 overall",
          .gerryfair_directional =
              "customers who are not single; mean prediction without the outcome .30 inside, .29 "
              "overall",
          .multiaccuracy = "no factor worth naming",
          .multiaccuracy_directional = "no factor worth naming"};
}

std::vector<std::string> compare_rivals(const RivalFindings& ours, const RivalWords& paper) {
  return {"GerryFair, default",
          "paper: " + paper.gerryfair,
          "ours: " + words_of(ours.gerryfair),
          "GerryFair, directional (higher rates)",
          "paper: " + paper.gerryfair_directional,
          "ours: " + words_of(ours.gerryfair_directional),
          "MultiAccuracy Boost, default",
          "paper: " + paper.multiaccuracy,
          "ours: " + words_of(ours.multiaccuracy),
          "MultiAccuracy Boost, directional (over-estimation)",
          "paper: " + paper.multiaccuracy_directional,
          "ours: " + words_of(ours.multiaccuracy_directional),
          "ours, signed residual as heuristic: " + words_of(ours.signed_residual)};
}

}  // namespace faultline::studies
