#include "faultline/report/html/blocks.hpp"
#include "faultline/report/power_words.hpp"

namespace faultline::report::html {

Markup power_block(const result::PowerReport& power) {
  Table table{.caption = "Power, by the theory of the Bias Scan",
              .heads = {"Quantity", "Value"},
              .css_class = "config"};
  for (const PowerFact& fact : power_facts(power))
    table.rows.push_back({fact.label, unbroken(fact.value)});
  Markup limits;
  for (const std::string& sentence : texts(power.notices)) limits += paragraph(sentence);
  return element("section", {{"class", "card"}, {"id", "power"}},
                 {element("h2", {"What could have been detected"}), render(table), limits});
}

}  // namespace faultline::report::html
