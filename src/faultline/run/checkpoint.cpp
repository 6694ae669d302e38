#include "faultline/run/checkpoint.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "faultline/base/text.hpp"
#include "faultline/base/version.hpp"
#include "faultline/resample/checkpoint_file.hpp"
#include "faultline/resample/shared_replicates.hpp"

namespace faultline::run {

std::string fingerprint(const Values& options, const std::vector<std::string>& free) {
  // The data is known by its digest, whatever its path.
  constexpr std::array kFree{"input", "by_default", "replicates", "alpha", "sequential", "fail_on"};
  std::string text;
  for (const auto& [key, value] : options) {
    if (std::find(kFree.begin(), kFree.end(), key) != kFree.end()) continue;
    if (std::find(free.begin(), free.end(), key) != free.end()) continue;
    text += key + "=";
    std::visit(
        [&text](const auto& held) {
          using Type = std::decay_t<decltype(held)>;
          if constexpr (std::is_same_v<Type, std::nullptr_t>) {
            text += "null";
          } else if constexpr (std::is_same_v<Type, std::vector<std::string>>) {
            text += fmt::format("{}", fmt::join(held, ","));
          } else {
            text += fmt::format("{}", held);
          }
        },
        value);
    text += ";";
  }
  return text;
}

std::unique_ptr<resample::Checkpoint> open_checkpoint(const Context& context,
                                                      std::int64_t replicates,
                                                      const data::Summary& summary,
                                                      const data::Profiles& profiles,
                                                      const std::string& fingerprint) {
  if (replicates <= 0) return nullptr;
  if (context.share != nullptr) {
    return std::make_unique<resample::SharedReplicates>(*context.share, replicates,
                                                        context.hooks.progress, context.hooks.stop);
  }
  if (context.checkpoint.empty()) return nullptr;
  return std::make_unique<resample::CheckpointFile>(
      context.checkpoint,
      fmt::format("{} sha256 {} people {} profiles {} {}", version(), summary.sha256,
                  profiles.people(), profiles.size(), fingerprint));
}

void note_checkpoint(const resample::Checkpoint* checkpoint, const Context& context,
                     methods::Result& result) {
  if (checkpoint == nullptr || checkpoint->found() == 0) return;
  result.notices.push_back(methods::Notice::note(
      fmt::format("{} taken from the checkpoint '{}'", plural(checkpoint->found(), "replicate"),
                  context.checkpoint)));
}

}  // namespace faultline::run
