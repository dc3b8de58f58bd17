#pragma once

#include <string>

#include "app/platform/picture.h"

namespace glassformer {

// What SVG and PDF share.

// At most three decimals, without trailing zeros, whatever the locale.
std::string decimal(float value);

// The pixels of an image that is drawn there. Not every viewer keeps the edges of pixels that are
// drawn larger, so each of them is written several times: at least one px of the file for each of
// the frame.
Pixels enlarged(const Image& image, const Rect& at);

}  // namespace glassformer
