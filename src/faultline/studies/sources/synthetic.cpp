#include "faultline/studies/sources/synthetic.hpp"

#include <cmath>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/model/registry.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/report/render/chart.hpp"
#include "faultline/resample/progress_meter.hpp"
#include "faultline/simulate/sources_regression.hpp"
#include "faultline/studies/curves.hpp"
#include "faultline/studies/mean.hpp"
#include "faultline/studies/sources/learning_curves.hpp"

namespace faultline::studies {
namespace {

constexpr int kGroups = 2;
constexpr double kNoise = simulate::RegressionOptions{}.noise_sd;
// Of the test people, who are the same for every training set.
constexpr std::uint32_t kTestReplicate = 0;

struct NamedLearner {
  std::string name{};
  model::LearnerOptions options{};
};

/// The paper's: scikit-learn's defaults of 2018, a tree of depth 4 at most, ten trees in a forest,
/// a ridge of 1.
std::vector<NamedLearner> learners(std::uint64_t seed) {
  std::vector<NamedLearner> list;
  for (const char* name : {"tree", "forest", "ridge"}) {
    list.push_back({.name = name, .options = model::parse_learner(name)});
    list.back().options.seed = seed;
  }
  list[0].options.depth = 4;
  list[1].options.trees = 10;
  list[2].options.strength = 1;
  return list;
}

/// Mean squared errors of one training set: [learner][group].
using Errors = std::vector<std::vector<double>>;

Errors errors_of(const simulate::RegressionPeople& test, std::int64_t size,
                 const SyntheticStudyOptions& options, std::uint32_t replicate) {
  const simulate::RegressionPeople training =
      simulate::draw_regression({.people = size, .seed = options.seed, .replicate = replicate});
  // One table of both: learners see positions.
  std::vector<double> x = training.x;
  x.insert(x.end(), test.x.begin(), test.x.end());
  std::vector<double> y = training.y;
  y.insert(y.end(), test.y.begin(), test.y.end());
  model::Features features(std::ssize(x));
  features.add("x", x);
  std::vector<std::int64_t> trained;
  std::vector<std::int64_t> tested;
  for (std::int64_t i = 0; i < std::ssize(x); ++i) (i < size ? trained : tested).push_back(i);

  Errors errors;
  std::vector<double> predicted(tested.size());
  for (const NamedLearner& learner : learners(options.seed)) {
    const auto predictor =
        model::make_learner(learner.options, features, model::OutcomeKind::number);
    predictor->fit({.people = trained, .outcome = y, .substream = replicate});
    predictor->predict(tested, predicted);
    std::vector<double> sum(kGroups, 0.0);
    std::vector<double> count(kGroups, 0.0);
    for (std::size_t i = 0; i < tested.size(); ++i) {
      const double error = predicted[i] - test.y[i];
      sum[test.group[i]] += error * error;
      count[test.group[i]] += 1;
    }
    for (int g = 0; g < kGroups; ++g) sum[g] /= count[g];
    errors.push_back(std::move(sum));
  }
  return errors;
}

void fit_laws(SyntheticCurve& curve) {
  curve.law = methods::fit_power_law(curve.points);
  // One more than the parameters.
  constexpr std::size_t kFewestPoints = 4;
  for (std::size_t k = kFewestPoints; k < curve.points.size(); k += 2) {
    curve.early.push_back({.n = curve.points[k - 1].n,
                           .law = methods::fit_power_law(std::span(curve.points).first(k))});
  }
}

}  // namespace

void validate(const SyntheticStudyOptions& options) {
  if (options.repetitions < 2)
    throw ConfigError(fmt::format("`repetitions` {}: must be 2 or more", options.repetitions));
  if (options.smallest < 3 || options.largest > 20 || options.largest < options.smallest + 3) {
    throw ConfigError(
        fmt::format("`smallest` {} and `largest` {}: powers of 2 from 3 to 20, at least three "
                    "apart",
                    options.smallest, options.largest));
  }
}

SyntheticStudy synthetic_study(const SyntheticStudyOptions& options, const methods::Hooks& hooks) {
  const simulate::RegressionPeople test = simulate::draw_regression(
      {.people = options.test_people, .seed = options.seed, .replicate = kTestReplicate});
  const std::int64_t sizes = options.largest - options.smallest + 1;
  std::vector<Errors> errors(static_cast<std::size_t>(sizes * options.repetitions));
  resample::ProgressMeter meter("training", std::ssize(errors), hooks.progress);
  const std::int64_t done = parallel::for_each(
      std::ssize(errors), options.threads,
      [&](std::int64_t k) {
        const std::int64_t size = std::int64_t{1} << (options.smallest + k / options.repetitions);
        errors[k] =
            errors_of(test, size, options, kTestReplicate + 1 + static_cast<std::uint32_t>(k));
        meter.tick();
      },
      hooks.stop);
  if (done < std::ssize(errors)) throw Cancelled("stopped while models were trained");

  SyntheticStudy study{.options = options};
  const std::vector<NamedLearner> named = learners(options.seed);
  for (std::size_t l = 0; l < named.size(); ++l) {
    for (int g = 0; g < kGroups; ++g) {
      SyntheticCurve curve{
          .learner = named[l].name,
          .group = g,
          .bayes_error = simulate::regression_noise(kNoise)[static_cast<std::size_t>(g)]};
      for (std::int64_t s = 0; s < sizes; ++s) {
        std::vector<double> values;
        values.reserve(static_cast<std::size_t>(options.repetitions));
        for (std::int64_t r = 0; r < options.repetitions; ++r)
          values.push_back(errors[s * options.repetitions + r][l][g]);
        const Mean mean = mean_of(values);
        curve.points.push_back({.n = std::ldexp(1.0, options.smallest + static_cast<int>(s)),
                                .mean = mean.value,
                                .sem = mean.half_width / 1.96});
      }
      fit_laws(curve);
      study.curves.push_back(std::move(curve));
    }
  }
  return study;
}

StudyOutput to_output(const SyntheticStudy& study) {
  StudyOutput output;
  output.text = fmt::format(
      "Supplement B.2: mean squared errors on Y = 2X^2 - 2X + .1 + eps X^2, eps with\n"
      "standard deviation .01 (the paper writes 1, and its Bayes errors need .01).\n"
      "{} training sets per size. Limits (delta) of the fitted laws; 'no' where the\n"
      "points do not tell a limit.\n\n"
      "  learner  group  Bayes    at n = {:<8} limit    limits from the first sizes\n",
      study.options.repetitions, std::int64_t{1} << study.options.largest);
  std::string csv = csv_row({"learner", "group", "n", "mean", "sem"});
  std::string fits = csv_row(
      {"learner", "group", "bayes_error", "points_up_to", "alpha", "beta", "delta", "identified"});
  const auto words = [](const std::optional<methods::PowerLaw>& law) {
    return law && law->identified ? fmt::format("{:.2g}", law->delta) : std::string("no");
  };
  const auto fit_line = [&](const SyntheticCurve& curve, double n,
                            const std::optional<methods::PowerLaw>& law) {
    if (!law) return;
    fits += csv_row({curve.learner, curve.group, curve.bayes_error, n, law->alpha, law->beta,
                     law->delta, law->identified ? "yes" : "no"});
  };
  for (const SyntheticCurve& curve : study.curves) {
    std::string early;
    for (const SyntheticCurve::Early& law : curve.early) {
      early += fmt::format("{}{}: {}", early.empty() ? "" : ", ", law.n, words(law.law));
      fit_line(curve, law.n, law.law);
    }
    fit_line(curve, curve.points.back().n, curve.law);
    output.text +=
        fmt::format("  {:<8} {:<6} {:<8.2g} {:<15.2g} {:<8} {}\n", curve.learner, curve.group,
                    curve.bayes_error, curve.points.back().mean, words(curve.law), early);
    for (const methods::CurvePoint& point : curve.points) {
      csv += csv_row({curve.learner, curve.group, point.n, point.mean, point.sem});
    }
  }
  output.files = {{"curves.csv", csv}, {"fits.csv", fits}};
  for (const char* learner : {"tree", "forest", "ridge"}) {
    report::Figure figure = learning_figure(fmt::format("Supplement B.2: {}", learner),
                                            "people trained on", "log10 of the mean squared error");
    for (const SyntheticCurve& of : study.curves) {
      if (of.learner != learner) continue;
      const auto number = static_cast<std::size_t>(of.group);
      report::Series points = curve(fmt::format("group {}", of.group), number);
      for (const methods::CurvePoint& point : of.points) {
        points.points.push_back({point.n, std::log10(point.mean)});
      }
      figure.chart.series.push_back(std::move(points));
      if (!of.law) continue;
      report::Series law = fitted_curve(number);
      for (double n = of.points.front().n; n <= 16 * of.points.back().n; n *= 1.3) {
        law.points.push_back({n, std::log10(of.law->at(n))});
      }
      figure.chart.series.push_back(std::move(law));
    }
    output.files.emplace_back(fmt::format("figure4-{}.svg", learner), to_svg(figure));
  }
  return output;
}

}  // namespace faultline::studies
