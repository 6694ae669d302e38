#pragma once
// People drawn from a population: who is in which group, and how often a person counts. The
// population itself, a permutation of its protected vectors, or a resample; laid out group by
// group, untreated before treated, with the columns that models read.

#include <cstdint>
#include <span>
#include <vector>

#include "faultline/methods/counterfactual/population.hpp"
#include "faultline/model/linear/group_logistic.hpp"
#include "faultline/rng/stream.hpp"

namespace faultline::methods {

class Sample {
 public:
  /// Keeps a reference to the population.
  explicit Sample(const Population& population) : population_(population) {}

  void take_everybody();
  /// The groups of the people who take part, exchanged among them at random; everything else stays.
  void permute(rng::Stream& stream);
  /// `size` people, each anybody with the same chance; or that share of the clusters, whole.
  void resample(rng::Stream& stream, std::int64_t size);
  /// `size` people without replacement, from each (group, outcome, decision) its share (rounded).
  void resample_strata(rng::Stream& stream, std::int64_t size, std::size_t decision);
  /// Row i counts people[i] times; used by tests that bring their own draw.
  void take(std::span<const std::int32_t> cell, std::span<const std::int32_t> group,
            std::span<const double> people);

  [[nodiscard]] const Population& population() const { return population_; }
  [[nodiscard]] std::size_t size() const { return cell_.size(); }
  [[nodiscard]] std::span<const std::int32_t> cells() const { return cell_; }
  [[nodiscard]] std::span<const double> weight() const { return weight_; }
  /// Per group.
  [[nodiscard]] std::span<const model::GroupedRows::Stretch> untreated() const {
    return untreated_;
  }
  [[nodiscard]] std::span<const model::GroupedRows::Stretch> treated() const { return treated_; }
  [[nodiscard]] std::span<const model::GroupedRows::Stretch> everybody() const {
    return everybody_;
  }
  /// The covariates of the rows, one pointer per column.
  [[nodiscard]] std::span<const double* const> covariates() const { return covariates_; }
  /// The values of a column over cells, for the rows.
  void gather(std::span<const double> of_cells, std::vector<double>& rows) const;

 private:
  void resample_clusters(rng::Stream& stream, std::int64_t size);
  void add(std::int32_t cell, std::int32_t group, double people);
  void arrange();

  const Population& population_;
  // As drawn.
  std::vector<std::int32_t> drawn_cell_{}, drawn_group_{};
  std::vector<double> drawn_people_{};
  // Laid out.
  std::vector<std::int32_t> cell_{};
  std::vector<double> weight_{};
  std::vector<model::GroupedRows::Stretch> untreated_{}, treated_{}, everybody_{};
  std::vector<std::vector<double>> columns_{};
  std::vector<const double*> covariates_{};
  // Scratch.
  std::vector<std::int64_t> place_{};
  std::vector<std::int32_t> labels_{};
  std::vector<std::int64_t> counts_{}, left_{};
  std::vector<std::int64_t> picks_{};
};

}  // namespace faultline::methods
