#include "faultline/model/design/design.hpp"

#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::ThrowsMessage;

TEST(Design, HasAnInterceptDummiesButTheFirstAndNumbers) {
  Design design(3);
  design.add(data::Attribute{.name = "priors", .labels = {"1 to 5", "None", "Over 5"}},
             std::vector<data::Code>{2, 0, 1});
  design.add("age", std::vector<double>{20, 30, 40});
  design.add("score", std::vector<double>{-1, 0, 1}, ColumnKind::plain);
  ASSERT_EQ(design.columns(), 5);
  EXPECT_EQ(design.rows(), 3);
  EXPECT_EQ(design.column(0).kind, ColumnKind::intercept);
  EXPECT_THAT(design.values(0), ElementsAre(1, 1, 1));
  EXPECT_EQ(design.column(1).name, "priors=None");
  EXPECT_EQ(design.column(1).covariate, "priors");
  EXPECT_EQ(design.column(1).kind, ColumnKind::dummy);
  EXPECT_THAT(design.values(1), ElementsAre(0, 0, 1));
  EXPECT_EQ(design.column(2).name, "priors=Over 5");
  EXPECT_THAT(design.values(2), ElementsAre(1, 0, 0));
  EXPECT_EQ(design.column(3).kind, ColumnKind::number);
  EXPECT_THAT(design.values(3), ElementsAre(20, 30, 40));
  EXPECT_EQ(design.column(4).kind, ColumnKind::plain);
  EXPECT_EQ(design.matrix().size(), 15U);
  EXPECT_THAT(design.reference_levels(), ElementsAre(Pair("priors", "1 to 5")));
}

TEST(Design, AnAttributeWithOneValueAddsNoColumnButNamesItsLevel) {
  Design design(2);
  design.add(data::Attribute{.name = "sex", .labels = {"Male"}}, std::vector<data::Code>{0, 0});
  EXPECT_EQ(design.columns(), 1);
  EXPECT_THAT(design.reference_levels(), ElementsAre(Pair("sex", "Male")));
}

TEST(Design, RefusesWrongLengthsCodesAndValues) {
  Design design(2);
  const data::Attribute sex{.name = "sex", .labels = {"Female", "Male"}};
  EXPECT_THROW(design.add(sex, std::vector<data::Code>{0}), InternalError);
  EXPECT_THROW(design.add(sex, std::vector<data::Code>{0, 2}), InternalError);
  EXPECT_THROW(design.add("age", std::vector<double>{1}), InternalError);
  EXPECT_THAT([&] { design.add("age", std::vector<double>{1, NAN}); },
              ThrowsMessage<InputError>(HasSubstr("'age'")));
  EXPECT_THROW(design.add("age", std::vector<double>{1, INFINITY}), InputError);
  EXPECT_EQ(design.columns(), 1);
}

}  // namespace
}  // namespace faultline::model
