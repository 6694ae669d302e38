#pragma once
// The categorical columns of a table, and the substreams of a simulated data set: what the files of
// this folder share.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/data/table.hpp"
#include "faultline/rng/stream.hpp"

namespace faultline::simulate {

// One substream per ingredient: changing one option leaves the other ingredients' draws as they
// are.
enum Substream : std::uint32_t {
  kCovariates,
  kWeights,
  kTrueNoise,
  kPredictNoise,
  kOutcome,
  kSubgroup,
  kClass
};

[[nodiscard]] inline rng::Stream stream_for(std::uint64_t seed, std::uint32_t replicate,
                                            Substream part) {
  return {seed, rng::Purpose::simulate, replicate, part};
}

/// Throws InputError when there is no categorical column or no row. The pointers live as long as
/// the table.
[[nodiscard]] std::vector<const data::CategoricalColumn*> categorical_columns(
    const data::Table& table);
[[nodiscard]] std::vector<data::Attribute> attributes_of(
    const std::vector<const data::CategoricalColumn*>& columns);

/// Per row: 1 where `attribute` has `value`. Throws ConfigError or InputError with the nearest
/// name.
[[nodiscard]] std::vector<std::uint8_t> rows_with(const data::Table& table,
                                                  const std::string& attribute,
                                                  const std::string& value);

}  // namespace faultline::simulate
