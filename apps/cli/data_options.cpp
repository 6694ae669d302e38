#include "cli/data_options.hpp"

namespace faultline::cli {

void add_data_options(Options& options, DataOptions& data) {
  sql::InputOptions& input = data.input;
  sql::RoleOptions& roles = data.roles;
  options.heading("Input");
  options
      .add("input", input.path,
           "CSV, TSV, Parquet, JSON lines or DuckDB file; - is CSV on standard input")
      ->required();
  options.choice("--input-format", input.input_format, {"csv", "tsv", "parquet", "jsonl", "duckdb"},
                 "What the file holds, when its name does not say");
  options.add("--delimiter", input.delimiter,
              "Between the values of a CSV file, when not found by itself");
  options.add("--columns", input.columns, "a,b,c: names for a CSV file without header", true);
  options.add("--table", input.table, "Table of a DuckDB database");
  options.add("--null", input.null_spellings, "'N/A,?': spellings of missing values, besides empty",
              true);
  options.choice("--missing", data.missing, {"refuse", "drop"},
                 "Rows without outcome, prediction, decision or count");

  options.heading("Preparation (derive, where, bins, in this order)");
  options.add("--derive", input.derive, "name=SQL: add a column; repeatable", false);
  options.add("--where", input.where, "SQL condition: keep these rows");
  options.add("--bins", input.bins,
              "age=25,45 or x=quantile:4 or x=width:5: cut a number into intervals; repeatable",
              false);

  options.heading("Roles");
  options.add("--outcome", roles.outcome, "COL[=POSITIVE]: what happened, two values");
  options.add("--score", roles.score, "COL: predicted probability, 0 to 1");
  options.add("--risk-score", roles.risk_score,
              "COL: ordinal score; the prediction is the share of positives at each");
  options.add("--decision", roles.decision, "COL[=POSITIVE]: what was recommended, two values");
  options.add("--threshold", roles.threshold,
              "0.5: decision where the prediction is at least this; '>0.5': above");
  options.add("--attributes", roles.attributes,
              "A,B,C: columns to scan (default: text with 2 to 20 values)", true);
  options.add("--count", roles.count, "COL: number of people each row stands for");
}

void finish_data_options(DataOptions& data, int threads) {
  data.input.missing = data.missing == "drop" ? sql::Missing::drop : sql::Missing::refuse;
  data.input.threads = threads;
}

}  // namespace faultline::cli
