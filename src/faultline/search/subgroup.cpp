#include "faultline/search/subgroup.hpp"

#include <algorithm>
#include <cctype>
#include <map>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/range_words.hpp"

namespace faultline::search {
namespace {

bool complete(const Subgroup& subgroup, const std::vector<data::Attribute>& attributes,
              std::size_t a) {
  return subgroup.sets[a] == all_values(attributes[a].arity());
}

std::vector<std::string> labels_of(ValueSet set, const data::Attribute& attribute) {
  std::vector<std::string> labels;
  for (int v = 0; v < attribute.arity(); ++v) {
    if ((set >> v) & 1) labels.push_back(attribute.labels[v]);
  }
  return labels;
}

std::vector<bool> bits_of(ValueSet set, const data::Attribute& attribute) {
  std::vector<bool> bits;
  bits.reserve(attribute.labels.size());
  for (int v = 0; v < attribute.arity(); ++v) bits.push_back(((set >> v) & 1) != 0);
  return bits;
}

/// A label such as "Yes", "3", "< 25" or "F" says nothing without its attribute's name.
bool needs_name(const std::string& label) {
  static const std::vector<std::string> bare = {
      "yes", "no", "true", "false", "none",   "other", "unknown", "y",
      "n",   "t",  "f",    "low",   "medium", "high",  "n/a",     data::kMissingLabel};
  std::string lower;
  for (const char c : label)
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (std::find(bare.begin(), bare.end(), lower) != bare.end() || label.size() <= 2) return true;
  // A digit or a comparison in front: a number or an interval.
  return std::isdigit(static_cast<unsigned char>(label[0])) != 0 || label[0] == '<' ||
         label[0] == '>' || label[0] == '-' || label[0] == '(' || lower.rfind("over ", 0) == 0 ||
         lower.rfind("under ", 0) == 0;
}

}  // namespace

Subgroup everybody(const std::vector<data::Attribute>& attributes) {
  Subgroup subgroup;
  for (const data::Attribute& attribute : attributes)
    subgroup.sets.push_back(all_values(attribute.arity()));
  return subgroup;
}

int listed_values(const Subgroup& subgroup, const std::vector<data::Attribute>& attributes) {
  int values = 0;
  for (std::size_t a = 0; a < attributes.size(); ++a)
    values += listed_values(subgroup.sets[a], attributes[a]);
  return values;
}

int restricted_attributes(const Subgroup& subgroup,
                          const std::vector<data::Attribute>& attributes) {
  int restricted = 0;
  for (std::size_t a = 0; a < attributes.size(); ++a)
    restricted += complete(subgroup, attributes, a) ? 0 : 1;
  return restricted;
}

std::string in_words(const Subgroup& subgroup, const std::vector<data::Attribute>& attributes) {
  std::map<std::string, int> holders;  // attributes that have the label
  for (const data::Attribute& attribute : attributes) {
    for (const std::string& label : attribute.labels) ++holders[label];
  }
  const auto ambiguous = [&](const std::string& label) {
    return needs_name(label) || holders[label] > 1;
  };
  std::vector<std::string> parts;
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    if (complete(subgroup, attributes, a)) continue;
    const std::vector<std::string> labels = labels_of(subgroup.sets[a], attributes[a]);
    if (attributes[a].ordered) {
      const std::vector<std::string> ranges =
          data::range_words(attributes[a].labels, bits_of(subgroup.sets[a], attributes[a]));
      if (ranges != labels) {
        parts.push_back(
            fmt::format("{} {}", attributes[a].name, join_words(ranges, ranges.size() + 1, "or")));
        continue;
      }
    }
    const bool named = std::any_of(labels.begin(), labels.end(), ambiguous);
    const std::string list = join_words(labels, labels.size() + 1, "or");
    // Intervals read as a comparison: "age >= 65".
    const bool intervals = std::any_of(
        attributes[a].labels.begin(), attributes[a].labels.end(), [](const std::string& label) {
          return label.rfind("< ", 0) == 0 || label.rfind(">= ", 0) == 0;
        });
    parts.push_back(named ? fmt::format("{} {}{}", attributes[a].name, intervals ? "" : "= ", list)
                          : list);
  }
  if (parts.empty()) return "everybody";
  return fmt::format("{}", fmt::join(parts, "; "));
}

Subgroup parse_subgroup(std::string_view text, const std::vector<data::Attribute>& attributes) {
  Subgroup subgroup = everybody(attributes);
  std::vector<std::string> names;
  names.reserve(attributes.size());
  for (const data::Attribute& attribute : attributes) names.push_back(attribute.name);
  std::vector<bool> seen(attributes.size(), false);
  for (const std::string& part : split(text, ';')) {
    if (part.empty()) continue;
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos) {
      throw ConfigError(fmt::format(
          "`subgroup` '{}': '{}' is not of the form attribute=value|value", text, part));
    }
    const std::string name{trim(std::string_view(part).substr(0, equals))};
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      const auto nearest = nearest_name(name, names);
      throw ConfigError(fmt::format("`subgroup` '{}': '{}' is not a scanned attribute{}", text,
                                    name,
                                    nearest ? fmt::format("; did you mean '{}'?", *nearest)
                                            : fmt::format("; these are: {}", join_words(names))));
    }
    const std::size_t a = static_cast<std::size_t>(found - names.begin());
    if (seen[a]) throw ConfigError(fmt::format("`subgroup` '{}': '{}' is named twice", text, name));
    seen[a] = true;
    ValueSet set = 0;
    for (const std::string& value : split(std::string_view(part).substr(equals + 1), '|')) {
      const std::vector<std::string>& labels = attributes[a].labels;
      const auto label = std::find(labels.begin(), labels.end(), value);
      if (label == labels.end()) {
        const auto nearest = nearest_name(value, labels);
        throw ConfigError(
            fmt::format("`subgroup` '{}': '{}' has no value '{}'{}", text, name, value,
                        nearest ? fmt::format("; did you mean '{}'?", *nearest)
                                : fmt::format("; its values are: {}", join_words(labels))));
      }
      set |= ValueSet{1} << (label - labels.begin());
    }
    if (set == 0)
      throw ConfigError(fmt::format("`subgroup` '{}': no value given for '{}'", text, name));
    subgroup.sets[a] = set;
  }
  return subgroup;
}

}  // namespace faultline::search
