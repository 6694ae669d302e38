#include "faultline/model/booster.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <xgboost/c_api.h>

#include "faultline/base/error.hpp"

namespace faultline::model {
namespace {

void check(int status) {
  if (status != 0) throw InternalError(fmt::format("XGBoost failed: {}", XGBGetLastError()));
}

}  // namespace

void TreeMatrix::Free::operator()(void* handle) const { XGDMatrixFree(handle); }
void Booster::Free::operator()(void* handle) const { XGBoosterFree(handle); }

TreeMatrix TreeMatrix::dense(std::span<const float> values, std::size_t rows, std::size_t columns) {
  DMatrixHandle handle = nullptr;
  check(XGDMatrixCreateFromMat_omp(values.data(), rows, columns,
                                   std::numeric_limits<float>::quiet_NaN(), &handle, 1));
  return TreeMatrix(handle);
}

TreeMatrix TreeMatrix::sparse(const SparseRows& rows) {
  DMatrixHandle handle = nullptr;
  check(XGDMatrixCreateFromCSREx(rows.begin.data(), rows.column.data(), rows.value.data(),
                                 rows.begin.size(), rows.value.size(), rows.columns, &handle));
  return TreeMatrix(handle);
}

void TreeMatrix::set_label(std::span<const float> label) {
  check(XGDMatrixSetFloatInfo(handle(), "label", label.data(), label.size()));
}

void TreeMatrix::set_weight(std::span<const float> weight) {
  check(XGDMatrixSetFloatInfo(handle(), "weight", weight.data(), weight.size()));
}

Booster::Booster(const TreeMatrix& training) {
  check(XGBSetGlobalConfig(R"({"verbosity": 0})"));  // of this thread; a library never prints
  DMatrixHandle matrix = training.handle();
  BoosterHandle handle = nullptr;
  check(XGBoosterCreate(&matrix, 1, &handle));
  handle_.reset(handle);
  set("nthread", "1");
  set("tree_method", "hist");
  set("seed_per_iteration", "true");
}

void Booster::set(const char* name, const std::string& value) {
  check(XGBoosterSetParam(handle_.get(), name, value.c_str()));
}

void Booster::grow(const TreeMatrix& training, int iteration) {
  check(XGBoosterUpdateOneIter(handle_.get(), iteration, training.handle()));
}

void Booster::grow(const TreeMatrix& training, std::span<float> gradient,
                   std::span<float> hessian) {
  check(XGBoosterBoostOneIter(handle_.get(), training.handle(), gradient.data(), hessian.data(),
                              gradient.size()));
}

void Booster::margins(const TreeMatrix& rows, std::span<double> out) const {
  constexpr int kMargin = 1;
  bst_ulong length = 0;
  const float* values = nullptr;
  check(XGBoosterPredict(handle_.get(), rows.handle(), kMargin, 0, 0, &length, &values));
  if (length != out.size()) throw InternalError("XGBoost predicted another number of rows.");
  std::copy_n(values, length, out.begin());
}

}  // namespace faultline::model
