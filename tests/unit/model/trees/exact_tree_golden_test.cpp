// A tree of limited depth against scikit-learn 1.9.1: DecisionTreeRegressor(max_depth = depth) on
// the same 2,000 people, whose numbers single precision holds exactly. 30 % of them are spread
// sixteen times as wide as the others: 256 bins by quantiles, which XGBoost uses, would leave few
// bins to where they are.
//   i = arange(2000); x = (7919 i mod 8192) / 1024; z = (4177 i mod 4096) / 1024
//   wide = where(i % 10 < 3, 16 x, x)
//   y = 2 wide^2 - 2 wide + 0.1 + (2731 i mod 1021) / 1021 (1 + z)

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "faultline/model/registry.hpp"

namespace faultline::model {
namespace {

constexpr std::int64_t kPeople = 2000;

struct Golden {
  int depth;
  double narrow, wide;         // mean squared error of either group
  double first, second, last;  // predictions of people 0, 1 and 1,999
};

TEST(ExactTree, AgreesWithScikitLearn) {
  std::vector<double> x;
  std::vector<double> z;
  std::vector<double> y;
  std::vector<std::int64_t> everybody;
  for (std::int64_t i = 0; i < kPeople; ++i) {
    const double base = static_cast<double>((i * 7919) % 8192) / 1024;
    x.push_back(i % 10 < 3 ? 16 * base : base);
    z.push_back(static_cast<double>((i * 4177) % 4096) / 1024);
    y.push_back(2 * x.back() * x.back() - 2 * x.back() + 0.1 +
                static_cast<double>((i * 2731) % 1021) / 1021 * (1 + z.back()));
    everybody.push_back(i);
  }
  Features features(kPeople);
  features.add("x", x);
  features.add("z", z);
  for (const Golden& golden : {Golden{1, 129486.0143107224, 39642246.19557004, 391.5866754299984,
                                      19945.258531464813, 391.5866754299984},
                               Golden{2, 944.5334385111472, 808397.8191304404, 31.6577205704778,
                                      29843.72851461927, 31.6577205704778},
                               Golden{4, 31.76985295166243, 16298.745336239332, 3.672429673024964,
                                      30621.55517868546, 25.028578408070256},
                               Golden{8, 0.9234926788768755, 56.21067118606758, 0.8262288469369997,
                                      30382.677039877417, 15.744506068786292}}) {
    SCOPED_TRACE(golden.depth);
    const auto tree = make_learner({.kind = LearnerKind::tree, .depth = golden.depth}, features,
                                   OutcomeKind::number);
    tree->fit({.people = everybody, .outcome = y});
    std::vector<double> predicted(kPeople);
    tree->predict(everybody, predicted);
    double squares[2] = {0, 0};
    for (std::size_t i = 0; i < kPeople; ++i) {
      squares[i % 10 < 3] += std::pow(predicted[i] - y[i], 2);
    }
    EXPECT_NEAR(squares[0] / 1400, golden.narrow, 1e-9 * golden.narrow);
    EXPECT_NEAR(squares[1] / 600, golden.wide, 1e-9 * golden.wide);
    EXPECT_NEAR(predicted[0], golden.first, 1e-9 * golden.first);
    EXPECT_NEAR(predicted[1], golden.second, 1e-9 * golden.second);
    EXPECT_NEAR(predicted.back(), golden.last, 1e-9 * golden.last);
  }
}

}  // namespace
}  // namespace faultline::model
