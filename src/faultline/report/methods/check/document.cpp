#include "faultline/report/methods/check/document.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/bias_scan/document.hpp"
#include "faultline/report/methods/check/command_line.hpp"
#include "faultline/report/methods/check/nested.hpp"
#include "faultline/report/methods/check/sentences.hpp"
#include "faultline/report/methods/conditional/class_notices.hpp"
#include "faultline/report/methods/conditional/criterion.hpp"
#include "faultline/report/methods/conditional/document.hpp"
#include "faultline/report/methods/metrics/document.hpp"
#include "faultline/report/methods/shared/scan_guide.hpp"
#include "faultline/report/methods/sources/document.hpp"

namespace faultline::report {
namespace {

using Line = result::CheckReport::Line;

// Verdicts on the first screen: so many with evidence, or so many in all where there are fewer.
constexpr std::size_t kMostTold = 8;
constexpr std::size_t kFewestTold = 3;

struct PartWords {
  const char* heading = "";
  const char* asks = "";
  const char* deeper = "";
};

PartWords part_words(result::Command part) {
  switch (part) {
    case result::Command::metrics:
      return {"Group by group",
              "How often the model errs for each group, and how far groups differ.",
              "For other rates, or another group to compare with:"};
    case result::Command::scan:
      return {"Where predictions are wrong",
              "Among all subgroups, those for which what happened departs most from what was "
              "predicted.",
              "For more subgroups, for what could have been found, or with people held out:"};
    case result::Command::audit:
      return {"Protected classes and comparable people",
              "Of every class, the subgroup that fares worst against people outside the class who "
              "are alike in all else that is known.",
              "For other criteria, other covariates, or one subgroup by name:"};
    case result::Command::sources:
      return {"What errors cost each group",
              "All groups against each other. Why they differ takes a model that can be trained "
              "again.",
              "For what would help, more data, other variables or another model:"};
    default:
      break;
  }
  return {};
}

/// Of the first lines, those that say something new: of one question about groups, or about one
/// class, the most important stands for all.
std::vector<ToldVerdict> first_screen(const result::Result& result) {
  std::vector<ToldVerdict> list;
  std::vector<std::pair<std::string, std::string>> questions;
  for (const Line& line : result.check->verdicts) {
    const bool evidence = line.verdict == result::Verdict::evidence;
    if (list.size() >= (evidence ? kMostTold : kFewestTold)) break;
    ToldVerdict one = told(line, result);
    std::pair question{one.title, one.about};
    if (std::ranges::find(questions, question) != questions.end()) continue;
    questions.push_back(std::move(question));
    list.push_back(std::move(one));
  }
  return list;
}

std::string all_verdicts_heading(const result::Result& result) {
  return fmt::format("All {}", plural(std::ssize(result.check->verdicts), "verdict"));
}

Section summary(const result::Result& result) {
  Section section{.heading = "In short", .id = "summary"};
  std::vector<std::string> story = check_story(result);
  section.add(brief(Paragraph{std::move(story.front()), Paragraph::Tone::lead}));
  Verdicts verdicts;
  for (ToldVerdict& one : first_screen(result)) {
    verdicts.list.push_back({.badge = std::move(one.badge),
                             .title = std::move(one.title),
                             .link = std::move(one.link),
                             .words = std::move(one.sentence)});
  }
  const auto told_evidence =
      std::ranges::count(verdicts.list, Badge::Standing::evidence,
                         [](const Verdicts::Line& line) { return line.badge.standing; });
  const auto evidence = std::ranges::count(
      result.check->verdicts, std::optional(result::Verdict::evidence), &Line::verdict);
  section.add(brief(std::move(verdicts)));
  if (evidence > told_evidence) {
    section.add(brief(Paragraph{fmt::format(
        "{} {} too clear to be chance; see \u201c{}\u201d on the page, or the JSON result.",
        plural(evidence - told_evidence, "more difference"),
        evidence - told_evidence == 1 ? "is" : "are", all_verdicts_heading(result))}));
  }
  for (std::size_t i = 1; i < story.size(); ++i) section.add(brief(Paragraph{std::move(story[i])}));
  return section;
}

/// Every question with its answer, for whoever wants them all.
Section all_verdicts(const result::Result& result) {
  using Kind = Column::Kind;
  const std::vector<Line>& lines = result.check->verdicts;
  Section section{
      .heading = all_verdicts_heading(result), .id = "verdicts", .fold = Section::Fold::closed};
  Table table{.caption =
                  "Evidence first; of the same kind, by the number of people that the "
                  "difference makes: its size times the people",
              .columns = {{.head = "Question", .kind = Kind::words},
                          {.head = "Who", .kind = Kind::words},
                          {.head = "Rate"},
                          {.head = "Compared with", .kind = Kind::words},
                          {.head = "Theirs", .meaning = "their rate, or what was expected"},
                          {.head = "People"},
                          {.head = "p adj.", .meaning = "adjusted for all tests of the run"},
                          {.head = "Verdict", .kind = Kind::badge}},
              .noun = "verdict"};
  for (const Line& line : lines) {
    ToldVerdict one = told(line, result);
    Cell question(std::move(one.title));
    question.link = std::move(one.link);
    const auto or_none = [](std::string words) {
      return words.empty() ? std::string(kNone) : std::move(words);
    };
    table.add({std::move(question), or_none(line.who), or_none(std::move(one.rate)),
               line.compared_with, or_none(std::move(one.compared)), with_thousands(line.n),
               line.p_value_adjusted ? p_value(*line.p_value_adjusted) : std::string(kNone),
               std::move(one.badge)});
  }
  section.add(full(std::move(table)));
  return section;
}

void write_part(const result::Part& part, Document& document) {
  if (part.command == result::Command::metrics) {
    write_metrics(part, document);
  } else if (part.command == result::Command::audit) {
    write_conditional(part, document);
  } else if (part.command == result::Command::sources) {
    write_sources(part, document);
  } else {
    write_bias_scan(part, document);
  }
}

Section part_section(const result::Result& result, const result::Part& part) {
  const std::string id(name_of(part.command));
  const PartWords words = part_words(part.command);
  Section section{.heading = words.heading, .id = id};
  section.add(full(Paragraph{words.asks, Paragraph::Tone::lead}));
  std::vector<std::string> warnings;
  for (const data::Notice& notice : of_kind(part.notices, result::NoticeKind::warning)) {
    if (!about_a_class(notice, part)) warnings.push_back(notice.text);
  }
  section.add(brief(Warnings{.items = std::move(warnings)}));
  Document own;
  write_part(part, own);
  // A terminal shows the table of the groups; the verdicts above say what the others found.
  show_table(own.blocks, "rates");
  prefix_anchors(own.blocks, id + "-");
  for (Block& block : own.blocks) section.add(std::move(block));
  section.add(brief(Paragraph{words.deeper, Paragraph::Tone::note}));
  section.add(brief(Code{deeper_command(result, part)}));
  return section;
}

Section left_out(const result::CheckReport& report) {
  Section section{.heading = "What was not looked at", .id = "left-out"};
  List list;
  for (const result::CheckReport::LeftOut& one : report.left_out)
    list.items.push_back(fmt::format("{}: {}", part_words(one.part).heading, one.why));
  section.add(brief(std::move(list)));
  return section;
}

Section check_guide(const result::Result& result) {
  return guide_section(
      {flagged_entry(decision_is_wanted(result)),
       {.term = "Evidence of a difference",
        .meaning = fmt::format(
            "If nothing were wrong anywhere, a check would say this of anything at all in at most "
            "{} of cases. Each part adjusts its own tests, Holm's adjustment stands between the "
            "parts, and all lines of the page carry the result.",
            percent(result.alpha))},
       not_enough_entry(),
       {.term = "Comparable people",
        .meaning = "People outside a class who are alike in the columns named beside the verdict. "
                   "A model of them says what to expect."},
       {.term = "Order",
        .meaning = "Evidence stands first; before differences of plain rates stands what a search "
                   "found against predictions or comparable people; then the number of people for "
                   "whom it makes a difference counts."},
       cause_entry()});
}

}  // namespace

void write_check(const result::Result& result, Document& document) {
  if (!result.check) return;
  document.add(brief(summary(result)));
  document.add(full(all_verdicts(result)));
  for (const result::Part& part : result.parts) document.add(brief(part_section(result, part)));
  document.add(brief(left_out(*result.check)));
  document.add(full(check_guide(result)));
}

}  // namespace faultline::report
