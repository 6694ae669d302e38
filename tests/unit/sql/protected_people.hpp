#pragma once
// Five people with protected columns, and how opening them is refused.

#include <string>
#include <utility>

#include "sql/test_files.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faultline/base/error.hpp"
#include "faultline/data/profiles.hpp"
#include "faultline/sql/people.hpp"

namespace faultline::sql {

inline data::Profiles profiles_of(const People& people) {
  data::ProfilesBuilder builder(people.attributes(), people.numbers());
  people.stream(builder);
  return std::move(builder).finish();
}

class ProtectedTest : public ::testing::Test {
 protected:
  [[nodiscard]] People open(const std::string& path, const data::RoleOptions& roles) const {
    return People::open({.path = path}, roles);
  }
  void refused(const std::string& path, const data::RoleOptions& roles,
               const std::string& message) {
    EXPECT_THAT([&] { (void)People::open({.path = path}, roles); },
                ::testing::ThrowsMessage<Error>(::testing::HasSubstr(message)));
  }

  testing::TestFolder folder;
  const std::string rows = folder.write("rows.csv",
                                        "race,sex,age,flag,level,y,p,ps\n"
                                        "A,f,30,true,1,1,0.5,0.1\n"
                                        "B,m,40,false,2,0,0.25,0.2\n"
                                        "C,f,20.5,true,10,1,0.5,0.3\n"
                                        "A,m,30,false,2,0,0.75,0.4\n"
                                        "A,f,-7,true,1,1,0.5,0.1\n");
};

}  // namespace faultline::sql
