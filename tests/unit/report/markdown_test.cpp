#include "faultline/report/render/markdown.hpp"

#include <gtest/gtest.h>

namespace faultline::report {
namespace {

TEST(Markdown, TablesHaveNumbersAtTheRightAndStrongCells) {
  Table table{.columns = columns_of({"class", "people", "score"})};
  Cell score("42.4");
  score.strong = true;
  table.add({"Black", "1,168", score});
  Cell nothing;
  nothing.strong = true;
  table.add({nothing, "7", "2.21"});
  EXPECT_EQ(render_markdown(table),
            "| class | people | score |\n"
            "|---|--:|--:|\n"
            "| Black | 1,168 | **42.4** |\n"
            "|  | 7 | 2.21 |\n");
}

TEST(Markdown, TextStaysText) {
  EXPECT_EQ(escape_markdown("a|b *c* <b>[1](x)\n# d"), "a\\|b \\*c\\* &lt;b>\\[1\\](x) \\# d");
  EXPECT_EQ(escape_markdown("two_year_recid = 1"), "two_year_recid = 1");
  EXPECT_EQ(escape_markdown("_a_ __b__ c_"), "\\_a\\_ \\_\\_b\\_\\_ c\\_");
}

}  // namespace
}  // namespace faultline::report
