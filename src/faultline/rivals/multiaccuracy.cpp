#include "faultline/rivals/multiaccuracy.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/rng/draw.hpp"
#include "faultline/rng/stream.hpp"

namespace faultline::rivals {
namespace {

constexpr std::array<Partition, 3> kPartitions = {Partition::everybody, Partition::above_half,
                                                  Partition::at_most_half};

bool inside(Partition partition, double prediction) {
  return partition == Partition::everybody ||
         (prediction > 0.5) == (partition == Partition::above_half);
}

class Boost {
 public:
  Boost(const AuditRows& rows, const MultiAccuracyOptions& options)
      : rows_(rows),
        options_(options),
        regression_(rows),
        log_odds_(rows.size()),
        prediction_(rows.size()),
        residual_(rows.size()),
        heuristic_(rows.size()),
        train_(rows.size()),
        weight_(rows.size()) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double p = std::clamp(rows.prediction[i], options.clip, 1 - options.clip);
      log_odds_[i] = std::log(p / (1 - p));
      prediction_[i] = p;
      people_ += rows.count[i];
    }
  }

  MultiAccuracyResult run() {
    MultiAccuracyResult result;
    for (int iteration = 1; iteration <= options_.max_iterations; ++iteration) {
      take_residuals();
      split(iteration);
      const bool corrected = std::any_of(
          kPartitions.begin(), kPartitions.end(),
          [&](Partition partition) { return audit(partition, iteration, result.best); });
      if (!corrected) return result;
      ++result.iterations;
    }
    result.ended = false;
    return result;
  }

 private:
  void take_residuals() {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      residual_[i] = prediction_[i] - (rows_.outcome[i] != 0 ? 1 : 0);
      heuristic_[i] =
          options_.heuristic == ResidualHeuristic::absolute ? std::abs(residual_[i]) : residual_[i];
    }
  }

  /// People of each entry in the training half: draws without replacement, entry by entry.
  void split(int iteration) {
    rng::Stream stream(options_.seed, rng::Purpose::bootstrap, options_.replicate,
                       static_cast<std::uint32_t>(iteration));
    std::int64_t wanted = people_ / 2;
    std::int64_t left = people_;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::int64_t n = rows_.count[i];
      left -= n;
      std::int64_t taken = 0;
      if (n == 1) {
        // The common case, spelt out because it is many times faster.
        taken = rng::uniform(stream) * static_cast<double>(left + 1) < static_cast<double>(wanted);
      } else {
        taken = rng::hypergeometric(stream, n, left, wanted);
      }
      train_[i] = taken;
      wanted -= taken;
    }
  }

  /// True when the partition was corrected.
  bool audit(Partition partition, int iteration, std::optional<MultiAccuracyBest>& best) {
    double training = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      weight_[i] = inside(partition, prediction_[i]) ? static_cast<double>(train_[i]) : 0.0;
      training += weight_[i];
    }
    if (training == 0) return false;
    regression_.fit(weight_, heuristic_, options_.alpha);
    double holdout = 0;
    double sum = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!inside(partition, prediction_[i])) continue;
      const auto people = static_cast<double>(rows_.count[i] - train_[i]);
      const double residual = options_.directional ? std::max(residual_[i], 0.0) : residual_[i];
      holdout += people;
      sum += people * regression_.fitted(i) * residual;
    }
    if (holdout == 0 || !(sum / holdout > options_.threshold)) return false;
    const double score = sum / holdout;
    if (!best || score > best->score) {
      best = MultiAccuracyBest{.partition = partition, .iteration = iteration, .score = score};
      best->coefficients = regression_.coefficients();
      best->member.resize(rows_.size());
      for (std::size_t i = 0; i < rows_.size(); ++i)
        best->member[i] = inside(partition, prediction_[i]) ? 1 : 0;
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!inside(partition, prediction_[i])) continue;
      log_odds_[i] -= options_.step * regression_.fitted(i);
      prediction_[i] = 1 / (1 + std::exp(-log_odds_[i]));
    }
    return true;
  }

  const AuditRows& rows_;
  const MultiAccuracyOptions& options_;
  FeatureRegression regression_;
  std::int64_t people_ = 0;
  std::vector<double> log_odds_, prediction_, residual_, heuristic_;
  std::vector<std::int64_t> train_;
  std::vector<double> weight_;
};

}  // namespace

void validate(const MultiAccuracyOptions& options) {
  const auto refuse = [](const char* name, double value, const char* allowed) {
    throw ConfigError(
        fmt::format("MultiAccuracy Boost: {} is {}; it must be {}", name, value, allowed));
  };
  if (!(options.alpha >= 0)) refuse("alpha", options.alpha, "0 or more");
  if (!(options.step > 0)) refuse("step", options.step, "above 0");
  if (!(options.threshold > 0)) refuse("threshold", options.threshold, "above 0");
  if (options.max_iterations < 1) refuse("max_iterations", options.max_iterations, "1 or more");
  if (!(options.clip > 0 && options.clip < 0.5))
    refuse("clip", options.clip, "between 0 and 0.5, neither included");
}

MultiAccuracyResult multiaccuracy(const AuditRows& rows, const MultiAccuracyOptions& options) {
  validate(options);
  check(rows);
  return Boost(rows, options).run();
}

std::string_view name_of(Partition partition) {
  switch (partition) {
    case Partition::everybody:
      return "everybody";
    case Partition::above_half:
      return "P > 0.5";
    case Partition::at_most_half:
      return "P <= 0.5";
  }
  throw InternalError("unknown partition");
}

}  // namespace faultline::rivals
