#pragma once
// What a user may say about the data: where it is, how it is prepared, which column plays which
// role. Names are those of the command line without the dashes.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "faultline/base/describe.hpp"

namespace faultline::data {

enum class Missing { refuse, drop };
[[nodiscard]] std::span<const describe::Word> words(Missing);

enum class Format { csv, tsv, parquet, jsonl, duckdb };
[[nodiscard]] std::span<const describe::Word> words(Format);

struct InputOptions {
  std::string path{};  // a file, or "-" for CSV on standard input; empty: the source's own people
  std::optional<Format> input_format{};       // none: by the file's extension
  std::string delimiter{};                    // empty: found in the first line
  std::vector<std::string> columns{};         // names for a file without header
  std::string table{};                        // of a DuckDB database
  std::string where{};                        // SQL: rows to keep
  std::vector<std::string> derive{};          // name=SQL, in order; later ones may use earlier ones
  std::vector<std::string> bins{};            // see data/binning.hpp
  std::vector<std::string> null_spellings{};  // missing, besides empty and NULL
  Missing missing = Missing::refuse;          // rows that lack what a role needs
  int threads = 0;                            // 0: all
  friend bool operator==(const InputOptions&, const InputOptions&) = default;
};

[[nodiscard]] const describe::Object& description(const InputOptions*);

/// A further column with two values, such as a treatment, streamed as a number 0 or 1.
struct FlagOptions {
  std::string option{};     // what messages call it, "`treatment`"
  std::string column{};     // COL[=POSITIVE]; with a threshold a column of probabilities
  std::string threshold{};  // 1 where the probability is at least this; ">0.5" is strict
  friend bool operator==(const FlagOptions&, const FlagOptions&) = default;
};

struct RoleOptions {
  std::string outcome{};                  // COL[=POSITIVE]
  bool outcome_may_be_number = false;     // a column of more than two numbers joins `numbers`
  bool score_may_be_number = false;       // and `score` with it, as what was predicted
  bool outcome_has_families = false;      // whoever asks takes outcomes of more values by `family`
  std::string score{};                    // probability in [0, 1]
  std::string risk_score{};               // P = share of positives at that score
  std::string decision{};                 // COL[=POSITIVE]
  std::string threshold{};                // decision = P >= T; ">0.5" is strict
  std::vector<std::string> attributes{};  // empty: the default rule
  std::vector<std::string> ordered{};     // see data/value_order.hpp
  std::string count{};
  std::vector<std::string> protected_classes{};  // see data/protected_class.hpp
  std::string classes_option = "`protected`";    // what messages call the columns of the classes
  std::string against{};                         // COL=VALUE: compare with these people only
  std::vector<std::string> covariates{};         // empty: the scanned attributes, but
  bool choose_covariates = false;  // where none of both are given, all usable columns, at most 20
  std::vector<std::string> numbers{};                // further columns to read as numbers
  std::string numbers_option = "column of numbers";  // what messages call them
  /// Of `numbers`, those that only say who belongs together, such as a person's name: any values,
  /// streamed as their ranks.
  std::vector<std::string> ranked{};
  /// What messages call some of them: column, option.
  std::vector<std::pair<std::string, std::string>> number_options{};
  std::vector<FlagOptions> flags{};
  std::string attributes_option = "`attributes`";  // what messages call the scanned attributes
  friend bool operator==(const RoleOptions&, const RoleOptions&) = default;
};

/// The format named by the option, or by the extension of the path. Throws ConfigError.
[[nodiscard]] Format resolve_format(const InputOptions& options);

/// Throws ConfigError when the extension is that of another program's format: what it is, what to
/// do.
void refuse_format(const std::string& path, std::string_view extension);

/// The delimiter as a character: the option's text, or "tab", "\t". Throws ConfigError unless one
/// character.
[[nodiscard]] std::optional<char> resolve_delimiter(std::string_view text);

/// A cut of the prediction into decisions.
struct Threshold {
  double value = 0.5;
  bool strict = false;
  friend bool operator==(const Threshold&, const Threshold&) = default;
};

/// Reads "0.5", ">=0.5" or ">0.5". Throws ConfigError unless it is a number in [0, 1].
[[nodiscard]] Threshold parse_threshold(std::string_view text);

/// Most thresholds of a range.
inline constexpr std::size_t kMostThresholds = 201;
/// One threshold as above, or a range "0.1:0.9:0.1" (from, to, step; '>' before it is strict), or a
/// list "0.3,0.5"; ascending. Throws ConfigError.
[[nodiscard]] std::vector<Threshold> parse_thresholds(std::string_view text);

/// name=SQL.
struct Derived {
  std::string name{};
  std::string sql{};
  friend bool operator==(const Derived&, const Derived&) = default;
};
[[nodiscard]] Derived parse_derive(std::string_view text);

/// COL or COL=POSITIVE. Both may hold '=': the first prefix that is a column of the data counts.
struct BinaryRole {
  std::string column{};
  std::optional<std::string> positive{};
  friend bool operator==(const BinaryRole&, const BinaryRole&) = default;
};
[[nodiscard]] BinaryRole parse_binary_role(std::string_view text,
                                           const std::vector<std::string>& columns);

/// What can be known to be wrong before any data is read. Throws ConfigError.
void validate(const InputOptions& options);
/// And that a file is named: for whoever reads files. A source that has its people already (a data
/// frame, columns in memory) is opened without a path.
void validate_file(const InputOptions& options);
void validate(const RoleOptions& options);

}  // namespace faultline::data
