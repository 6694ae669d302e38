#include "faultline/report/sarif.hpp"

#include "faultline/base/version.hpp"
#include "faultline/report/claims/claims.hpp"
#include "faultline/report/render/sarif.hpp"

namespace faultline::report {

std::string to_sarif(const result::Result& result) {
  return render_sarif({.version = std::string(version()), .result = result}, claims_of(result));
}

}  // namespace faultline::report
