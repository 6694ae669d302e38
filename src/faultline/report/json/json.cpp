#include "faultline/report/json/json.hpp"

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/json.hpp"
#include "faultline/base/json_schema.hpp"
#include "faultline/base/version.hpp"
#include "faultline/report/json/earlier_keys.hpp"
#include "faultline/report/render/display.hpp"

namespace faultline::report {
namespace {

void check_schema(std::string_view text) {
  const std::optional<std::string> part = json::part(text, "schema");
  if (!part || !part->starts_with('"')) {
    throw InputError(
        "JSON but not a Faultline result, because it has no \"schema\"; give a file that `json` "
        "wrote");
  }
  const auto name = json::read<std::string>(*part, "schema", json::Reading::complete);
  result::check_schema(printable(name));
}

}  // namespace

std::string to_json(const result::Result& result) {
  return to_json(result::ResultFile{.version = std::string(version()), .result = result});
}

std::string to_json(const result::ResultFile& document) { return json::write(document); }

result::ResultFile from_json(std::string_view text) {
  try {
    check_schema(text);
    auto document = json::read<result::ResultFile>(text, "result", json::Reading::complete);
    if (!json::part(text, "notices")) add_earlier_notices(text, document.result);
    // Of what else the earlier schema had, nothing is gone: what was read is complete.
    document.schema = result::Schema::faultline_2;
    return document;
  } catch (const json::NotJson&) {
    throw InputError(
        "not a Faultline result, because the text is not JSON; give a file that `json` wrote");
  } catch (const json::Damaged& damage) {
    throw InputError(
        fmt::format("the result is damaged, because {} must be {}; make it again with the command "
                    "that wrote it",
                    printable(damage.path()), damage.wanted()));
  }
}

std::string result_schema() { return json::schema<result::ResultFile>(); }

}  // namespace faultline::report
