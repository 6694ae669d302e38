#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/csv.hpp"
#include "faultline/base/text.hpp"
#include "faultline/studies/bare_share.hpp"
#include "faultline/studies/conditional/level.hpp"

namespace faultline::studies {
namespace {

using describe::name_of;

double rate_of(const LevelRow& row) {
  return static_cast<double>(row.rejected) / static_cast<double>(row.data_sets);
}

std::string level_csv(const LevelStudy& study) {
  std::string csv =
      csv_row({"design", "permute", "what", "people", "scores", "criteria", "bias", "alpha",
               "rejected", "not_comparable", "data_sets", "rate", "low", "high"});
  for (const LevelRow& row : study.rows) {
    csv += csv_row({name_of(row.design), name_of(row.permute), row.what, study.options.people,
                    study.options.rounded ? "rounded" : "continuous",
                    study.options.all_criteria ? "all" : "four", study.options.bias,
                    study.options.alpha, row.rejected, row.not_comparable, row.data_sets,
                    csv_rounded(rate_of(row), 4), csv_rounded(row.interval.first, 4),
                    csv_rounded(row.interval.second, 4)});
  }
  return csv;
}

std::string level_text(const LevelStudy& study) {
  const LevelStudyOptions& options = study.options;
  std::string text =
      fmt::format("{}\n({} data sets of {} people, at most {} redraws each, seed {}).\n\n",
                  options.bias == 0
                      ? fmt::format("Share of data sets without bias that are called unfair at {}",
                                    shortest(options.alpha))
                      : fmt::format("Share of data sets in which a bias of {} log-odds is found",
                                    shortest(options.bias)),
                  options.data_sets, options.people, options.replicates, options.seed);
  text += fmt::format("  {:<13}{:<10}{:<18}{:>6}  {:<16}{}\n", "design", "permute", "what", "rate",
                      "99 % interval", "not comparable");
  for (const LevelRow& row : study.rows) {
    const bool too_often = options.bias == 0 && row.interval.first > options.alpha;
    text += fmt::format("  {:<13}{:<10}{:<18}{:>6.3f}  {:<16}{}{}\n", name_of(row.design),
                        name_of(row.permute), row.what, rate_of(row),
                        fmt::format("{:.3f} to {:.3f}", row.interval.first, row.interval.second),
                        row.not_comparable == 0 ? "" : std::to_string(row.not_comparable),
                        too_often ? " too often" : "");
  }
  return text;
}

/// ".037 (.021 to .059)", bold where the level is broken.
std::string markdown_rate(const LevelStudyOptions& options, const LevelRow& row) {
  const bool too_often = options.bias == 0 && row.interval.first > options.alpha;
  return fmt::format("{0}{1}{0} ({2} to {3})", too_often ? "**" : "", bare_share(rate_of(row)),
                     bare_share(row.interval.first), bare_share(row.interval.second));
}

/// Designs down, ways of drawing null memberships across; families alone.
std::string level_markdown(const LevelStudy& study) {
  std::string head = "| design |";
  std::string rule = "|---|";
  for (const methods::Permute permute : study.options.permute) {
    head += fmt::format(" `{}` | not comparable |", name_of(permute));
    rule += "---|---|";
  }
  std::string table = head + "\n" + rule + "\n";
  for (const simulate::TruthDesign design : study.options.designs) {
    const auto all = words(design);
    const auto word = std::ranges::find(all, name_of(design), &describe::Word::name);
    table += fmt::format("| `{}`: {} |", word->name, word->help);
    for (const LevelRow& row : study.rows) {
      if (row.design != design || row.what != "family") continue;
      table += fmt::format(" {} | {} |", markdown_rate(study.options, row), row.not_comparable);
    }
    table += "\n";
  }
  return table;
}

}  // namespace

StudyOutput to_output(const LevelStudy& study) {
  return {.text = level_text(study),
          .files = {{"level.csv", level_csv(study)}, {"level.md", level_markdown(study)}}};
}

}  // namespace faultline::studies
