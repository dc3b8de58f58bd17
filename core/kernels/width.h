#pragma once

#include <span>
#include <string_view>

namespace glassformer {

// The kernels are compiled for vectors of several widths, and the program uses the widest that its
// processor has. With amx the vectors are those of avx512, and large products are computed a tile
// at a time (core/kernels/tile_product.h). Only files that end in .avx2.cpp or .avx512.cpp are
// compiled for more than every processor of this kind has (docs/development.md, "Kernels").
enum class Width { baseline, avx2, avx512, amx };

std::span<const Width> all_widths();
std::string_view name_of(Width width);  // as GLASSFORMER_CPU spells it
// This build has it, and so does the processor.
bool is_there(Width width);

// The widest that is there, or what the environment variable GLASSFORMER_CPU says. Throws UserError
// if that is no width, or one that is not there.
Width width_in_use();

// What some processors with AVX-512 have beyond it, as far as width_in_use() has that: products of
// bfloat16, of bytes, and of whole tiles of bfloat16.
bool has_bf16_products();
bool has_byte_products();
bool has_tile_products();

// Whether a product of two vectors of bfloat16, which hold twice as many numbers, is worth it.
// Intel's processors meanwhile do two of floats, so they are better off without the rounding.
bool bf16_products_are_faster();

// How many cells, of type Real, a vector of the width in use holds, and n rounded up to such.
int lanes_in_use();
int padded(int n);

// The tables of a kernel, one for each width; of one that was not compiled, nothing.
template <class Table>
struct OfWidths {
  const Table *baseline, *avx2, *avx512;

  const Table& of(Width width) const {
    return *(width >= Width::avx512 ? avx512 : width == Width::avx2 ? avx2 : baseline);
  }
};

// GLASSFORMER_OF_WIDTHS(name): {&name_baseline, &name_avx2, &name_avx512}
#ifdef __x86_64__
#define GLASSFORMER_OF_WIDTHS(name) \
  { &name##_baseline, &name##_avx2, &name##_avx512 }
#else
#define GLASSFORMER_OF_WIDTHS(name) \
  { &name##_baseline, nullptr, nullptr }
#endif

}  // namespace glassformer
