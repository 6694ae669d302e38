#include "faultline/c_api/look.hpp"

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "faultline/base/json.hpp"
#include "faultline/data/people.hpp"
#include "faultline/run/run.hpp"

namespace faultline::c_api {
namespace {

struct Look {
  std::int64_t rows = 0;
  std::int64_t rows_used = 0;
  std::vector<std::string> attributes{};
  std::vector<std::string> covariates{};
  data::Notices notices{};
};
const describe::Object& description(const Look*) {
  using describe::member;
  static const describe::Object object{
      "What a run would make of its people",
      {member<&Look::rows>("rows", "People in the data"),
       member<&Look::rows_used>("rows_used", "People that the run would use"),
       member<&Look::attributes>("attributes", "Columns that form subgroups"),
       member<&Look::covariates>("covariates", "Columns that make people comparable"),
       member<&Look::notices>("notices", "What was left out, and why")}};
  return object;
}

/// None of commands that choose no columns.
std::optional<data::RoleOptions> roles_of(const run::AnySpec& spec) {
  if (const auto* audit = std::get_if<run::AuditSpec>(&spec)) return run::audit_roles(*audit);
  if (const auto* check = std::get_if<run::CheckSpec>(&spec)) {
    data::RoleOptions roles = run::to_options(check->roles);
    roles.protected_classes = check->protected_classes;
    roles.covariates = check->covariates;
    roles.choose_covariates = !check->protected_classes.empty();
    return roles;
  }
  if (const auto* scan = std::get_if<run::ScanSpec>(&spec)) return run::to_options(scan->roles);
  if (const auto* ijdi = std::get_if<run::IjdiSpec>(&spec)) return run::to_options(ijdi->roles);
  return std::nullopt;
}

const data::InputOptions& input_of(const run::AnySpec& spec) {
  static const data::InputOptions none;
  return std::visit(
      [](const auto& one) -> const data::InputOptions& {
        if constexpr (requires { one.input; })
          return one.input;
        else
          return none;
      },
      spec);
}

}  // namespace

std::string look(const run::AnySpec& spec, data::Source& source, const std::stop_token& stop) {
  run::validate(spec);
  Look out;
  if (const auto roles = roles_of(spec)) {
    const std::unique_ptr<data::People> people = source.open(input_of(spec), *roles, stop);
    const data::PeopleFacts& facts = people->facts();
    out = {.rows = facts.summary.rows,
           .rows_used = facts.summary.rows_used,
           .attributes = facts.scanned,
           .covariates = facts.covariates,
           .notices = facts.notices};
    data::append(out.notices, facts.summary.dropped);
  }
  return json::write(out);
}

}  // namespace faultline::c_api
