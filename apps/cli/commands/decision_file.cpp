#include "cli/commands/decision_file.hpp"

namespace faultline::cli {

void DecisionFile::begin(const std::string& id, const std::string& id_type,
                         const std::vector<std::string>& decisions) {
  csv_ = run::DecisionCsv(id, id_type, decisions);
  file_.emplace(path_);
  file_->write(csv_.header());
}

void DecisionFile::add(const data::Row& row, double threshold, const std::vector<bool>& decisions) {
  file_->write(csv_.line(row, threshold, decisions));
}

void DecisionFile::finish() { file_->finish(csv_.columns()); }

}  // namespace faultline::cli
