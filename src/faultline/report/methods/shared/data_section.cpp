#include <fmt/format.h>

#include "faultline/base/text.hpp"
#include "faultline/report/document/format.hpp"
#include "faultline/report/methods/conditional/class_notices.hpp"
#include "faultline/report/methods/shared/front.hpp"
#include "faultline/report/methods/shared/sentences.hpp"

namespace faultline::report {
namespace {

Table people_table(const result::Result& result) {
  const data::Summary& data = result.data;
  Table table{.caption = "People: read, left out and used",
              .columns = columns_of({"Group", "People"})};
  table.add({"In the data", with_thousands(data.rows)});
  for (const data::Notice& item : data.dropped) {
    table.add({"Left out: " + item.text, with_thousands(item.count)});
  }
  table.add({"Used", with_thousands(data.rows_used)});
  // Models of `sources` see people, one by one.
  if (!result.sources) {
    table.add({counts_profiles(result)
                   ? "Distinct profiles of attributes among them"
                   : "Distinct rows among them (attributes, predictions and whatever else is read)",
               with_thousands(data.profiles)});
  }
  return table;
}

Table attributes_table(const result::Result& result) {
  const bool scanned = !result.counterfactual && !result.sources && !result.metrics;
  Table table{.caption = fmt::format("{}ttributes, their values and how many people have them",
                                     scanned ? "Scanned a" : "A"),
              .columns = columns_of({"Value", "People", "Share"}),
              .noun = "value"};
  for (const data::AttributeSummary& attribute : result.data.attributes) {
    table.groups.push_back({.title = attribute.name});
    for (const data::ValueCount& value : attribute.values) {
      const double share =
          static_cast<double>(value.count) / static_cast<double>(result.data.rows_used);
      table.add({value.label, with_thousands(value.count), percent(share)});
    }
  }
  return table;
}

Table left_out_table(const result::Result& result) {
  Table table{.caption = "Columns that were not scanned, and why",
              .columns = columns_of({"Column and reason", "Distinct values"}),
              .noun = "column"};
  for (const data::Notice& column : of_kind(result.notices, result::NoticeKind::left_out)) {
    table.add({column.text, with_thousands(column.count)});
  }
  return table;
}

}  // namespace

Section data_section(const result::Result& result) {
  const data::Summary& data = result.data;
  Section section{.heading = "The data", .id = "data"};
  section.add(full(Paragraph{data_sentence(result)}));
  section.add(full(Paragraph{data.sha256.empty()
                                 ? fmt::format("Source: {}", data.source)
                                 : fmt::format("Source: {}. SHA-256 {}", data.source, data.sha256),
                             Paragraph::Tone::note}));
  List notes;
  for (const data::Notice& note : of_kind(result.notices, result::NoticeKind::note)) {
    if (!about_a_class(note, result)) notes.items.push_back(note.text);
  }
  section.add(full(std::move(notes)));
  section.add(full(people_table(result)));
  const bool scanned = !result.counterfactual && !result.sources && !result.metrics;
  if (scanned && data.attributes.empty()) {
    section.add(full(Paragraph{"No attribute was scanned."}));
  }
  section.add(full(attributes_table(result)));
  section.add(full(left_out_table(result)));
  return section;
}

}  // namespace faultline::report
