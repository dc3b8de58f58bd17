#pragma once

#include "core/kernels/blocked_product_body.h"
#include "core/kernels/exact_product_body.h"
#include "core/kernels/product_kernels.h"
#include "core/kernels/roof_body.h"
#include "core/kernels/small_product_body.h"
#include "core/kernels/vectorised_product.h"

// core/kernels/product_kernels.h, once for each width.
namespace glassformer {

namespace {

constexpr ProductKernels products_here{
    panel_lanes, tile_rows, blocked,        of_panels,        pack_in_panels, small,
    turned,      exact_row, shown::product, multiply_and_add, roof_sums};

}  // namespace

}  // namespace glassformer
