#include "faultline/report/methods/document_of.hpp"

#include "faultline/report/methods/bias_scan/document.hpp"
#include "faultline/report/methods/check/document.hpp"
#include "faultline/report/methods/compare/document.hpp"
#include "faultline/report/methods/conditional/document.hpp"
#include "faultline/report/methods/counterfactual/document.hpp"
#include "faultline/report/methods/elicitation/document.hpp"
#include "faultline/report/methods/ijdi/document.hpp"
#include "faultline/report/methods/metrics/document.hpp"
#include "faultline/report/methods/mitigation/document.hpp"
#include "faultline/report/methods/shared/front.hpp"
#include "faultline/report/methods/sources/document.hpp"

namespace faultline::report {

Document document_of(const result::ResultFile& file) {
  const result::Result& result = file.result;
  Document document = front_of(file);
  if (result.check) {
    write_check(result, document);
  } else if (result.elicit) {
    write_elicitation(result, document);
  } else if (result.mitigation) {
    write_mitigation(result, document);
  } else if (result.command == result::Command::ijdi) {
    write_ijdi(result, document);
  } else if (result.command == result::Command::audit) {
    write_conditional(result, document);
  } else if (result.command == result::Command::counterfactual) {
    write_counterfactual(result, document);
  } else if (result.command == result::Command::sources) {
    write_sources(result, document);
  } else if (result.command == result::Command::metrics) {
    write_metrics(result, document);
  } else if (result.command == result::Command::compare) {
    write_compare(result, document);
  } else {
    write_bias_scan(result, document);
  }
  // Whoever answered questions is not data.
  if (!result.elicit) document.add(full(data_section(result)));
  document.add(full(configuration_section(file)));
  return document;
}

}  // namespace faultline::report
