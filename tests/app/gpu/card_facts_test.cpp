#include <gtest/gtest.h>

#include "app/gpu/card.h"
#include "app/gpu/device.h"
#include "app/platform/egl.h"

namespace glassformer {
namespace {

// `doctor` says it in MB of a million bytes.
TEST(GraphicsCardFacts, TheLargestMatrixIsThatOfTheDriver) {
  const GraphicsCard card = make_graphics_card([] { return make_egl_compute_context(); });
  ASSERT_TRUE(card.backend) << card.why_not;
  const DevicePtr device = Device::make(make_egl_compute_context());
  EXPECT_EQ(card.max_megabytes * 1e6, static_cast<double>(device->max_bytes()));
  EXPECT_EQ(card.name, device->facts().renderer);
  EXPECT_EQ(card.software, device->facts().software);
}

}  // namespace
}  // namespace glassformer
