#pragma once

#include "app/gpu/device.h"
#include "core/embed/search/row_search.h"

namespace glassformer {

// Rows on the card, uploaded once, and compared there with each query (shaders/row_search.comp).
// What is too large for one binding is cut into several. Throws DeviceError.
RowSearchPtr make_row_search_on_card(DevicePtr device, const Rows& rows);

}  // namespace glassformer
