#include "faultline/data/summary.hpp"

namespace faultline::data {

using describe::member;

namespace {

/// The contract has people who were dropped as reason and count, not as a notice.
const describe::Object& dropped_people() {
  static const describe::Object object{
      "People who were left out of the data",
      {member<&Notice::text>("reason", "Why they were left out."),
       member<&Notice::count>("count", "Number of people.").from(0)}};
  return object;
}

const describe::Type& dropped_item() {
  static const describe::Type type{.object = &dropped_people, .name = "Dropped"};
  return type;
}

const describe::Type& dropped_list() {
  static const describe::Type type = [] {
    describe::Type list = describe::type_of<Notices>();
    list.element = &dropped_item;
    list.append = [](void* items, std::string_view) -> void* {
      return &static_cast<Notices*>(items)->emplace_back(Notice::dropped("", 0));
    };
    return list;
  }();
  return type;
}

describe::Member dropped(std::string_view key, std::string_view help) {
  describe::Member described = member<&Summary::dropped>(key, help);
  described.type = &dropped_list;
  return described;
}

}  // namespace

const describe::Object& description(const ValueCount*) {
  static const describe::Object object{
      "One value of an attribute",
      {member<&ValueCount::label>("label", "The value as text."),
       member<&ValueCount::count>("count", "Number of people who have it.").from(0)}};
  return object;
}

const describe::Object& description(const AttributeSummary*) {
  static const describe::Object object{
      "A scanned attribute",
      {member<&AttributeSummary::name>("name", "Name of the column."),
       member<&AttributeSummary::ordered>(
           "ordered", "True when its values have an order, so that subgroups hold ranges of them.")
           .when<&AttributeSummary::is_ordered>(),
       member<&AttributeSummary::values>("values", "Its values, in their order.")}};
  return object;
}

const describe::Object& description(const Summary*) {
  static const describe::Object object{
      "What was read and what was left out",
      {member<&Summary::source>("source", "Where the data came from: a file or a generator."),
       member<&Summary::sha256>("sha256",
                                "SHA-256 digest of the input file; null when there was no file.")
           .nullable()
           .matching("^[0-9a-f]{64}$"),
       member<&Summary::rows>("rows", "Number of people before any were dropped.").from(0),
       member<&Summary::rows_used>("rows_used", "Number of people that the method used.").from(0),
       dropped("dropped", "Rows that were filtered or dropped, by reason."),
       member<&Summary::profiles>("profiles", "Number of distinct profiles of these people.")
           .from(0),
       member<&Summary::attributes>("attributes", "The scanned attributes.")}};
  return object;
}

}  // namespace faultline::data
