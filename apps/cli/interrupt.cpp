#include "cli/interrupt.hpp"

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

constexpr long kPollNanoseconds = 100'000'000;

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
  while (!done_) {
    const int signal = sigtimedwait(&set, nullptr, &wait);
    if (signal <= 0) continue;
    if (source_.stop_requested()) ::_exit(128 + signal);
    if (::isatty(STDERR_FILENO) != 0) {
      std::fputs("\nstopping; what is finished will be shown (Ctrl-C again ends at once)\n",
                 stderr);
    }
    source_.request_stop();
  }
}

}  // namespace faultline::cli
