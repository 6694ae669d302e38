// People for `faultline sources`: one entry each, in canonical order. Without a text they come from
// the engine grouped and sorted; a text has no dictionary, so that rows are then read one by one
// and sorted here.

#include "faultline/run/sources_input.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/run/run_frame.hpp"

namespace faultline::run {
namespace {

/// Column after column, one entry per person.
struct Rows {
  std::vector<data::Attribute> attributes{};
  std::vector<std::vector<data::Code>> codes{};
  std::vector<std::string> number_names{};
  std::vector<std::vector<double>> numbers{};
  std::vector<double> outcome{};  // of a binary one
  std::vector<std::string> text{};
};

template <typename T>
std::vector<T> repeated(const std::vector<T>& values, const std::vector<std::int64_t>& count) {
  std::vector<T> all;
  for (std::size_t i = 0; i < values.size(); ++i)
    all.insert(all.end(), static_cast<std::size_t>(count[i]), values[i]);
  return all;
}

Rows grouped_rows(const data::People& people, const std::stop_token& stop) {
  const data::Profiles profiles = read_profiles(people, stop);
  Rows rows{.attributes = profiles.attributes, .number_names = profiles.number_names};
  for (const auto& codes : profiles.codes) rows.codes.push_back(repeated(codes, profiles.count));
  for (const auto& values : profiles.numbers)
    rows.numbers.push_back(repeated(values, profiles.count));
  const std::vector<double> outcome(profiles.outcome.begin(), profiles.outcome.end());
  rows.outcome = repeated(outcome, profiles.count);
  return rows;
}

/// One row of the file with its text.
struct TextRow {
  std::vector<data::Code> codes{};
  std::vector<double> numbers{};
  double outcome = 0;
  std::string text{};
  friend bool operator<(const TextRow& a, const TextRow& b) {
    return std::tie(a.codes, a.numbers, a.outcome, a.text) <
           std::tie(b.codes, b.numbers, b.outcome, b.text);
  }
};

class TextReader {
 public:
  TextReader(const data::People& people, const SourcesSpec& spec, data::Source& source)
      : people_(people), spec_(spec), source_(source) {
    for (const data::Attribute& attribute : people.attributes()) {
      std::map<std::string, data::Code> codes;
      for (int v = 0; v < attribute.arity(); ++v)
        codes.emplace(attribute.labels[v], static_cast<data::Code>(v));
      code_of_.push_back(std::move(codes));
    }
  }

  Rows read(const std::stop_token& stop) {
    data::RoleOptions roles;
    for (const data::Attribute& attribute : people_.attributes())
      roles.attributes.push_back(attribute.name);
    roles.attributes.push_back(spec_.text);
    roles.numbers = people_.numbers();
    const std::string& count = spec_.count;
    if (!count.empty()) roles.numbers.push_back(count);
    const std::vector<std::string>& numbers = people_.numbers();
    if (std::find(numbers.begin(), numbers.end(), spec_.outcome) == numbers.end())
      roles.outcome = spec_.outcome;
    const auto stream = source_.rows(spec_.input, roles, "", stop);
    stream->stream([this, &count](const data::Row& row) { take(row, !count.empty()); }, stop);
    check_same_people(people_.summary(), static_cast<std::int64_t>(rows_.size()));
    std::sort(rows_.begin(), rows_.end());
    return by_column();
  }

 private:
  void take(const data::Row& row, bool counted) {
    TextRow taken{.numbers = row.numbers, .outcome = row.outcome ? 1.0 : 0.0};
    for (std::size_t a = 0; a < code_of_.size(); ++a) {
      const auto code = code_of_[a].find(row.labels[a]);
      if (code == code_of_[a].end()) return;  // somebody without a group: left out, and counted
      taken.codes.push_back(code->second);
    }
    if (row.labels.back() != data::kMissingLabel) taken.text = row.labels.back();
    std::int64_t times = 1;
    if (counted) {
      times = static_cast<std::int64_t>(taken.numbers.back());
      taken.numbers.pop_back();
    }
    rows_.insert(rows_.end(), static_cast<std::size_t>(times), taken);
  }

  Rows by_column() {
    Rows rows{.attributes = people_.attributes(), .number_names = people_.numbers()};
    rows.codes.resize(rows.attributes.size());
    rows.numbers.resize(rows.number_names.size());
    for (TextRow& row : rows_) {
      for (std::size_t a = 0; a < rows.codes.size(); ++a) rows.codes[a].push_back(row.codes[a]);
      for (std::size_t k = 0; k < rows.numbers.size(); ++k)
        rows.numbers[k].push_back(row.numbers[k]);
      rows.outcome.push_back(row.outcome);
      rows.text.push_back(std::move(row.text));
    }
    return rows;
  }

  const data::People& people_;
  const SourcesSpec& spec_;
  data::Source& source_;
  std::vector<std::map<std::string, data::Code>> code_of_{};
  std::vector<TextRow> rows_{};
};

const std::vector<double>* number(const Rows& rows, const std::string& name) {
  const auto at = std::find(rows.number_names.begin(), rows.number_names.end(), name);
  if (at == rows.number_names.end()) return nullptr;
  return &rows.numbers[static_cast<std::size_t>(at - rows.number_names.begin())];
}

const std::vector<double>& share(const Rows& rows, const std::string& option,
                                 const std::string& name) {
  const std::vector<double>& values = *number(rows, name);
  for (const double value : values) {
    if (value >= 0 && value <= 1) continue;
    throw InputError(fmt::format("`{} = {}`: the column holds {}, which is not between 0 and 1",
                                 option, name, shortest(value)));
  }
  return values;
}

/// Groups are the intersections of the protected columns that occur.
void form_groups(const Rows& rows, const std::vector<std::string>& columns,
                 methods::SourcesInput& input) {
  std::vector<std::size_t> at;
  for (const std::string& column : columns) {
    for (std::size_t a = 0; a < rows.attributes.size(); ++a) {
      if (rows.attributes[a].name == column) at.push_back(a);
    }
  }
  std::map<std::vector<data::Code>, std::int32_t> number_of;
  std::vector<std::vector<data::Code>> codes(rows.codes.front().size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    for (const std::size_t a : at) codes[i].push_back(rows.codes[a][i]);
    number_of.emplace(codes[i], 0);
  }
  for (auto& [key, position] : number_of) {
    position = static_cast<std::int32_t>(input.groups.size());
    std::string label;
    for (std::size_t k = 0; k < at.size(); ++k)
      label += (k == 0 ? "" : ", ") + rows.attributes[at[k]].labels[key[k]];
    input.groups.push_back(std::move(label));
  }
  for (const auto& key : codes) input.group.push_back(number_of.at(key));
  input.protected_column = fmt::format("{}", join_words(columns));
}

/// Categories or numbers, as they were read.
void add_columns(const Rows& rows, const std::vector<std::string>& columns,
                 model::Features& features) {
  for (const std::string& name : columns) {
    if (const std::vector<double>* values = number(rows, name)) {
      features.add(name, *values);
      continue;
    }
    for (std::size_t a = 0; a < rows.attributes.size(); ++a) {
      if (rows.attributes[a].name == name) features.add(rows.attributes[a], rows.codes[a]);
    }
  }
}

void add_features(const Rows& rows, const SourcesSpec& spec, methods::SourcesInput& input) {
  if (!spec.candidates.empty()) {
    input.offered = std::make_unique<model::Features>(input.people());
    add_columns(rows, spec.candidates, *input.offered);
  }
  if (spec.covariates.empty() && spec.text.empty()) return;
  input.features = std::make_unique<model::Features>(input.people());
  add_columns(rows, spec.covariates, *input.features);
  if (spec.text.empty()) return;
  input.documents = model::read_documents(rows.text, spec.vocabulary);
  if (input.documents->vocabulary.empty()) {
    throw InputError(
        fmt::format("`text` {}: no word occurs in two texts, so that there is nothing "
                    "to learn from them",
                    spec.text));
  }
  input.features->add(spec.text, model::tf_idf(*input.documents));
}

}  // namespace

methods::SourcesInput read_sources(const data::People& people, const SourcesSpec& spec,
                                   data::Source& source, const std::stop_token& stop) {
  Rows rows =
      spec.text.empty() ? grouped_rows(people, stop) : TextReader(people, spec, source).read(stop);
  methods::SourcesInput input;
  if (const std::vector<double>* values = number(rows, spec.outcome)) {
    input.outcome_kind = model::OutcomeKind::number;
    input.outcome = *values;
  } else {
    input.outcome = std::move(rows.outcome);
  }
  form_groups(rows, spec.protected_columns, input);
  add_features(rows, spec, input);
  const bool binary = input.outcome_kind == model::OutcomeKind::binary;
  for (const std::string& name : spec.scores) {
    input.given.push_back(
        {.name = name, .score = binary ? share(rows, "score", name) : *number(rows, name)});
  }
  for (const std::string& name : spec.memberships)
    input.memberships.push_back({.name = name, .value = share(rows, "memberships", name)});
  return input;
}

}  // namespace faultline::run
