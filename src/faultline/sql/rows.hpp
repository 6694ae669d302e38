#pragma once
// The rows of a file, read by one thread in its order.

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "faultline/data/input.hpp"
#include "faultline/data/row_stream.hpp"

namespace faultline::sql {

class Origin;

class RowStream final : public data::RowStream {
 public:
  /// As data::Source::rows. Throws InputError and ConfigError.
  [[nodiscard]] static RowStream open(const data::InputOptions& input,
                                      const data::RoleOptions& roles, const std::string& id,
                                      const std::stop_token& stop = {});
  /// The same of another origin than files.
  [[nodiscard]] static RowStream open(const Origin& origin, const data::InputOptions& input,
                                      const data::RoleOptions& roles, const std::string& id,
                                      const std::stop_token& stop);
  ~RowStream() override;
  RowStream(RowStream&&) noexcept;
  RowStream& operator=(RowStream&&) noexcept;

  [[nodiscard]] const std::string& id_type() const override;
  [[nodiscard]] const std::vector<std::pair<std::string, double>>& risk_scores() const override;
  [[nodiscard]] std::int64_t left_out() const override;
  void stream(const std::function<void(const data::Row&)>& receive,
              const std::stop_token& stop = {}) const override;

 private:
  struct State;
  explicit RowStream(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace faultline::sql
