#include "faultline/report/text.hpp"

#include "faultline/base/version.hpp"
#include "faultline/report/methods/document_of.hpp"
#include "faultline/report/render/text.hpp"

namespace faultline::report {

std::string to_text(const result::Result& result, const TextOptions& options) {
  return render_text(document_of({.version = std::string(version()), .result = result}), options);
}

}  // namespace faultline::report
