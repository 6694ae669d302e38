#pragma once
// Models that could be used instead of the one that is audited, which is the first of them: without
// the group, told the group, and one model per group. They are rough on purpose, with settings as
// they are: what counts is whether any of them does better for a group.

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "faultline/methods/result.hpp"
#include "faultline/methods/sources/input.hpp"
#include "faultline/parallel/pool.hpp"

namespace faultline::methods {

class Candidates {
 public:
  struct Entry {
    enum class Kind { learner, neighbours, constant };
    Kind kind = Kind::learner;
    std::string name{};
    GroupUse use = GroupUse::none;
    model::LearnerOptions learner{};
    const model::Features* features = nullptr;
    bool linear = false;  // decides how fast costs may fall with more people
    bool kind_for_equal_sizes = false;
  };

  /// For `people` people; keeps references. Says what was left out in the report's notices.
  Candidates(const SourcesInput& input, const SourcesOptions& options, std::int64_t people,
             SourcesReport& report);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] const Entry& operator[](std::size_t c) const { return entries_[c]; }
  /// Fits so far, and those among them that did not converge.
  [[nodiscard]] std::int64_t fits() const { return fits_; }
  [[nodiscard]] std::int64_t not_converged() const { return not_converged_; }
  /// Counts a fit; from any thread.
  void count_fit(const model::Learner& learner) const;

  /// Means or probabilities of `tested` by a candidate that learned from `training`; all positions
  /// in the input. NaN where there is nobody to learn from. `settings` replace the learner's own.
  /// From any thread.
  void predict(std::size_t c, std::span<const std::int64_t> training,
               std::span<const std::int64_t> tested, std::uint32_t substream, std::span<double> out,
               const model::LearnerOptions* settings = nullptr) const;

 private:
  using LearnerPool = parallel::Pool<model::Learner>;

  void add(Entry entry);
  void add_linear(const model::LearnerOptions& linear);
  void add_products(const model::LearnerOptions& linear, std::int64_t people,
                    SourcesReport& report);
  void add_trees();
  [[nodiscard]] LearnerPool& pool(const model::Features* features,
                                  const model::LearnerOptions& learner) const;
  void learn(const Entry& entry, const model::LearnerOptions& learner,
             std::span<const std::int64_t> training, std::span<const std::int64_t> tested,
             std::uint32_t substream, std::span<double> out) const;
  void look_at_neighbours(const Entry& entry, std::span<const std::int64_t> training,
                          std::span<const std::int64_t> tested, std::span<double> out) const;
  [[nodiscard]] double mean_of(std::span<const std::int64_t> people) const;

  struct Pooled {
    const model::Features* features = nullptr;
    model::LearnerOptions learner{};
    std::unique_ptr<LearnerPool> pool{};
  };

  const SourcesInput& input_;
  const SourcesOptions& options_;
  std::vector<Entry> entries_{};
  std::vector<std::unique_ptr<model::Features>> tables_{};
  mutable std::mutex mutex_{};
  mutable std::atomic<std::int64_t> fits_ = 0;
  mutable std::atomic<std::int64_t> not_converged_ = 0;
  mutable std::vector<Pooled> pools_{};
};

/// How many people the candidates are tried on at most, given the number of columns.
[[nodiscard]] std::int64_t most_people(const model::Features& features);

}  // namespace faultline::methods
