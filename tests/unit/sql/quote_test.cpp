#include "faultline/sql/quote.hpp"

#include <string>
#include <utility>
#include <vector>

#include "sql/test_files.hpp"
#include <gtest/gtest.h>

#include "faultline/data/profiles.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::sql {
namespace {

TEST(Quote, DoublesWhatItQuotesWith) {
  EXPECT_EQ(quote_name("a\"b.c"), "\"a\"\"b.c\"");
  EXPECT_EQ(quote_text("it's"), "'it''s'");
}

TEST(Quote, AZeroByteIsAByteOfAText) {
  testing::TestFolder folder;
  const std::string path = folder.write("rows.csv", "s,y,p\nb,1,0.5\nc,0,0.5\n");
  const People people = People::open(
      {.path = path, .derive = {"x=case when s = 'b' then 'a' || chr(0) || s else s end"}},
      {.outcome = "y", .score = "p", .attributes = {"x"}});
  const std::string zero("a\0b", 3);
  EXPECT_EQ(people.attributes().at(0).labels, (std::vector<std::string>{zero, "c"}));
  data::ProfilesBuilder builder(people.attributes(), people.numbers());
  people.stream(builder);
  EXPECT_EQ(std::move(builder).finish().people(), 2);
}

}  // namespace
}  // namespace faultline::sql
