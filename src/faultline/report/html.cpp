#include "faultline/report/html.hpp"

#include "faultline/report/json/json.hpp"
#include "faultline/report/methods/document_of.hpp"
#include "faultline/report/render/html.hpp"

namespace faultline::report {

std::string to_html(std::string_view json_text) {
  return render_html(document_of(from_json(json_text)));
}

}  // namespace faultline::report
