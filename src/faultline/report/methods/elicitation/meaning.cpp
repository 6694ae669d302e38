#include "faultline/report/methods/elicitation/meaning.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

using Meaning = result::ElicitReport::Meaning;
using Group = Meaning::Group;

/// The rate that is compared, which for tpr is not the one that was asked about.
std::string rate_name(const result::ElicitReport& report) {
  return report.error == result::ErrorRate::tpr ? "true positive rate" : "false positive rate";
}

bool lower(const Meaning& meaning) { return meaning.direction == result::Direction::lower; }

bool small(const Group& group) { return group.n < kFewPeople; }

std::string name_of_group(const Group& group) {
  return fmt::format("{} = {}", group.attribute, group.value);
}

/// With lambda = 1.2 a group whose base rate is 10 points higher may ...
std::string rule_sentence(const result::ElicitReport& report) {
  const Meaning& meaning = *report.meaning;
  const char* side = lower(meaning) ? "lower" : "higher";
  if (!report.ratio.lambda) {
    return fmt::format(
        "With an infinite lambda a group whose base rate is {} may have any {}; only groups whose "
        "base rate is not {} are held to the {} of everybody else.",
        side, rate_name(report), side, rate_name(report));
  }
  return fmt::format(
      "With lambda = {:.4g} a group whose base rate is 10 points {} than that of everybody else "
      "may "
      "have a {} up to {:.4g} points {}; a group whose base rate is not {}, none that is {}.",
      *report.ratio.lambda, side, rate_name(report), std::min(100.0, 10 * *report.ratio.lambda),
      side, side, side);
}

/// What is allowed at one lambda, and who is beyond it.
struct Standard {
  std::vector<const Group*> beyond{};
  const Group* furthest = nullptr;
  double allowed = 0;  // to the furthest
};

/// `allowed`: the rate of a group that is just allowed; none: any.
Standard standard(const Meaning& meaning, const std::vector<const Group*>& told,
                  const std::function<std::optional<double>(const Group&)>& allowed) {
  Standard found;
  double most = 0;
  for (const Group* group : told) {
    const std::optional<double> limit = allowed(*group);
    if (!limit) continue;
    const double excess = lower(meaning) ? *limit - group->rate : group->rate - *limit;
    if (!(excess > 0)) continue;
    found.beyond.push_back(group);
    if (excess <= most) continue;
    most = excess;
    found.furthest = group;
    found.allowed = *limit;
  }
  return found;
}

std::string furthest_words(const result::ElicitReport& report, const Standard& found) {
  const Group& group = *found.furthest;
  return fmt::format(
      "{}{}: a {} of {} where {} is allowed ({} among everybody else; base rates {} and {})",
      name_of_group(group), found.beyond.size() > 1 ? " furthest" : "", rate_name(report),
      percent(group.rate), percent(found.allowed), percent(group.rate_outside),
      percent(group.base_rate), percent(group.base_rate_outside));
}

/// How many groups are beyond what is allowed, and which the furthest; then at the strict end of
/// lambda's interval, where that is not the same.
std::string count_sentence(const result::ElicitReport& report) {
  const Meaning& meaning = *report.meaning;
  std::vector<const Group*> told;
  for (const Group& group : meaning.groups) {
    if (!small(group)) told.push_back(&group);
  }
  if (told.empty()) {
    return fmt::format("In {} no group has {} people to speak of.", meaning.source, kFewPeople);
  }
  const Standard now = standard(meaning, told, [](const Group& group) { return group.allowed; });
  std::string sentence = fmt::format(
      "In {}, {} of {} with {} people or more {} beyond that{}.", meaning.source,
      now.beyond.empty() ? "none" : with_thousands(std::ssize(now.beyond)),
      plural(std::ssize(told), "group"), kFewPeople, now.beyond.size() > 1 ? "are" : "is",
      now.furthest != nullptr ? ", " + furthest_words(report, now) : "");
  if (!report.ratio.lambda_interval) return sentence;
  const Standard strict = standard(meaning, told, [&](const Group& group) {
    return std::optional(lower(meaning) ? group.allowed_interval->second
                                        : group.allowed_interval->first);
  });
  if (strict.beyond.size() == now.beyond.size()) {
    return sentence + fmt::format(
                          " At lambda = {:.4g}, the lower end of its interval, it would "
                          "be as many.",
                          report.ratio.lambda_interval->first);
  }
  return sentence +
         fmt::format(" At lambda = {:.4g}, the lower end of its interval, it would be {}, {}.",
                     report.ratio.lambda_interval->first, with_thousands(std::ssize(strict.beyond)),
                     furthest_words(report, strict));
}

constexpr const char* kOnlyCounted =
    "This only counts, one attribute at a time: it is no test. faultline ijdi on the same file "
    "says what is too clear to be chance, and looks at combinations.";

std::string allowed_words(const Meaning& meaning, const Group& group) {
  if (!group.allowed) return "any";
  return fmt::format("{} {}", lower(meaning) ? ">=" : "<=", percent_number(*group.allowed));
}

Table groups_table(const result::ElicitReport& report) {
  const Meaning& meaning = *report.meaning;
  Table table{.caption = fmt::format("What lambda allows each group: {}s, in %", rate_name(report)),
              .columns = {{.head = "Group", .kind = Column::Kind::words},
                          {.head = "People",
                           .meaning = fmt::format(
                               "of {}, those {} the outcome, whose rate is compared",
                               with_thousands(meaning.people),
                               report.error == result::ErrorRate::tpr ? "with" : "without")},
                          {.head = "Base rate",
                           .brief = "Base",
                           .meaning = "mean probability of the outcome among them",
                           .notes = Detail::brief},
                          {.head = "Rate", .meaning = fmt::format("their {}", rate_name(report))},
                          {.head = "Everybody else", .brief = "Others"},
                          {.head = "Allowed"},
                          {.head = "At the ends of lambda's interval", .detail = Detail::full},
                          {.head = "Beyond", .meaning = "points beyond what is allowed"}},
              .note = fmt::format("Groups of fewer than {} people say little.", kFewPeople),
              .noun = "group"};
  for (const Group& group : meaning.groups) {
    if (table.groups.empty() || table.groups.back().title != group.attribute)
      table.groups.push_back({.title = group.attribute});
    Row& row =
        table.add({group.value, with_thousands(group.n),
                   Cell(percent_number(group.base_rate),
                        fmt::format("others {}", percent_number(group.base_rate_outside))),
                   percent_number(group.rate), percent_number(group.rate_outside),
                   allowed_words(meaning, group),
                   group.allowed_interval
                       ? fmt::format("{} to {}", percent_number(group.allowed_interval->first),
                                     percent_number(group.allowed_interval->second))
                       : kNone,
                   group.excess > 0 ? points(group.excess) : kNone});
    if (small(group)) row.weight = Row::Weight::faint;
  }
  return table;
}

}  // namespace

Section meaning_section(const result::ElicitReport& report) {
  Section section{.heading = "What it would mean for these people", .id = "meaning"};
  section.add(brief(Paragraph{rule_sentence(report)}));
  section.add(brief(Paragraph{count_sentence(report)}));
  section.add(brief(Paragraph{kOnlyCounted}));
  section.add(brief(groups_table(report)));
  return section;
}

}  // namespace faultline::report
