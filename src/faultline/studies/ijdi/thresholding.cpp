#include "faultline/studies/ijdi/thresholding.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/rng/draw.hpp"

namespace faultline::studies {
namespace {

DetectionData draw_data(const data::Profiles& covariates, double k, std::uint64_t seed,
                        std::uint32_t repetition) {
  // The same stream for every k: the levels then differ in k alone.
  rng::Stream stream(seed, rng::Purpose::simulate, repetition);
  DetectionData data = begin_data(covariates, stream);
  for (std::int64_t cell = 0; cell < covariates.size(); ++cell) {
    const double centre = is_member(covariates, cell, data.truth) ? 0.51 : 0.49;
    for (std::int64_t i = 0; i < covariates.count[cell]; ++i) {
      const double p = centre + 0.01 * k * (2 * rng::uniform(stream) - 1);
      const bool outcome = rng::uniform(stream) < p;
      add_people(data.profiles, covariates, cell,
                 {.p = p, .outcome = outcome, .decision = p > 0.5});
    }
  }
  return data;
}

/// The smallest and largest mean IOU at the lambdas on one side of the cutoff, 5 % away from it.
struct Range {
  double low = 1;
  double high = 0;
};

Range iou_range(const ThresholdingStudy& study, double k, methods::ErrorRate error, bool below) {
  const double cutoff = lambda_star(k);
  Range range;
  for (const DetectionRow& row : study.rows) {
    const bool counts = below ? row.lambda < 0.95 * cutoff : row.lambda > 1.05 * cutoff;
    if (row.setting.level != k || row.error != error || !counts) continue;
    range.low = std::min(range.low, row.iou.value);
    range.high = std::max(range.high, row.iou.value);
  }
  return range;
}

}  // namespace

double lambda_star(double k) {
  if (k < 1) return 50;
  return 75 / k * (4999 - k * k) / (7497 - k * k);
}

UniformRates uniform_rates(double centre, double k, methods::ErrorRate error) {
  const double half = 0.01 * k;
  // Density of p given the outcome: proportional to p, or to 1 - p.
  const auto mass = [&](double from, double to) {
    const double p = (to * to - from * from) / 2;
    return error == methods::ErrorRate::tpr ? p : (to - from) - p;
  };
  const auto moment = [&](double from, double to) {
    const double square = (to * to * to - from * from * from) / 3;
    return error == methods::ErrorRate::tpr ? square : (to * to - from * from) / 2 - square;
  };
  const double low = centre - half;
  const double high = centre + half;
  return {.positive = mass(std::clamp(0.5, low, high), high) / mass(low, high),
          .mean = moment(low, high) / mass(low, high)};
}

std::vector<double> thresholding_lambdas() {
  return {0, 1, 3, 4, 4.5, 5, 5.5, 8, 12, 15, 16, 17, 18, 25, 40, 47, 50, 53, 70, 100};
}

ThresholdingStudy thresholding_study(const data::Profiles& profiles,
                                     const IjdiStudyOptions& options, const methods::Hooks& hooks) {
  ThresholdingStudy study{.options = options};
  if (study.options.lambdas.empty()) study.options.lambdas = thresholding_lambdas();
  const data::Profiles covariates = covariates_of(profiles);
  std::vector<DetectionSetting> settings;
  settings.reserve(study.levels.size());
  for (const double k : study.levels) settings.push_back({.level = k});
  study.rows = detect(
      settings, study.options,
      [&](std::size_t setting, std::uint32_t repetition) {
        return draw_data(covariates, study.levels[setting], options.seed, repetition);
      },
      hooks);
  return study;
}

StudyOutput to_output(const ThresholdingStudy& study) {
  StudyOutput output =
      detection_output(study.rows, "thresholding", "Sharp threshold (Experiment 1)", "k", false);
  std::string text = fmt::format(
      "Experiment 1: disparities from a sharp threshold. {} data sets per k,\n"
      "seed {}; +- is the half-width of a 95 % interval of the mean. Scores of up to\n"
      "1e-6 per person count as nothing found: keeping the expectations between 1e-6\n"
      "and 1 - 1e-6 makes them where they would be exactly 0 and 1.\n\n{}\n",
      with_thousands(study.options.repetitions), study.options.seed, output.text);
  text +=
      "The paper: high overlap below lambda*, close to 0 from there on (Figures 1, 5).\n"
      "Ours, range of the mean IOU at lambdas more than 5 % from lambda*:\n\n"
      "  k     lambda*   error      below            above\n";
  for (const double k : study.levels) {
    for (const methods::ErrorRate error : {methods::ErrorRate::fpr, methods::ErrorRate::tpr}) {
      const Range below = iou_range(study, k, error, true);
      const Range above = iou_range(study, k, error, false);
      const auto words = [](const Range& range) {
        return range.low > range.high ? std::string("-")
                                      : fmt::format("{:.3f} to {:.3f}", range.low, range.high);
      };
      text += fmt::format("  {:<5} {:<9.4f} {:<8} {:<16} {}\n", shortest(k), lambda_star(k),
                          methods::name_of(error), words(below), words(above));
    }
  }
  output.text = std::move(text);
  return output;
}

}  // namespace faultline::studies
