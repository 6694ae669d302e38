#pragma once
// What tests of report/ ask of a page or a JSON text.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "faultline/report/html.hpp"
#include "faultline/report/json/json.hpp"

namespace faultline::report {

/// The page without its script, which is no markup and comes last.
[[nodiscard]] inline std::string page(const result::Result& result) {
  const std::string html = to_html(to_json(result));
  const std::size_t script = html.rfind("<script>");
  const std::string_view end = "</script>\n";
  return html.substr(0, script) + html.substr(html.find(end, script) + end.size());
}

/// How often `part` stands in the text.
[[nodiscard]] inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

/// In the order in which they stand.
[[nodiscard]] inline std::vector<std::string> keys(const nlohmann::ordered_json& object) {
  std::vector<std::string> list;
  list.reserve(object.size());
  for (const auto& [key, value] : object.items()) list.push_back(key);
  return list;
}

}  // namespace faultline::report
