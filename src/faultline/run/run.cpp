#include "faultline/run/run.hpp"

#include <utility>

#include "faultline/run/gate.hpp"

namespace faultline::run {
namespace {

struct Runner {
  data::Source& source;
  const Context& context;

  Outcome operator()(const ScanSpec& spec) const { return {.result = scan(spec, source, context)}; }
  Outcome operator()(const AuditSpec& spec) const {
    return {.result = audit(spec, source, context)};
  }
  Outcome operator()(const IjdiSpec& spec) const { return {.result = ijdi(spec, source, context)}; }
  Outcome operator()(const ElicitSpec& spec) const {
    return {.result = elicit(spec, source, context)};
  }
  Outcome operator()(const MitigateSpec& spec) const {
    if (!spec.apply.empty()) return {.applied = apply(spec, source, context)};
    MitigateOutcome done = mitigate(spec, source, context);
    Outcome outcome{.result = std::move(done.result)};
    if (!outcome.result->partial) outcome.rules = std::move(done.rules);
    return outcome;
  }
  Outcome operator()(const CounterfactualSpec& spec) const {
    return {.result = counterfactual(spec, source, context)};
  }
  Outcome operator()(const SourcesSpec& spec) const {
    return {.result = sources(spec, source, context)};
  }
  Outcome operator()(const MetricsSpec& spec) const {
    return {.result = metrics(spec, source, context)};
  }
  Outcome operator()(const CheckSpec& spec) const {
    return {.result = check(spec, source, context)};
  }
  Outcome operator()(const CompareSpec& spec) const {
    return {.result = compare(spec, source, context)};
  }
};

}  // namespace

void validate(const AnySpec& spec) {
  std::visit([](const auto& held) { validate(held); }, spec);
  check_fail_on(head(spec));
}

Outcome run(const AnySpec& spec, data::Source& source, const Context& context) {
  return std::visit(Runner{source, context}, spec);
}

}  // namespace faultline::run
