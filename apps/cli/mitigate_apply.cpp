// `faultline mitigate --apply`: a rules file decides about new people. Who has a value that the
// rules never saw, or lacks one, is told and counted: no rule that names the attribute fits.

#include <algorithm>
#include <map>

#include "cli/mitigate_command.hpp"
#include "cli/mitigate_file.hpp"
#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/sql/rows.hpp"

namespace faultline::cli {
namespace {

void check_options(const MitigateOptions& options, const RulesFile& rules) {
  const data::RoleOptions& roles = options.data.roles;
  if (options.decisions.empty()) {
    throw ConfigError("--apply writes decisions: add --output decided.csv");
  }
  if (!options.output.json.empty() || !options.output.html.empty() || !options.rules.empty()) {
    throw ConfigError(
        "--apply analyses nothing, so --json, --html and --rules have no use with it");
  }
  if (roles.score.empty() == roles.risk_score.empty()) {
    throw ConfigError("--apply needs the score: add --score COL or --risk-score COL");
  }
  if (!roles.risk_score.empty() && rules.risk_scores.empty()) {
    throw ConfigError(fmt::format(
        "the rules '{}' were made with probabilities, not with a risk score; give --score COL",
        options.apply));
  }
  if (roles.score.empty() == false && !rules.risk_scores.empty()) {
    throw ConfigError(fmt::format(
        "the rules '{}' were made with a risk score and know the probability at each; give "
        "--risk-score COL",
        options.apply));
  }
}

/// 1, 1.0 and 01 are one risk score, whatever type a file gives the column.
std::string spelling(const std::string& text) {
  const auto value = parse_double(text);
  return value ? shortest(*value) : text;
}

/// Counts what the rules do not know, per attribute.
class Unknown {
 public:
  Unknown(const RulesFile& rules, const std::vector<std::string>& attributes) {
    for (const data::Attribute& attribute : rules.attributes) {
      const auto at = std::find(attributes.begin(), attributes.end(), attribute.name);
      watched_.push_back({&attribute, static_cast<std::size_t>(at - attributes.begin())});
    }
  }
  void look(const std::vector<std::string>& labels) {
    for (Watched& watched : watched_) {
      const std::string& label = labels[watched.column];
      const auto& known = watched.attribute->labels;
      if (std::find(known.begin(), known.end(), label) == known.end()) ++watched.unknown[label];
    }
  }
  void print() const {
    for (const Watched& watched : watched_) {
      std::int64_t rows = 0;
      std::vector<std::string> values;
      for (const auto& [label, count] : watched.unknown) {
        if (label == data::kMissingLabel) {
          print_paragraph(fmt::format("{} of {} {} missing: no rule that names it applies there.",
                                      plural(count, "value"), watched.attribute->name,
                                      count == 1 ? "is" : "are"),
                          "  ");
          continue;
        }
        rows += count;
        values.push_back(fmt::format("'{}' ({})", label, with_thousands(count)));
      }
      if (rows == 0) continue;
      print_paragraph(
          fmt::format(
              "{} {} a value of {} that was not there when the rules were made, {}: no rule "
              "that names it applies there.",
              plural(rows, "row"), rows == 1 ? "has" : "have", watched.attribute->name,
              join_words(values)),
          "  ");
    }
  }

 private:
  struct Watched {
    const data::Attribute* attribute;
    std::size_t column;
    std::map<std::string, std::int64_t> unknown{};
  };
  std::vector<Watched> watched_;
};

}  // namespace

void apply_rules(const MitigateOptions& options, const std::stop_token& stop) {
  const RulesFile rules = read_rules(options.apply);
  check_options(options, rules);
  data::RoleOptions roles;
  roles.score = options.data.roles.score;
  roles.attributes = options.data.roles.attributes;
  if (roles.attributes.empty()) {
    for (const data::Attribute& attribute : rules.attributes) {
      roles.attributes.push_back(attribute.name);
    }
  }
  const std::uint64_t seed = options.mitigation.scan.seed;
  const RuleBook book(rules, roles.attributes, seed);
  // New people have no outcomes: the probability at a risk score is the one that the rules know.
  std::map<std::string, double> probability;
  const std::string& risk_score = options.data.roles.risk_score;
  for (const auto& [score, p] : rules.risk_scores) probability[spelling(score)] = p;
  const auto risk_at = static_cast<std::size_t>(
      std::find(roles.attributes.begin(), roles.attributes.end(), risk_score) -
      roles.attributes.begin());
  if (!risk_score.empty() && risk_at == roles.attributes.size()) {
    roles.attributes.push_back(risk_score);
  }
  const sql::RowStream rows = sql::RowStream::open(options.data.input, roles, options.id, stop);
  DecisionFile file(options.decisions, options.id, rows.id_type(), {"decision"});
  Unknown unknown(rules, roles.attributes);
  std::vector<std::pair<std::int64_t, std::int64_t>> by_rule(rules.rules.size());
  std::map<std::string, std::int64_t> unknown_scores;
  std::int64_t people = 0;
  std::int64_t positive = 0;
  rows.stream(
      [&](const data::Row& read) {
        data::Row row = read;
        if (!risk_score.empty()) {
          const auto known = probability.find(spelling(row.labels[risk_at]));
          if (known == probability.end()) {
            ++unknown_scores[row.labels[risk_at]];
            return;
          }
          row.score = known->second;
        }
        const RuleBook::Decision decision = book.decide(row.labels, row.score, row.number);
        file.add(row, decision.threshold, {decision.positive});
        unknown.look(row.labels);
        ++people;
        ++by_rule[decision.rule].first;
        if (decision.positive) ++positive, ++by_rule[decision.rule].second;
      },
      stop);
  file.finish();
  if (options.output.quiet) return;
  print_paragraph(fmt::format("{} decided by the rules of '{}': {} positive.",
                              plural(people, "row"), options.apply, with_thousands(positive)));
  for (std::size_t i = 0; i < by_rule.size(); ++i) {
    const audit::MitigationReport::Rule& rule = rules.rules[i];
    const std::string drawn =
        rule.width ? fmt::format(" (drawn within {} of it, seed {})", shortest(*rule.width), seed)
                   : "";
    print_paragraph(fmt::format("{}: {} {}{}, {}, {} positive", rule.text, name_of(rule.comparator),
                                shortest(rule.threshold), drawn, plural(by_rule[i].first, "row"),
                                with_thousands(by_rule[i].second)),
                    fmt::format("  {}. ", i + 1));
  }
  unknown.print();
  for (const auto& [score, count] : unknown_scores) {
    print_paragraph(fmt::format("{} left out: the rules know no probability at the risk score {}.",
                                plural(count, "row"), score),
                    "  ");
  }
  if (rows.left_out() > 0) {
    print_paragraph(
        fmt::format("{} left out: the score is missing.", plural(rows.left_out(), "row")), "  ");
  }
}

}  // namespace faultline::cli
