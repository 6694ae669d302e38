#pragma once
// Whom the rules of `mitigate` are made from, and on whom they are tested.

#include <memory>
#include <optional>
#include <string>

#include "faultline/data/people.hpp"
#include "faultline/data/source.hpp"
#include "faultline/run/context.hpp"
#include "faultline/run/mitigate.hpp"
#include "faultline/run/probability.hpp"

namespace faultline::run {

/// Rows of the input with the columns that these people have.
[[nodiscard]] std::unique_ptr<data::RowStream> open_rows(
    data::Source& source, const data::InputOptions& input, data::RoleOptions roles,
    const data::People& people, const std::string& id, const std::stop_token& stop);

/// Where a share is held out, a true probability that is fitted comes from one fit on everybody,
/// out of fold, so that nobody's own outcome enters it; people of another file have their own fit.
struct MitigationPeople {
  ProbablePeople made_from{};
  std::optional<ProbablePeople> tested_on{};  // none: nobody is held out
};

/// As `holdout` says. Throws InputError.
[[nodiscard]] MitigationPeople read_mitigation_people(const MitigateSpec& spec,
                                                      data::Source& source,
                                                      const data::People& people,
                                                      const data::RoleOptions& roles,
                                                      const Context& context);

}  // namespace faultline::run
