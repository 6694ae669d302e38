// People held in memory, and seen through some of their attributes.

#include "faultline/data/held_people.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"

namespace faultline::data {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

HeldPeople four_tuples() {
  PeopleFacts facts;
  facts.attributes = {{"a", {"a0", "a1"}}, {"b", {"b0", "b1"}}};
  facts.scanned = {"a", "b"};
  facts.covariates = {"a", "x"};
  facts.numbers = {"x"};
  facts.summary.rows_used = 10;
  facts.summary.attributes = {{.name = "a"}, {.name = "b"}};
  facts.notices.push_back(Notice::note("said once"));
  const std::vector<Code> a{0, 0, 1, 1};
  const std::vector<Code> b{0, 1, 0, 1};
  const std::vector<double> p{0.5, 0.5, 0.25, 0.25};
  const std::vector<double> x{1, 2, 3, 4};
  const std::vector<std::uint8_t> y{1, 1, 0, 0};
  const std::vector<std::int64_t> count{1, 2, 3, 4};
  ProfileBatch batch{.size = 4, .prediction = p, .outcome = y, .count = count};
  batch.codes = {a, b};
  batch.numbers = {x};
  ProfilesBuilder builder(facts.attributes, facts.numbers);
  builder.add(batch);
  return {std::move(facts), std::move(builder).finish()};
}

TEST(HeldPeople, SeenThroughAnAttributeTuplesThatAreAlikeBecomeOne) {
  const HeldPeople people = four_tuples();
  const HeldPeople seen = seen_through(people, {"a"});
  EXPECT_THAT(seen.profiles().count, ElementsAre(3, 7));
  EXPECT_THAT(seen.profiles().prediction, ElementsAre(0.5, 0.25));
  EXPECT_TRUE(seen.profiles().numbers.empty());
  EXPECT_EQ(seen.attributes().size(), 1U);
  EXPECT_THAT(seen.scanned(), ElementsAre("a"));
  EXPECT_EQ(seen.summary().attributes.size(), 1U);
  EXPECT_EQ(seen.summary().rows_used, 10);
  EXPECT_TRUE(seen.notices().empty());
  EXPECT_TRUE(seen.covariates().empty());
}

TEST(HeldPeople, AttributesStandInTheOrderAskedFor) {
  const HeldPeople seen = seen_through(four_tuples(), {"b", "a"});
  EXPECT_EQ(seen.attributes()[0].name, "b");
  EXPECT_THAT(seen.profiles().codes[0], ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(seen.profiles().codes[1], ElementsAre(0, 1, 0, 1));
  EXPECT_THAT(seen.profiles().count, ElementsAre(1, 3, 2, 4));
}

TEST(HeldPeople, SendASubgroup) {
  const HeldPeople people = four_tuples();
  ProfilesBuilder builder(people.attributes(), people.numbers());
  const std::vector<std::uint64_t> sets{0b10, 0b11};
  people.stream_subgroup(sets, builder, {});
  EXPECT_EQ(std::move(builder).finish().people(), 7);
}

TEST(HeldPeople, AnAttributeThatNobodyHasIsRefused) {
  EXPECT_THAT([] { (void)seen_through(four_tuples(), {"c"}); },
              ThrowsMessage<InternalError>(HasSubstr("'c'")));
}

}  // namespace
}  // namespace faultline::data
