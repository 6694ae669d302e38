#include "faultline/data/protected_class.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/input.hpp"
#include "faultline/data/messages.hpp"
#include "faultline/data/positive_value.hpp"

namespace faultline::data {
namespace {

bool is_column(const std::vector<std::string>& columns, std::string_view name) {
  return std::find(columns.begin(), columns.end(), name) != columns.end();
}

/// COL=VALUE;COL=VALUE, cut at those semicolons that a column and an equals sign follow.
std::vector<std::string> cut_parts(std::string_view text, const std::vector<std::string>& columns) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (std::size_t at = text.find(';'); at != std::string_view::npos; at = text.find(';', at + 1)) {
    const BinaryRole next = parse_binary_role(trim(text.substr(at + 1)), columns);
    // Up to the next semicolon: "a;b" is no column of this part.
    const std::string_view name = std::string_view(next.column).substr(0, next.column.find(';'));
    if (!is_column(columns, name)) continue;
    parts.emplace_back(trim(text.substr(start, at - start)));
    start = at + 1;
  }
  parts.emplace_back(trim(text.substr(start)));
  return parts;
}

std::optional<std::string> label_like(const CodedAttribute& coded, const std::string& value) {
  const std::vector<std::string>& labels = coded.attribute.labels;
  if (std::find(labels.begin(), labels.end(), value) != labels.end()) return value;
  const auto same = std::find_if(labels.begin(), labels.end(), [&value](const std::string& label) {
    return same_value(label, value);
  });
  return same == labels.end() ? std::nullopt : std::optional(*same);
}

[[noreturn]] void refuse_value(const CodedAttribute& coded, const std::string& value,
                               const std::string& option) {
  const std::vector<std::string>& labels = coded.attribute.labels;
  std::vector<std::string> words;
  words.reserve(labels.size());
  for (std::size_t v = 0; v < labels.size(); ++v)
    words.push_back(fmt::format("'{}' ({})", shown(labels[v]), with_thousands(coded.people[v])));
  const auto nearest = nearest_name(value, labels);
  // "race=A,sex" may be meant as two classes, which `against` cannot have.
  const bool two = value.find(',') != std::string::npos && option == "`protected`";
  throw InputError(fmt::format("{} '{}={}': nobody has that value; the values of '{}' are {}{}",
                               option, coded.attribute.name, value, coded.attribute.name,
                               join_words(words, 12),
                               two       ? "; name two classes with `protected` twice"
                               : nearest ? fmt::format("; did you mean '{}'?", shown(*nearest))
                                         : ""));
}

/// The labels that a value asks for: itself, or several with bars between them.
std::vector<std::string> find_labels(const CodedAttribute& coded, const std::string& value,
                                     const std::string& option) {
  if (auto label = label_like(coded, value)) return {*std::move(label)};
  std::vector<std::string> labels;
  for (const std::string& part : split(value, '|')) {
    auto label = label_like(coded, part);
    if (!label) refuse_value(coded, part, option);
    if (std::find(labels.begin(), labels.end(), *label) == labels.end())
      labels.push_back(*std::move(label));
  }
  if (labels.empty()) refuse_value(coded, value, option);
  // In the order of the dictionary, so that the order of writing does not matter.
  const auto& order = coded.attribute.labels;
  std::sort(labels.begin(), labels.end(), [&order](const std::string& a, const std::string& b) {
    return std::find(order.begin(), order.end(), a) < std::find(order.begin(), order.end(), b);
  });
  return labels;
}

const CodedAttribute& coded_column(const std::vector<CodedAttribute>& attributes,
                                   const std::string& column) {
  const auto at =
      std::find_if(attributes.begin(), attributes.end(),
                   [&column](const CodedAttribute& one) { return one.attribute.name == column; });
  if (at == attributes.end()) throw InternalError("a protected column is no attribute");
  return *at;
}

ClassParts with_labels(const ClassParts& asked, const std::vector<CodedAttribute>& attributes,
                       const std::string& option) {
  ClassParts out;
  for (const ClassPart& part : asked) {
    out.push_back({.column = part.column,
                   .values = find_labels(coded_column(attributes, part.column), part.values.front(),
                                         option)});
  }
  return out;
}

/// What results call the class: "sex, race" and "Female, A or B".
void name_class(ClassDefinition& one) {
  std::vector<std::string> values;
  for (const ClassPart& part : one.parts) {
    one.attribute += (one.attribute.empty() ? "" : ", ") + part.column;
    values.push_back(join_words(part.values, part.values.size(), "or"));
  }
  // The column's own name belongs to its single values.
  if (one.made() && one.parts.size() == 1) one.attribute += " (grouped)";
  for (const std::string& value : values) one.value += (one.value.empty() ? "" : ", ") + value;
}

/// [profile]: in every part.
std::vector<bool> inside(const Profiles& profiles, const ClassParts& parts) {
  std::vector<bool> out(profiles.count.size(), true);
  for (const ClassPart& part : parts) {
    const auto at =
        std::find_if(profiles.attributes.begin(), profiles.attributes.end(),
                     [&part](const Attribute& attribute) { return attribute.name == part.column; });
    if (at == profiles.attributes.end())
      throw InternalError("a protected column is not in the profiles");
    std::vector<bool> wanted;
    for (const std::string& label : at->labels) {
      wanted.push_back(std::find(part.values.begin(), part.values.end(), label) !=
                       part.values.end());
    }
    const auto& codes = profiles.codes[static_cast<std::size_t>(at - profiles.attributes.begin())];
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = out[i] && wanted[codes[i]];
  }
  return out;
}

template <typename Column>
void keep(Column& column, const std::vector<bool>& kept) {
  if (column.empty()) return;
  std::size_t to = 0;
  for (std::size_t from = 0; from < kept.size(); ++from) {
    if (kept[from]) column[to++] = column[from];
  }
  column.resize(to);
}

std::int64_t keep_compared(Profiles& profiles, const ClassDefinition& one) {
  const std::int64_t before = profiles.people();
  std::vector<bool> kept = inside(profiles, one.parts);
  const std::vector<bool> compared = inside(profiles, one.against);
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = kept[i] || compared[i];
  for (auto& codes : profiles.codes) keep(codes, kept);
  for (auto& numbers : profiles.numbers) keep(numbers, kept);
  keep(profiles.prediction, kept);
  keep(profiles.outcome, kept);
  keep(profiles.decision, kept);
  keep(profiles.count, kept);
  return before - profiles.people();
}

}  // namespace

std::vector<std::string> ClassDefinition::columns() const {
  std::vector<std::string> out;
  out.reserve(parts.size());
  for (const ClassPart& part : parts) out.push_back(part.column);
  return out;
}

std::string in_words(const ClassParts& parts) {
  std::vector<std::string> words;
  words.reserve(parts.size());
  for (const ClassPart& part : parts) {
    words.push_back(
        fmt::format("{} = {}", part.column, join_words(part.values, part.values.size(), "or")));
  }
  return join_words(words, words.size());
}

std::vector<ClassParts> parse_classes(std::string_view text,
                                      const std::vector<std::string>& columns,
                                      const std::string& option) {
  const auto part_of = [&](const std::string& one) {
    const BinaryRole role = parse_binary_role(one, columns);
    if (!is_column(columns, role.column)) throw_unknown_column(option, role.column, columns);
    ClassPart part{.column = role.column};
    if (role.positive) part.values.push_back(*role.positive);
    return part;
  };
  if (is_column(columns, text)) return {{{.column = std::string(text)}}};
  const std::vector<std::string> texts = cut_parts(text, columns);
  if (texts.size() > 1) {
    ClassParts parts;
    for (const std::string& one : texts) {
      ClassPart part = part_of(one);
      if (part.values.empty()) {
        throw ConfigError(fmt::format(
            "{} '{}': an intersection needs a value of every column, as in {} '{}=VALUE;...'",
            option, text, option, part.column));
      }
      if (std::any_of(parts.begin(), parts.end(),
                      [&part](const ClassPart& other) { return other.column == part.column; })) {
        throw ConfigError(fmt::format("{} '{}' names '{}' twice; several values are {} '{}=A|B'",
                                      option, text, part.column, option, part.column));
      }
      parts.push_back(std::move(part));
    }
    return {std::move(parts)};
  }
  if (text.find('=') == std::string_view::npos && text.find(',') != std::string_view::npos) {
    std::vector<ClassParts> several;
    for (const std::string& one : split(text, ',')) several.push_back({part_of(one)});
    return several;
  }
  return {{part_of(texts.front())}};
}

std::vector<ClassDefinition> define_classes(const std::vector<ClassParts>& asked,
                                            const ClassParts& against,
                                            const std::vector<CodedAttribute>& attributes) {
  std::vector<ClassDefinition> classes;
  const ClassParts compared = with_labels(against, attributes, "`against`");
  const auto add = [&classes, &compared](ClassParts parts) {
    ClassDefinition one{.parts = std::move(parts), .against = compared};
    name_class(one);
    if (std::find(classes.begin(), classes.end(), one) == classes.end())
      classes.push_back(std::move(one));
  };
  for (const ClassParts& parts : asked) {
    if (parts.size() == 1 && parts.front().values.empty()) {
      const CodedAttribute& coded = coded_column(attributes, parts.front().column);
      for (const std::string& label : coded.attribute.labels)
        add({{.column = parts.front().column, .values = {label}}});
    } else {
      add(with_labels(parts, attributes, "`protected`"));
    }
  }
  if (!against.empty() && classes.size() > 1) {
    throw ConfigError(
        fmt::format("`against` says whom one class is compared with, and {} are audited; name one "
                    "with `protected = COL=VALUE`",
                    classes.size()));
  }
  return classes;
}

std::int64_t make_classes(Profiles& profiles, const std::vector<ClassDefinition>& classes) {
  std::int64_t left_out = 0;
  for (const ClassDefinition& one : classes) {
    if (!one.against.empty()) left_out += keep_compared(profiles, one);
    if (!one.made()) continue;
    const std::vector<bool> members = inside(profiles, one.parts);
    profiles.attributes.push_back({.name = one.attribute, .labels = {one.value, "(others)"}});
    auto& codes = profiles.codes.emplace_back();
    codes.reserve(members.size());
    for (const bool member : members) codes.push_back(member ? 0 : 1);
  }
  return left_out;
}

}  // namespace faultline::data
