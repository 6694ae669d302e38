#include "faultline/methods/sources/refits.hpp"

#include <string>

#include "faultline/base/error.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/resample/progress_meter.hpp"

namespace faultline::methods {

std::vector<double> outcomes_in_plan(const WhatIf& what_if) {
  std::vector<double> outcome;
  for (const std::int64_t person : what_if.plan().person)
    outcome.push_back(what_if.input().outcome[static_cast<std::size_t>(person)]);
  return outcome;
}

std::vector<std::int64_t> trained_entries(const FoldPlan& plan, int fold) {
  std::vector<std::int64_t> entries;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (plan.fold[i] != fold) entries.push_back(static_cast<std::int64_t>(i));
  }
  return entries;
}

std::vector<std::vector<double>> refitted(const WhatIf& what_if, std::size_t fits,
                                          const TableOfFit& table, std::string_view phase,
                                          const Hooks& hooks) {
  const FoldPlan& plan = what_if.plan();
  const std::vector<double> outcome = outcomes_in_plan(what_if);
  std::vector<std::vector<double>> scores(fits, std::vector<double>(plan.size()));
  const auto tasks = static_cast<std::int64_t>(fits) * kPlanFolds;
  resample::ProgressMeter meter(std::string(phase), tasks, hooks.progress);
  const auto done = parallel::for_each(
      tasks, what_if.options().threads,
      [&](std::int64_t task) {
        const auto fit = static_cast<std::size_t>(task / kPlanFolds);
        const auto fold = static_cast<int>(task % kPlanFolds);
        const model::Features columns = table(fit, fold);
        const auto learner =
            model::make_learner(what_if.audited(), columns, what_if.input().outcome_kind);
        const std::vector<std::int64_t> training = trained_entries(plan, fold);
        learner->fit(model::TrainingPeople{
            .people = training, .outcome = outcome, .substream = WhatIf::audited_substream(fold)});
        what_if.candidates().count_fit(*learner);
        const std::vector<std::size_t> entries = plan.tested(fold);
        const std::vector<std::int64_t> tested(entries.begin(), entries.end());
        std::vector<double> out(tested.size());
        learner->predict(tested, out);
        for (std::size_t k = 0; k < entries.size(); ++k) scores[fit][entries[k]] = out[k];
        meter.tick();
      },
      hooks.stop);
  meter.finish();
  if (done < tasks) throw Cancelled("stopped while other columns were tried");
  return scores;
}

}  // namespace faultline::methods
