#pragma once
// A data frame as a source of people: an Arrow stream, as pandas, polars, pyarrow and others hand
// it out. It is read once, when the frame is made, and copied; after that it can be opened as often
// as wanted. Columns are what the same values would be in a CSV file, so that results are those of
// the file: blanks around a text do not count, empty text, null and NaN are missing. Two things
// differ: text that looks like numbers stays text, and a float32 keeps its exact value.

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "faultline/data/source.hpp"
#include "faultline/sql/arrow_c.h"

namespace faultline::sql {

struct FrameOptions {
  /// Tells which columns to load, by name; without it all are. The others are as if they were not
  /// there. data::mentions knows for a run whose options are known.
  std::function<bool(const std::string&)> wanted{};
  int threads = 0;  // of everything that is done with the frame; 0: all
};

class ArrowFrame final : public data::Source {
 public:
  /// Takes the stream over (its `release` becomes null), reads it to its end on this thread and
  /// releases it, also when this throws. Throws InputError when it was read before, does not hold a
  /// table, or its producer fails, with the producer's words; Cancelled when stop is requested.
  explicit ArrowFrame(ArrowArrayStream* stream, const FrameOptions& options = {},
                      const std::stop_token& stop = {});
  ~ArrowFrame() override;

  /// With a path, these open that file instead; without one, the frame.
  [[nodiscard]] std::unique_ptr<data::People> open(const data::InputOptions& input,
                                                   const data::RoleOptions& roles,
                                                   const std::stop_token& stop) override;
  [[nodiscard]] std::unique_ptr<data::RowStream> rows(const data::InputOptions& input,
                                                      const data::RoleOptions& roles,
                                                      const std::string& id,
                                                      const std::stop_token& stop) override;
  [[nodiscard]] std::vector<std::string> column_names(const data::InputOptions& input,
                                                      const std::stop_token& stop) override;

 private:
  class LoadedFrame;
  std::unique_ptr<const LoadedFrame> loaded_;
};

}  // namespace faultline::sql
