#include "faultline/data/value_order.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/input.hpp"
#include "faultline/data/interval_text.hpp"
#include "faultline/data/messages.hpp"

namespace faultline::data {
namespace {

bool holds(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// The values between the signs '<'. A value may have one itself ("25 to < 45"): the longest
/// stretch that is a label counts, and otherwise what stands before the next sign.
std::vector<std::string> split_order(std::string_view text,
                                     const std::vector<std::string>& labels) {
  std::vector<std::string> values;
  while (true) {
    const auto next = text.find('<');
    auto end = next;
    for (auto at = next;; at = text.find('<', at + 1)) {
      if (holds(labels, trim(text.substr(0, at)))) end = at;
      if (at == std::string_view::npos) break;
    }
    values.emplace_back(trim(text.substr(0, end)));
    if (end == std::string_view::npos) return values;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string> quoted(const std::vector<std::string>& labels) {
  std::vector<std::string> out;
  out.reserve(labels.size());
  for (const std::string& label : labels) out.push_back(fmt::format("'{}'", shown(label)));
  return out;
}

/// Labels that have a place in an order.
std::vector<std::string> to_order(const Attribute& attribute) {
  return {attribute.labels.begin(), attribute.labels.begin() + attribute.values_in_order()};
}

std::vector<std::size_t> order_by_text(const OrderRole& role, const Attribute& attribute,
                                       Notices& notices) {
  const std::vector<std::string> labels = to_order(attribute);
  const std::string asked = fmt::format("{}={}", role.column, role.low_to_high);
  std::vector<std::size_t> order;
  std::vector<std::string> named;
  for (std::string& value : split_order(role.low_to_high, labels)) {
    if (value.empty())
      throw InputError(fmt::format("`ordered` '{}': a value is empty", shown(asked)));
    if (holds(named, value)) {
      throw InputError(
          fmt::format("`ordered` '{}': '{}' is named twice", shown(asked), shown(value)));
    }
    if (value == kMissingLabel) {
      throw InputError(fmt::format("`ordered` '{}': {} has no place in an order; leave it out",
                                   shown(asked), kMissingLabel));
    }
    const auto at = std::find(labels.begin(), labels.end(), value);
    if (at != labels.end()) order.push_back(static_cast<std::size_t>(at - labels.begin()));
    named.push_back(std::move(value));
  }
  for (const std::string& label : labels) {
    if (holds(named, label)) continue;
    throw InputError(fmt::format(
        "`ordered` '{}': the value '{}' of '{}' has no place in that order; name every value, from "
        "low to high",
        shown(asked), shown(label), role.column));
  }
  for (const std::string& value : named) {
    if (holds(labels, value)) continue;
    notices.push_back(Notice::note(
        fmt::format("`ordered`: nobody has the value '{}' of '{}'", shown(value), role.column),
        role.column));
  }
  return order;
}

[[noreturn]] void refuse_unknown_order(const Attribute& attribute) {
  const std::vector<std::string> labels = to_order(attribute);
  constexpr std::size_t kShown = 6;
  throw InputError(fmt::format(
      "`ordered` {}: its values {} do not say which is lower; give them from low to high, as in "
      "`ordered` '{}={}'",
      attribute.name, join_words(quoted(labels), kShown), attribute.name,
      fmt::join(std::vector<std::string>(
                    labels.begin(),
                    labels.begin() + static_cast<std::ptrdiff_t>(std::min(labels.size(), kShown))),
                "<")));
}

template <typename T>
void permute(std::vector<T>& items, const std::vector<std::size_t>& order) {
  std::vector<T> now;
  now.reserve(items.size());
  for (const std::size_t i : order) now.push_back(std::move(items[i]));
  // What has no place in the order keeps its own, the last.
  for (std::size_t i = order.size(); i < items.size(); ++i) now.push_back(std::move(items[i]));
  items = std::move(now);
}

}  // namespace

OrderRoles parse_ordered(const std::vector<std::string>& texts,
                         const std::vector<std::string>& columns) {
  OrderRoles out;
  const auto take = [&](const std::string& text) {
    if (text == "none") {
      out.bins = false;
      return;
    }
    const BinaryRole parts = parse_binary_role(text, columns);
    for (const OrderRole& other : out.columns) {
      if (other.column == parts.column)
        throw ConfigError(fmt::format("`ordered` names '{}' twice", parts.column));
    }
    out.columns.push_back({.column = parts.column, .low_to_high = parts.positive.value_or("")});
  };
  for (const std::string& text : texts) {
    // Commas belong to values of 'A=low<middle<high' and otherwise stand between columns.
    if (holds(columns, parse_binary_role(text, columns).column)) {
      take(text);
    } else {
      for (const std::string& part : split(text, ',')) take(part);
    }
  }
  return out;
}

std::optional<std::vector<std::size_t>> order_of_numbers(const std::vector<std::string>& labels) {
  std::vector<TextInterval> intervals;
  intervals.reserve(labels.size());
  for (const std::string& label : labels) {
    const auto interval = interval_of(label);
    if (!interval) return std::nullopt;
    intervals.push_back(*interval);
  }
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&intervals](std::size_t a, std::size_t b) {
    return intervals[a].low != intervals[b].low ? intervals[a].low < intervals[b].low
                                                : intervals[a].high < intervals[b].high;
  });
  for (std::size_t i = 1; i < order.size(); ++i) {
    const TextInterval& before = intervals[order[i - 1]];
    const TextInterval& after = intervals[order[i]];
    const bool same = before.low == after.low && before.high == after.high;
    if (same || before.high > after.low) return std::nullopt;
  }
  return order;
}

void put_in_order(const OrderRole& role, CodedAttribute& coded, Notices& notices) {
  Attribute& attribute = coded.attribute;
  std::optional<std::vector<std::size_t>> order;
  if (!role.low_to_high.empty()) {
    order = order_by_text(role, attribute, notices);
  } else {
    order = order_of_numbers(to_order(attribute));
    // Of two values either order gives the same sets.
    if (!order && attribute.values_in_order() > 2) refuse_unknown_order(attribute);
  }
  if (order) {
    permute(attribute.labels, *order);
    permute(coded.texts, *order);
    permute(coded.people, *order);
  }
  attribute.ordered = true;
}

}  // namespace faultline::data
