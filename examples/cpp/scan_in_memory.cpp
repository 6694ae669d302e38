// A Bias Scan of columns in memory: no file, no SQL engine.

#include <cstdio>
#include <string>
#include <vector>

#include <faultline/faultline.hpp>

int main() {
  // 400 people. For women in the South the outcome happens twice as often as predicted.
  std::vector<std::string> sex;
  std::vector<std::string> region;
  std::vector<double> prediction;
  std::vector<double> outcome;
  for (int i = 0; i < 400; ++i) {
    const bool woman = i % 2 == 0;
    const bool south = i / 2 % 2 == 0;
    const int happens = woman && south ? 60 : 30;  // of a hundred
    sex.emplace_back(woman ? "F" : "M");
    region.emplace_back(south ? "South" : "North");
    prediction.push_back(0.3);
    outcome.push_back(i / 4 < happens ? 1 : 0);
  }
  faultline::data::MemorySource people;
  people.add_text("sex", sex);
  people.add_text("region", region);
  people.add_numbers("p", prediction);
  people.add_numbers("y", outcome);

  faultline::run::ScanSpec spec;
  spec.roles.outcome = "y";
  spec.roles.score = "p";
  spec.search.replicates = 199;
  try {
    const faultline::methods::Result result = faultline::run::scan(spec, people);
    std::fputs(faultline::report::to_text(result, {}).c_str(), stdout);
  } catch (const faultline::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return 0;
}
