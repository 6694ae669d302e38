#include "faultline/resample/family_test.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <string>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/math/sum.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/resample/progress_meter.hpp"
#include "faultline/resample/step_down.hpp"

namespace faultline::resample {

namespace {

// Sums of the same terms in another order differ by rounding, far less than this; real differences
// are larger.
constexpr double kTie = 1e-9;
// Replicates between two looks at whether all verdicts are settled. The result does not depend on
// it: what was drawn past the end is dropped.
constexpr std::int64_t kBlock = 64;
// And where all replicates are drawn: as many as fit into little memory.
constexpr std::int64_t kLargeBlock = 4096;
// A scan whose null scores hardly ever differ from 0 must not have its rare scores blown up.
constexpr double kLeastSpread = 0.2;

// Replicate 0 is the data.
void check_scores(std::span<const double> scores, std::int64_t replicate) {
  if (std::none_of(scores.begin(), scores.end(), [](double x) { return std::isnan(x); })) return;
  throw NumericError(
      "a score of " +
      (replicate == 0 ? std::string("the data") : "replicate " + std::to_string(replicate)) +
      " is not a number");
}

bool same(double one, double other) { return reaches(one, other) && reaches(other, one); }

/// Whether null scores say nothing about an observed one.
bool say_nothing(std::span<const double> scores, double observed, bool redraws_differ) {
  const bool constant = std::all_of(scores.begin(), scores.end(),
                                    [&](double score) { return same(score, scores.front()); });
  return constant && (!redraws_differ || same(scores.front(), observed));
}

double mean_of(std::span<const double> scores) {
  math::CompensatedSum sum;
  for (const double score : scores) sum.add(score);
  return sum.value() / static_cast<double>(scores.size());
}

double spread_of(std::span<const double> scores) {
  const double mean = mean_of(scores);
  math::CompensatedSum squares;
  for (const double score : scores) squares.add((score - mean) * (score - mean));
  return std::sqrt(squares.value() / static_cast<double>(scores.size() - 1));
}

/// The null scores of `length` replicates after number `begin`, [replicate][test]; returns how many
/// were finished.
struct Draws {
  std::vector<double> scores{};
  std::int64_t done = 0;
};

class Drawer {
 public:
  Drawer(std::size_t tests, const Replicate& replicate, int threads, const std::stop_token& stop)
      : tests_(tests), replicate_(replicate), threads_(threads), stop_(stop) {}

  Draws draw(std::uint32_t begin, std::int64_t length, ProgressMeter& meter) const {
    Draws draws{.scores = std::vector<double>(static_cast<std::size_t>(length) * tests_)};
    draws.done = parallel::for_each(
        length, threads_,
        [&](std::int64_t i) {
          const std::span<double> own(draws.scores.data() + static_cast<std::size_t>(i) * tests_,
                                      tests_);
          replicate_(begin + static_cast<std::uint32_t>(i) + 1, own);
          check_scores(own, static_cast<std::int64_t>(begin) + i + 1);
          meter.tick();
        },
        stop_);
    return draws;
  }

 private:
  std::size_t tests_;
  const Replicate& replicate_;
  int threads_;
  const std::stop_token& stop_;
};

/// Spread of every hypothesis's null scores; 0 where they say nothing. A single hypothesis needs
/// none.
std::vector<double> spreads(const Drawer& drawer, std::span<const double> observed,
                            bool redraws_differ, ProgressMeter& meter, FamilyResult& result) {
  const std::size_t tests = observed.size();
  if (tests == 1) return {1.0};
  const Draws pilot = drawer.draw(kPilot, kPilotSize, meter);
  if (pilot.done < kPilotSize) {
    result.partial = true;
    return std::vector<double>(tests, 1.0);
  }
  std::vector<double> scale;
  std::vector<double> own(kPilotSize);
  for (std::size_t t = 0; t < tests; ++t) {
    for (std::size_t i = 0; i < own.size(); ++i) own[i] = pilot.scores[i * tests + t];
    const bool none = say_nothing(own, observed[t], redraws_differ);
    scale.push_back(none ? 0.0 : std::max(spread_of(own), kLeastSpread));
  }
  return scale;
}

HypothesisTest alone(double observed, std::span<const double> null_scores, bool redraws_differ) {
  HypothesisTest test{.observed = observed,
                      .replicates = static_cast<std::int64_t>(null_scores.size())};
  if (null_scores.empty()) return test;
  test.null_mean = mean_of(null_scores);
  test.exceedances = std::count_if(null_scores.begin(), null_scores.end(),
                                   [&](double null) { return reaches(null, observed); });
  // Nothing was found: there is nothing to be surprised at, whatever the null scores.
  test.degenerate =
      observed > 0 && null_scores.size() >= 2 && say_nothing(null_scores, observed, redraws_differ);
  test.interval = math::clopper_pearson_interval(test.exceedances, test.replicates);
  if (test.degenerate) return test;
  test.p_value =
      static_cast<double>(1 + test.exceedances) / static_cast<double>(1 + test.replicates);
  return test;
}

}  // namespace

void validate(const FamilyOptions& options) {
  // Numbers above belong to the pilot.
  if (options.replicates < 0 || options.replicates > static_cast<std::int64_t>(kPilot)) {
    throw OptionError("replicates", std::to_string(options.replicates),
                      "must be from 0 to " + std::to_string(kPilot));
  }
  if (!(options.alpha > 0 && options.alpha < 1)) {
    throw OptionError("alpha", shortest(options.alpha), "must be above 0 and below 1");
  }
}

bool reaches(double null, double observed) {
  if (null >= observed) return true;
  return std::isfinite(null) && std::isfinite(observed) &&
         std::abs(null - observed) <= kTie * std::max(std::abs(null), std::abs(observed));
}

double FamilyResult::critical_score(std::size_t test, double level) const {
  if (std::find(order.begin(), order.end(), test) == order.end())
    return std::numeric_limits<double>::infinity();
  std::vector<double> observed;
  observed.reserve(tests.size());
  for (const HypothesisTest& one : tests) observed.push_back(one.observed);
  return scale[test] *
         StepDown(observed, scale, order, single_step).critical(null_scores, test, level);
}

FamilyResult family_test(std::span<const double> observed, const Replicate& replicate,
                         const FamilyOptions& options, const parallel::ProgressFunction& progress,
                         const std::stop_token& stop) {
  validate(options);
  check_scores(observed, 0);
  const std::size_t tests = observed.size();
  FamilyResult result;
  result.null_scores.resize(tests);
  const std::int64_t wanted = tests == 0 ? 0 : options.replicates;
  ProgressMeter meter("null replicates", wanted + (tests > 1 ? kPilotSize : 0), progress);
  const Drawer drawer(tests, replicate, options.threads, stop);
  const bool differ = options.redraws_differ;
  if (wanted > 0) result.scale = spreads(drawer, observed, differ, meter, result);
  // Hypotheses whose null scores say nothing take no part.
  for (std::size_t t = 0; t < result.scale.size(); ++t) {
    if (result.scale[t] > 0) result.order.push_back(t);
  }
  std::stable_sort(result.order.begin(), result.order.end(), [&](std::size_t a, std::size_t b) {
    return observed[a] / result.scale[a] > observed[b] / result.scale[b];
  });
  result.single_step = options.single_step;
  StepDown steps(observed, result.scale, result.order, options.single_step);
  if (options.sequential && wanted > 0) steps.stop_at(options.alpha, options.families);
  const std::int64_t block = options.sequential ? kBlock : kLargeBlock;
  bool settled = false;
  std::vector<double> scores(tests);
  for (std::int64_t begin = 0; begin < wanted && !settled && !result.partial; begin += block) {
    const std::int64_t length = std::min(block, wanted - begin);
    const Draws draws = drawer.draw(static_cast<std::uint32_t>(begin), length, meter);
    for (std::int64_t i = 0; i < draws.done && !settled; ++i) {
      for (std::size_t t = 0; t < tests; ++t) {
        scores[t] = draws.scores[static_cast<std::size_t>(i) * tests + t];
        result.null_scores[t].push_back(scores[t]);
      }
      steps.see(scores);
      ++result.finished;
      settled = steps.settled() && result.finished < wanted;
    }
    result.partial = draws.done < length && !settled;
  }
  if (wanted > 0) meter.finish();
  const std::vector<std::optional<double>> adjusted = steps.adjusted();
  for (std::size_t t = 0; t < tests; ++t) {
    HypothesisTest test = alone(observed[t], result.null_scores[t], differ);
    if (!result.scale.empty() && result.scale[t] == 0 && observed[t] > 0) test.degenerate = true;
    if (test.degenerate) test.p_value.reset();
    if (test.p_value) test.p_value_adjusted = observed[t] > 0 ? adjusted[t] : 1.0;
    if (settled) test.risk = kVerdictRisk;
    result.tests.push_back(test);
  }
  return result;
}

}  // namespace faultline::resample
