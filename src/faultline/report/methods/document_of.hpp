#pragma once
// The document of a result: the method's own sections between those that every report has.

#include "faultline/report/document/document.hpp"
#include "faultline/result/result.hpp"

namespace faultline::report {

[[nodiscard]] Document document_of(const result::ResultFile& file);

}  // namespace faultline::report
