// The run behind `faultline compare`.

#include "faultline/run/compare.hpp"

#include "faultline/run/compare_models.hpp"
#include "faultline/run/compare_periods.hpp"

namespace faultline::run {

methods::Result compare(const CompareSpec& spec, data::Source& source, const Context& context) {
  validate(spec);
  return spec.of_periods() ? compare_periods(spec, source, context)
                           : compare_models(spec, source, context);
}

}  // namespace faultline::run
