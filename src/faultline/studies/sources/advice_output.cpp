#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/simulate/causes.hpp"
#include "faultline/studies/sources/advice.hpp"

namespace faultline::studies {
namespace {

using result::Action;

constexpr std::array kSteps{Action::model, Action::tell_group, Action::more_of_group,
                            Action::more_data, Action::variables};

const char* words(AdviceVerdict verdict) {
  switch (verdict) {
    case AdviceVerdict::right:
      return "right";
    case AdviceVerdict::acceptable:
      return "acceptable";
    case AdviceVerdict::missed:
      return "missed";
    case AdviceVerdict::undecided:
      return "undecided";
    case AdviceVerdict::wrong:
      return "wrong";
  }
  return "";
}

std::string counted(const std::map<std::string, int>& counts) {
  std::vector<std::string> list;
  for (const auto& [word, count] : counts) list.push_back(fmt::format("{} {}", count, word));
  return fmt::format("{}", fmt::join(list, ", "));
}

std::string runs_csv(const AdviceStudy& study) {
  std::string csv =
      "design,learner,data_set,true_gap,true_model,true_tell,true_more_of_b,true_more_data,"
      "true_stays,advice,verdict";
  for (const Action step : kSteps) {
    const std::string name(describe::name_of(step));
    csv += fmt::format(",{0},{0}_low,{0}_high", name);
  }
  csv += "\n";
  for (const AdviceRun& run : study.runs) {
    csv += fmt::format("{},{},{},{:.4f}", run.design, run.learner, run.data_set, run.truth.gap);
    for (const double share : run.truth.share) csv += fmt::format(",{:.3f}", share);
    csv += fmt::format(",{},{}", describe::name_of(run.action), words(run.verdict));
    for (const Action step : kSteps) {
      const auto found = std::ranges::find(run.shares, step, &result::SourcesReport::Share::action);
      if (found == run.shares.end() || !found->share) {
        csv += ",,,";
        continue;
      }
      csv += fmt::format(",{:.3f},{:.3f},{:.3f}", *found->share, found->interval->first,
                         found->interval->second);
    }
    csv += "\n";
  }
  return csv;
}

/// A line per design: what is true, what was said, how it is judged.
std::string matrix_markdown(const AdviceStudy& study) {
  std::string table = "| design | advice | judged |\n|---|---|---|\n";
  std::vector<std::string> designs;
  for (const AdviceRun& run : study.runs) {
    if (std::ranges::find(designs, run.design) == designs.end()) designs.push_back(run.design);
  }
  for (const std::string& design : designs) {
    std::map<std::string, int> said, judged;
    for (const AdviceRun& run : study.runs) {
      if (run.design != design) continue;
      ++said[std::string(describe::name_of(run.action))];
      ++judged[words(run.verdict)];
    }
    table += fmt::format("| {} | {} | {} |\n", design, counted(said), counted(judged));
  }
  return table;
}

/// Of runs with a real difference and advice: how often intervals hold the truth.
std::string coverage_markdown(const AdviceStudy& study) {
  std::string table =
      "| share | runs | 90 % interval holds the truth | mean error |\n|---|---|---|---|\n";
  for (std::size_t s = 0; s < kSteps.size(); ++s) {
    int runs = 0;
    int held = 0;
    double away = 0;
    for (const AdviceRun& run : study.runs) {
      const auto found =
          std::ranges::find(run.shares, kSteps[s], &result::SourcesReport::Share::action);
      if (found == run.shares.end() || !found->share || run.action == Action::none) continue;
      // Of another model the share is that of the one that is named.
      const auto named = run.truth.of_candidate.find(found->how);
      const bool model = kSteps[s] == Action::model || kSteps[s] == Action::tell_group;
      const double truth = named != run.truth.of_candidate.end() ? named->second
                           : model                               ? 0  // nothing is changed
                                                                 : run.truth.share[s];
      ++runs;
      held += truth >= found->interval->first && truth <= found->interval->second ? 1 : 0;
      away += std::abs(*found->share - truth);
    }
    if (runs == 0) continue;
    table += fmt::format("| {} | {} | {:.2f} | {:.2f} |\n", describe::name_of(kSteps[s]), runs,
                         static_cast<double>(held) / runs, away / runs);
  }
  return table;
}

std::string optimum_markdown(const AdviceStudy& study) {
  int told = 0;
  int held = 0;
  int refused = 0;
  double away = 0;
  for (const AdviceRun& run : study.runs) {
    for (const result::SourcesReport::Optimum& one : run.optimum) {
      if (!one.estimate) {
        ++refused;
        continue;
      }
      const double truth = run.least[one.group == "B" ? 1 : 0];
      ++told;
      held += truth >= one.interval->first && truth <= one.interval->second ? 1 : 0;
      away += std::abs(*one.estimate - truth);
    }
  }
  return fmt::format(
      "Least possible costs: told {} times, not told {} times; the interval holds the truth in {} "
      "of {}; mean absolute error {:.3f}.\n",
      told, refused, held, told, told > 0 ? away / told : 0.0);
}

/// Counts how often intervals hold what is true, and how far estimates are off.
class Held {
 public:
  void add(double truth, double estimate, const result::Interval& interval) {
    ++told_;
    held_ += interval && truth >= interval->first && truth <= interval->second ? 1 : 0;
    away_ += estimate - truth;
    distance_ += std::abs(estimate - truth);
  }
  void refuse() { ++refused_; }
  [[nodiscard]] std::string row(std::string_view name) const {
    if (told_ == 0) return fmt::format("| {} | 0 | {} | | | |\n", name, refused_);
    const auto [low, high] = math::wilson_interval(held_, told_, 0.95);
    return fmt::format("| {} | {} | {} | {:.3f} ({:.3f} to {:.3f}) | {:+.4f} | {:.4f} |\n", name,
                       told_, refused_, static_cast<double>(held_) / told_, low, high,
                       away_ / told_, distance_ / told_);
  }
  static constexpr std::string_view kHead =
      "| | told | not told | 95 % interval holds the truth (95 % interval) | mean error | mean "
      "absolute error |\n|---|---|---|---|---|---|\n";

 private:
  int told_ = 0;
  int held_ = 0;
  int refused_ = 0;
  double away_ = 0;
  double distance_ = 0;
};

std::string title(std::string_view what, bool number) {
  return fmt::format("{}, {}", what, number ? "numbers" : "error rates");
}

/// Costs with more people, held against training there.
std::string forecasts_markdown(const AdviceStudy& study) {
  std::string table(Held::kHead);
  for (const bool number : {false, true}) {
    Held twice, ten, ten_of_b;
    for (const AdviceRun& run : study.runs) {
      if (simulate::cause_design(run.design).number != number) continue;
      for (const result::SourcesReport::Forecast& one : run.forecasts) {
        if (one.metric != (number ? result::CostMetric::mse : result::CostMetric::zero_one))
          continue;
        const std::size_t g = one.group == "B" ? 1 : 0;
        if (!one.grows.empty() && one.grows != "B") continue;
        if (one.at.empty()) {
          if (one.grows.empty()) {
            twice.refuse();
            ten.refuse();
          } else {
            ten_of_b.refuse();
          }
        }
        for (const result::SourcesReport::ForecastAt& at : one.at) {
          if (!at.factor) continue;
          if (!one.grows.empty()) {
            ten_of_b.add(run.truth.ten_of_b[g], at.value, at.interval);
          } else if (*at.factor == 2) {
            twice.add(run.truth.twice[g], at.value, at.interval);
          } else {
            ten.add(run.truth.ten[g], at.value, at.interval);
          }
        }
      }
    }
    table += twice.row(title("twice the people", number));
    table += ten.row(title("ten times the people", number));
    table += ten_of_b.row(title("ten times as many of B", number));
  }
  return table;
}

/// Parts of the costs, held against many fresh training sets.
std::string parts_markdown(const AdviceStudy& study) {
  if (study.options.part_sets == 0) return "";
  std::string table(Held::kHead);
  for (const bool number : {false, true}) {
    Held bias, variance;
    for (const AdviceRun& run : study.runs) {
      if (simulate::cause_design(run.design).number != number) continue;
      for (const result::SourcesReport::Regret& one : run.regrets) {
        const std::size_t g = one.group == "B" ? 1 : 0;
        if (!one.bias) {
          bias.refuse();
          variance.refuse();
          continue;
        }
        bias.add(run.truth.bias[g], *one.bias, one.bias_interval);
        variance.add(run.truth.variance[g], *one.variance, one.variance_interval);
      }
    }
    table += bias.row(title("bias", number)) + variance.row(title("variance", number));
  }
  return table;
}

}  // namespace

StudyOutput to_output(const AdviceStudy& study) {
  std::map<std::string, int> judged;
  for (const AdviceRun& run : study.runs) ++judged[words(run.verdict)];
  const auto wrong = judged["wrong"];
  const auto runs = std::ssize(study.runs);
  const auto upper = math::wilson_interval(wrong, runs, 0.95).second;
  StudyOutput output;
  output.text = fmt::format("{} runs: {}.\nWrong: {:.1f} % (95 % interval up to {:.1f} %).\n",
                            with_thousands(runs), counted(judged),
                            100.0 * wrong / static_cast<double>(runs), 100 * upper);
  const std::string markdown = matrix_markdown(study) + "\n" + coverage_markdown(study) + "\n" +
                               optimum_markdown(study) + "\n" + forecasts_markdown(study) + "\n" +
                               parts_markdown(study);
  output.text += markdown;
  output.files = {{"advice-runs.csv", runs_csv(study)}, {"advice-matrix.md", markdown}};
  return output;
}

}  // namespace faultline::studies
