#include "faultline/data/notice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/json.hpp"
#include "faultline/data/summary.hpp"

namespace faultline::data {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const Notices kSome = {Notice::warning("few people", "race"), Notice::note("bins were made"),
                       Notice::left_out("age: a number", "age", 70), Notice::warning("fewer")};

TEST(Notice, TheKindSaysHowSevereItIs) {
  EXPECT_EQ(Notice::warning("").severity, Severity::warning);
  EXPECT_EQ(Notice::cut("").severity, Severity::warning);
  EXPECT_EQ(Notice::excluded("").severity, Severity::warning);
  EXPECT_EQ(Notice::note("").severity, Severity::info);
  EXPECT_EQ(Notice::dropped("", 1).severity, Severity::info);
  EXPECT_EQ(Notice::left_out("", "", 1).severity, Severity::info);
}

TEST(Notice, ListsAreFilteredInOrder) {
  EXPECT_THAT(texts(kSome, NoticeKind::warning), ElementsAre("few people", "fewer"));
  EXPECT_THAT(of_kind(kSome, NoticeKind::left_out), ElementsAre(kSome[2]));
  EXPECT_THAT(texts(kSome, NoticeKind::cut), IsEmpty());
  Notices more = {Notice::cut("no curves", "curves")};
  append(more, kSome);
  EXPECT_THAT(texts(more),
              ElementsAre("no curves", "few people", "bins were made", "age: a number", "fewer"));
}

TEST(Notice, IsReadAsItWasWritten) {
  const Notices every = {Notice::warning("a", "b"), Notice::note("c"),
                         Notice::left_out("d", "e", 12), Notice::cut("f", "g"),
                         Notice::excluded("h", "i")};
  const std::string text = json::write(every);
  EXPECT_EQ(json::read<Notices>(text, "notices", json::Reading::complete), every);
  EXPECT_THAT(text, HasSubstr("\"kind\": \"left-out\""));
  EXPECT_THAT(text, HasSubstr("\"count\": 12"));
}

TEST(Notice, OnlyWhatIsCountedHasACount) {
  EXPECT_THAT(json::write(Notice::warning("a")), Not(HasSubstr("count")));
}

TEST(Notice, DroppedPeopleAreReasonAndCount) {
  Summary summary;
  summary.dropped = {Notice::dropped("missing outcome", 3)};
  const std::string text = json::write(summary);
  EXPECT_THAT(text, HasSubstr("\"reason\": \"missing outcome\""));
  EXPECT_THAT(text, HasSubstr("\"count\": 3"));
  EXPECT_THAT(text, Not(HasSubstr("kind")));
  EXPECT_EQ(json::read<Summary>(text, "data", json::Reading::complete).dropped, summary.dropped);
}

}  // namespace
}  // namespace faultline::data
