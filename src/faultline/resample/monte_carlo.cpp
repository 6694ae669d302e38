#include "faultline/resample/monte_carlo.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/math/binomial_interval.hpp"
#include "faultline/parallel/for_each.hpp"
#include "faultline/resample/progress_meter.hpp"

namespace faultline::resample {

namespace {

// Sums of the same terms in another order differ by rounding, far less than this; real differences
// are larger.
constexpr double kTie = 1e-9;
// Replicates between two looks at whether all tests have ended. The result does not depend on it:
// what was drawn past the end is dropped.
constexpr std::int64_t kBlock = 64;

bool equal(double a, double b) {
  if (a == b) return true;
  return std::isfinite(a) && std::isfinite(b) &&
         std::abs(a - b) <= kTie * std::max(std::abs(a), std::abs(b));
}

// One test of the family, fed with its null scores in replicate order.
class Counter {
 public:
  Counter(double observed, std::optional<int> early_stop)
      : observed_(observed), early_stop_(early_stop) {}

  void see(double score) {
    ++seen_;
    if (seen_ == 1) first_ = score;
    varied_ = varied_ || !equal(score, first_);
    if (ended_) return;
    ++used_;
    if (reaches(score, observed_)) ++exceedances_;
    ended_ = early_stop_ && exceedances_ >= *early_stop_;
  }

  // An ended test has been reached by a null score, and is never degenerate.
  [[nodiscard]] bool settled() const { return ended_; }

  [[nodiscard]] MonteCarloTest result(double confidence) const {
    MonteCarloTest test{.observed = observed_,
                        .replicates = used_,
                        .exceedances = exceedances_,
                        .degenerate = seen_ >= 2 && !varied_ && !reaches(first_, observed_),
                        .stopped_early = ended_};
    if (used_ == 0 || test.degenerate) return test;
    const auto k = static_cast<double>(exceedances_);
    const auto n = static_cast<double>(used_);
    test.interval = math::clopper_pearson_interval(exceedances_, used_, confidence);
    if (ended_) {
      test.p_value = k / n;
      // The last replicate is an exceedance by design: the upper end rests on those before it.
      test.interval.second =
          math::clopper_pearson_interval(exceedances_ - 1, used_ - 1, confidence).second;
    } else {
      test.p_value = (1 + k) / (1 + n);
    }
    return test;
  }

 private:
  double observed_;
  std::optional<int> early_stop_;
  std::int64_t seen_ = 0;
  std::int64_t used_ = 0;
  std::int64_t exceedances_ = 0;
  double first_ = 0;
  bool varied_ = false;
  bool ended_ = false;
};

// Replicate 0 is the data.
void check_scores(std::span<const double> scores, std::int64_t replicate) {
  if (std::none_of(scores.begin(), scores.end(), [](double x) { return std::isnan(x); })) return;
  throw NumericError(
      "a score of " +
      (replicate == 0 ? std::string("the data") : "replicate " + std::to_string(replicate)) +
      " is not a number");
}

}  // namespace

void validate(const MonteCarloOptions& options) {
  // A replicate is a 32-bit part of the counter of its random stream.
  constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (options.replicates < 0 || options.replicates > kMost) {
    throw OptionError("replicates", std::to_string(options.replicates),
                      "must be between 0 and " + std::to_string(kMost));
  }
  if (options.early_stop && *options.early_stop < 1) {
    throw OptionError("early_stop", std::to_string(*options.early_stop), "must be at least 1");
  }
  if (!(options.confidence > 0 && options.confidence < 1)) {
    throw OptionError("confidence", shortest(options.confidence),
                      "must lie strictly between 0 and 1");
  }
}

bool reaches(double null, double observed) { return null >= observed || equal(null, observed); }

MonteCarloResult monte_carlo(std::span<const double> observed, const Replicate& replicate,
                             const MonteCarloOptions& options,
                             const parallel::ProgressFunction& progress,
                             const std::stop_token& stop) {
  validate(options);
  check_scores(observed, 0);
  const std::size_t tests = observed.size();
  std::vector<Counter> counters;
  for (const double score : observed) counters.emplace_back(score, options.early_stop);

  MonteCarloResult result;
  result.null_scores.resize(tests);
  const std::int64_t wanted = tests == 0 ? 0 : options.replicates;
  const std::int64_t block = options.early_stop ? kBlock : std::max<std::int64_t>(1, wanted);
  ProgressMeter meter("null replicates", wanted, progress);
  bool settled = false;
  for (std::int64_t begin = 0; begin < wanted && !settled && !result.partial; begin += block) {
    const std::int64_t length = std::min(block, wanted - begin);
    std::vector<double> scores(static_cast<std::size_t>(length) * tests);
    const std::int64_t done = parallel::for_each(
        length, options.threads,
        [&](std::int64_t i) {
          const std::span<double> own(scores.data() + static_cast<std::size_t>(i) * tests, tests);
          replicate(static_cast<std::uint32_t>(begin + i + 1), own);
          check_scores(own, begin + i + 1);
          meter.tick();
        },
        stop);
    for (std::int64_t i = 0; i < done && !settled; ++i) {
      settled = true;
      for (std::size_t t = 0; t < tests; ++t) {
        const double score = scores[static_cast<std::size_t>(i) * tests + t];
        result.null_scores[t].push_back(score);
        counters[t].see(score);
        settled = settled && counters[t].settled();
      }
      ++result.finished;
    }
    result.partial = done < length && !settled;
  }
  if (wanted > 0) meter.finish();
  for (const Counter& counter : counters)
    result.tests.push_back(counter.result(options.confidence));
  return result;
}

}  // namespace faultline::resample
