#include "faultline/model/trees/booster.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <ctime>
#include <limits>

#include <fmt/format.h>
#include <xgboost/c_api.h>

#include "faultline/base/error.hpp"

namespace faultline::model {
namespace {

std::atomic<std::int64_t> nanoseconds_inside{0};

std::int64_t thread_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1'000'000'000 * static_cast<std::int64_t>(now.tv_sec) + now.tv_nsec;
}

// One call of the library: its failures become exceptions, and its time is counted.
template <typename Call>
void inside(const Call& call) {
  const std::int64_t start = thread_nanoseconds();
  const int status = call();
  nanoseconds_inside += thread_nanoseconds() - start;
  if (status != 0) throw InternalError(fmt::format("XGBoost failed: {}", XGBGetLastError()));
}

}  // namespace

double seconds_in_xgboost() { return 1e-9 * static_cast<double>(nanoseconds_inside.load()); }

void TreeMatrix::Free::operator()(void* handle) const { XGDMatrixFree(handle); }
void Booster::Free::operator()(void* handle) const { XGBoosterFree(handle); }

TreeMatrix TreeMatrix::dense(std::span<const float> values, std::size_t rows, std::size_t columns) {
  DMatrixHandle handle = nullptr;
  inside([&] {
    return XGDMatrixCreateFromMat_omp(values.data(), rows, columns,
                                      std::numeric_limits<float>::quiet_NaN(), &handle, 1);
  });
  return TreeMatrix(handle);
}

TreeMatrix TreeMatrix::sparse(const SparseRows& rows) {
  DMatrixHandle handle = nullptr;
  inside([&] {
    return XGDMatrixCreateFromCSREx(rows.begin.data(), rows.column.data(), rows.value.data(),
                                    rows.begin.size(), rows.value.size(), rows.columns, &handle);
  });
  return TreeMatrix(handle);
}

void TreeMatrix::set_label(std::span<const float> label) {
  inside([&] { return XGDMatrixSetFloatInfo(handle(), "label", label.data(), label.size()); });
}

void TreeMatrix::set_weight(std::span<const float> weight) {
  inside([&] { return XGDMatrixSetFloatInfo(handle(), "weight", weight.data(), weight.size()); });
}

Booster::Booster(const TreeMatrix& training) {
  inside([&] {
    return XGBSetGlobalConfig(R"({"verbosity": 0})");
  });  // of this thread; a library never prints
  DMatrixHandle matrix = training.handle();
  BoosterHandle handle = nullptr;
  inside([&] { return XGBoosterCreate(&matrix, 1, &handle); });
  handle_.reset(handle);
  set("nthread", "1");
  set("tree_method", "hist");
  set("seed_per_iteration", "true");
}

void Booster::set(const char* name, const std::string& value) {
  inside([&] { return XGBoosterSetParam(handle_.get(), name, value.c_str()); });
}

void Booster::grow(const TreeMatrix& training, int iteration) {
  inside([&] { return XGBoosterUpdateOneIter(handle_.get(), iteration, training.handle()); });
}

void Booster::grow(const TreeMatrix& training, std::span<float> gradient,
                   std::span<float> hessian) {
  inside([&] {
    return XGBoosterBoostOneIter(handle_.get(), training.handle(), gradient.data(), hessian.data(),
                                 gradient.size());
  });
}

void Booster::margins(const TreeMatrix& rows, std::span<double> out) const {
  constexpr int kMargin = 1;
  bst_ulong length = 0;
  const float* values = nullptr;
  inside([&] {
    return XGBoosterPredict(handle_.get(), rows.handle(), kMargin, 0, 0, &length, &values);
  });
  if (length != out.size()) throw InternalError("XGBoost predicted another number of rows");
  std::copy_n(values, length, out.begin());
}

}  // namespace faultline::model
