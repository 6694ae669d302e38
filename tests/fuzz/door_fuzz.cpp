// The door in C: any text as a spec, with a few people, as a result, and as a result whose first
// finding's members are looked for among those people; whatever goes in, the run ends when it is
// stopped, and every question about it has an answer.

#include <functional>

#include "fuzz/target.hpp"
#include "support/arrow_stream.hpp"

#include "faultline/c_api/faultline.h"

namespace {

using namespace faultline;

/// Long enough for most runs on so few people, sanitizers and a busy machine included; the others
/// are stopped.
constexpr int kMilliseconds = 2000;

testing::ArrowPlan people() {
  testing::ArrowPlan plan;
  plan.columns = {{"sex", "dictionary", {}}, {"region", "utf8", {}}, {"age", "int64", {}},
                  {"p", "double", {}},       {"y", "int64", {}},     {"flag", "bool", {}},
                  {"drug", "int8", {}}};
  for (int i = 0; i < 60; ++i) {
    const std::string values[] = {i % 2 == 0 ? "F" : "M",         i % 3 == 0 ? "South" : "North",
                                  fmt::format("{}", 20 + i % 40), i % 5 == 0 ? "0.25" : "0.5",
                                  i % 7 < 3 ? "1" : "0",          i % 4 == 0 ? "true" : "false",
                                  i % 6 < 2 ? "1" : "0"};
    for (std::size_t c = 0; c < plan.columns.size(); ++c)
      plan.columns[c].values.emplace_back(values[c]);
  }
  return plan;
}

void ask(faultline_run* run) {
  fuzz::expect(run != nullptr, "a run is made");
  faultline_progress progress{};
  if (faultline_poll(run, kMilliseconds, &progress) == FAULTLINE_RUNNING) faultline_stop(run);
  faultline_status status = FAULTLINE_RUNNING;
  while (status == FAULTLINE_RUNNING) status = faultline_poll(run, 1000, &progress);
  const char* error = faultline_error(run);
  fuzz::expect((status == FAULTLINE_DONE) == (error == nullptr), "a run that failed says why");
  fuzz::expect(faultline_error_kind_of(run) != FAULTLINE_INTERNAL_ERROR,
               error == nullptr ? "" : error);
  bool shown = false;
  for (const char* format :
       {"json", "text", "html", "markdown", "spec", "rules", "decisions", "applied", "members", ""})
    shown |= faultline_result(run, format, nullptr) != nullptr;
  fuzz::expect(shown == (status == FAULTLINE_DONE), "a run that is done has something to show");
  static_cast<void>(faultline_gate(run));
  faultline_free(run);
}

void ask_with_people(const std::function<faultline_run*(ArrowArrayStream*)>& start) {
  testing::ArrowLedger ledger;
  ArrowArrayStream stream = testing::make_arrow_stream(people(), ledger);
  ask(start(&stream));
  fuzz::expect(ledger.streams + ledger.schemas + ledger.arrays + ledger.released_twice == 0,
               "what Arrow handed out is released once");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(fuzz::text_of(data, size));
  ask_with_people(
      [&](ArrowArrayStream* few) { return faultline_start(text.c_str(), few, nullptr); });
  ask_with_people([&](ArrowArrayStream* few) { return faultline_members(text.c_str(), 0, few); });
  ask(faultline_open(text.c_str()));
  static_cast<void>(faultline_wants(text.c_str(), "age"));
  static_cast<void>(faultline_describe(text.c_str()));
  return 0;
}
