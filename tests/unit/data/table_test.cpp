#include "faultline/data/table.hpp"

#include <cmath>

#include "support/message_of.hpp"
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::data {
namespace {

template <typename Action>
std::string message(const Action& action) {
  return testing::message_of<InputError>(action);
}

TEST(MakeCategorical, LabelsInTextOrderWhateverTheRows) {
  const CategoricalColumn one = make_categorical("x", {"b", "a", "", "b"});
  EXPECT_EQ(one.attribute.labels, (std::vector<std::string>{kMissingLabel, "a", "b"}));
  EXPECT_EQ(one.codes, (std::vector<Code>{2, 1, 0, 2}));
  const CategoricalColumn two = make_categorical("x", {"", "a", "b"});
  EXPECT_EQ(one.attribute, two.attribute);
  EXPECT_TRUE(make_categorical("x", {}).attribute.labels.empty());
}

Table people() {
  Table table;
  table.add(make_categorical("sex", {"f", "m", "f", "f"}));
  table.add(NumericColumn{"y", {1, 0, 1, 1}});
  table.add(NumericColumn{"p", {0.5, 0.2, 0.5, 0.5}});
  table.add(NumericColumn{"w", {1, 2, 3, 0}});
  return table;
}

TEST(Table, HoldsColumnsByKind) {
  const Table table = people();
  EXPECT_EQ(table.rows(), 4);
  EXPECT_EQ(table.columns().size(), 4U);
  EXPECT_EQ(table.categorical("sex").codes, (std::vector<Code>{0, 1, 0, 0}));
  EXPECT_EQ(table.numeric("p").values[1], 0.2);
}

TEST(Table, ErrorsNameTheColumn) {
  Table table = people();
  EXPECT_EQ(message([&] { table.add(NumericColumn{"y", {1, 1, 1, 1}}); }),
            "there are two columns named 'y'");
  EXPECT_EQ(message([&] { table.add(NumericColumn{"z", {1}}); }),
            "column 'z' has 1 rows, the table 4");
  EXPECT_EQ(message([&] { table.add(CategoricalColumn{{"race", {"A"}}, {0, 0, 1, 0}}); }),
            "column 'race' holds code 1 outside its dictionary of 1");
  EXPECT_EQ(message([&] { static_cast<void>(table.categorical("sx")); }),
            "there is no categorical column 'sx'; did you mean 'sex'?");
  // A column of the other kind is no answer.
  EXPECT_EQ(message([&] { static_cast<void>(table.numeric("sex")); }).find("there is no numeric"),
            0U);
  EXPECT_EQ(message([&] { static_cast<void>(table.numeric("prediction")); }),
            "there is no numeric column 'prediction'");
}

TEST(MakeProfiles, CountsPeople) {
  const Profiles all = make_profiles(people(), {.attributes = {"sex"}, .outcome = "y"});
  EXPECT_EQ(all.count, (std::vector<std::int64_t>{3, 1}));
  EXPECT_TRUE(all.prediction.empty());
  const Profiles weighted = make_profiles(
      people(), {.attributes = {"sex"}, .prediction = "p", .outcome = "y", .count = "w"});
  EXPECT_EQ(weighted.count, (std::vector<std::int64_t>{4, 2}));
  EXPECT_EQ(weighted.prediction, (std::vector<double>{0.5, 0.2}));
  EXPECT_EQ(weighted.outcome, (std::vector<std::uint8_t>{1, 0}));
}

TEST(MakeProfiles, CarriesNumbers) {
  Table table = people();
  table.add(NumericColumn{"age", {40, 50, 30, 40}});
  const Profiles profiles =
      make_profiles(table, {.attributes = {"sex"}, .numbers = {"age", "p"}, .outcome = "y"});
  EXPECT_EQ(profiles.number_names, (std::vector<std::string>{"age", "p"}));
  EXPECT_EQ(profiles.count, (std::vector<std::int64_t>{1, 2, 1}));
  EXPECT_EQ(profiles.numbers[0], (std::vector<double>{30, 40, 50}));
  EXPECT_EQ(profiles.numbers[1], (std::vector<double>{0.5, 0.5, 0.2}));
  table.add(NumericColumn{"income", {1, 2, std::nan(""), 3}});
  EXPECT_EQ(message([&] { static_cast<void>(make_profiles(table, {.numbers = {"income"}})); }),
            "column 'income', row 3: nan is not a finite number");
  EXPECT_EQ(message([&] {
              static_cast<void>(make_profiles(table, {.numbers = {"sex"}}));
            }).find("there is no numeric column 'sex'"),
            0U);
}

TEST(MakeProfiles, ErrorsNameColumnRowAndValue) {
  const auto with = [](const char* role, double value) {
    return message([&] {
      Table table;
      table.add(make_categorical("sex", {"f", "m"}));
      for (const std::string name : {"y", "d", "p", "w"}) {
        table.add(NumericColumn{name, {1, name == role ? value : 1}});
      }
      static_cast<void>(make_profiles(table, {.attributes = {"sex"},
                                              .prediction = "p",
                                              .outcome = "y",
                                              .decision = "d",
                                              .count = "w"}));
    });
  };
  EXPECT_EQ(with("none", 1), "no error");
  EXPECT_EQ(with("y", 2), "column 'y', row 2: 2 is not 0 or 1");
  EXPECT_EQ(with("d", 0.5), "column 'd', row 2: 0.5 is not 0 or 1");
  EXPECT_EQ(with("p", 1.25), "column 'p', row 2: 1.25 is not a probability between 0 and 1");
  EXPECT_EQ(with("p", -0.5), "column 'p', row 2: -0.5 is not a probability between 0 and 1");
  EXPECT_EQ(with("p", std::nan("")), "column 'p', row 2: nan is not a probability between 0 and 1");
  EXPECT_EQ(with("y", std::nan("")), "column 'y', row 2: nan is not 0 or 1");
  EXPECT_EQ(with("w", -1), "column 'w', row 2: -1 is not a count (a whole number, 0 or more)");
  EXPECT_EQ(with("w", 1.5), "column 'w', row 2: 1.5 is not a count (a whole number, 0 or more)");
  EXPECT_EQ(with("w", std::nan("")),
            "column 'w', row 2: nan is not a count (a whole number, 0 or more)");
}

TEST(MakeProfiles, AnEmptyTableHasNobody) {
  Table table;
  EXPECT_EQ(make_profiles(table, {}).people(), 0);
}

}  // namespace
}  // namespace faultline::data
