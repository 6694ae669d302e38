#pragma once
// Errors of rates, from resamples of full size, centred: rates are smooth functions of the data, so
// resamples show how far they stray. They show too little of it where few people have, or have not,
// the event: 0 of 12 is 0 in every resample, and 20 of 200 strays farther up than down. So a rate
// gets as much independent normal error as makes its interval reach as far as the farther side of
// Wilson's; where many people have the event, and have it not, that is next to nothing.

#include <cstdint>
#include <span>
#include <vector>

namespace faultline::methods {

/// Rates that are compared with each other.
struct RateErrors {
  std::vector<double> rates{};                // NaN: undefined
  std::vector<std::vector<double>> errors{};  // [resample][rate]; NaN: undefined there
};

/// `resampled`: [resample][rate].
[[nodiscard]] RateErrors rate_errors(std::vector<double> rates,
                                     std::vector<std::vector<double>> resampled);

/// With fewer weighted people than this on either side, the normal distribution is no guide.
inline constexpr double kFewEvents = 10;
[[nodiscard]] bool has_few_events(double rate, double effective_size);

/// Adds what resamples do not show of rare (or frequent) events, as far out as intervals of all
/// pairs of rates together reach. `effective_sizes`: people behind each rate, by weights. The draws
/// depend on seed and stream number alone. Returns the standard deviations that were added.
std::vector<double> widen_rare(std::span<const double> effective_sizes, double alpha,
                               std::uint64_t seed, std::uint32_t stream, RateErrors& errors);

/// Two rates, the larger first.
struct GapPair {
  std::uint32_t block = 0;
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  bool maybe_equal = false;  // within sqrt(log n) standard errors
  double difference = 0;     // not negative
  double error = 0;          // its standard error
};

/// A pair that fewer resamples define has no error to speak of.
inline constexpr std::size_t kFewestResamples = 20;
/// Beyond, intervals would cost more than all the models.
inline constexpr std::size_t kMostPairs = 500'000;

/// All pairs within the blocks. Empty when one has too few resamples that define it, or when there
/// are too many.
[[nodiscard]] std::vector<GapPair> gap_pairs(std::span<const RateErrors> blocks,
                                             std::int64_t people);

/// Error of the pair's difference in a resample; NaN where a rate is undefined.
[[nodiscard]] double pair_error(const GapPair& pair, std::span<const RateErrors> blocks,
                                std::size_t resample);

/// How many standard errors apart rates may be and still be called equal: sqrt(log n).
[[nodiscard]] double equality_reach(std::int64_t people);

}  // namespace faultline::methods
