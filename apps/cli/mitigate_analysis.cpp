// The analysis behind `faultline mitigate`: people become profiles, thresholds are found, and every
// row of the input gets its decision by the rules.

#include <bit>
#include <map>
#include <utility>

#include "cli/mitigate_command.hpp"
#include "cli/mitigate_file.hpp"
#include "cli/people_run.hpp"
#include <fmt/format.h>

#include "faultline/audit/ijdi/mitigation_rules.hpp"
#include "faultline/base/error.hpp"
#include "faultline/sql/rows.hpp"

namespace faultline::cli {
namespace {

sql::RowStream open_rows(const sql::People& people, const MitigateOptions& options,
                         const std::stop_token& stop) {
  data::RoleOptions roles = options.data.roles;
  roles.attributes.clear();
  for (const data::Attribute& attribute : people.attributes()) {
    roles.attributes.push_back(attribute.name);
  }
  roles.numbers = people.numbers();
  return sql::RowStream::open(options.data.input, roles, options.id, stop);
}

/// Draws the threshold of every row and counts, per profile, who exceeds it. Rows that look alike
/// but belong to several profiles (a fitted probability differs between folds) go to them in turn.
class Draw {
 public:
  Draw(const data::Profiles& profiles, std::size_t numbers) : profiles_(profiles) {
    for (std::size_t k = 0; k < profiles.count.size(); ++k) {
      Key key;
      for (const auto& codes : profiles.codes) key.push_back(codes[k]);
      for (std::size_t i = 0; i < numbers; ++i) key.push_back(bits(profiles.numbers[i][k]));
      key.push_back(bits(profiles.prediction[k]));
      key.push_back(profiles.outcome[k]);
      places_[key].profiles.push_back(k);
    }
    for (std::size_t a = 0; a < profiles.attributes.size(); ++a) {
      auto& codes = codes_.emplace_back();
      for (const std::string& label : profiles.attributes[a].labels) {
        codes.emplace(label, codes.size());
      }
    }
    positive_.assign(profiles.count.size(), 0);
  }

  void add(const data::Row& row, bool positive) {
    Key key;
    for (std::size_t a = 0; a < row.labels.size(); ++a) {
      const auto code = codes_[a].find(row.labels[a]);
      if (code == codes_[a].end()) changed();
      key.push_back(code->second);
    }
    for (const double number : row.numbers) key.push_back(bits(number));
    key.push_back(bits(row.score));
    key.push_back(row.outcome ? 1 : 0);
    const auto found = places_.find(key);
    if (found == places_.end()) changed();
    Place& place = found->second;
    while (place.at < place.profiles.size() &&
           place.used == profiles_.count[place.profiles[place.at]]) {
      ++place.at;
      place.used = 0;
    }
    if (place.at == place.profiles.size()) changed();
    ++place.used;
    if (positive) ++positive_[place.profiles[place.at]];
  }
  [[nodiscard]] std::vector<std::int64_t> finish() && { return std::move(positive_); }

 private:
  using Key = std::vector<std::uint64_t>;
  struct Place {
    std::vector<std::size_t> profiles{};
    std::size_t at = 0;
    std::int64_t used = 0;
  };

  [[noreturn]] static void changed() { throw InputError("the input changed while it was read"); }
  static std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

  const data::Profiles& profiles_;
  std::map<Key, Place> places_;
  std::vector<std::map<std::string, std::uint64_t>> codes_;
  std::vector<std::int64_t> positive_;
};

std::vector<std::string> names_of(const std::vector<data::Attribute>& attributes) {
  std::vector<std::string> names;
  for (const data::Attribute& attribute : attributes) names.push_back(attribute.name);
  return names;
}

/// Only attributes that some rule names: new data need not have the others.
std::vector<data::Attribute> named_attributes(const audit::MitigationReport& report,
                                              const std::vector<data::Attribute>& attributes) {
  std::vector<data::Attribute> named;
  for (const data::Attribute& attribute : attributes) {
    bool used = false;
    for (const auto& rule : report.rules) {
      for (const auto& [name, values] : rule.subgroup) used = used || name == attribute.name;
    }
    if (used) named.push_back(attribute);
  }
  return named;
}

void write_decisions(const sql::RowStream& rows, const sql::People& people,
                     const MitigateOptions& options, const RulesFile& rules,
                     const std::stop_token& stop) {
  DecisionFile file(options.decisions, options.id, rows.id_type(),
                    {"decision_before", "decision_after"});
  const audit::MitigationReport::Rule& base = options.mitigation.base;
  const RuleBook book(rules, names_of(people.attributes()), options.mitigation.scan.seed);
  rows.stream(
      [&](const data::Row& row) {
        const RuleBook::Decision decision = book.decide(row.labels, row.score, row.number);
        file.add(row, decision.threshold,
                 {audit::exceeds(row.score, base.comparator, base.threshold), decision.positive});
      },
      stop);
  file.finish();
}

}  // namespace

Mitigated analyse(const sql::People& people, const MitigateOptions& options,
                  const audit::Hooks& hooks) {
  audit::MitigationOptions mitigation = options.mitigation;
  Mitigated done;
  done.result = begin_result(people, mitigation.scan);
  audit::Result& result = done.result;

  const Stopwatch grouping;
  ProbablePeople read =
      read_with_probability(people, options.probability, mitigation.scan.seed, hooks.stop);
  result.data.profiles = read.profiles.size();
  if (read.model) result.models.push_back(std::move(*read.model));
  result.timing.emplace_back("group", grouping.seconds());
  if (!options.thresholds.empty()) {
    mitigation.groups = audit::parse_group_thresholds(options.thresholds, people.attributes(),
                                                      mitigation.base.comparator);
  }

  const bool draws = mitigation.method == audit::MitigationMethod::randomize;
  std::optional<sql::RowStream> rows;
  if (draws || !options.decisions.empty() || !options.rules.empty()) {
    rows = open_rows(people, options, hooks.stop);
    done.rules.risk_scores = rows->risk_scores();
  }
  audit::MitigationInput input{
      .profiles = read.profiles, .scanned = people.scanned(), .true_probability = read.column};
  if (draws) {
    const double width = audit::random_width(mitigation.lambda);
    Draw draw(read.profiles, people.numbers().size());
    rows->stream(
        [&](const data::Row& row) {
          const double threshold = audit::random_threshold(mitigation.scan.seed, row.number,
                                                           mitigation.base.threshold, width);
          draw.add(row, audit::exceeds(row.score, mitigation.base.comparator, threshold));
        },
        hooks.stop);
    input.drawn = std::move(draw).finish();
  }
  const Stopwatch searching;
  audit::MitigationResult found = audit::mitigate(input, mitigation, hooks);
  result.timing.emplace_back("scan", searching.seconds());
  result.partial = found.partial;
  result.findings = {std::move(found.after)};
  result.warnings = std::move(found.warnings);
  done.rules.method = name_of(found.report.method);
  done.rules.error = name_of(found.report.error);
  done.rules.lambda = found.report.lambda;
  done.rules.rules = found.report.rules;
  done.rules.attributes = named_attributes(found.report, people.attributes());
  result.mitigation = std::move(found.report);
  if (options.decisions.empty() && options.rules.empty()) return done;
  if (result.partial) {
    result.warnings.emplace_back("the run was interrupted, so no decisions and rules were written");
  } else if (!options.decisions.empty()) {
    const Stopwatch writing;
    write_decisions(*rows, people, options, done.rules, hooks.stop);
    result.timing.emplace_back("write", writing.seconds());
  }
  return done;
}

}  // namespace faultline::cli
