#pragma once

#include "core/embed/search/row_search.h"

namespace glassformer {

// Looks through the directions of the rows in bytes, which takes a quarter of the memory of floats
// and a third of their time. Every row whose cosine may be among the k highest is found, however
// the bytes were rounded: measured again in floats, the k nearest are the same as without. What is
// nearest by Euclid is looked for in the floats. Rows of up to 65,536 numbers. Throws
// std::bad_alloc.
RowSearchPtr make_byte_search(const Rows& rows);

// Such searches for the large sets of vectors that are asked more than once.
RowSearchesPtr byte_searches();

}  // namespace glassformer
