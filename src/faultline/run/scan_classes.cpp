#include "faultline/run/scan_classes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::run {
namespace {

std::size_t place(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

}  // namespace

std::vector<std::pair<std::string, std::string>> class_columns(const ScanSpec& spec) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const std::string& text : spec.class_scores) {
    const std::size_t equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      throw ConfigError(fmt::format(
          "`class_scores` '{}' is not CLASS=COL, a class and the column of its probabilities",
          text));
    }
    std::pair<std::string, std::string> one{text.substr(0, equals), text.substr(equals + 1)};
    for (const auto& [name, column] : out) {
      if (name == one.first || column == one.second)
        throw ConfigError(
            fmt::format("`class_scores` names '{}' twice", name == one.first ? name : column));
    }
    out.push_back(std::move(one));
  }
  return out;
}

methods::ClassTable class_table(const data::Profiles& profiles, std::size_t scanned,
                                const ScanSpec& spec) {
  methods::ClassTable table;
  const auto end = static_cast<std::ptrdiff_t>(scanned);
  table.attributes.assign(profiles.attributes.begin(), profiles.attributes.begin() + end);
  table.codes.assign(profiles.codes.begin(), profiles.codes.begin() + end);
  table.count = profiles.count;
  for (std::size_t a = scanned; a < profiles.attributes.size(); ++a) {
    if (profiles.attributes[a].name != spec.roles.outcome) continue;
    table.classes = profiles.attributes[a].labels;
    table.outcome = profiles.codes[a];
  }
  const auto columns = class_columns(spec);
  if (columns.empty()) return table;
  table.probability.resize(table.classes.size());
  for (const auto& [name, column] : columns) {
    const std::size_t of_class = place(table.classes, name);
    if (of_class == table.classes.size()) {
      throw InputError(
          fmt::format("`class_scores` '{}={}': nobody has this class; the classes of "
                      "{} are {}",
                      name, column, spec.roles.outcome, join_words(table.classes, 12)));
    }
    table.probability[of_class] = profiles.numbers[place(profiles.number_names, column)];
  }
  for (std::size_t k = 0; k < table.classes.size(); ++k) {
    if (!table.probability[k].empty()) continue;
    throw InputError(fmt::format(
        "`class_scores` names no column for the class '{}'; give the probabilities of all classes, "
        "or of none",
        table.classes[k]));
  }
  return table;
}

}  // namespace faultline::run
