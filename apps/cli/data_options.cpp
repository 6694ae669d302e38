#include "cli/data_options.hpp"

namespace faultline::cli {

void add_input_options(Options& options, DataOptions& data) {
  data::InputOptions& input = data.input;
  options.heading("Input");
  options.add("input", input.path,
              "CSV, TSV, Parquet, JSON lines or DuckDB file, or - for CSV on standard input");
  options.choice("--input-format", input.input_format, {"csv", "tsv", "parquet", "jsonl", "duckdb"},
                 "What the file holds, when its name does not say");
  options
      .add("--delimiter", input.delimiter,
           "Between the values of a CSV file, when it is not found by itself")
      ->type_name("C");
  options.add("--columns", input.columns, "Names for a CSV file without header", true)
      ->type_name("A,B,C");
  options.add("--table", input.table, "Table of a DuckDB database")->type_name("NAME");
  options
      .add("--null", input.null_spellings,
           "Spellings of missing values, besides empty, such as 'N/A,?'", true)
      ->type_name("A,B");
  options.choice(
      "--missing", data.missing, {"refuse", "drop"},
      "What to do with rows that lack outcome, prediction, decision, class, number or count");

  options.heading("Preparation (derive, where, bins, in this order)");
  options.add("--derive", input.derive, "Add a column; repeatable", false)->type_name("NAME=SQL");
  options.add("--where", input.where, "Keep the rows where this holds")->type_name("SQL");
  options
      .add("--bins", input.bins,
           "Cut a number into intervals: age=25,45 or x=quantile:4 or x=width:5; repeatable", false)
      ->type_name("COL=RULE");
}

void add_data_options(Options& options, DataOptions& data) {
  add_input_options(options, data);
  data::RoleOptions& roles = data.roles;
  options.heading("Roles");
  options.add("--outcome", roles.outcome, "What happened, two values")->type_name("COL[=POSITIVE]");
  options.add("--score", roles.score, "Predicted probability, 0 to 1")->type_name("COL");
  options
      .add("--risk-score", roles.risk_score,
           "Ordinal score; the prediction is the share of positives at each")
      ->type_name("COL");
  options
      .add("--decision", roles.decision,
           "What was recommended, two values; audit needs it for error rates, scan only checks it")
      ->type_name("COL[=POSITIVE]");
  options
      .add("--threshold", roles.threshold,
           "0.5: decision where the prediction is at least this; '>0.5': above")
      ->type_name("T");
  options
      .add("--attributes", roles.attributes,
           "Columns to scan; without it, text, true/false and binned columns with 2 to 20 values "
           "and no other role",
           true)
      ->type_name("A,B,C");
  options.add("--count", roles.count, "Number of people each row stands for")->type_name("COL");
}

void add_protected_options(Options& options, DataOptions& data) {
  options.heading("Roles");
  options
      .add("--protected", data.roles.protected_classes,
           "Class to compare with everybody else; COL alone is each of its values in turn; "
           "repeatable",
           false)
      ->type_name("COL[=VALUE]");
  add_covariate_options(options, data);
}

void add_covariate_options(Options& options, DataOptions& data) {
  options.heading("Roles");
  options
      .add(
          "--covariates", data.roles.covariates,
          "Columns that the models know, categories or numbers; without it, the scanned attributes",
          true)
      ->type_name("A,B,C");
}

void finish_data_options(DataOptions& data, int threads) {
  data.input.missing = data.missing == "drop" ? data::Missing::drop : data::Missing::refuse;
  data.input.threads = threads;
}

}  // namespace faultline::cli
