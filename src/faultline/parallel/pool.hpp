#pragma once
// Things that are costly to make and belong to one thread at a time: whoever needs one borrows it,
// and it goes back when the loan ends. There are never more than threads that borrowed at once.

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace faultline::parallel {

template <typename T>
class Pool {
 public:
  explicit Pool(std::function<std::unique_ptr<T>()> make) : make_(std::move(make)) {}

  class Loan {
   public:
    Loan(Pool& pool, std::unique_ptr<T> thing) : pool_(pool), thing_(std::move(thing)) {}
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    ~Loan() {
      const std::scoped_lock lock(pool_.mutex_);
      pool_.idle_.push_back(std::move(thing_));
    }
    T& operator*() const { return *thing_; }
    T* operator->() const { return thing_.get(); }

   private:
    Pool& pool_;
    std::unique_ptr<T> thing_;
  };

  [[nodiscard]] Loan borrow() {
    {
      const std::scoped_lock lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<T> thing = std::move(idle_.back());
        idle_.pop_back();
        return Loan(*this, std::move(thing));
      }
    }
    return Loan(*this, make_());
  }

 private:
  std::function<std::unique_ptr<T>()> make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> idle_;
};

}  // namespace faultline::parallel
