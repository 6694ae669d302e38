#include "faultline/report/render/markup.hpp"

#include <gtest/gtest.h>

#include "faultline/report/render/html_table.hpp"

namespace faultline::report::html {
namespace {

TEST(Markup, EscapesEverythingThatCouldBecomeMarkup) {
  EXPECT_EQ(escape_markup("<script>alert('x') & \"y\"</script>"),
            "&lt;script&gt;alert(&#39;x&#39;) &amp; &quot;y&quot;&lt;/script&gt;");
  EXPECT_EQ(escape_markup("&lt;"), "&amp;lt;");
  EXPECT_EQ(escape_markup(std::string_view("a\0b\x1b", 4)), "a\uFFFDb\uFFFD");
  EXPECT_EQ(escape_markup("Größe 営業"), "Größe 営業");
}

TEST(Markup, PlainTextBecomesMarkupByBeingEscaped) {
  EXPECT_EQ(Markup("<b>").str(), "&lt;b&gt;");
  EXPECT_EQ(Markup::trusted("<b>").str(), "<b>");
  EXPECT_EQ(element("span", {"<b>", element("b", {"x"})}).str(), "<span>&lt;b&gt;<b>x</b></span>");
}

TEST(Markup, AttributeValuesAreEscaped) {
  EXPECT_EQ(element("span", {{"title", "a\" onload=\"x"}}, {}).str(),
            "<span title=\"a&quot; onload=&quot;x\"></span>");
}

TEST(Markup, NumbersStayWithTheirSigns) {
  EXPECT_EQ(unbroken("is 69.0 % (p = 0.02)"), "is 69.0\u00A0% (p\u00A0=\u00A00.02)");
  EXPECT_EQ(unbroken("< 0.1 %"), "<\u00A00.1\u00A0%");
}

TEST(Markup, TablesHaveCaptionsAndScopes) {
  Table table{.caption = "People & rows", .columns = columns_of({"Group", "People"})};
  table.add({"<all>", "10"});
  const std::string html = render(table).str();
  EXPECT_NE(html.find("<caption>People &amp; rows</caption>"), std::string::npos);
  EXPECT_NE(html.find("<th scope=\"row\">&lt;all&gt;</th><td class=\"number\" "
                      "data-head=\"People\">10</td>"),
            std::string::npos);
  EXPECT_NE(html.find("<th scope=\"col\">Group</th>"), std::string::npos);
}

TEST(Markup, OptionsAreSetAsCode) {
  EXPECT_EQ(Markup("use `alpha = 0.05` or `fail_on`").str(),
            "use <code>alpha = 0.05</code> or <code>fail_on</code>");
  EXPECT_EQ(Markup("a ` b `<i>` c").str(), "a ` b `&lt;i&gt;` c");
}

}  // namespace
}  // namespace faultline::report::html
