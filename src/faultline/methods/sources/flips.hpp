#pragma once
// How often models trained on halves of the people decide otherwise than the optimum, and on which
// side of it a model trained on all of them stands on average. For a person, let a model's lead
// over the threshold be normal over training sets, with mean z standard deviations on the wrong
// side. All halves come from one sample, which moved every one of them by the same u, standard
// normal (the variance of halves given the sample is about that of samples). So of m predictions k
// are wrong with
//   P(k | z) = integral Binomial(k; m, Phi(z + u)) phi(u) du.
// The distribution of z over people is fitted on a grid by expectation maximisation. The share of
// people with z > 0 is what the majority of k would say, were m large and u absent: the majority
// counts u as bias.

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace faultline::methods {

/// People with the same counts, and what they weigh together.
struct FlipCount {
  std::int64_t predictions = 0;
  std::int64_t wrong = 0;
  double weight = 0;
};

class FlipMixture {
 public:
  explicit FlipMixture(std::span<const FlipCount> counts);

  /// P(z > 0 | counts), half of z = 0 included. The counts must be among those it was fitted to.
  [[nodiscard]] double mainly_wrong(std::int64_t predictions, std::int64_t wrong) const;

 private:
  using Counts = std::pair<std::int64_t, std::int64_t>;
  std::map<Counts, double> mainly_wrong_{};
};

}  // namespace faultline::methods
