#include "faultline/report/junit.hpp"

#include "faultline/base/version.hpp"
#include "faultline/report/claims/claims.hpp"
#include "faultline/report/render/junit.hpp"

namespace faultline::report {

std::string to_junit(const result::Result& result) {
  return render_junit({.version = std::string(version()), .result = result}, claims_of(result));
}

}  // namespace faultline::report
