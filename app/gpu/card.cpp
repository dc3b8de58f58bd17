#include "app/gpu/card.h"

#include "app/gpu/gpu_backend.h"
#include "core/tensor/failure.h"

namespace glassformer {

GraphicsCard make_graphics_card(const MakeContext& context, const std::filesystem::path& measured,
                                Fences fences) {
  GraphicsCard card;
  try {
    const DevicePtr device = Device::make(context(), measured, fences);
    card.backend = make_gpu_backend(device);
    card.name = device->facts().renderer;
    card.max_megabytes = static_cast<double>(device->max_bytes()) / 1e6;
    card.software = device->facts().software;
  } catch (const DeviceError& error) {
    card.why_not = error.what();
  } catch (...) {
    card.why_not = told_of_failure();
  }
  return card;
}

}  // namespace glassformer
