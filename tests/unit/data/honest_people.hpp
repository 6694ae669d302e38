#pragma once
// People whose outcome, score and one attribute have nothing to do with each other, column by
// column.

#include <functional>
#include <string>
#include <vector>

#include "faultline/data/memory_source.hpp"

namespace faultline::data {

inline constexpr int kPeople = 400;

inline std::vector<double> numbers(const std::function<double(int)>& of) {
  std::vector<double> out;
  for (int i = 0; i < kPeople; ++i) out.push_back(of(i));
  return out;
}

inline std::vector<std::string> words(const std::function<std::string(int)>& of) {
  std::vector<std::string> out;
  for (int i = 0; i < kPeople; ++i) out.push_back(of(i));
  return out;
}

/// Has nothing to do with i modulo anything small.
inline int mixed(int i, int values) { return static_cast<int>((i * 2654435761U >> 7U) % values); }
inline bool happened(int i) { return mixed(i, 5) < 2; }

/// Outcome, score and one honest attribute.
inline MemorySource honest(const std::function<double(int)>& score) {
  MemorySource source;
  source.add_numbers("y", numbers([](int i) { return happened(i) ? 1 : 0; }));
  source.add_numbers("p", numbers(score));
  source.add_text("sex", words([](int i) { return mixed(i + 3, 2) == 0 ? "f" : "m"; }));
  return source;
}

}  // namespace faultline::data
