#include "faultline/methods/compare/paired_losses.hpp"

#include <cmath>

#include "faultline/base/error.hpp"
#include "faultline/methods/compare/influence.hpp"

namespace faultline::methods {

double loss_of(Criterion loss, const SideEntry& entry) {
  switch (loss) {
    case Criterion::error:
      return entry.outcome == entry.decision ? 0 : 1;
    case Criterion::brier:
      return value_of(RateName::brier, entry);
    case Criterion::log_loss:
      return value_of(RateName::log_loss, entry);
    default:
      throw InternalError("no loss of one person");
  }
}

OutcomeTable loss_table(const ComparedPeople& people, Criterion loss) {
  OutcomeTable table{.attributes = people.attributes, .codes = people.codes};
  table.outcome.reserve(people.size());
  table.expected.reserve(people.size());
  table.count.reserve(people.size());
  for (std::size_t i = 0; i < people.size(); ++i) {
    table.expected.push_back(loss_of(loss, people.before[i]));
    table.outcome.push_back(loss_of(loss, people.after[i]));
    table.count.push_back(people.before[i].count);
    if (!std::isfinite(table.expected.back()) || !std::isfinite(table.outcome.back())) {
      throw InputError(
          "`loss` log_loss: a prediction of 0 or 1 was wrong, which makes the loss infinite; use "
          "`loss` brier, or move such predictions with `derive`");
    }
  }
  return table;
}

bool any_difference(const OutcomeTable& losses) {
  for (std::size_t i = 0; i < losses.outcome.size(); ++i) {
    if (losses.outcome[i] != losses.expected[i]) return true;
  }
  return false;
}

}  // namespace faultline::methods
