#pragma once
// Algorithm 1 (Boxer, McFowland, Neill) taken apart: the random ingredients of one data set, drawn
// once, and the arithmetic that makes a person of them. Data sets that differ in noise levels,
// thresholds or injections share their ingredients, so they cost no random numbers.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/data/table.hpp"

namespace faultline::simulate {

struct Injection;
struct SemiSyntheticOptions;

/// What becomes of one row.
struct Person {
  double truth = 0;  // probability of the outcome
  double prediction = 0;
  bool outcome = false;
  bool decision = false;
};

/// Keeps pointers into the table: it must outlive this.
class FairData {
 public:
  /// Throws InputError and ConfigError as semi_synthetic() does.
  FairData(const data::Table& covariates, const std::string& protected_attribute, double weight_sd,
           std::uint64_t seed, std::uint32_t replicate);

  [[nodiscard]] std::size_t rows() const { return outcome_.size(); }
  /// `injection` is null for people whom it does not reach. Of the options only the two noise
  /// levels, the threshold and the clip matter.
  [[nodiscard]] Person person(std::size_t row, const SemiSyntheticOptions& options,
                              const Injection* injection) const;

 private:
  std::vector<const data::CategoricalColumn*> columns_;
  std::vector<std::vector<double>> weights_;  // [attribute][value]
  std::vector<double> true_noise_;            // standard normal
  std::vector<double> predict_noise_;
  std::vector<double> outcome_;  // uniform: the outcome is positive below the true probability
};

}  // namespace faultline::simulate
