#include "app/platform/folders.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace glassformer {
namespace {

TEST(Folders, FollowTheEnvironment) {
  const char* old = std::getenv("XDG_CONFIG_HOME");
  const std::string kept = old != nullptr ? old : "";
  setenv("XDG_CONFIG_HOME", "/somewhere", 1);
  EXPECT_EQ(config_folder(), "/somewhere/glassformer");
  setenv("XDG_CONFIG_HOME", "relative", 1);
  EXPECT_TRUE(config_folder().is_absolute());
  EXPECT_TRUE(config_folder().string().ends_with("/.config/glassformer"));
  if (old != nullptr)
    setenv("XDG_CONFIG_HOME", kept.c_str(), 1);
  else
    unsetenv("XDG_CONFIG_HOME");
}

}  // namespace
}  // namespace glassformer
