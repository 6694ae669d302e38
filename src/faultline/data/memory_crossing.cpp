// What memory_reader.hpp counts for the default rules.

#include <algorithm>

#include "faultline/base/error.hpp"
#include "faultline/data/memory_reader.hpp"

namespace faultline::data {

std::vector<bool> MemoryReader::inside(const Event& event) {
  std::vector<bool> out(table_.rows, false);
  if (event.threshold) {
    const MemoryColumn& risk =
        roles_.score.empty() ? coded(roles_.risk_score) : table_.column(roles_.score);
    for (std::size_t row = 0; row < table_.rows; ++row) {
      if (!kept_[row]) continue;
      const double p = roles_.score.empty() ? shares_[static_cast<std::size_t>((*risk.codes)[row])]
                                            : risk.number(row);
      out[row] = event.threshold->strict ? p > event.threshold->value : p >= event.threshold->value;
    }
    return out;
  }
  const MemoryColumn& column = coded(event.column);
  const auto wanted = [&event](const std::optional<std::string>& text) {
    return std::find(event.texts.begin(), event.texts.end(), text) != event.texts.end();
  };
  std::vector<bool> inside;
  inside.reserve(column.texts.size());
  for (const std::string& text : column.texts) inside.push_back(wanted(text));
  const bool missing = wanted(std::nullopt);
  for (std::size_t row = 0; row < table_.rows; ++row) {
    const std::int32_t code = (*column.codes)[row];
    out[row] = code < 0 ? missing : inside[static_cast<std::size_t>(code)];
  }
  return out;
}

std::vector<double> MemoryReader::prediction_ranks() {
  std::vector<double> out(table_.rows, 0);
  if (!roles_.has_prediction()) return out;
  const MemoryColumn& column = coded(roles_.score.empty() ? roles_.risk_score : roles_.score);
  std::vector<double> people_at(column.texts.size());
  const auto code = [&column](std::size_t row) {
    return static_cast<std::size_t>((*column.codes)[row]);
  };
  for (std::size_t row = 0; row < table_.rows; ++row) {
    if (kept_[row]) people_at[code(row)] += static_cast<double>(people(row));
  }
  std::vector<double> rank(people_at.size());
  double below = 0;
  for (std::size_t i = 0; i < rank.size(); ++i) {
    rank[i] = 2 * below + people_at[i];
    below += people_at[i];
  }
  for (std::size_t row = 0; row < table_.rows; ++row) {
    if (kept_[row]) out[row] = rank[code(row)];
  }
  return out;
}

std::vector<Crossing> MemoryReader::cross(const std::vector<Event>& events) {
  std::vector<std::vector<bool>> inside_of;
  inside_of.reserve(events.size());
  for (const Event& event : events) inside_of.push_back(inside(event));
  const std::vector<double> ranks = prediction_ranks();
  std::vector<Crossing> out;
  for (const std::string& name : roles_.coded_columns()) {
    if (stop_.stop_requested()) throw Cancelled("stopped while reading the data");
    const MemoryColumn& column = coded(name);
    Crossing crossing(column.texts.size() + 1);  // the last of those without a value
    for (CrossedValue& value : crossing) value.inside.resize(events.size());
    for (std::size_t row = 0; row < table_.rows; ++row) {
      if (!kept_[row]) continue;
      const std::int32_t code = (*column.codes)[row];
      CrossedValue& value =
          crossing[code < 0 ? column.texts.size() : static_cast<std::size_t>(code)];
      const std::int64_t here = people(row);
      const double rank = ranks[row];
      const bool first = value.people == 0;
      value.people += here;
      for (std::size_t i = 0; i < events.size(); ++i) {
        if (inside_of[i][row]) value.inside[i] += here;
      }
      value.least_rank = first ? rank : std::min(value.least_rank, rank);
      value.greatest_rank = first ? rank : std::max(value.greatest_rank, rank);
      value.rank_sum += rank * static_cast<double>(here);
      value.rank_squares += rank * rank * static_cast<double>(here);
    }
    for (std::size_t i = 0; i < column.texts.size(); ++i) crossing[i].text = column.texts[i];
    std::erase_if(crossing, [](const CrossedValue& value) { return value.people == 0; });
    out.push_back(std::move(crossing));
  }
  return out;
}

}  // namespace faultline::data
