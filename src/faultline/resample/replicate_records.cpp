#include "faultline/resample/replicate_records.hpp"

#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace faultline::resample {
namespace {

std::string hexadecimal(double value) {
  std::array<char, 40> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::hex);
  return {text.data(), end.ptr};
}

std::optional<double> from_hexadecimal(std::string_view text) {
  double value = 0;
  const char* first = text.data();
  const char* last = first + text.size();
  const auto read = std::from_chars(first, last, value, std::chars_format::hex);
  if (read.ec != std::errc{} || read.ptr != last) return std::nullopt;
  return value;
}

}  // namespace

std::string escaped(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F || byte == '%') {
      out += fmt::format("%{:02X}", byte);
    } else {
      out += c;
    }
  }
  return out;
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (auto tab = line.find('\t'); tab != std::string_view::npos; tab = line.find('\t')) {
    fields.push_back(line.substr(0, tab));
    line.remove_prefix(tab + 1);
  }
  fields.push_back(line);
  return fields;
}

std::string record_line(std::string_view family, std::uint32_t replicate,
                        std::span<const double> scores) {
  std::string line = fmt::format("{}\t{}", family, replicate);
  for (const double score : scores) line += "\t" + hexadecimal(score);
  line += '\n';
  return line;
}

bool Records::read(std::string_view line) {
  const std::vector<std::string_view> fields = fields_of(line);
  if (fields.size() < 2) return false;
  std::uint32_t replicate = 0;
  const char* first = fields[1].data();
  const char* last = first + fields[1].size();
  const auto read = std::from_chars(first, last, replicate);
  if (read.ec != std::errc{} || read.ptr != last) return false;
  std::vector<double> scores;
  scores.reserve(fields.size() - 2);
  for (std::size_t i = 2; i < fields.size(); ++i) {
    const std::optional<double> score = from_hexadecimal(fields[i]);
    if (!score) return false;
    scores.push_back(*score);
  }
  families_[std::string(fields[0])].emplace(replicate, std::move(scores));
  return true;
}

void Records::add(const std::string& family, std::uint32_t replicate,
                  std::span<const double> scores) {
  families_[family].emplace(replicate, std::vector<double>(scores.begin(), scores.end()));
}

const std::vector<double>* Records::find(const std::string& family, std::uint32_t replicate) const {
  const auto known = families_.find(family);
  if (known == families_.end()) return nullptr;
  const auto found = known->second.find(replicate);
  return found == known->second.end() ? nullptr : &found->second;
}

std::int64_t Records::count(const std::string& family) const {
  const auto known = families_.find(family);
  return known == families_.end() ? 0 : std::ssize(known->second);
}

std::int64_t Records::count() const {
  std::int64_t all = 0;
  for (const auto& [family, replicates] : families_) all += std::ssize(replicates);
  return all;
}

}  // namespace faultline::resample
