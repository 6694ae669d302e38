#include "faultline/c_api/wants.hpp"

#include <algorithm>
#include <variant>
#include <vector>

#include "faultline/base/options.hpp"
#include "faultline/base/text.hpp"

namespace faultline::c_api {
namespace {

// Commands that look at every column when none is named.
bool chooses_columns(const run::ScanSpec& spec) { return spec.roles.attributes.empty(); }
bool chooses_columns(const run::AuditSpec& spec) {
  return spec.roles.attributes.empty() || spec.covariates.empty();
}
bool chooses_columns(const run::IjdiSpec& spec) { return spec.roles.attributes.empty(); }
bool chooses_columns(const run::MitigateSpec& spec) { return spec.roles.attributes.empty(); }
bool chooses_columns(const run::ElicitSpec& spec) {
  return spec.has_people() && spec.roles.attributes.empty();
}
bool chooses_columns(const run::CounterfactualSpec&) { return false; }
bool chooses_columns(const run::SourcesSpec&) { return false; }
bool chooses_columns(const run::MetricsSpec&) { return false; }
bool chooses_columns(const run::CheckSpec& spec) {
  return spec.roles.attributes.empty() ||
         (!spec.protected_classes.empty() && spec.covariates.empty());
}
bool chooses_columns(const run::CompareSpec& spec) {
  return spec.attributes.empty() || spec.covariates.empty();
}

bool holds(const Value& value, const std::string& name) {
  const auto in = [&name](const std::string& text) {
    return lower_ascii(text).find(name) != std::string::npos;
  };
  if (const auto* text = std::get_if<std::string>(&value)) return in(*text);
  const auto* texts = std::get_if<std::vector<std::string>>(&value);
  return texts != nullptr && std::any_of(texts->begin(), texts->end(), in);
}

}  // namespace

bool wants(const run::AnySpec& spec, const std::string& column) {
  if (std::visit([](const auto& one) { return chooses_columns(one); }, spec)) return true;
  const std::string name = lower_ascii(std::string(trim(column)));
  const Values options = describe::echo(run::description(spec), run::address(spec));
  return std::any_of(options.begin(), options.end(),
                     [&name](const auto& option) { return holds(option.second, name); });
}

}  // namespace faultline::c_api
