#include "cli/terminal/progress_bar.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "faultline/base/text.hpp"

namespace faultline::cli {
namespace {

// Leaves room for percent, time and phase on 80 columns.
constexpr int kBarWidth = 30;
constexpr std::chrono::milliseconds kRedraw{100};

std::string time_left(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(std::min(seconds, 1e9)));
  if (whole < 60) return fmt::format("{} s left", whole);
  if (whole < 3600) return fmt::format("{} min {} s left", whole / 60, whole % 60);
  return fmt::format("{} h {} min left", whole / 3600, whole % 3600 / 60);
}

}  // namespace

std::string progress_text(std::int64_t done, std::int64_t total, double seconds) {
  if (total <= 0) return done <= 0 ? "" : with_thousands(done);
  const double share = std::clamp(static_cast<double>(done) / static_cast<double>(total), 0.0, 1.0);
  const int filled = static_cast<int>(share * kBarWidth);
  std::string text = fmt::format(
      "[{}{}] {:3.0f} %", std::string(static_cast<std::size_t>(filled), '#'),
      std::string(static_cast<std::size_t>(kBarWidth - filled), ' '), std::floor(share * 100));
  if (done > 0 && seconds > 0) {
    const double rate = static_cast<double>(done) / seconds;
    text += rate >= 10 ? fmt::format("  {}/s", with_thousands(static_cast<std::int64_t>(rate)))
                       : fmt::format("  {:.1f}/s", rate);
    if (done < total) text += "  " + time_left(static_cast<double>(total - done) / rate);
  }
  return text;
}

ProgressBar::ProgressBar(bool wanted) : shown_(wanted && ::isatty(STDERR_FILENO) != 0) {}

void ProgressBar::update(std::string_view phase, std::int64_t done, std::int64_t total) {
  if (!shown_) return;
  const auto now = Clock::now();
  if (phase != phase_) {
    phase_ = std::string(phase);
    started_ = now;
  } else if (now - drawn_ < kRedraw && done < total) {
    return;
  }
  drawn_ = now;
  dirty_ = true;
  const std::string text =
      progress_text(done, total, std::chrono::duration<double>(now - started_).count());
  const std::string line = fmt::format("\r\033[K{}{}{}", phase_, text.empty() ? "" : " ", text);
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
}

parallel::ProgressFunction ProgressBar::function() {
  return [this](std::string_view phase, std::int64_t done, std::int64_t total) {
    update(phase, done, total);
  };
}

void ProgressBar::clear() {
  if (!dirty_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  dirty_ = false;
}

}  // namespace faultline::cli
