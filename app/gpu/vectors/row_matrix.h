#pragma once

#include <span>
#include <vector>

#include "app/gpu/device.h"
#include "core/embed/vectors/rows.h"

namespace glassformer {

// The rows with their padding: [count, stride].
GpuMatPtr upload_rows(Device& device, const RowsBuilder& rows);
// The rows without it: [count, dim rounded up to a multiple of 4], with zeros in the added columns.
GpuMatPtr upload_packed(Device& device, const Rows& rows);
std::vector<float> read_rows(const GpuMat& mat);

}  // namespace glassformer
