#pragma once
// A small spec of every method for invented_people().

#include "faultline/run/any_spec.hpp"

namespace faultline::test {

inline run::ScanSpec scan_spec() {
  run::ScanSpec spec;
  spec.roles.outcome = "y";
  spec.roles.score = "p";
  spec.search.replicates = 99;
  return spec;
}

inline run::AuditSpec audit_spec() {
  run::AuditSpec spec;
  spec.roles.outcome = "y";
  spec.roles.score = "p";
  spec.roles.decision = "flag";
  spec.protected_classes = {"sex=F"};
  spec.roles.attributes = {"region", "sex"};
  spec.search.replicates = 19;
  return spec;
}

inline run::IjdiSpec ijdi_spec() {
  run::IjdiSpec spec;
  spec.roles.outcome = "y";
  spec.roles.decision = "flag";
  spec.probability.column = "p";
  spec.roles.attributes = {"region", "sex"};
  spec.lambdas = {"0", "1"};
  spec.search.replicates = 19;
  return spec;
}

inline run::ElicitSpec elicit_spec() {
  run::ElicitSpec spec;
  spec.answer = {"Ann,10,30,25", "Ben, the second,0,40,30"};
  spec.cost_ratio = 1;
  return spec;
}

inline run::MitigateSpec mitigate_spec() {
  run::MitigateSpec spec;
  spec.roles.outcome = "y";
  spec.roles.score = "p";
  spec.roles.threshold = ">0.3";
  spec.roles.attributes = {"region", "sex"};
  spec.probability.fit = run::FittedModel::logistic;
  spec.search.replicates = 9;
  return spec;
}

inline run::CounterfactualSpec counterfactual_spec() {
  run::CounterfactualSpec spec;
  spec.outcome = "y";
  spec.decisions = {"flag"};
  spec.treatment = "drug";
  spec.protected_attributes = {"sex", "region"};
  spec.covariates = {"age"};
  spec.method.replicates = 19;
  spec.method.bootstrap = 19;
  return spec;
}

inline run::SourcesSpec sources_spec() {
  run::SourcesSpec spec;
  spec.outcome = "y";
  spec.protected_columns = {"sex"};
  spec.covariates = {"age", "region"};
  spec.models = {"logistic"};
  spec.parts = {run::SourcesPart::costs, run::SourcesPart::noise};
  return spec;
}

inline run::MetricsSpec metrics_spec() {
  run::MetricsSpec spec;
  spec.outcome = "y";
  spec.score = "p";
  spec.decision = "flag";
  spec.protected_columns = {"sex", "region"};
  return spec;
}

inline run::CheckSpec check_spec() {
  run::CheckSpec spec;
  spec.roles.outcome = "y";
  spec.roles.score = "p";
  spec.roles.decision = "flag";
  spec.roles.attributes = {"region", "sex"};
  spec.protected_classes = {"sex=F"};
  spec.replicates = 299;
  return spec;
}

inline run::CompareSpec compare_spec() {
  run::CompareSpec spec;
  spec.outcome = "y";
  spec.decisions = {"flag", "drug"};
  spec.attributes = {"sex", "region"};
  spec.search.replicates = 79;
  return spec;
}

inline std::vector<run::AnySpec> every_spec() {
  return {scan_spec(),           audit_spec(),   ijdi_spec(),    elicit_spec(), mitigate_spec(),
          counterfactual_spec(), sources_spec(), metrics_spec(), check_spec(),  compare_spec()};
}

}  // namespace faultline::test
