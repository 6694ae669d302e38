// A long run that tells how far it is and is stopped half-way: what is finished is a valid, partial
// result.

#include <cstdio>
#include <stop_token>
#include <string>
#include <vector>

#include <faultline/faultline.hpp>

int main() {
  std::vector<std::string> group;
  std::vector<double> prediction;
  std::vector<double> outcome;
  for (int i = 0; i < 1000; ++i) {
    group.push_back(std::string(1, static_cast<char>('a' + i % 5)));
    prediction.push_back(0.2 + 0.1 * (i % 4));
    outcome.push_back(i % 3 == 0 ? 1 : 0);
  }
  faultline::data::MemorySource people;
  people.add_text("group", group);
  people.add_numbers("p", prediction);
  people.add_numbers("y", outcome);

  faultline::run::ScanSpec spec;
  spec.roles.outcome = "y";
  spec.roles.score = "p";
  spec.search.replicates = 100'000;
  spec.search.sequential = faultline::data::Choice::no;  // draw them all, to have something to stop

  std::stop_source stop;
  faultline::run::Context context;
  context.hooks.stop = stop.get_token();
  context.hooks.progress = [&stop](std::string_view phase, std::int64_t done, std::int64_t total) {
    if (total > 0 && done * 2 >= total) stop.request_stop();
    if (done == 0) std::printf("%.*s\n", static_cast<int>(phase.size()), phase.data());
  };
  try {
    const faultline::methods::Result result = faultline::run::scan(spec, people, context);
    std::printf("%s result after %lld replicates\n", result.partial ? "partial" : "complete",
                static_cast<long long>(result.findings.front().replicates));
  } catch (const faultline::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return 0;
}
