#pragma once
// A learner whose log-odds are Platt-scaled by five-fold cross-validation (linear/platt.hpp):
// fitted to four fifths of the people five times, then to everybody. Weights count relative to
// their mean per person, so that settings in units of people mean the same whatever the weights'
// unit.

#include <memory>
#include <string>
#include <vector>

#include "faultline/model/learner.hpp"
#include "faultline/model/linear/platt.hpp"

namespace faultline::model {

class PlattScaled final : public Learner {
 public:
  explicit PlattScaled(std::unique_ptr<Learner> learner);

  [[nodiscard]] bool converged() const override { return learner_->converged(); }
  [[nodiscard]] FitReport report() const override;
  [[nodiscard]] const PlattScale& platt() const { return platt_; }

 private:
  /// When every label is the same, every row gets that label's share with half a person added to
  /// either side. Fewer than five people are too few to scale. Both are said in the report.
  void learn(const TrainingRows& rows) override;
  void log_odds_of_all(std::span<double> out) const override;
  void load(const TrainingRows& rows);
  void cross_validate(std::uint32_t substream);

  std::unique_ptr<Learner> learner_;
  PlattScale platt_{};
  data::Notices warnings_{};
  // Per row of the table; people are whole, weights have a mean of 1 per person.
  std::vector<double> weight_{}, positive_{}, people_{};
  double total_weight_ = 0, total_positive_ = 0, total_people_ = 0;
};

}  // namespace faultline::model
