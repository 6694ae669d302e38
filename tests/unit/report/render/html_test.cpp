#include "faultline/report/html.hpp"

#include "unit/report/shown.hpp"
#include "unit/report/stored.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Html, NothingFromDataBecomesMarkup) {
  const std::string html = page(edge("hostile"));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, Not(HasSubstr("onload=\"")));
  EXPECT_EQ(count(html, "</style>"), 2U);
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"));
  EXPECT_THAT(html, Not(HasSubstr("\x1b")));
}

TEST(Html, LoadsNothingFromElsewhere) {
  for (const auto& [name, result] : every_result()) {
    const std::string html = page(result);
    for (const char* part :
         {"http://", "https://", "src=", "@import", "url(", "<link", "<iframe"}) {
      EXPECT_THAT(html, Not(HasSubstr(part))) << name;
    }
    EXPECT_THAT(html, HasSubstr("default-src 'none'")) << name;
  }
}

TEST(Html, OneScriptRunsAndItIsOurs) {
  const std::string html = to_html(to_json(edge("hostile")));
  EXPECT_EQ(count(html, "<script>"), 1U);
  EXPECT_EQ(count(html, "</script>"), 1U);
  EXPECT_THAT(html, HasSubstr("script-src 'sha256-"));
  const std::size_t script = html.find("<script>");
  for (const char* part : {"http:", "https:", "fetch(", "XMLHttpRequest", "import(", "eval("}) {
    EXPECT_THAT(html.substr(script), Not(HasSubstr(part)));
  }
}

TEST(Html, EverySectionIsAmongTheContents) {
  const std::string html = page(edge("audit"));
  const std::size_t contents = html.find("<nav class=\"contents\"");
  ASSERT_NE(contents, std::string::npos);
  const std::string list = html.substr(contents, html.find("</nav>", contents) - contents);
  EXPECT_EQ(count(list, "<li>"), count(html, "<section class=\"card\" id="));
  EXPECT_EQ(count(html, "<section class=\"card\">"), 0U);
}

TEST(Html, TagsAreBalanced) {
  for (const auto& [name, result] : every_result()) {
    const std::string html = page(result);
    std::vector<std::string> open;
    for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
      const bool closing = html[at + 1] == '/';
      const std::size_t start = at + (closing ? 2 : 1);
      const std::string tag = html.substr(start, html.find_first_of(" >", start) - start);
      if (tag == "meta" || tag == "!doctype") continue;
      if (!closing) {
        open.push_back(tag);
        continue;
      }
      ASSERT_FALSE(open.empty()) << name;
      ASSERT_EQ(open.back(), tag) << name;
      open.pop_back();
    }
    EXPECT_TRUE(open.empty()) << name;
  }
}

TEST(Html, TablesHaveCaptionsAndChartsHaveWords) {
  for (const auto& [name, result] : every_result()) {
    const std::string html = page(result);
    EXPECT_EQ(count(html, "<table"), count(html, "<caption>")) << name;
    // Parts of a chart that are charts themselves begin with their place.
    EXPECT_EQ(count(html, "<svg") - count(html, "<svg x="),
              count(html, "role=\"img\" aria-label=\"") + count(html, "aria-hidden=\"true\" width"))
        << name;
    EXPECT_EQ(count(html, "aria-label=\"\""), 0U) << name;
    EXPECT_EQ(count(html, "<h1>"), 1U) << name;
  }
}

TEST(Html, NoNumberIsNotANumber) {
  for (const auto& [name, result] : every_result()) {
    const std::string html = page(result);
    EXPECT_THAT(html, Not(HasSubstr("\"nan"))) << name;
    EXPECT_THAT(html, Not(HasSubstr("\"inf"))) << name;
  }
}

TEST(Html, TheFindingStandsInWordsBeforeAnyNumber) {
  const std::string html = page(edge("compas"));
  const std::size_t words = html.find("Among the 1,221 people");
  ASSERT_NE(words, std::string::npos);
  EXPECT_LT(words, html.find("<dl class=\"facts\">"));
  EXPECT_THAT(html, HasSubstr("Evidence of a difference"));
  EXPECT_THAT(html, HasSubstr("this finding: 35.83"));
  EXPECT_THAT(html, HasSubstr("All 11,907 subgroups were compared"));
  EXPECT_THAT(html, HasSubstr("Left out: do not meet --where"));
  EXPECT_THAT(html, HasSubstr("How to read this"));
}

TEST(Html, EdgesAreSaid) {
  EXPECT_THAT(page(edge("inconclusive")), HasSubstr("Nothing found"));
  EXPECT_THAT(page(edge("everybody")), HasSubstr("<p class=\"subgroup\">Everybody</p>"));
  EXPECT_THAT(page(edge("infinite_theta")), HasSubstr("infinite"));
  EXPECT_THAT(page(edge("untested")), HasSubstr("No test was run"));
  EXPECT_THAT(page(edge("untested")), Not(HasSubstr("Could it be chance?")));
  EXPECT_THAT(page(edge("partial")), HasSubstr("Partial result: "));
  EXPECT_THAT(page(edge("degenerate")), HasSubstr("No p-value"));
  EXPECT_THAT(page(edge("empty")), HasSubstr("No attribute was scanned."));
  EXPECT_THAT(page(edge("top_three")), HasSubstr("id=\"finding-3\""));
  EXPECT_THAT(page(edge("power")), HasSubstr("What could have been detected"));
}

TEST(Html, AnAuditFoldsItsFiguresAndLinksToItsFindings) {
  const result::Result audit = edge("audit");
  const std::string html = page(audit);
  const std::size_t table = html.find("<table class=\"wide\"><caption>Every scan.");
  ASSERT_NE(table, std::string::npos);
  // Codes and p-values are not what a page begins with, but stand before the classes.
  EXPECT_LT(html.find("<details class=\"finding\"><summary><h3>Every scan in figures"), table);
  EXPECT_LT(table, html.find("id=\"class-1\""));
  for (std::size_t number = 1; number <= 8; ++number) {
    // From the table, and from the sentences where there is evidence.
    const bool evidence = audit.findings[number - 1].significant.value_or(false);
    EXPECT_EQ(count(html, "href=\"#finding-" + std::to_string(number) + "\""), evidence ? 2U : 1U)
        << number;
    EXPECT_EQ(count(html, " id=\"finding-" + std::to_string(number) + "\""), 1U) << number;
  }
  EXPECT_EQ(count(html, "<section class=\"card\" id=\"class-"), 2U);
  EXPECT_THAT(html, HasSubstr("None of this shows that a class is treated like"));
}

TEST(Html, OnlyFindingsWithEvidenceAreOpen) {
  // More scans than a page shows at once: the classes again and again, under other names.
  result::Result many = edge("audit");
  const result::Result once = many;
  for (int copy = 1; copy < 7; ++copy) {
    for (result::Finding finding : once.findings) {
      finding.protected_class->value += std::to_string(copy);
      many.findings.push_back(finding);
    }
    for (result::ModelReport model : once.models) {
      model.protected_class->value += std::to_string(copy);
      many.models.push_back(model);
    }
  }
  const std::string html = page(many);
  EXPECT_EQ(count(html, "<details class=\"finding\" id=\"finding-"), 56U);
  for (const result::Finding& finding : many.findings) {
    const bool evidence = finding.significant.value_or(false);
    EXPECT_EQ(verdict(finding, many.alpha) == Verdict::significant, evidence);
  }
  EXPECT_EQ(count(html, "\" open=\"\"><summary>"), 14U);
}

TEST(Html, ModelsShowTheirCurves) {
  const std::string html = page(edge("audit"));
  EXPECT_THAT(html, HasSubstr("Can the models be believed?"));
  EXPECT_EQ(count(html, "aria-label=\"Calibration curve. "), 10U);
  EXPECT_EQ(count(html, "aria-label=\"Histogram of propensities. "), 2U);
  EXPECT_THAT(html, HasSubstr("2 warnings"));
  EXPECT_THAT(html, HasSubstr("Propensity model: The covariates separate the class perfectly"));
  result::Result without = edge("audit");
  without.models.clear();
  EXPECT_THAT(page(without), Not(HasSubstr("Can the models be believed?")));
}

TEST(Html, NothingOfAnAuditBecomesMarkup) {
  const std::string html = page(edge("audit_hostile"));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, Not(HasSubstr("\x1b")));
  EXPECT_THAT(html, Not(HasSubstr(">nan")));
}

TEST(Html, AScanComparesWithEverybodyElse) {
  const std::string html = to_html(real_json("scan"));
  EXPECT_THAT(html, HasSubstr("<dt>Everybody else</dt>"));
  EXPECT_THAT(html, Not(HasSubstr("outside the class")));
  EXPECT_THAT(to_html(real_json("audit")), HasSubstr("<dt>Same subgroup outside the class</dt>"));
}

TEST(Html, TheTrueProbabilityIsNamedGivenOrFitted) {
  EXPECT_THAT(to_html(real_json("ijdi")), HasSubstr("<dt>True probability</dt><dd>truth</dd>"));
  EXPECT_THAT(to_html(real_json("ijdi_fitted")),
              HasSubstr("<dt>True probability</dt><dd>fitted, logistic</dd>"));
}

TEST(Html, GivenPredictionsWithoutACauseAreSaidInWords) {
  const std::string html = to_html(real_json("sources_given"));
  EXPECT_THAT(real_json("sources_given"), HasSubstr("\"action\": \"unclear\""));
  EXPECT_THAT(html, HasSubstr("Cause not known yet"));
  EXPECT_THAT(html, Not(HasSubstr(">unclear<")));
}

TEST(Html, ThePageIsMadeFromTheDocumentAlone) {
  const std::string html =
      to_html(to_json(result::ResultFile{.version = "9.9.9", .result = edge("compas")}));
  EXPECT_THAT(html, HasSubstr("Made by Faultline 9.9.9 with seed 1."));
  EXPECT_THROW((void)to_html("{}"), InputError);
}

}  // namespace
}  // namespace faultline::report
