// The self-test of a card passes on a right one, and notices each kind of wrong one.
#include "app/cli/card_self_test.h"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <vector>

#include "app/platform/egl.h"
#include "tests/app/cli/program.h"
#include "tests/app/gpu/instead.h"
#include "tests/app/gpu/refused_shaders.h"
#include "tests/app/gpu/reordering.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

std::string tested(Fences fences = Fences::where_needed) {
  const EglContext drawing;
  const DevicePtr device = Device::make(make_egl_compute_context(&drawing), {}, fences);
  CardPainter painter;
  return card_self_test(device, painter, [](std::string_view) {});
}

TEST(GpuSelfTest, ARightDriverPasses) {
  EXPECT_EQ(tested(), "");
  EXPECT_EQ(tested(Fences::everywhere), "");
}

TEST(GpuSelfTest, SoDoesOneThatOrdersByFencesAlone) {
  const testing_gpu::Reordering layer(3);
  EXPECT_EQ(tested(), "");
  EXPECT_EQ(tested(Fences::everywhere), "");
  EXPECT_GT(layer.late() + layer.early(), 100);
}

// With fences everywhere numbers are moved by commands; a driver that heeds no fence is caught.
TEST(GpuSelfTest, ADriverThatOrdersNothingIsWrong) {
  const testing_gpu::Reordering layer(3, false);
  EXPECT_NE(tested(Fences::everywhere), "");
}

PFNGLDISPATCHCOMPUTEPROC real_dispatch = nullptr;
int dispatches = 0;

TEST(GpuSelfTest, ADispatchThatIsLostNowAndThenIsWrong) {
  ASSERT_EQ(tested(), "");
  real_dispatch = epoxy_glDispatchCompute;
  const testing_gpu::Instead loses(
      epoxy_glDispatchCompute, +[](GLuint x, GLuint y, GLuint z) {
        if (++dispatches % 97 != 0) real_dispatch(x, y, z);
      });
  EXPECT_NE(tested().find("a chain of dispatches"), std::string::npos);
}

TEST(GpuSelfTest, AShaderThatIsRefusedIsWrong) {
  ASSERT_EQ(tested(), "");
  const testing_gpu::RefusedShaders refused(40);
  EXPECT_NE(tested().find("refuses the shader"), std::string::npos);
}

TEST(GpuSelfTest, ACardThatIsResetIsWrong) {
  ASSERT_EQ(tested(), "");
  const testing_gpu::ResetCard reset;
  EXPECT_NE(tested().find("was reset"), std::string::npos);
}

// As the process does that is asked: the lines that are read of it.
TEST(GpuSelfTest, TheProgramTellsWhatItTries) {
  const testing::Ran here = testing::run_program({"bench", "gpu", "--self-test", "--here"});
  EXPECT_EQ(here.code, 0) << here.err;
  EXPECT_TRUE(here.out.starts_with("card ")) << here.out;
  EXPECT_NE(here.out.find("\ntrying attention in pieces\n"), std::string::npos) << here.out;
  EXPECT_TRUE(here.out.ends_with("\nright\n")) << here.out;
  const testing::Ran alone = testing::run_program({"bench", "gpu", "--here"});
  EXPECT_EQ(alone.code, 2);
  EXPECT_NE(alone.err.find("--here goes with --self-test"), std::string::npos) << alone.err;
}

TEST(GpuSelfTest, TheVerdictComesAsJsonToo) {
  const testing::TemporaryFolder cache;
  testing::Setting setting;
  setting.environment = {"XDG_CACHE_HOME=" + cache.path().string()};
  const testing::Ran told =
      testing::run_program({"bench", "gpu", "--self-test", "--json"}, setting);
  // Which verdict it is depends on how busy the machine is: a card that says nothing for 5 s is
  // wrong.
  EXPECT_NE(told.out.find("\"self_test\": \""), std::string::npos) << told.out << told.err;
  for (const char* const fact : {"\"device\": \"", "\"driver\": \""}) {
    EXPECT_NE(told.out.find(fact), std::string::npos) << told.out;
    EXPECT_EQ(told.out.find(fact + std::string("\"")), std::string::npos) << "which is not said";
  }
  setting.environment.emplace_back("GLASSFORMER_GPU=fast");
  const testing::Ran odd = testing::run_program({"bench", "gpu", "--self-test"}, setting);
  EXPECT_EQ(odd.code, 2);
  EXPECT_NE(odd.err.find("GLASSFORMER_GPU=fast"), std::string::npos) << odd.err;
  const testing::Ran doctor = testing::run_program({"doctor"}, setting);
  EXPECT_NE(doctor.out.find("card 0"), std::string::npos) << doctor.out;
}

}  // namespace
}  // namespace glassformer
