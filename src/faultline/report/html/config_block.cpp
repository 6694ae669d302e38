#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/html/blocks.hpp"

namespace faultline::report::html {
namespace {

struct InWords {
  std::string operator()(std::nullptr_t) const { return "not set"; }
  std::string operator()(bool value) const { return value ? "yes" : "no"; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const { return shortest(value); }
  std::string operator()(const std::string& value) const {
    return value.empty() ? "not set" : value;
  }
  std::string operator()(const std::vector<std::string>& values) const {
    if (values.empty()) return "none";
    std::string text = values[0];
    for (std::size_t i = 1; i < values.size(); ++i) text += ", " + values[i];
    return text;
  }
};

}  // namespace

Markup config_block(const result::Document& document) {
  const result::Result& result = document.result;
  OldTable config{
      .caption = "Every option of the run; the same options, data and seed give the same result",
      .heads = {"Option", "Value"},
      .css_class = "config"};
  for (const auto& [key, value] : result.config)
    config.rows.push_back({key, std::visit(InWords{}, value)});

  OldTable run{
      .caption = "The program and the run", .heads = {"Item", "Value"}, .css_class = "config"};
  run.rows.push_back({"Faultline version", document.version});
  run.rows.push_back({"Command", std::string(name_of(result.command))});
  run.rows.push_back({"Seed", fmt::format("{}", result.seed)});
  run.rows.push_back({"Threads", fmt::format("{}", result.threads)});
  for (const auto& [phase, seconds] : result.timing)
    run.rows.push_back({"Time: " + phase, duration(seconds)});
  return element("section", {{"class", "card"}, {"id", "configuration"}},
                 {element("h2", {"Configuration"}), config.rows.empty() ? Markup{} : render(config),
                  render(run)});
}

}  // namespace faultline::report::html
