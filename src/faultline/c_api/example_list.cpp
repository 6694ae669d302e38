#include "faultline/c_api/example_list.hpp"

#include <vector>

#include "faultline/base/json.hpp"
#include "faultline/simulate/examples.hpp"

namespace faultline::c_api {
namespace {

struct ExampleEntry {
  std::string name{};
  std::string help{};
  std::string spec{};
};
const describe::Object& description(const ExampleEntry*) {
  using describe::member;
  static const describe::Object object{
      "An example",
      {member<&ExampleEntry::name>("name", "What faultline_example takes"),
       member<&ExampleEntry::help>("help", "What it is"),
       member<&ExampleEntry::spec>("spec", "What to ask of it, as JSON")}};
  return object;
}

struct ExampleList {
  std::vector<ExampleEntry> examples{};
};
const describe::Object& description(const ExampleList*) {
  static const describe::Object object{
      "All examples", {describe::member<&ExampleList::examples>("examples", "In their order")}};
  return object;
}

}  // namespace

std::string example_list() {
  ExampleList list;
  for (const describe::Word& word : words(simulate::Example{})) {
    list.examples.push_back(
        {.name = std::string(word.name),
         .help = std::string(word.help),
         .spec = std::string(simulate::example_spec(static_cast<simulate::Example>(word.value)))});
  }
  return json::write(list);
}

}  // namespace faultline::c_api
