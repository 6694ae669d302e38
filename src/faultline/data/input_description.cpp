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
      {member<&InputOptions::path>("input",
                                   "Read this CSV (gzipped or not), TSV, Parquet, JSON lines or "
                                   "DuckDB file, all CSV or Parquet files of a folder or of a "
                                   "pattern such as 'data/*.parquet', or CSV from standard input "
                                   "with -")
           .under("Input")
           .positional(),
       member<&InputOptions::input_format>(
           "input_format", "Read the file as this format; needed when its name does not tell"),
       member<&InputOptions::delimiter>(
           "delimiter",
           "Split the lines of a CSV file at this character; without it, the character is detected")
           .named("C"),
       member<&InputOptions::columns>("columns",
                                      "Name the columns of a CSV file that has no header")
           .named("A,B,C")
           .split(),
       member<&InputOptions::table>("table", "Read this table of a DuckDB database").named("NAME"),
       member<&InputOptions::null_spellings>(
           "null", "Treat these spellings as missing values, besides empty ones: 'N/A,?'")
           .named("A,B")
           .split(),
       member<&InputOptions::missing>(
           "missing",
           "Refuse or drop rows without an outcome, prediction, decision, class, number or count"),
       member<&InputOptions::derive>("derive",
                                     "Add a column, computed by an SQL expression; repeatable")
           .under("Preparation (derive, where, bins, in this order)")
           .named("NAME=SQL"),
       member<&InputOptions::where>("where",
                                    "Keep only the rows for which this SQL condition holds")
           .named("SQL"),
       member<&InputOptions::bins>(
           "bins",
           "Cut a column of numbers into intervals: at cut points (age=25,45), into parts with "
           "equally many people (x=quantile:4) or of equal width (x=width:5); repeatable")
           .named("COL=RULE")}};
  return object;
}

}  // namespace faultline::data
