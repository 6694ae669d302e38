// What Debian's emscripten lacks of C++20: its libc++ is that of LLVM 14, which has neither the
// algorithms of std::ranges, nor std::bit_cast, nor numbers from and to characters. Read before
// every source of the WebAssembly build, and of no other.
#pragma once

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>

namespace std {

template <typename To, typename From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

/// Reads what strtod reads, but no sign '+', no blanks and no "0x", which from_chars takes for no
/// number or ends at.
inline from_chars_result from_chars(const char* first, const char* last, double& value,
                                    chars_format format = chars_format::general) {
  if (first == last) return {first, errc::invalid_argument};
  const char* digits = first + (*first == '-' ? 1 : 0);
  const auto plain = [](char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == 'i' || c == 'I' || c == 'n' || c == 'N';
  };
  const auto hexadecimal = [](char c) { return (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
  const bool hex = format == chars_format::hex;
  if (digits == last || !(plain(*digits) || (hex && hexadecimal(*digits))))
    return {first, errc::invalid_argument};
  if (!hex && last - digits > 1 && *digits == '0' && (digits[1] == 'x' || digits[1] == 'X')) {
    value = *first == '-' ? -0.0 : 0.0;
    return {digits + 1, errc{}};
  }
  const bool named = *digits > '9';
  string text(first, digits);
  if (hex && !(named && !hexadecimal(*digits))) text += "0x";
  text.append(digits, last);
  char* end = nullptr;
  errno = 0;
  const double read = strtod(text.c_str(), &end);
  if (end == text.c_str()) return {first, errc::invalid_argument};
  const char* reached = last - (text.c_str() + text.size() - end);
  if (errno == ERANGE) return {reached, errc::result_out_of_range};
  value = read;
  return {reached, errc{}};
}

/// Hexadecimal only, as to_chars writes it: no "0x".
inline to_chars_result to_chars(char* first, char* last, double value, chars_format) {
  char text[64];
  const int length = snprintf(text, sizeof text, "%a", value);
  string written(text, static_cast<size_t>(length));
  if (const auto at = written.find("0x"); at != string::npos) written.erase(at, 2);
  if (last - first < static_cast<ptrdiff_t>(written.size())) return {last, errc::value_too_large};
  copy(written.begin(), written.end(), first);
  return {first + written.size(), errc{}};
}

namespace ranges {

template <typename Range>
using fl_iterator = decltype(std::begin(declval<Range&>()));

template <typename I>
struct subrange_end {
  I begin_;
  I end_;
  [[nodiscard]] I begin() const { return begin_; }
  [[nodiscard]] I end() const { return end_; }
};

template <typename T>
struct min_max_result {
  T min;
  T max;
};

template <typename Range, typename Predicate, typename Projection = identity>
constexpr auto find_if(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::find_if(std::begin(range), std::end(range), [&](auto&& one) -> bool {
    return std::invoke(predicate, std::invoke(projection, one));
  });
}

template <typename Range, typename Predicate, typename Projection = identity>
constexpr auto any_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::any_of(std::begin(range), std::end(range), [&](auto&& one) -> bool {
    return std::invoke(predicate, std::invoke(projection, one));
  });
}

template <typename Range, typename Predicate, typename Projection = identity>
constexpr auto all_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::all_of(std::begin(range), std::end(range), [&](auto&& one) -> bool {
    return std::invoke(predicate, std::invoke(projection, one));
  });
}

template <typename Range, typename Predicate, typename Projection = identity>
constexpr auto none_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::none_of(std::begin(range), std::end(range), [&](auto&& one) -> bool {
    return std::invoke(predicate, std::invoke(projection, one));
  });
}

template <typename Range, typename Predicate, typename Projection = identity>
constexpr auto count_if(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::count_if(std::begin(range), std::end(range), [&](auto&& one) -> bool {
    return std::invoke(predicate, std::invoke(projection, one));
  });
}

template <typename Range, typename Predicate, typename Projection = identity>
constexpr auto stable_partition(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::stable_partition(std::begin(range), std::end(range), [&](auto&& one) -> bool {
    return std::invoke(predicate, std::invoke(projection, one));
  });
}

template <typename Range, typename Predicate, typename Projection = identity>
constexpr auto partition(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::partition(std::begin(range), std::end(range), [&](auto&& one) -> bool {
    return std::invoke(predicate, std::invoke(projection, one));
  });
}

template <typename Range, typename T, typename Projection = identity>
constexpr auto find(Range&& range, const T& value, Projection projection = {}) {
  return std::find_if(std::begin(range), std::end(range),
                      [&](auto&& one) -> bool { return std::invoke(projection, one) == value; });
}

template <typename Range, typename T, typename Projection = identity>
constexpr auto count(Range&& range, const T& value, Projection projection = {}) {
  return std::count_if(std::begin(range), std::end(range),
                       [&](auto&& one) -> bool { return std::invoke(projection, one) == value; });
}

template <typename Range, typename Order = ranges::less, typename Projection = identity>
constexpr auto sort(Range&& range, Order order = {}, Projection projection = {}) {
  return std::sort(std::begin(range), std::end(range), [&](const auto& a, const auto& b) -> bool {
    return std::invoke(order, std::invoke(projection, a), std::invoke(projection, b));
  });
}

template <typename Range, typename Order = ranges::less, typename Projection = identity>
constexpr auto stable_sort(Range&& range, Order order = {}, Projection projection = {}) {
  return std::stable_sort(
      std::begin(range), std::end(range), [&](const auto& a, const auto& b) -> bool {
        return std::invoke(order, std::invoke(projection, a), std::invoke(projection, b));
      });
}

template <typename Range, typename Order = ranges::less, typename Projection = identity>
constexpr auto max_element(Range&& range, Order order = {}, Projection projection = {}) {
  return std::max_element(
      std::begin(range), std::end(range), [&](const auto& a, const auto& b) -> bool {
        return std::invoke(order, std::invoke(projection, a), std::invoke(projection, b));
      });
}

template <typename Range, typename Order = ranges::less, typename Projection = identity>
constexpr auto min_element(Range&& range, Order order = {}, Projection projection = {}) {
  return std::min_element(
      std::begin(range), std::end(range), [&](const auto& a, const auto& b) -> bool {
        return std::invoke(order, std::invoke(projection, a), std::invoke(projection, b));
      });
}

template <typename Iterator, typename Order = ranges::less, typename Projection = identity>
constexpr void nth_element(Iterator first, Iterator nth, Iterator last, Order order = {},
                           Projection projection = {}) {
  std::nth_element(first, nth, last, [&](const auto& a, const auto& b) -> bool {
    return std::invoke(order, std::invoke(projection, a), std::invoke(projection, b));
  });
}
template <typename Range, typename Order = ranges::less, typename Projection = identity>
constexpr void nth_element(Range&& range, fl_iterator<Range> nth, Order order = {},
                           Projection projection = {}) {
  ranges::nth_element(std::begin(range), nth, std::end(range), order, projection);
}

template <typename Range, typename T, typename Order = ranges::less, typename Projection = identity>
constexpr auto lower_bound(Range&& range, const T& value, Order order = {},
                           Projection projection = {}) {
  return std::lower_bound(std::begin(range), std::end(range), value,
                          [&](const auto& one, const T& wanted) -> bool {
                            return std::invoke(order, std::invoke(projection, one), wanted);
                          });
}
template <typename Range, typename T, typename Order = ranges::less, typename Projection = identity>
constexpr auto upper_bound(Range&& range, const T& value, Order order = {},
                           Projection projection = {}) {
  return std::upper_bound(std::begin(range), std::end(range), value,
                          [&](const T& wanted, const auto& one) -> bool {
                            return std::invoke(order, wanted, std::invoke(projection, one));
                          });
}

template <typename Range, typename Same = ranges::equal_to, typename Projection = identity>
constexpr auto unique(Range&& range, Same same = {}, Projection projection = {}) {
  using Iterator = fl_iterator<Range>;
  return subrange_end<Iterator>{std::unique(std::begin(range), std::end(range),
                                            [&](const auto& a, const auto& b) -> bool {
                                              return std::invoke(same, std::invoke(projection, a),
                                                                 std::invoke(projection, b));
                                            }),
                                std::end(range)};
}

template <typename Range, typename T>
constexpr void fill(Range&& range, const T& value) {
  std::fill(std::begin(range), std::end(range), value);
}
template <typename Range, typename T>
constexpr void replace(Range&& range, const T& before, const T& after) {
  std::replace(std::begin(range), std::end(range), before, after);
}
template <typename Range, typename Out>
constexpr void copy(Range&& range, Out out) {
  std::copy(std::begin(range), std::end(range), out);
}
template <typename Range, typename Visit, typename Projection = identity>
constexpr void for_each(Range&& range, Visit visit, Projection projection = {}) {
  for (auto&& one : range) std::invoke(visit, std::invoke(projection, one));
}
template <typename A, typename B>
constexpr bool equal(A&& a, B&& b) {
  return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b));
}

template <typename Range>
constexpr auto minmax(Range&& range) {
  const auto found = std::minmax_element(std::begin(range), std::end(range));
  return min_max_result<remove_cvref_t<decltype(*found.first)>>{*found.first, *found.second};
}
template <typename Range, typename Order = ranges::less, typename Projection = identity>
constexpr auto max(Range&& range, Order order = {}, Projection projection = {}) {
  return *ranges::max_element(range, order, projection);
}
template <typename Range, typename Order = ranges::less, typename Projection = identity>
constexpr auto min(Range&& range, Order order = {}, Projection projection = {}) {
  return *ranges::min_element(range, order, projection);
}

}  // namespace ranges
}  // namespace std
