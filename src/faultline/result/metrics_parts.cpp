// Member lists of what `metrics` says along a threshold, by another column, and of impact ratios.

#include <limits>

#include "faultline/result/metrics.hpp"

namespace faultline::result {

using describe::member;
using describe::Object;

const Object& description(const MetricsReport::Part*) {
  using Part = MetricsReport::Part;
  static const Object object{
      "The people with one value of the column",
      {member<&Part::value>("value", "Value of the column."),
       member<&Part::n>("n", "Number of people.").from(0),
       member<&Part::groups>("groups", "Groups and their rates, as for everybody."),
       member<&Part::comparisons>("comparisons",
                                  "Groups beside their references; p-values are adjusted for all "
                                  "tests of the run, those of everybody and of all parts."),
       member<&Part::gaps>("gaps", "Extremes.")}};
  return object;
}

const Object& description(const MetricsReport::By*) {
  using By = MetricsReport::By;
  static const Object object{
      "The tables by another column",
      {member<&By::column>("column", "Name of the column."),
       member<&By::parts>("parts", "One for each value, in the order of the values.")}};
  return object;
}

const Object& description(const MetricsReport::AtThreshold*) {
  using At = MetricsReport::AtThreshold;
  static const Object object{
      "Rates of decisions by one threshold",
      {member<&At::threshold>("threshold", "Where decisions become positive.").finite(),
       member<&At::strict>("strict", "Above the threshold only, not at it."),
       member<&At::groups>("groups", "Groups and their rates, as for everybody.")}};
  return object;
}

const Object& description(const MetricsReport::ImpactCategory*) {
  using Category = MetricsReport::ImpactCategory;
  static const Object object{
      "A category and its impact ratio",
      {member<&Category::group>("group", "Value by attribute."),
       member<&Category::text>("text", "The category in words."),
       member<&Category::n>("n", "Number of people.").from(0),
       member<&Category::selected>("selected", "Number of people selected, or above the median.")
           .from(0),
       member<&Category::share>("share", "Share of all people.").from(0).to(1),
       member<&Category::rate>("rate", "Share of the category selected, or above the median.")
           .from(0)
           .to(1),
       member<&Category::interval>("interval", "Wilson interval of the rate."),
       member<&Category::ratio>("ratio",
                                "The rate over that of the most selected category; null where that "
                                "is 0 or the category is left out.")
           .from(0),
       member<&Category::ratio_interval>(
           "ratio_interval",
           "Koopman's interval of the ratio, for all categories together (Bonferroni); an upper "
           "end of null is infinite. None for the most selected category.")
           .null_is(std::numeric_limits<double>::infinity()),
       member<&Category::small>("small", "Fewer than 2 % of all people."),
       member<&Category::most_selected>("most_selected",
                                        "The category that others are compared with."),
       member<&Category::below_four_fifths>(
           "below_four_fifths",
           "Whether the ratio is below 0.8, the rule of thumb of United States employment law; no "
           "legal verdict. Null without a ratio.")}};
  return object;
}

const Object& description(const MetricsReport::ImpactSet*) {
  using Set = MetricsReport::ImpactSet;
  static const Object object{
      "The categories of the same columns",
      {member<&Set::attributes>("attributes", "Columns that form the categories."),
       member<&Set::unknown>("unknown",
                             "Number of people whose category is not known; they are in no rate.")
           .from(0),
       member<&Set::categories>("categories", "Categories with somebody in them.")}};
  return object;
}

const Object& description(const MetricsReport::Impact*) {
  using Impact = MetricsReport::Impact;
  static const Object object{
      "Impact ratios, as New York City's Local Law 144 asks for them",
      {member<&Impact::rate>("rate", "What is divided."),
       member<&Impact::median>("median", "Median of all scores; null for selections."),
       member<&Impact::people>("people", "Number of all people.").from(0),
       member<&Impact::small_categories>("small_categories",
                                         "What happens to categories below 2 % of all people."),
       member<&Impact::sets>("sets", "Column by column, then intersections.")}};
  return object;
}

}  // namespace faultline::result
