#pragma once
// A column as text comes in: every distinct spelling once, so that its type may wait for the last
// row. A number with many values keeps the values alone. For use inside data/ only.

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "faultline/data/memory_source.hpp"

namespace faultline::data {

class TextColumn {
 public:
  void add(std::string_view value);

  /// Adds itself with its type: whole numbers and numbers as numbers, true/false as booleans, dates
  /// and the rest as text. `spellings` are missing values, besides empty ones.
  void send(const std::string& name, const std::vector<std::string>& spellings,
            MemorySource& source) const;

 private:
  void forget_spellings();
  void remember_spellings();

  std::deque<std::string> texts_{};  // a deque: they do not move when it grows
  std::unordered_map<std::string_view, std::int32_t> codes_of_{};
  std::vector<std::int32_t> codes_{};  // -1 is missing
  bool all_numbers_ = true;
  std::vector<double> numbers_{};  // in place of texts and codes, once `spelled_` is false
  bool spelled_ = true;
};

}  // namespace faultline::data
