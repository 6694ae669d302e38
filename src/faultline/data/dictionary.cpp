#include "faultline/data/dictionary.hpp"

#include <algorithm>
#include <utility>

#include "faultline/base/text.hpp"
#include "faultline/data/columns.hpp"

namespace faultline::data {

CodedAttribute code_attribute(const std::string& name, const std::string& type,
                              const std::vector<std::string>& intervals, const Values& values) {
  struct Entry {
    std::string text;
    std::string label;
    double order = 0;  // before the text
    std::int64_t people = 0;
  };
  CodedAttribute out;
  out.attribute.name = name;
  std::vector<Entry> entries;
  std::int64_t missing = 0;
  const bool number = is_numeric(type) && intervals.empty();
  for (const Value& value : values.values) {
    if (!value.text || value.text->empty() || *value.text == kMissingLabel) {
      if (!value.text) out.holds_null = true;
      if (value.text && value.text->empty()) out.holds_empty = true;
      missing += value.people;
      continue;
    }
    Entry entry{.text = *value.text, .label = *value.text, .people = value.people};
    const auto parsed = number ? parse_double(*value.text) : std::nullopt;
    if (parsed) {
      entry.order = *parsed;
      if (!is_whole(type)) entry.label = shortest(*parsed);
    }
    const auto interval = std::find(intervals.begin(), intervals.end(), entry.text);
    if (interval != intervals.end())
      entry.order = static_cast<double>(interval - intervals.begin());
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.order != b.order ? a.order < b.order : a.text < b.text;
  });
  for (Entry& entry : entries) {
    out.attribute.labels.push_back(std::move(entry.label));
    out.texts.push_back(std::move(entry.text));
    out.people.push_back(entry.people);
  }
  if (missing > 0) {
    out.attribute.labels.emplace_back(kMissingLabel);
    out.texts.emplace_back(kMissingLabel);
    out.people.push_back(missing);
  }
  return out;
}

}  // namespace faultline::data
