#include "app/platform/folders.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

namespace glassformer {
namespace {

// As it was before when it goes.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    ::setenv(name, value, 1);
  }
  ~Variable() {
    if (old_) {
      ::setenv(name_, old_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> old_;
};

TEST(Folders, FollowTheEnvironment) {
  const Variable config("XDG_CONFIG_HOME", "/somewhere"), cache("XDG_CACHE_HOME", "/elsewhere");
  EXPECT_EQ(config_folder(), "/somewhere/glassformer");
  EXPECT_EQ(cache_folder(), "/elsewhere/glassformer");
  EXPECT_EQ(measured_card_file(), "/elsewhere/glassformer/graphics_cards.json");
}

// As the specification of these variables has it; whatever folder the program is started in stays
// as it was.
TEST(Folders, ARelativeOneIsIgnored) {
  const Variable config("XDG_CONFIG_HOME", "relative"), cache("XDG_CACHE_HOME", "./relative");
  const Variable home("HOME", "/home/somebody");
  EXPECT_EQ(config_folder(), "/home/somebody/.config/glassformer");
  EXPECT_EQ(cache_folder(), "/home/somebody/.cache/glassformer");
  EXPECT_EQ(crash_folder(), "/home/somebody/.cache/glassformer/crashes");
  EXPECT_EQ(kept_training_file(), "/home/somebody/.cache/glassformer/word-training.checkpoint");
}

// Libraries, such as the driver that keeps its shaders there, ask the same variables.
TEST(Folders, LibrariesSeeNoRelativeOneEither) {
  const Variable config("XDG_CONFIG_HOME", "relative"), cache("XDG_CACHE_HOME", "");
  const Variable state("XDG_STATE_HOME", "/absolute");
  forget_relative_folders();
  EXPECT_EQ(std::getenv("XDG_CONFIG_HOME"), nullptr);
  EXPECT_EQ(std::getenv("XDG_CACHE_HOME"), nullptr);
  EXPECT_STREQ(std::getenv("XDG_STATE_HOME"), "/absolute");
}

}  // namespace
}  // namespace glassformer
