#include "faultline/data/csv_columns.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"

namespace faultline::data {
namespace {

// The first line must end within so many bytes for its delimiter to be found in it.
constexpr std::size_t kLongestHeader = std::size_t{1} << 24U;

/// The candidate that splits the line into most fields; a comma where none does.
char likely_delimiter(std::string_view line) {
  char best = ',';
  std::ptrdiff_t most = 0;
  for (const char candidate : {',', ';', '\t', '|'}) {
    std::ptrdiff_t splits = 0;
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') quoted = !quoted;
      if (!quoted && c == candidate) ++splits;
    }
    if (splits > most) {
      most = splits;
      best = candidate;
    }
  }
  return best;
}

}  // namespace

CsvColumns::CsvColumns(std::string source, std::optional<char> delimiter)
    : source_(std::move(source)), delimiter_(delimiter) {}

void CsvColumns::add(std::string_view bytes) {
  if (const auto zero = bytes.find('\0'); zero != std::string_view::npos) {
    throw InputError(
        fmt::format("{} holds a zero byte (at byte {}), so it is not plain text; if it is UTF-16, "
                    "convert it to UTF-8",
                    source_, bytes_ + static_cast<std::int64_t>(zero) + 1));
  }
  bytes_ += std::ssize(bytes);
  if (begun_) {
    take(bytes);
    return;
  }
  opening_ += bytes;
  const auto first = opening_.find_first_not_of("\r\n\xEF\xBB\xBF");
  const auto end = first == std::string::npos ? first : opening_.find_first_of("\r\n", first);
  if (end == std::string::npos && opening_.size() < kLongestHeader) return;
  finish_opening();
}

void CsvColumns::finish_opening() {
  std::string opening = std::exchange(opening_, {});
  std::string_view text = opening;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty() && (text.front() == '\n' || text.front() == '\r')) {
    text.remove_prefix(text.starts_with("\r\n") ? 2 : 1);
    ++line_;
  }
  row_line_ = line_;
  if (trim(text).empty()) throw InputError(fmt::format("{} is empty", source_));
  if (!delimiter_) delimiter_ = likely_delimiter(text.substr(0, text.find_first_of("\r\n")));
  begun_ = true;
  take(text);
}

void CsvColumns::take(std::string_view bytes) {
  const char delimiter = *delimiter_;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (std::exchange(after_return_, false) && c == '\n' && state_ != State::quoted) continue;
    if (state_ == State::quoted) {
      if (c == '"') {
        state_ = State::after_quote;
      } else {
        if (c == '\n') ++line_;
        field_ += c;
      }
    } else if (c == delimiter) {
      end_field();
    } else if (c == '\n' || c == '\r') {
      after_return_ = c == '\r';
      end_row();
    } else if (state_ == State::after_quote) {
      if (c == '"') {
        field_ += '"';
        state_ = State::quoted;
      } else if (c != ' ' && c != '\t') {
        refuse_quote();
      }
    } else if (c == '"') {
      if (state_ == State::plain && !trim(field_).empty()) {
        field_ += c;
      } else {
        field_.clear();
        state_ = State::quoted;
      }
    } else {
      // A run of plain characters at once.
      std::size_t end = i + 1;
      while (end < bytes.size() && bytes[end] != delimiter && bytes[end] != '\n' &&
             bytes[end] != '\r' && bytes[end] != '"')
        ++end;
      field_.append(bytes.substr(i, end - i));
      state_ = State::plain;
      i = end - 1;
    }
  }
}

void CsvColumns::end_field() {
  if (!has_header_) {
    names_.push_back(field_);
  } else if (place_ < columns_.size()) {
    columns_[place_].add(field_);
  }
  ++place_;
  field_.clear();
  state_ = State::start;
}

void CsvColumns::end_row() {
  const bool blank = place_ == 0 && state_ == State::start;
  const std::int64_t line = row_line_;
  row_line_ = ++line_;
  // A blank line is no row, unless there is one column, where it is a missing value.
  if (blank && (!has_header_ || columns_.size() != 1)) return;
  end_field();
  if (!has_header_) {
    has_header_ = true;
    columns_.resize(names_.size());
  } else {
    if (place_ != columns_.size()) {
      throw InputError(
          fmt::format("{}, line {}: {} {} where the first line has {}; correct the line, put "
                      "values that hold the delimiter in double quotes, or say `delimiter`",
                      source_, line, place_, place_ == 1 ? "field" : "fields", columns_.size()));
    }
    ++rows_;
  }
  place_ = 0;
}

void CsvColumns::refuse_quote() const {
  throw InputError(fmt::format(
      "{}, line {}: a double quote does not open or close a whole value; double the quotes inside "
      "values (\"\")",
      source_, line_));
}

void CsvColumns::finish() {
  if (!begun_) finish_opening();
  if (state_ == State::quoted) {
    line_ = row_line_;
    refuse_quote();
  }
  if (place_ > 0 || state_ != State::start) end_row();
}

void CsvColumns::send(MemorySource& source, const std::vector<std::string>& spellings) const {
  std::vector<std::string> trimmed;
  for (const std::string& spelling : spellings) trimmed.emplace_back(trim(spelling));
  for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].send(names_[i], trimmed, source);
}

}  // namespace faultline::data
