// JSON to a rules file, and its rules applied to people.

#include "fuzz/target.hpp"

#include "faultline/base/error.hpp"
#include "faultline/run/rules_file.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace faultline;
  try {
    const run::RulesFile rules = run::rules_from_json(fuzz::text_of(data, size), "rules.json");
    const std::string written = run::to_json(rules);
    fuzz::expect(run::to_json(run::rules_from_json(written, "rules.json")) == written,
                 "rules that were written read as the same");
    std::vector<std::string> names;
    data::Row person{.number = 1};
    for (const run::RulesFile::KnownValues& attribute : rules.attributes) {
      names.push_back(attribute.name);
      person.labels.push_back(attribute.values.empty() ? "" : attribute.values.front());
    }
    const run::RuleBook book(rules, names, 1);
    for (const double score : {0.0, 0.3, 0.5, 1.0}) {
      person.score = score;
      const std::size_t rule = book.decide(person).rule;
      fuzz::expect(rule < (rules.points ? rules.points->thresholds.size() : rules.rules.size()),
                   "one of the rules decides");
    }
  } catch (const InputError& error) {
    fuzz::expect_one_line(error.what());
  }
  return 0;
}
