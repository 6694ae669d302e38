#include "faultline/run/answers.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/read_file.hpp"
#include "faultline/base/text.hpp"

namespace faultline::run {
namespace {

using Answer = methods::ElicitReport::Answer;

struct Record {
  std::vector<std::string> fields{};
  std::int64_t line = 1;  // where it starts
};

bool is_blank(const Record& record) {
  return record.fields.size() == 1 && trim(record.fields[0]).empty();
}

/// Records of a CSV text; quotes double inside quotes, line ends of any system.
std::vector<Record> records_of(std::string_view csv, const std::string& source) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (csv.starts_with(kMark)) csv.remove_prefix(kMark.size());
  std::vector<Record> records;
  Record record;
  std::string field;
  bool quoted = false;
  std::int64_t line = 1;
  const auto end_field = [&] { record.fields.push_back(std::exchange(field, {})); };
  const auto end_record = [&] {
    end_field();
    if (!is_blank(record)) records.push_back(record);
    record = {};
  };
  for (std::size_t i = 0; i < csv.size(); ++i) {
    const char c = csv[i];
    if (c == '\n') ++line;
    if (quoted) {
      if (c != '"') {
        field += c;
      } else if (i + 1 < csv.size() && csv[i + 1] == '"') {
        field += csv[++i];
      } else {
        quoted = false;
      }
    } else if (c == '"' && trim(field).empty()) {
      quoted = true;
    } else if (c == ',') {
      end_field();
    } else if (c == '\n') {
      end_record();
      record.line = line;
    } else if (c != '\r') {
      field += c;
    }
  }
  if (quoted) {
    throw InputError(
        fmt::format("'{}', line {}: a quote is opened but not closed", source, record.line));
  }
  end_record();
  return records;
}

constexpr std::array<std::string_view, 4> kColumns{"person", "z1", "z2", "z3"};

std::array<std::size_t, 4> find_columns(const Record& header, const std::string& source) {
  std::array<std::size_t, 4> places{};
  for (std::size_t c = 0; c < kColumns.size(); ++c) {
    const auto is_it = [&](const std::string& name) { return trim(name) == kColumns[c]; };
    const auto found = std::find_if(header.fields.begin(), header.fields.end(), is_it);
    if (found == header.fields.end()) {
      throw InputError(fmt::format(
          "'{}' has no column '{}'; answers need a first line that names person, z1, z2 and z3",
          source, kColumns[c]));
    }
    if (std::count_if(header.fields.begin(), header.fields.end(), is_it) > 1) {
      throw InputError(fmt::format("'{}' has two columns '{}'", source, kColumns[c]));
    }
    places[c] = static_cast<std::size_t>(found - header.fields.begin());
  }
  return places;
}

double percentage(const Record& record, std::string_view text, std::string_view column,
                  const std::string& source) {
  const std::optional<double> value = parse_double(trim(text));
  if (!value || !(*value >= 0 && *value <= 100)) {
    throw InputError(fmt::format("'{}', line {}: {} is '{}', which is not a number from 0 to 100",
                                 source, record.line, column, trim(text)));
  }
  return *value;
}

}  // namespace

std::vector<Answer> parse_answers(std::string_view csv, const std::string& source) {
  const std::vector<Record> records = records_of(csv, source);
  if (records.empty()) throw InputError(fmt::format("'{}' is empty", source));
  const std::array<std::size_t, 4> places = find_columns(records[0], source);
  std::vector<Answer> answers;
  for (std::size_t r = 1; r < records.size(); ++r) {
    const Record& record = records[r];
    if (record.fields.size() != records[0].fields.size()) {
      throw InputError(
          fmt::format("'{}', line {}: {}, but the first line names {}", source, record.line,
                      plural(static_cast<std::int64_t>(record.fields.size()), "value"),
                      plural(static_cast<std::int64_t>(records[0].fields.size()), "column")));
    }
    const auto rate = [&](std::size_t column) {
      return percentage(record, record.fields[places[column]], kColumns[column], source);
    };
    Answer answer{.person = std::string(trim(record.fields[places[0]])),
                  .z1 = rate(1),
                  .z2 = rate(2),
                  .z3 = rate(3)};
    if (answer.person.empty()) {
      throw InputError(fmt::format("'{}', line {}: person is empty", source, record.line));
    }
    if (answer.z1 == answer.z2) {
      throw InputError(
          fmt::format("'{}', line {}: z1 and z2 are both {}; without a gap an answer says nothing, "
                      "so leave it out",
                      source, record.line, shortest(answer.z1)));
    }
    answers.push_back(std::move(answer));
  }
  if (answers.empty())
    throw InputError(fmt::format("'{}' has no answers below its header", source));
  std::sort(answers.begin(), answers.end(), [](const Answer& a, const Answer& b) {
    return std::tie(a.person, a.z1, a.z2, a.z3) < std::tie(b.person, b.z1, b.z2, b.z3);
  });
  return answers;
}

Answer parse_answer(const std::string& text) {
  const auto refuse = [&text](const std::string& problem) {
    throw OptionError("answer", text, problem);
  };
  // A person's name may hold commas; numbers do not.
  std::array<std::size_t, 3> commas{};
  std::size_t end = std::string::npos;
  for (std::size_t c = commas.size(); c-- > 0;) {
    commas[c] =
        end == 0 ? std::string::npos : text.rfind(',', end == std::string::npos ? end : end - 1);
    if (commas[c] == std::string::npos) refuse("must be PERSON,Z1,Z2,Z3, such as ann,10,30,22");
    end = commas[c];
  }
  Answer answer{.person = std::string(trim(text.substr(0, commas[0])))};
  const std::array<double*, 3> rates{&answer.z1, &answer.z2, &answer.z3};
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const std::size_t begin = commas[i] + 1;
    const std::size_t length = i + 1 < commas.size() ? commas[i + 1] - begin : std::string::npos;
    const auto value = parse_double(text.substr(begin, length));
    if (!value || !(*value >= 0 && *value <= 100)) refuse("Z1, Z2 and Z3 must be from 0 to 100");
    *rates[i] = *value;
  }
  if (answer.z1 == answer.z2) refuse("Z1 and Z2 must differ; without a gap an answer says nothing");
  return answer;
}

std::string to_text(const Answer& answer) {
  return fmt::format("{},{},{},{}", answer.person, shortest(answer.z1), shortest(answer.z2),
                     shortest(answer.z3));
}

std::vector<Answer> read_answers(const std::string& path) {
  return parse_answers(read_file(path), path);
}

}  // namespace faultline::run
