#pragma once
// `faultline elicit`: what people answered, and the trade-off that follows.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faultline/result/terms.hpp"

namespace faultline::result {

struct ElicitReport {
  struct Answer {
    std::string person{};
    double z1 = 0;           // error rate of group A under system 1, in percent
    double z2 = 0;           // of group B
    double z3 = 0;           // the equal rate at which system 1 would be preferred
    double ratio = 0;        // cost of the disparity by this answer alone
    bool dominated = false;  // z3 below the mean of z1 and z2; left out of every estimate
  };
  struct Ratio {
    double estimate = 0;  // cost of the disparity in units of one error; NaN without answers
    std::optional<double> spread{};  // standard deviation of the answers' own ratios
    int answers = 0;                 // that are not dominated
    std::optional<double> lambda{};  // none: infinite, or no estimate
    [[nodiscard]] bool is_infinite() const { return answers > 0 && !lambda; }
  };
  struct PersonRatio {
    std::string person{};
    Ratio ratio{};
  };

  std::vector<Answer> answers{};
  Ratio ratio{};                     // pooled, least squares
  std::optional<double> lambda_n{};  // error "fpr"; none when infinite or without estimate
  std::optional<double> lambda_p{};  // error "tpr", likewise
  ErrorRate error = ErrorRate::fpr;
  double cost_ratio = 1;                // cost(FN) / cost(FP)
  std::optional<Limit> lambda_limit{};  // of a pooled lambda without a finite value
  std::vector<PersonRatio> by_person{};
  std::optional<std::pair<double, double>> range{};  // of the people's ratios; of two and more
  std::vector<std::string> explanation{};            // sentences
};
[[nodiscard]] const describe::Object& description(const ElicitReport::Answer*);
[[nodiscard]] const describe::Object& description(const ElicitReport::Ratio*);
[[nodiscard]] const describe::Object& description(const ElicitReport::PersonRatio*);
[[nodiscard]] const describe::Object& description(const ElicitReport*);

}  // namespace faultline::result
