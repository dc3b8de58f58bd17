#pragma once

#include "app/gpu/device.h"
#include "core/project/tsne_forces.h"

namespace glassformer {

// The forces of t-SNE over all pairs of points in compute shaders (shaders/tsne_push.comp and
// tsne_pull.comp): the same sums on every call.
TsneForcesPtr make_tsne_forces_on_card(DevicePtr device);

}  // namespace glassformer
