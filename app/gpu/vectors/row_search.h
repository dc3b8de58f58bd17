#pragma once

#include "app/gpu/device.h"
#include "core/embed/search/row_search.h"

namespace glassformer {

// Nearest-neighbour search on the card: the rows are uploaded once and compared there with each
// query (shaders/row_search.comp). Rows too large for one binding are split. Throws DeviceError.
RowSearchPtr make_row_search_on_card(DevicePtr device, const Rows& rows);

}  // namespace glassformer
