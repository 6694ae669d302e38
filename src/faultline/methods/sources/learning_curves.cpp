#include "faultline/methods/sources/learning_curves.hpp"

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/methods/sources/curve_fits.hpp"
#include "faultline/methods/sources/curve_report.hpp"
#include "faultline/methods/sources/curve_run.hpp"
#include "faultline/methods/sources/cut.hpp"
#include "faultline/methods/sources/evaluation.hpp"
#include "faultline/methods/sources/targeted.hpp"

namespace faultline::methods {
namespace {

// With fewer, the training or the test part could be a single person.
constexpr std::int64_t kFewestPeople = 4;

std::string why_cut(const CurveCosts& costs, const Deadline& deadline) {
  if (costs.stopped) return "the rest was stopped";
  return "the budget of " + shortest(deadline.seconds()) + " seconds was used up";
}

void say_cut(const std::string& what, const CurveCosts& costs, std::int64_t wanted,
             const Deadline& deadline, SourcesReport& report) {
  if (costs.repetitions == wanted) return;
  cut(report, SourcesPart::curves,
      fmt::format("{}: {} of {} were done; {}.", what, with_thousands(costs.repetitions),
                  plural(wanted, "repetition"), why_cut(costs, deadline)));
}

/// Settings that were chosen per size; nothing when they are all the same.
void say_settings(const std::string& what, const CurveCosts& costs, SourcesReport& report) {
  std::vector<std::string> words;
  for (std::size_t k = 0; k < costs.settings.size(); ++k) {
    if (k > 0 && costs.settings[k] == costs.settings[k - 1]) continue;
    words.push_back(
        fmt::format("{} from {} on", costs.settings[k], with_thousands(costs.sizes[k])));
  }
  if (words.size() < 2) return;
  cut(report, SourcesPart::curves,
      fmt::format("{}: settings chosen by training size: {}.", what, join_words(words)));
}

void add_targeted(const SourcesInput& input, const SourcesOptions& options,
                  const Deadline& deadline, const Hooks& hooks, SourcesReport& report) {
  for (int g = 0; g < static_cast<int>(input.groups.size()); ++g) {
    const std::string& label = input.groups[static_cast<std::size_t>(g)];
    const auto design = targeted_design(input, options, g);
    if (!design) {
      cut(report, SourcesPart::curves,
          fmt::format("Growing {} alone: it has fewer than {} people to train on.", label,
                      kFewestToGrow));
      continue;
    }
    const std::string what = fmt::format("Growing {} alone", label);
    const CurveCosts costs = run_curve(input, options, design->curve, deadline, hooks);
    say_cut(what, costs, design->curve.repetitions, deadline, report);
    if (costs.repetitions == 0) continue;
    count_fits(options.learners.front(), costs.fits, costs.not_converged, report);
    say_settings(what, costs, report);
    if (design->others < design->others_known) {
      cut(report, SourcesPart::curves,
          fmt::format("{}: {} of the other groups were trained on beside it, drawn from {}, four "
                      "for each of "
                      "its own.",
                      what, people(design->others), with_thousands(design->others_known)));
    }
    cut(report, SourcesPart::curves,
        fmt::format("{}: {} and {}, to bound the work.", what,
                    plural(costs.repetitions, "repetition"),
                    plural(static_cast<std::int64_t>(costs.sizes.size()), "size")));
    const CurveFits fits(costs, design->axis, options.seed, design->curve.number, options.threads);
    add_curves(fits, g, input, options, report);
  }
}

}  // namespace

bool add_learning_curves(const SourcesInput& input, const SourcesOptions& options,
                         const Deadline& deadline, const Hooks& hooks, SourcesReport& report) {
  if (input.people() < kFewestPeople) {
    cut(report, SourcesPart::curves,
        fmt::format("Learning curves: {} are too few; there must be at least {}.",
                    people(input.people()), kFewestPeople));
    return true;
  }
  CurveDesign design;
  const std::int64_t training = input.people() - test_people(input.people(), options.test_share);
  design.sizes = options.sizes.empty() ? default_sizes(training)
                                       : usable_sizes(options.sizes, training, report.notices);
  design.repetitions = options.repetitions;
  design.split = [&](std::uint32_t repetition) {
    rng::Stream stream(options.seed, rng::Purpose::split, repetition + 1);
    return random_split(stream, input.people(), options.test_share);
  };
  if (design.sizes.empty()) {
    cut(report, SourcesPart::curves, "Learning curves: no training size is left.");
    return true;
  }
  const CurveCosts costs = run_curve(input, options, design, deadline, hooks);
  say_cut("Learning curves", costs, design.repetitions, deadline, report);
  report.repetitions = costs.repetitions;
  if (costs.repetitions == 0) return !costs.stopped;
  count_fits(options.learners.front(), costs.fits, costs.not_converged, report);
  say_settings("Learning curves", costs, report);
  const std::vector<double> axis(costs.sizes.begin(), costs.sizes.end());
  if (axis.size() < 3) {
    cut(report, SourcesPart::curves,
        "Learning curves: no law was fitted, because it takes three training sizes.");
  }
  if (costs.repetitions < 2) {
    cut(report, SourcesPart::curves, "Learning curves: one repetition gives no intervals.");
  }
  const CurveFits fits(costs, axis, options.seed, design.number, options.threads);
  add_curves(fits, -1, input, options, report);
  if (options.targeted && input.groups.size() > 1 && !costs.stopped) {
    add_targeted(input, options, deadline, hooks, report);
  }
  return true;
}

}  // namespace faultline::methods
