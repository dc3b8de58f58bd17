#include "app/platform/shader_cache.h"

#include <gtest/gtest.h>

#include "core/formats/file.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

TEST(ShaderCache, HasRoomWhereTheDiskHas) {
  const testing::TemporaryFolder folder;
  EXPECT_TRUE(has_room_for_shaders(folder.path()));
  EXPECT_TRUE(has_room_for_shaders(folder / "not" / "there" / "yet"));
  // A file system that cannot be written to and has no room at all.
  EXPECT_FALSE(has_room_for_shaders("/proc/glassformer"));
  EXPECT_FALSE(has_room_for_shaders("/sys"));
  EXPECT_FALSE(has_room_for_shaders(""));
}

}  // namespace
}  // namespace glassformer
