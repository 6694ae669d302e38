#pragma once
// The option `holdout` of scan and audit: people who take no part in the search, and on whom what
// it found is estimated and tested. Either a share of the people, drawn at random, or the people of
// a second file with the same columns; `after` of compare is such a file, too.

#include <optional>
#include <string>

#include "faultline/data/profiles.hpp"
#include "faultline/data/source.hpp"
#include "faultline/methods/result.hpp"
#include "faultline/run/context.hpp"

namespace faultline::run {

/// The share, or none when the option names a file. Throws OptionError for a number that is no
/// share between 0 and 1.
[[nodiscard]] std::optional<double> holdout_share(const std::string& holdout);

/// Throws ConfigError when a second file cannot be read as the first one is.
void check_holdout(const std::string& holdout, const data::InputOptions& input);
/// The same of a file that `option` names.
void check_second_file(const std::string& option, const data::InputOptions& input);

/// How the first file was opened, and its people.
struct FirstFile {
  const data::InputOptions& input;
  const data::RoleOptions& roles;
  const data::People& people;
  int threads = 0;
  std::string option = "holdout";  // that names the second file
};

/// People of a second file, and what was read and left out.
struct SecondFile {
  data::Profiles profiles{};
  data::Summary summary{};
};

/// The people of the second file as profiles that have the attributes of the first: the same
/// columns are scanned, make people comparable and say who is in a class. Quantiles and the like of
/// `bins` are refused beforehand (check_holdout); a risk score means in each file what it means
/// there. Throws InputError that names the file when it lacks a column, or has values that the
/// first file does not know.
[[nodiscard]] SecondFile read_second_file(data::Source& source, const FirstFile& first,
                                          const std::string& path, const Context& context);
[[nodiscard]] data::Profiles read_holdout(data::Source& source, const FirstFile& first,
                                          const std::string& path, const Context& context);

/// "`holdout`: the search saw 700 people of a.csv; rates, ... are those of the 300 people of
/// b.csv".
[[nodiscard]] methods::Notice holdout_notice(std::int64_t searched, std::int64_t held_out,
                                             const std::string& first, const std::string& holdout);

}  // namespace faultline::run
