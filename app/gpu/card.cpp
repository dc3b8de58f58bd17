#include "app/gpu/card.h"

#include "app/gpu/gpu_backend.h"

namespace glassformer {

GraphicsCard make_graphics_card(const std::function<std::unique_ptr<ComputeContext>()>& context,
                                const std::filesystem::path& measured) {
  GraphicsCard card;
  try {
    const DevicePtr device = Device::make(context(), measured);
    card.backend = make_gpu_backend(device);
    card.name = device->facts().renderer;
    card.max_megabytes = static_cast<double>(device->max_bytes()) / 1e6;
    card.software = device->facts().software;
  } catch (const std::exception& error) {
    card.why_not = error.what();
  }
  return card;
}

}  // namespace glassformer
