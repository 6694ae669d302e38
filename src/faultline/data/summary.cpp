#include "faultline/data/summary.hpp"

namespace faultline::data {

using describe::member;

const describe::Object& description(const Dropped*) {
  static const describe::Object object{
      "Something that was left out",
      {member<&Dropped::reason>("reason", "What was left out, and why."),
       member<&Dropped::count>("count", "Number of rows, or of distinct values of a column.")
           .from(0)}};
  return object;
}

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
       member<&Summary::dropped>("dropped", "Rows that were filtered or dropped, by reason."),
       member<&Summary::profiles>("profiles", "Number of distinct profiles of these people.")
           .from(0),
       member<&Summary::attributes>("attributes", "The scanned attributes."),
       member<&Summary::left_out>("left_out",
                                  "Columns that were not scanned; the reason names the column.")
           .lenient(),
       member<&Summary::notes>("notes", "Remarks on the data, as sentences.").lenient()}};
  return object;
}

}  // namespace faultline::data
