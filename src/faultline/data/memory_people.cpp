#include "faultline/data/memory_people.hpp"

#include <algorithm>
#include <utility>

#include "faultline/data/held_people.hpp"
#include "faultline/data/memory_reader.hpp"
#include "faultline/data/opening.hpp"
#include "faultline/data/profiles.hpp"

namespace faultline::data {
namespace {

/// The kept rows' values of one role after the other.
class Tuples {
 public:
  Tuples(const MemoryTable& table, MemoryReader& reader, const Opened& opened)
      : table_(table), reader_(reader), opened_(opened) {
    for (std::size_t row = 0; row < table.rows; ++row) {
      if (!reader.kept()[row]) continue;
      rows_.push_back(row);
      count_.push_back(reader.people(row));
    }
  }

  Profiles profiles() {
    const Roles& roles = opened_.roles;
    const std::vector<std::string> coded = roles.coded_columns();
    for (std::size_t a = 0; a < coded.size(); ++a) add_codes(coded[a], opened_.coded.attributes[a]);
    if (!roles.score.empty()) prediction_ = numbers_of(roles.score);
    if (!roles.risk_score.empty()) prediction_ = shares();
    for (const std::string& name : roles.numbers)
      numbers_.push_back(roles.is_ranked(name) ? ranks_of(name) : numbers_of(name));
    for (std::size_t i = 0; i < roles.flags.size(); ++i) {
      const FlagRole& flag = roles.flags[i];
      const auto set = flag.threshold ? above(numbers_of(flag.role.column), *flag.threshold)
                                      : positives(flag.role.column, opened_.flags_positive[i]);
      numbers_.emplace_back(set.begin(), set.end());
    }
    if (roles.outcome) outcome_ = positives(roles.outcome->column, *opened_.outcome_positive);
    if (roles.decision) decision_ = positives(roles.decision->column, *opened_.decision_positive);
    if (roles.threshold) decision_ = above(prediction_, *roles.threshold);
    ProfileBatch batch{.size = static_cast<std::int64_t>(rows_.size()),
                       .prediction = prediction_,
                       .outcome = outcome_,
                       .decision = decision_,
                       .count = count_};
    for (const auto& codes : codes_) batch.codes.emplace_back(codes);
    for (const auto& numbers : numbers_) batch.numbers.emplace_back(numbers);
    ProfilesBuilder builder(opened_.facts.attributes, opened_.facts.numbers);
    builder.add(batch);
    return std::move(builder).finish();
  }

 private:
  void add_codes(const std::string& name, const CodedAttribute& attribute) {
    const MemoryColumn& column = reader_.coded(name);
    const auto label = [&attribute](const std::string& text) {
      const auto at = std::find(attribute.texts.begin(), attribute.texts.end(), text);
      return static_cast<Code>(at - attribute.texts.begin());  // one past the end: nobody has it
    };
    std::vector<Code> codes_of;
    codes_of.reserve(column.texts.size());
    for (const std::string& text : column.texts) codes_of.push_back(label(text));
    const Code missing = label(kMissingLabel);
    auto& codes = codes_.emplace_back();
    codes.reserve(rows_.size());
    for (const std::size_t row : rows_) {
      const std::int32_t code = (*column.codes)[row];
      codes.push_back(code < 0 ? missing : codes_of[static_cast<std::size_t>(code)]);
    }
  }
  [[nodiscard]] std::vector<double> numbers_of(const std::string& name) const {
    const MemoryColumn& column = table_.column(name);
    std::vector<double> out;
    out.reserve(rows_.size());
    for (const std::size_t row : rows_) out.push_back(column.number(row) + 0.0);
    return out;
  }
  /// Texts of a column stand in canonical order.
  [[nodiscard]] std::vector<double> ranks_of(const std::string& name) {
    const MemoryColumn& column = reader_.coded(name);
    std::vector<double> out;
    out.reserve(rows_.size());
    for (const std::size_t row : rows_) out.push_back(static_cast<double>((*column.codes)[row]));
    return out;
  }
  [[nodiscard]] std::vector<double> shares() {
    const MemoryColumn& column = reader_.coded(opened_.roles.risk_score);
    std::vector<double> out;
    out.reserve(rows_.size());
    for (const std::size_t row : rows_)
      out.push_back(reader_.shares()[static_cast<std::size_t>((*column.codes)[row])]);
    return out;
  }
  [[nodiscard]] std::vector<std::uint8_t> positives(const std::string& name,
                                                    const std::string& positive) {
    const MemoryColumn& column = reader_.coded(name);
    std::vector<std::uint8_t> out;
    out.reserve(rows_.size());
    for (const std::size_t row : rows_)
      out.push_back(column.texts[static_cast<std::size_t>((*column.codes)[row])] == positive);
    return out;
  }
  static std::vector<std::uint8_t> above(const std::vector<double>& values,
                                         const Threshold& threshold) {
    std::vector<std::uint8_t> out;
    out.reserve(values.size());
    for (const double value : values)
      out.push_back(threshold.strict ? value > threshold.value : value >= threshold.value);
    return out;
  }

  const MemoryTable& table_;
  MemoryReader& reader_;
  const Opened& opened_;
  std::vector<std::size_t> rows_;
  std::vector<std::vector<Code>> codes_;
  std::vector<double> prediction_;
  std::vector<std::vector<double>> numbers_;
  std::vector<std::uint8_t> outcome_;
  std::vector<std::uint8_t> decision_;
  std::vector<std::int64_t> count_;
};

}  // namespace

std::unique_ptr<People> open_memory(const MemoryTable& table, const InputOptions& input,
                                    const RoleOptions& roles, const std::stop_token& stop) {
  MemoryReader reader(table, stop);
  Opened opened = open_people(reader, input, roles, table.notices);
  Profiles profiles = Tuples(table, reader, opened).profiles();
  return std::make_unique<HeldPeople>(std::move(opened.facts), std::move(profiles));
}

}  // namespace faultline::data
