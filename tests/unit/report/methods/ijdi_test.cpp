// IJDI-Scan as a document, in text and HTML, and its JSON.
#include <limits>

#include "unit/report/shown.hpp"
#include "unit/report/stored.hpp"
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "faultline/base/error.hpp"
#include "faultline/report/html.hpp"
#include "faultline/report/json/json.hpp"
#include "faultline/report/methods/conditional/words.hpp"
#include "faultline/report/methods/ijdi/answer.hpp"
#include "faultline/report/methods/ijdi/sweep.hpp"
#include "faultline/report/methods/ijdi/words.hpp"
#include "faultline/report/methods/shared/wording.hpp"
#include "faultline/report/render/chart.hpp"
#include "faultline/report/render/display.hpp"
#include "faultline/report/text.hpp"

namespace faultline::report {
namespace {

using nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::Not;

/// Five lambdas of one error rate with these adjusted p-values; below 0 stands for none.
result::Result sweep(const std::vector<double>& p) {
  result::Result result = edge("ijdi");
  result.findings.resize(5);
  for (std::size_t i = 0; i < 5; ++i) {
    result::Finding& finding = result.findings[i];
    finding.p_value = p[i] < 0 ? std::optional<double>{} : p[i];
    finding.p_value_adjusted = finding.p_value;
    finding.significant = p[i] < 0 ? std::optional<bool>{} : p[i] <= 0.05;
  }
  return result;
}

std::string answer(const std::vector<double>& p) {
  const result::Result result = sweep(p);
  return sweep_sentence(by_error(result).front(), result);
}

TEST(Ijdi, LambdaIsSaidInPoints) {
  EXPECT_EQ(lambda_meaning(0.3, result::ErrorRate::fpr),
            "a difference of 10 points in base rates justifies 3 points in false positive rate");
  EXPECT_EQ(lambda_meaning(1, result::ErrorRate::tpr),
            "a difference of 10 points in base rates justifies 10 points in true positive rate");
  EXPECT_EQ(lambda_meaning(0.1, result::ErrorRate::fpr),
            "a difference of 10 points in base rates justifies 1 point in false positive rate");
  EXPECT_EQ(lambda_meaning(3, result::ErrorRate::fpr),
            "a difference of 1 point in base rates justifies 3 points in false positive rate");
  EXPECT_EQ(lambda_meaning(0, result::ErrorRate::fpr),
            "base rates justify nothing, all false positive rates should be equal");
}

TEST(Ijdi, FindingsAreSortedByErrorAndLambda) {
  result::Result result = edge("ijdi");
  std::swap(result.findings[0], result.findings[4]);
  const std::vector<ErrorSweep> sweeps = by_error(result);
  ASSERT_EQ(sweeps.size(), 2U);
  EXPECT_EQ(sweeps[0].error, result::ErrorRate::fpr);
  EXPECT_EQ(sweeps[0].findings.front().first, 5U);  // its number is its place in the result
  EXPECT_EQ(sweeps[0].findings.front().second->ijdi->lambda, 0);
  EXPECT_EQ(sweeps[0].findings.back().second->ijdi->lambda, 10);
  EXPECT_EQ(sweeps[1].best().size(), 5U);
}

TEST(Ijdi, TheSentenceSaysUpToWhereTheEvidenceGoes) {
  EXPECT_EQ(answer({0.01, 0.01, 0.01, 0.4, 0.6}),
            "Some people without the outcome are flagged more often than others, and base rates do "
            "not justify it, even if each point of base rate justifies 1 point (lambda = 1). If it "
            "justifies 3 points (lambda = 3), base rates can justify what is found. This holds if "
            "the probabilities of the outcome are exact.");
  EXPECT_EQ(
      answer({0.01, 0.3, 0.3, 0.4, 0.6}),
      "Some people without the outcome are flagged more often than others. If each point of "
      "base rate justifies 0.3 points (lambda = 0.3), there is no evidence any more: that can "
      "be chance.");  // 59.3 % are flagged, and 29.2 % or so would be justified
  result::Result fitted = sweep({0.01, 0.01, 0.3, 0.4, 0.6});
  fitted.config.emplace_back("fit_probability", std::string("logistic"));
  EXPECT_THAT(sweep_sentence(by_error(fitted).front(), fitted), Not(HasSubstr("exact")));
  EXPECT_THAT(sweep_sentence(by_error(fitted).front(), fitted),
              HasSubstr("that can be chance, or the error of the fitted risks."));
  fitted.config.emplace_back("redraw", std::string("decisions"));
  EXPECT_THAT(sweep_sentence(by_error(fitted).front(), fitted), HasSubstr("are exact"));
}

TEST(Ijdi, TooLowARateIsSaidSo) {
  result::Result result = sweep({0.01, 0.01, 0.3, 0.4, 0.6});
  for (result::Finding& finding : result.findings) finding.direction = result::Direction::lower;
  EXPECT_THAT(sweep_sentence(by_error(result).front(), result),
              HasSubstr("flagged less often than others"));
}

TEST(Ijdi, EvenTheLargestLambdaMayNotJustify) {
  EXPECT_THAT(answer({0.01, 0.01, 0.01, 0.01, 0.01}), HasSubstr("No larger lambda was asked for."));
  const result::Result one = edge("ijdi_one");
  EXPECT_THAT(sweep_sentence(by_error(one).front(), one), Not(HasSubstr("No larger")));
}

TEST(Ijdi, NoEvidenceIsNotJustification) {
  const std::string none = answer({0.3, 0.3, 0.3, 0.3, 0.6});
  EXPECT_EQ(none,
            "There is not enough evidence that some people without the outcome are flagged more "
            "often than others. That does not show that nobody is.");
  EXPECT_THAT(to_text(sweep({0.3, 0.3, 0.3, 0.3, 0.6})),
              HasSubstr("Not enough evidence does not show that base rates justify"));
}

TEST(Ijdi, WhatCouldNotBeDecidedIsNotJustified) {
  result::Result result = sweep({0.01, 0.02, 0.3, 0.4, 0.6});
  result.findings[2].verdict = result::Verdict::undecided;
  const std::string text = sweep_sentence(by_error(result).front(), result);
  EXPECT_THAT(text, HasSubstr("1 point (lambda = 1), so few simulated data sets cannot decide"));
  EXPECT_THAT(text, Not(HasSubstr("can justify")));
}

TEST(Ijdi, WhatHasNoPValueIsOpen) {
  const std::string text = answer({0.01, 0.01, 0.01, 0.01, -1});
  EXPECT_THAT(text, HasSubstr("If it justifies 10 points (lambda = 10), chance leaves nothing"));
  EXPECT_THAT(text, HasSubstr("is open"));
  EXPECT_THAT(text, Not(HasSubstr("can justify")));
  EXPECT_THAT(text, Not(HasSubstr("No larger")));
  EXPECT_THAT(to_text(edge("ijdi")), HasSubstr("degenerate"));
  const result::Result open = edge("ijdi_open");
  EXPECT_THAT(sweep_sentence(by_error(open).front(), open), HasSubstr("no test was run"));
}

TEST(Ijdi, TheFirstScreenNeedsNoStatistics) {
  const std::string text = to_text(edge("ijdi"), {.colour = false, .width = 80});
  const std::string first =
      text.substr(text.find("In short"), text.find("In numbers") - text.find("In short"));
  for (const char* word : {"Holm", "u-value", "p-value", "p =", "--", "`", "score", "fpr"})
    EXPECT_THAT(first, Not(HasSubstr(word))) << word;
  EXPECT_THAT(first, HasSubstr("were flagged; of everybody else"));
}

TEST(Ijdi, AFindingSaysRatesAndWhatIsJustified) {
  const result::Result result = edge("ijdi");
  EXPECT_EQ(ijdi_sentence(result.findings[1]),
            "64.6 % (221 of 342) of those without the outcome were flagged; outside the subgroup "
            "19.5 % (589 of 3,021). The base rate is 69.3 % inside and 36.9 % outside: that "
            "difference of 32.4 points justifies a rate of at most 29.2 % inside.");
  EXPECT_THAT(ijdi_sentence(result.findings[0]),
              HasSubstr("with lambda = 0 that justifies no higher rate inside."));
  // A base rate below that outside.
  EXPECT_THAT(ijdi_sentence(result.findings[3]), HasSubstr(": that justifies no higher rate"));
  EXPECT_THAT(ijdi_sentence(result.findings[5]), HasSubstr("of those with the outcome"));
  EXPECT_THAT(page(edge("ijdi_open")), HasSubstr("nobody is outside the subgroup"));
}

TEST(Ijdi, TextFitsEveryWidth) {
  // Its hostile names stand in a mitigation and in findings; a document shows either.
  result::Result hostile = edge("ijdi_hostile");
  hostile.mitigation.reset();
  for (const result::Result& result :
       {edge("ijdi"), edge("ijdi_open"), edge("mitigate"), edge("ijdi_hostile"), hostile}) {
    for (const int width : {40, 60, 80, 120}) {
      const std::string text = to_text(result, {.colour = false, .width = width});
      std::size_t start = 0;
      for (std::size_t end = text.find('\n'); end != std::string::npos;
           start = end + 1, end = text.find('\n', start)) {
        EXPECT_LE(display_width(text.substr(start, end - start)), width)
            << text.substr(start, end - start);
      }
    }
  }
}

TEST(Ijdi, AdjustmentsAreToldOnPages) {
  // Dozens of lines in some results: too long for a terminal.
  EXPECT_THAT(to_text(edge("ijdi")), Not(HasSubstr("edge case")));
  const std::string html = page(edge("ijdi"));
  EXPECT_THAT(html, HasSubstr("after 3 adjustments (see"));
  EXPECT_THAT(html, HasSubstr("after 1 adjustment (see"));
  EXPECT_THAT(html, HasSubstr(">Adjustments on the way<span class=\"lead-in\">: 4 in all"));
  EXPECT_THAT(html, HasSubstr("Its expectation had been cut off at 1"));
  EXPECT_THAT(html, HasSubstr("(edge case 1, alpha\u00a0=\u00a00.812)"));
  EXPECT_THAT(page(edge("ijdi_one")), Not(HasSubstr("Adjustments on the way")));
}

TEST(Ijdi, ThePageStartsWithTheAnswerAndLinksToTheFindings) {
  const std::string html = page(edge("ijdi"));
  const std::size_t answer_at = html.find("Some people without the outcome are flagged");
  ASSERT_NE(answer_at, std::string::npos);
  EXPECT_LT(answer_at, html.find("<table"));
  for (int number = 1; number <= 10; ++number) {
    EXPECT_THAT(html, HasSubstr("href=\"#finding-" + std::to_string(number) + "\""));
    EXPECT_THAT(html, HasSubstr(" id=\"finding-" + std::to_string(number) + "\""));
  }
  EXPECT_THAT(html, HasSubstr("aria-label=\"Line chart of the score against lambda"));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, HasSubstr("id=\"finding-4\" open=\"\">"));  // fpr, lambda = 3
  EXPECT_THAT(html, Not(HasSubstr("id=\"finding-1\" open=\"\">")));
  EXPECT_THAT(page(edge("ijdi_one")), Not(HasSubstr("Line chart")));
}

TEST(Ijdi, AFittedProbabilityShowsItsCurve) {
  const std::string html = page(edge("ijdi_open"));
  EXPECT_THAT(html, HasSubstr("Can the model be believed?"));
  EXPECT_THAT(html, HasSubstr("Model of the true probability"));
  EXPECT_THAT(html, Not(HasSubstr("propensity model says")));
  EXPECT_THAT(to_text(edge("ijdi_open"), {.colour = false, .width = 200}),
              HasSubstr("Model of the true probability: three people"));
}

TEST(Ijdi, DamageIsNamedByItsPath) {
  ordered_json root = ordered_json::parse(to_json(edge("ijdi")));
  root["findings"][2]["adjustments"][0]["amount"] = "much";
  try {
    (void)from_json(root.dump());
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("result.findings[2].adjustments[0].amount must be a number"));
  }
}

TEST(SweepFigures, NeedTwoLambdas) {
  const result::Result one = edge("ijdi_one");
  EXPECT_TRUE(sweep_figures(by_error(one).front(), one).empty());
}

TEST(SweepFigures, EvidenceIsFilledAndTheRestHollow) {
  const result::Result result = sweep({0.01, 0.01, 0.3, 0.3, 0.3});
  const std::vector<Figure> figures = sweep_figures(by_error(result).front(), result);
  ASSERT_EQ(figures.size(), 1U);
  std::size_t filled = 0;
  std::size_t hollow = 0;
  for (const Series& series : figures[0].chart.series) {
    if (series.name == "evidence") filled = series.points.size();
    if (series.name == "no evidence") hollow = series.points.size();
    if (series.form != Series::Form::marks) continue;
    for (const Point& point : series.points) {
      EXPECT_EQ(point.open, series.name == "no evidence");
    }
  }
  EXPECT_EQ(filled, 2U);
  EXPECT_EQ(hollow, 3U);
}

TEST(SweepFigures, ScoresThatAreNotFiniteAreLeftOut) {
  result::Result result = sweep({0.01, 0.01, 0.3, 0.3, 0.3});
  for (result::Finding& finding : result.findings) finding.score = 0;
  result.findings[1].score = std::numeric_limits<double>::infinity();
  const std::string svg =
      html::draw(sweep_figures(by_error(result).front(), result)[0].chart).str();
  EXPECT_THAT(svg, HasSubstr("<svg"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

TEST(SweepTable, ARowIsNamedByItsLambda) {
  const std::string narrow = to_text(edge("ijdi"), {.colour = false, .width = 50});
  EXPECT_THAT(narrow, HasSubstr("    lambda = 0.3: Subgroup "));
  EXPECT_THAT(page(edge("ijdi")),
              HasSubstr("<th class=\"number\" data-head=\"lambda\" scope=\"row\">"));
}

TEST(Wording, TheNullOfAnAuditSaysHowItShuffles) {
  result::Result result = edge("audit");
  EXPECT_EQ(null_data(result.findings[0], result),
            "in which class membership was shuffled at random over everybody");
  std::erase_if(result.config, [](const auto& item) { return item.first == "permute"; });
  EXPECT_EQ(null_data(result.findings[0], result),
            "in which the class membership of comparable people was redrawn at random");
  // What was done may differ between the criteria of a class; its notes say it.
  const result::Finding& finding = result.findings[0];
  const std::string who = class_words(*finding.protected_class);
  const std::string criterion(name_of(finding.metric));
  result.notices = {
      result::Notice::note(who + ", other: membership is redrawn from a model", who),
      result::Notice::note(
          fmt::format("{}, first and {}: membership is exchanged among people with equal "
                      "covariates; 93 % of the class share these",
                      who, criterion),
          who)};
  EXPECT_EQ(null_data(finding, result),
            "in which class membership was exchanged among people with equal covariates");
  EXPECT_THAT(page(result), HasSubstr("was exchanged among people with equal covariates"));
}

}  // namespace
}  // namespace faultline::report
