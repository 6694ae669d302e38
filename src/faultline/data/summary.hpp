#pragma once
// What was read and what was left out: the "data" block of every result.

#include <cstdint>
#include <string>
#include <vector>

#include "faultline/base/describe.hpp"
#include "faultline/data/notice.hpp"

namespace faultline::data {

struct ValueCount {
  std::string label{};
  std::int64_t count = 0;  // people
};
[[nodiscard]] const describe::Object& description(const ValueCount*);

struct AttributeSummary {
  std::string name{};
  bool ordered = false;  // sets of its values are ranges
  std::vector<ValueCount> values{};

  [[nodiscard]] bool is_ordered() const { return ordered; }
};
[[nodiscard]] const describe::Object& description(const AttributeSummary*);

struct Summary {
  std::string source{};
  std::string
      sha256{};  // of the input's bytes; empty when there is no file (standard input, generator)
  std::int64_t rows = 0;       // people before anything was dropped (after --count)
  std::int64_t rows_used = 0;  // people that the method saw
  Notices dropped{};           // of that kind: rows filtered or dropped, with the reason
  std::int64_t profiles = 0;
  std::vector<AttributeSummary> attributes{};
};
[[nodiscard]] const describe::Object& description(const Summary*);

}  // namespace faultline::data
