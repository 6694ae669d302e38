#include "faultline/report/markdown.hpp"

#include "faultline/base/version.hpp"
#include "faultline/report/methods/document_of.hpp"
#include "faultline/report/render/markdown.hpp"

namespace faultline::report {

std::string to_markdown(const result::Result& result) {
  return render_markdown(document_of({.version = std::string(version()), .result = result}));
}

}  // namespace faultline::report
