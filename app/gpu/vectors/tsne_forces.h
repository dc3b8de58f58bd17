#pragma once

#include "app/gpu/device.h"
#include "core/project/tsne_forces.h"

namespace glassformer {

// The repulsive and attractive forces of t-SNE in compute shaders (shaders/tsne_push.comp and
// tsne_pull.comp), exactly, over all pairs of points; the sums are the same on every call.
TsneForcesPtr make_tsne_forces_on_card(DevicePtr device);

}  // namespace glassformer
