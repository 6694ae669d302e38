// The options of every command that say where the data is and how it is prepared.

#include <array>

#include "faultline/data/input.hpp"

namespace faultline::data {

std::span<const describe::Word> words(Missing) {
  static constexpr std::array<describe::Word, 2> kWords{
      {{static_cast<int>(Missing::refuse), "refuse", "Stop with an error that counts them"},
       {static_cast<int>(Missing::drop), "drop", "Leave them out, and count them in the result"}}};
  return kWords;
}

std::span<const describe::Word> words(Format) {
  static constexpr std::array<describe::Word, 5> kWords{
      {{static_cast<int>(Format::csv), "csv", "Comma-separated values"},
       {static_cast<int>(Format::tsv), "tsv", "Tab-separated values"},
       {static_cast<int>(Format::parquet), "parquet", "Apache Parquet"},
       {static_cast<int>(Format::jsonl), "jsonl", "One JSON object per line"},
       {static_cast<int>(Format::duckdb), "duckdb", "A table of a DuckDB database"}}};
  return kWords;
}

const describe::Object& description(const InputOptions*) {
  using describe::member;
  static const describe::Object object{
      "Where the data is and how it is prepared",
      {member<&InputOptions::path>(
           "input", "CSV, TSV, Parquet, JSON lines or DuckDB file, or - for CSV on standard input")
           .under("Input")
           .positional(),
       member<&InputOptions::input_format>("input_format",
                                           "What the file holds, when its name does not say"),
       member<&InputOptions::delimiter>(
           "delimiter", "Between the values of a CSV file, when it is not found by itself")
           .named("C"),
       member<&InputOptions::columns>("columns", "Names for a CSV file without header")
           .named("A,B,C")
           .split(),
       member<&InputOptions::table>("table", "Table of a DuckDB database").named("NAME"),
       member<&InputOptions::null_spellings>(
           "null", "Spellings of missing values, besides empty, such as 'N/A,?'")
           .named("A,B")
           .split(),
       member<&InputOptions::missing>("missing",
                                      "What to do with rows that lack outcome, prediction, "
                                      "decision, class, number or count"),
       member<&InputOptions::derive>("derive", "Add a column; repeatable")
           .under("Preparation (derive, where, bins, in this order)")
           .named("NAME=SQL"),
       member<&InputOptions::where>("where", "Keep the rows where this holds").named("SQL"),
       member<&InputOptions::bins>(
           "bins",
           "Cut a number into intervals: age=25,45 or x=quantile:4 or x=width:5; repeatable")
           .named("COL=RULE")}};
  return object;
}

}  // namespace faultline::data
