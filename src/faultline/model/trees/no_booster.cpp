// In place of booster.cpp where the library is built without XGBoost (FAULTLINE_TREES=OFF).

#include "faultline/base/error.hpp"
#include "faultline/model/trees/booster.hpp"

namespace faultline::model {
namespace {

[[noreturn]] void refuse() {
  throw ConfigError(
      "boosted trees are not part of this build (FAULTLINE_TREES=OFF); choose another model");
}

}  // namespace

double seconds_in_xgboost() { return 0; }

void TreeMatrix::Free::operator()(void* /*handle*/) const {}
void Booster::Free::operator()(void* /*handle*/) const {}

TreeMatrix TreeMatrix::dense(std::span<const float> /*values*/, std::size_t /*rows*/,
                             std::size_t /*columns*/) {
  refuse();
}
TreeMatrix TreeMatrix::sparse(const SparseRows& /*rows*/) { refuse(); }
void TreeMatrix::set_label(std::span<const float> /*label*/) { refuse(); }
void TreeMatrix::set_weight(std::span<const float> /*weight*/) { refuse(); }

Booster::Booster(const TreeMatrix& /*training*/) { refuse(); }
void Booster::set(const char* /*name*/, const std::string& /*value*/) { refuse(); }
void Booster::grow(const TreeMatrix& /*training*/, int /*iteration*/) { refuse(); }
void Booster::grow(const TreeMatrix& /*training*/, std::span<float> /*gradient*/,
                   std::span<float> /*hessian*/) {
  refuse();
}
void Booster::margins(const TreeMatrix& /*rows*/, std::span<double> /*out*/) const { refuse(); }

}  // namespace faultline::model
