#include "faultline/report/render/markdown.hpp"

#include <gtest/gtest.h>

namespace faultline::report {
namespace {

TEST(Markdown, TablesHaveNumbersAtTheRightAndStrongCells) {
  Table table{.columns = columns_of({"class", "", "score"})};
  Cell score("42.4");
  score.strong = true;
  table.add({"Black", "1,168", score});
  Cell nothing;
  nothing.strong = true;
  table.add({nothing, "7", "2.21"});
  EXPECT_EQ(render_markdown(table),
            "| class | | score |\n"
            "|---|--:|--:|\n"
            "| Black | 1,168 | **42.4** |\n"
            "|  | 7 | 2.21 |\n");
}

TEST(Markdown, TextStaysText) {
  EXPECT_EQ(escape_markdown("a|b *c* <b>\n# d"), "a\\|b \\*c\\* &lt;b> \\# d");
  EXPECT_EQ(escape_markdown("two_year_recid = 1"), "two_year_recid = 1");
  EXPECT_EQ(escape_markdown("_a_ __b__ c_"), "\\_a\\_ \\_\\_b\\_\\_ c\\_");
  EXPECT_EQ(escape_markdown("a note [1]"), "a note [1]");
  EXPECT_EQ(escape_markdown("[a](b) [c][d]"), "\\[a\\](b) [c\\][d]");
  EXPECT_EQ(escape_markdown("[a]: b"), "\\[a\\]: b");
}

}  // namespace
}  // namespace faultline::report
