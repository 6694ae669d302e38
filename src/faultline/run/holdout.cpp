#include "faultline/run/holdout.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/binning.hpp"
#include "faultline/run/run_frame.hpp"

namespace faultline::run {
namespace {

/// Of the second file's values of an attribute, the codes in the first; throws where there is none.
std::vector<data::Code> codes_in_first(const data::Attribute& own, const data::Attribute& first,
                                       const std::vector<data::Code>& used,
                                       const std::vector<std::int64_t>& count,
                                       const std::string& path, const FirstFile& file) {
  std::vector<std::int64_t> people(own.labels.size(), 0);
  for (std::size_t i = 0; i < used.size(); ++i) people[used[i]] += count[i];
  std::vector<data::Code> codes(own.labels.size(), 0);
  std::vector<std::string> unknown;
  std::int64_t strangers = 0;
  for (std::size_t v = 0; v < own.labels.size(); ++v) {
    const auto at = std::find(first.labels.begin(), first.labels.end(), own.labels[v]);
    if (at != first.labels.end()) {
      codes[v] = static_cast<data::Code>(at - first.labels.begin());
    } else if (people[v] > 0) {
      unknown.push_back(fmt::format("'{}'", own.labels[v]));
      strangers += people[v];
    }
  }
  if (unknown.empty()) return codes;
  throw InputError(
      fmt::format("`{}` '{}': {} {} {} of '{}', which nobody in '{}' has; leave them out with "
                  "`where`, or bring "
                  "the values together with `derive`",
                  file.option, path, faultline::people(strangers), strangers == 1 ? "has" : "have",
                  join_words(unknown, 5, "or"), own.name, file.people.summary().source));
}

}  // namespace

std::optional<double> holdout_share(const std::string& holdout) {
  const std::optional<double> share = parse_double(holdout);
  if (share && !(*share > 0 && *share < 1)) {
    throw OptionError("holdout", holdout,
                      "must be a share above 0 and below 1, or a file of people");
  }
  return share;
}

void check_holdout(const std::string& holdout, const data::InputOptions& input) {
  if (holdout.empty() || holdout_share(holdout)) return;
  check_second_file("holdout", input);
}

void check_second_file(const std::string& option, const data::InputOptions& input) {
  for (const std::string& text : input.bins) {
    const data::BinSpec rule = data::parse_bins(text);
    if (rule.kind == data::BinSpec::Kind::cuts) continue;
    throw ConfigError(
        fmt::format("`bins` '{}': two files would be cut at different places; with a file as "
                    "`{}`, name the cut points, as in '{}=25,45'",
                    text, option, rule.column));
  }
}

SecondFile read_second_file(data::Source& source, const FirstFile& first, const std::string& path,
                            const Context& context) {
  data::InputOptions input = first.input;
  input.path = path;
  data::RoleOptions roles = first.roles;
  roles.attributes = first.people.scanned();
  roles.covariates = first.people.covariates();
  for (const data::SetAsideColumn& column : first.people.set_aside()) {
    if (column.readable) roles.covariates.push_back(column.name);
  }
  roles.choose_covariates = false;
  data::Profiles own;
  data::Summary summary;
  try {
    const OpenedPeople opened = open(source, std::move(input), roles, first.threads, context);
    own = read_profiles(*opened.people, context.hooks.stop);
    summary = opened.people->summary();
  } catch (const InputError& error) {
    throw InputError(fmt::format("`{}` '{}': {}", first.option, path, error.what()));
  } catch (const ConfigError& error) {
    throw InputError(fmt::format("`{}` '{}': {}", first.option, path, error.what()));
  }
  const std::vector<data::Attribute>& attributes = first.people.attributes();
  data::Profiles recoded = own;
  recoded.attributes = attributes;
  recoded.codes.assign(attributes.size(), {});
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    const auto at =
        std::find_if(own.attributes.begin(), own.attributes.end(),
                     [&](const data::Attribute& one) { return one.name == attributes[a].name; });
    if (at == own.attributes.end()) throw InternalError("a column that the second file lost");
    const auto& used = own.codes[static_cast<std::size_t>(at - own.attributes.begin())];
    const std::vector<data::Code> code =
        codes_in_first(*at, attributes[a], used, own.count, path, first);
    recoded.codes[a].reserve(used.size());
    for (const data::Code value : used) recoded.codes[a].push_back(code[value]);
  }
  data::ProfilesBuilder builder(attributes, recoded.number_names);
  data::send(recoded, builder);
  return {.profiles = std::move(builder).finish(), .summary = std::move(summary)};
}

data::Profiles read_holdout(data::Source& source, const FirstFile& first, const std::string& path,
                            const Context& context) {
  SecondFile second = read_second_file(source, first, path, context);
  const std::string& searched = first.people.summary().sha256;
  if (!searched.empty() && searched == second.summary.sha256) {
    throw InputError(
        fmt::format("`holdout` '{}' holds the very people that are searched, who cannot confirm "
                    "what was found among them; name other people, or a share (`holdout = 0.5`)",
                    path));
  }
  return std::move(second.profiles);
}

methods::Notice holdout_notice(std::int64_t searched, std::int64_t held_out,
                               const std::string& first, const std::string& holdout) {
  const bool share = holdout_share(holdout).has_value();
  return methods::Notice::note(fmt::format(
      "`holdout`: the search saw {}{}; rates, sizes, p-values and intervals are those of the {}",
      people(searched), share ? "" : fmt::format(" of {}", first),
      share ? fmt::format("{} held out", with_thousands(held_out))
            : fmt::format("{} of {}", people(held_out), holdout)));
}

}  // namespace faultline::run
