// The run behind `faultline compare`.

#include "faultline/run/compare.hpp"

#include "faultline/run/compare_models.hpp"

namespace faultline::run {

methods::Result compare(const CompareSpec& spec, data::Source& source, const Context& context) {
  validate(spec);
  return compare_models(spec, source, context);
}

}  // namespace faultline::run
