#pragma once
// `faultline elicit`: what people answered, and the trade-off that follows.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "faultline/result/finding.hpp"
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
    double weight = 0;       // share of the pooled estimate
  };
  struct Ratio {
    double estimate = 0;  // cost of the disparity in units of one error; NaN without answers
    std::optional<double> spread{};  // standard deviation of the answers' own ratios
    int answers = 0;                 // that are not dominated
    std::optional<double> lambda{};  // none: infinite, or no estimate
    Interval interval{};             // of the estimate, 95 %; none with fewer than three
    Interval lambda_interval{};      // what it implies; the upper end may be infinite
    [[nodiscard]] bool is_infinite() const { return answers > 0 && !lambda; }
  };
  struct PersonRatio {
    std::string person{};
    Ratio ratio{};
  };

  /// What the pooled lambda would mean for people in a file: no test, only what it allows.
  struct Meaning {
    struct Group {
      std::string attribute{};
      std::string value{};
      std::int64_t n = 0;  // of those whose error rate is compared
      double base_rate = 0;
      double base_rate_outside = 0;
      double rate = 0;
      double rate_outside = 0;
      /// The rate that the criterion just allows; none where lambda is infinite and any is.
      std::optional<double> allowed{};
      Interval allowed_interval{};  // at the ends of lambda's interval
      double excess = 0;            // beyond what is allowed, above 0; 0 where nothing is
    };
    std::string source{};
    std::int64_t people = 0;                  // in the file
    std::int64_t compared = 0;                // without the outcome (fpr) or with it (tpr)
    std::string probability{};                // where base rates come from
    Direction direction = Direction::higher;  // of a rate that harms
    std::vector<Group> groups{};              // by attribute and value
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
  std::optional<Meaning> meaning{};                  // where a file was given
};
[[nodiscard]] const describe::Object& description(const ElicitReport::Answer*);
[[nodiscard]] const describe::Object& description(const ElicitReport::Ratio*);
[[nodiscard]] const describe::Object& description(const ElicitReport::PersonRatio*);
[[nodiscard]] const describe::Object& description(const ElicitReport::Meaning::Group*);
[[nodiscard]] const describe::Object& description(const ElicitReport::Meaning*);
[[nodiscard]] const describe::Object& description(const ElicitReport*);

}  // namespace faultline::result
