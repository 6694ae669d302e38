#include "cli/terminal/interrupt.hpp"

#include <chrono>
#include <cstdio>
#include <ctime>

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

namespace faultline::cli {
namespace {

sigset_t watched() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

// A tenth of a second: nobody notices the wait, and nothing is spent on looking.
constexpr long kPollNanoseconds = 100'000'000;
constexpr std::chrono::milliseconds kSameStroke{300};

}  // namespace

InterruptWatcher::InterruptWatcher() {
  const sigset_t set = watched();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  watcher_ = std::thread([this] { watch(); });
}

InterruptWatcher::~InterruptWatcher() {
  done_ = true;
  watcher_.join();
}

void InterruptWatcher::watch() {
  const sigset_t set = watched();
  const timespec wait{.tv_sec = 0, .tv_nsec = kPollNanoseconds};
  std::chrono::steady_clock::time_point first{};
  while (!done_) {
    const int signal = sigtimedwait(&set, nullptr, &wait);
    if (signal <= 0) continue;
    const auto now = std::chrono::steady_clock::now();
    if (source_.stop_requested()) {
      // Programs that stop us may send the signal to us and to our group: two at once are one.
      if (now - first < kSameStroke) continue;
      ::_exit(128 + signal);
    }
    first = now;
    if (::isatty(STDERR_FILENO) != 0) {
      std::fputs("\nstopping; what is finished will be shown (Ctrl-C again ends at once)\n",
                 stderr);
    }
    source_.request_stop();
  }
}

}  // namespace faultline::cli
