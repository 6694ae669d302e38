// The rows of memory_people.hpp.

#include <algorithm>
#include <utility>

#include "faultline/base/error.hpp"
#include "faultline/base/text.hpp"
#include "faultline/data/memory_people.hpp"
#include "faultline/data/memory_reader.hpp"
#include "faultline/data/messages.hpp"
#include "faultline/data/opening.hpp"

namespace faultline::data {
namespace {

class MemoryRows final : public RowStream {
 public:
  MemoryRows(MemoryTable table, const InputOptions& input, const RoleOptions& given,
             const std::string& id, const std::stop_token& stop)
      : table_(std::move(table)) {
    RoleOptions options = roles_of_rows(given);
    if (!id.empty()) {
      if (table_.columns.find(id) == nullptr)
        throw_unknown_column("`id`", id, table_.columns.names());
      id_ = table_.column(id);
      id_type_ = id_.type;
    }
    for (const std::string& name : options.numbers) {
      if (table_.columns.find(name) != nullptr) numbers_.push_back(table_.column(name));
    }
    const std::size_t attributes = options.attributes.size();
    if (!id.empty() && std::find(options.attributes.begin(), options.attributes.end(), id) ==
                           options.attributes.end())
      options.attributes.push_back(id);
    MemoryReader reader(table_, stop);
    const OpenedRows opened = open_rows(reader, input, options);
    roles_ = opened.roles;
    positive_ = opened.outcome_positive.value_or("");
    left_out_ = opened.left_out;
    kept_ = reader.kept();
    for (std::size_t a = 0; a < attributes; ++a)
      attributes_.push_back(table_.column(roles_.attributes[a]));
    if (!roles_.risk_score.empty()) {
      risk_ = reader.coded(roles_.risk_score);
      shares_ = reader.shares();
      list_risk_scores();
    }
  }

  [[nodiscard]] const std::string& id_type() const override { return id_type_; }
  [[nodiscard]] const std::vector<std::pair<std::string, double>>& risk_scores() const override {
    return risk_scores_;
  }
  [[nodiscard]] std::int64_t left_out() const override { return left_out_; }

  void stream(const std::function<void(const Row&)>& receive,
              const std::stop_token& stop) const override {
    const MemoryColumn* score = roles_.score.empty() ? nullptr : &table_.column(roles_.score);
    const MemoryColumn* outcome = roles_.outcome ? &table_.column(roles_.outcome->column) : nullptr;
    Row out;
    out.labels.resize(attributes_.size());
    out.numbers.resize(numbers_.size());
    for (std::size_t row = 0; row < table_.rows; ++row) {
      if (stop.stop_requested()) throw Cancelled("stopped while reading the data");
      if (!kept_[row]) continue;
      out.number = static_cast<std::int64_t>(row) + 1;
      for (std::size_t a = 0; a < attributes_.size(); ++a)
        out.labels[a] = label(attributes_[a], row);
      for (std::size_t i = 0; i < numbers_.size(); ++i)
        out.numbers[i] = numbers_[i].number(row) + 0.0;
      if (score != nullptr) out.score = score->number(row) + 0.0;
      if (risk_.codes) out.score = shares_[static_cast<std::size_t>((*risk_.codes)[row])];
      if (outcome != nullptr) out.outcome = outcome->text(row) == positive_;
      out.id.reset();
      if (!id_type_.empty() && !id_.missing(row)) out.id = id_.text(row);
      receive(out);
    }
  }

 private:
  static std::string label(const MemoryColumn& column, std::size_t row) {
    if (column.missing(row)) return kMissingLabel;
    if (column.type == "DOUBLE") return shortest(column.number(row) + 0.0);
    return column.text(row);
  }
  /// In the order of the scores: numbers by size, the rest by text.
  void list_risk_scores() {
    for (std::size_t i = 0; i < risk_.texts.size(); ++i) {
      if (shares_[i] == shares_[i]) risk_scores_.emplace_back(risk_.texts[i], shares_[i]);
    }
    if (risk_.type == "VARCHAR") std::sort(risk_scores_.begin(), risk_scores_.end());
  }

  MemoryTable table_;
  Roles roles_;
  std::string positive_;
  std::string id_type_;
  MemoryColumn id_;
  std::vector<MemoryColumn> attributes_;
  std::vector<MemoryColumn> numbers_;
  MemoryColumn risk_;
  std::vector<double> shares_;
  std::vector<std::pair<std::string, double>> risk_scores_;
  std::vector<bool> kept_;
  std::int64_t left_out_ = 0;
};

}  // namespace

std::unique_ptr<RowStream> open_memory_rows(MemoryTable table, const InputOptions& input,
                                            const RoleOptions& roles, const std::string& id,
                                            const std::stop_token& stop) {
  return std::make_unique<MemoryRows>(std::move(table), input, roles, id, stop);
}

}  // namespace faultline::data
