#pragma once
// The Adult data as the paper on sources of discrimination uses them: sex is the group, the weights
// fnlwgt are left out, "?" is a level, 100 dummies and 5 numbers; the outcome is an income above
// 50K. People stand in the order of the file.

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/csv_rows.hpp"

#include "faultline/base/text.hpp"
#include "faultline/model/design/features.hpp"

namespace faultline::testing {

struct Adult {
  model::Features features{0};
  std::vector<double> outcome{};
  std::vector<std::int32_t> group{};  // 0 men, 1 women

  [[nodiscard]] std::vector<std::int64_t> members(int of) const {
    std::vector<std::int64_t> people;
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (group[i] == of) people.push_back(static_cast<std::int64_t>(i));
    }
    return people;
  }
};

inline Adult read_adult(const std::filesystem::path& path) {
  struct Column {
    const char* name;
    std::size_t field;
    bool number;
  };
  constexpr std::array<Column, 12> kColumns{{{"age", 0, true},
                                             {"workclass", 1, false},
                                             {"education", 3, false},
                                             {"education-num", 4, true},
                                             {"marital-status", 5, false},
                                             {"occupation", 6, false},
                                             {"relationship", 7, false},
                                             {"race", 8, false},
                                             {"capital-gain", 10, true},
                                             {"capital-loss", 11, true},
                                             {"hours-per-week", 12, true},
                                             {"native-country", 13, false}}};
  std::ifstream in(path);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(in, line);) {
    auto fields = csv_fields(line);
    if (fields.size() != 15) continue;
    for (std::string& field : fields) field = std::string(trim(field));
    rows.push_back(std::move(fields));
  }
  Adult adult;
  adult.features = model::Features(std::ssize(rows));
  for (const auto& row : rows) {
    adult.outcome.push_back(row[14].starts_with(">50K") ? 1.0 : 0.0);
    adult.group.push_back(row[9] == "Male" ? 0 : 1);
  }
  for (const Column& column : kColumns) {
    if (column.number) {
      std::vector<double> values;
      values.reserve(rows.size());
      for (const auto& row : rows) values.push_back(parse_double(row[column.field]).value());
      adult.features.add(column.name, values);
      continue;
    }
    data::Attribute attribute{.name = column.name};
    attribute.labels.reserve(rows.size());
    for (const auto& row : rows) attribute.labels.push_back(row[column.field]);
    std::ranges::sort(attribute.labels);
    const auto repeated = std::ranges::unique(attribute.labels);
    attribute.labels.erase(repeated.begin(), repeated.end());
    std::vector<data::Code> codes;
    for (const auto& row : rows) {
      const auto found = std::ranges::lower_bound(attribute.labels, row[column.field]);
      codes.push_back(static_cast<data::Code>(found - attribute.labels.begin()));
    }
    adult.features.add(attribute, codes);
  }
  return adult;
}

}  // namespace faultline::testing
