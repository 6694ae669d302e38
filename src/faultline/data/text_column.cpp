#include "faultline/data/text_column.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "faultline/base/text.hpp"
#include "faultline/data/memory_table.hpp"

namespace faultline::data {
namespace {

// A number with more values is none of the roles in which its spelling could matter.
constexpr std::size_t kMostSpellings = 50'000;
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool is_true_or_false(std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return false;
  const std::string lower = lower_ascii(text);
  return lower == "true" || lower == "false";
}

/// 2024-02-29, where there was such a day.
bool is_day(std::string_view text) {
  constexpr std::string_view kShape = "0000-00-00";
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kShape[i] == '0' ? !digit : text[i] != '-') return false;
  }
  const auto number = [&text](std::size_t at, std::size_t length) {
    return parse_integer(text.substr(at, length)).value_or(0);
  };
  const std::int64_t year = number(0, 4);
  const std::int64_t month = number(5, 2);
  const std::int64_t day = number(8, 2);
  constexpr std::array<int, 12> kDays{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12 || day < 1 || day > kDays[static_cast<std::size_t>(month - 1)])
    return false;
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month != 2 || day < 29 || leap;
}

/// 12:30, 12:30:59 or 12:30:59.125.
bool is_time(std::string_view text) {
  const auto two = [&text](std::size_t at, int most) {
    const auto number = parse_integer(text.substr(at, 2));
    return text[at] >= '0' && text[at] <= '9' && number && *number <= most;
  };
  if (text.size() < 5 || !two(0, 23) || text[2] != ':' || !two(3, 59)) return false;
  if (text.size() == 5) return true;
  if (text.size() < 8 || text[5] != ':' || !two(6, 59)) return false;
  if (text.size() == 8) return true;
  return text[8] == '.' && text.size() > 9 &&
         text.find_first_not_of("0123456789", 9) == std::string_view::npos;
}

bool reads_as_date(std::string_view text) { return text.size() == 10 && is_day(text); }

bool reads_as_date_and_time(std::string_view text) {
  return text.size() >= 16 && is_day(text.substr(0, 10)) && (text[10] == ' ' || text[10] == 'T') &&
         is_time(text.substr(11));
}

}  // namespace

void TextColumn::add(std::string_view value) {
  value = without_blanks(value);
  if (!spelled_) {
    if (value.empty()) {
      numbers_.push_back(kNothing);
      return;
    }
    if (is_number_text(value)) {
      numbers_.push_back(*parse_double(value));
      return;
    }
    remember_spellings();
  }
  if (value.empty()) {
    codes_.push_back(-1);
    return;
  }
  auto found = codes_of_.find(value);
  if (found == codes_of_.end()) {
    all_numbers_ = all_numbers_ && is_number_text(value);
    texts_.emplace_back(value);
    found = codes_of_.emplace(texts_.back(), static_cast<std::int32_t>(texts_.size() - 1)).first;
  }
  codes_.push_back(found->second);
  if (all_numbers_ && texts_.size() > kMostSpellings) forget_spellings();
}

void TextColumn::forget_spellings() {
  std::vector<double> values;
  values.reserve(texts_.size());
  for (const std::string& text : texts_) values.push_back(*parse_double(text));
  numbers_.reserve(codes_.size());
  for (const std::int32_t code : codes_)
    numbers_.push_back(code < 0 ? kNothing : values[static_cast<std::size_t>(code)]);
  codes_of_.clear();
  texts_.clear();
  codes_ = {};
  spelled_ = false;
}

void TextColumn::remember_spellings() {
  const std::vector<double> numbers = std::move(numbers_);
  numbers_ = {};
  spelled_ = true;
  all_numbers_ = false;
  for (const double number : numbers) add(std::isnan(number) ? "" : shortest(number));
}

void TextColumn::send(const std::string& name, const std::vector<std::string>& spellings,
                      MemorySource& source) const {
  if (!spelled_) {
    source.add_numbers(name, numbers_);
    return;
  }
  std::vector<bool> given(texts_.size());
  bool any = false;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    given[i] = std::find(spellings.begin(), spellings.end(), texts_[i]) == spellings.end();
    any = any || given[i];
  }
  const auto all = [&](auto is) {
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      if (given[i] && !is(texts_[i])) return false;
    }
    return any;
  };
  const auto value_of = [&](std::int32_t code, auto of_missing, const auto& values) {
    return code < 0 || !given[static_cast<std::size_t>(code)]
               ? of_missing
               : values[static_cast<std::size_t>(code)];
  };
  if (all(is_number_text)) {
    std::vector<double> values;
    for (const std::string& text : texts_) values.push_back(parse_double(text).value_or(kNothing));
    std::vector<double> numbers;
    numbers.reserve(codes_.size());
    for (const std::int32_t code : codes_) numbers.push_back(value_of(code, kNothing, values));
    source.add_numbers(name, std::move(numbers));
  } else if (all(is_true_or_false)) {
    std::vector<std::int8_t> values;
    for (const std::string& text : texts_) values.push_back(lower_ascii(text) == "true" ? 1 : 0);
    std::vector<std::int8_t> booleans;
    booleans.reserve(codes_.size());
    for (const std::int32_t code : codes_)
      booleans.push_back(value_of(code, std::int8_t{-1}, values));
    source.add_booleans(name, booleans);
  } else {
    const bool dates = all(reads_as_date);
    const bool times = all(reads_as_date_and_time);
    std::vector<std::string> texts(texts_.begin(), texts_.end());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (!given[i]) texts[i].clear();
    }
    if (dates || times) {
      source.add_dates(name, texts, codes_, times);
    } else {
      source.add_text(name, texts, codes_);
    }
  }
}

}  // namespace faultline::data
