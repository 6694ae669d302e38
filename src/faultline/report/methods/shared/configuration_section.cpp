#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/shared/front.hpp"

namespace faultline::report {
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

Section configuration_section(const result::ResultFile& file) {
  const result::Result& result = file.result;
  Facts config{
      .form = Facts::Form::table,
      .caption = "Every option of the run; the same options, data and seed give the same result"};
  for (const auto& [key, value] : result.config) {
    config.list.push_back({.label = key, .value = std::visit(InWords{}, value)});
  }
  Facts run{.form = Facts::Form::table, .caption = "The program and the run"};
  run.list.push_back({.label = "Faultline version", .value = file.version});
  run.list.push_back({.label = "Command", .value = std::string(name_of(result.command))});
  run.list.push_back({.label = "Seed", .value = fmt::format("{}", result.seed)});
  run.list.push_back({.label = "Threads", .value = fmt::format("{}", result.threads)});
  for (const auto& [phase, seconds] : result.timing) {
    run.list.push_back({.label = "Time: " + phase, .value = duration(seconds)});
  }
  Section section{.heading = "Configuration", .id = "configuration"};
  section.add(full(std::move(config)));
  section.add(full(std::move(run)));
  return section;
}

}  // namespace faultline::report
