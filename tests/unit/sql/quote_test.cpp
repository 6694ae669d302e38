#include "faultline/sql/quote.hpp"

#include <gtest/gtest.h>

namespace faultline::sql {
namespace {

TEST(Quote, DoublesWhatItQuotesWith) {
  EXPECT_EQ(quote_name("a\"b.c"), "\"a\"\"b.c\"");
  EXPECT_EQ(quote_text("it's"), "'it''s'");
}

}  // namespace
}  // namespace faultline::sql
