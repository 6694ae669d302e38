#include "unit/report/stored.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "faultline/report/json/json.hpp"

namespace faultline::report {

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path << " is missing";
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> json_files(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

result::Result edge(const std::string& name) {
  return from_json(text_of(FAULTLINE_EDGES "/" + name + ".json")).result;
}
std::vector<std::string> edge_names() { return json_files(FAULTLINE_EDGES); }

std::string real_json(const std::string& name) {
  return text_of(FAULTLINE_RESULTS "/" + name + ".json");
}
result::Result real(const std::string& name) { return from_json(real_json(name)).result; }
std::vector<std::string> real_names() { return json_files(FAULTLINE_RESULTS); }

std::vector<std::pair<std::string, result::Result>> every_result() {
  std::vector<std::pair<std::string, result::Result>> all;
  for (const std::string& name : edge_names()) all.emplace_back("edge_" + name, edge(name));
  for (const std::string& name : real_names()) all.emplace_back(name, real(name));
  return all;
}

}  // namespace faultline::report
