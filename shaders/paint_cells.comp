// The picture of a matrix: each pixel shows, of the block of cells that it covers, a nan or else the
// one that is farthest from 0, in the colours of app/widgets/heat_map.cpp.
layout(local_size_x = 8, local_size_y = 8) in;

layout(std430, binding = 0) readonly buffer Cells { float cells[]; };
layout(std430, binding = 1) readonly buffer Largest { float largest; };  // magnitude
layout(std430, binding = 2) readonly buffer Shades { uint shades[]; };  // zero, nan, −∞, +∞, scale
layout(rgba8, binding = 0) writeonly uniform image2D picture;

layout(location = 0) uniform int rows;
layout(location = 1) uniform int cols;
layout(location = 3) uniform int transposed;
layout(location = 4) uniform int relative;
layout(location = 5) uniform int steps;  // shades of the scale
layout(location = 16) uniform float least;

// Block `at` of `count` in `length` cells begins here: at · length / count, whose product might need
// more than 32 bits.
int begin(int at, int count, int length) {
  return at * (length / count) + at * (length % count) / count;
}

// The index stands in a variable: NVIDIA's compiler refuses one with ?: in it (its C5025, C1068).
uint shade_of(float cell, float by) {
  int which = 0;
  if (is_nan(cell)) {
    which = 1;
  } else if (is_infinite(cell)) {
    which = cell < 0.0 ? 2 : 3;
  } else if (cell != 0.0) {
    const float place = (cell * by - least) * (float(steps - 1) / (1.0 - least));
    which = 4 + int(clamp(place + 0.5, 0.0, float(steps - 1)));
  }
  return shades[which];
}

void main() {
  const ivec2 size = imageSize(picture), at = ivec2(gl_GlobalInvocationID.xy);
  if (at.x >= size.x || at.y >= size.y) return;
  const float by = relative == 0 ? 1.0 : largest > 0.0 ? 1.0 / largest : 0.0;
  const ivec2 cell = transposed == 1 ? at.yx : at, blocks = transposed == 1 ? size.yx : size;
  const int row_end = begin(cell.y + 1, blocks.y, rows), col_end = begin(cell.x + 1, blocks.x, cols);
  const int row_begin = begin(cell.y, blocks.y, rows), col_begin = begin(cell.x, blocks.x, cols);
  float farthest = 0.0;
  for (int row = row_begin; row < row_end; ++row) {
    for (int col = col_begin; col < col_end; ++col) {
      const float value = cells[row * cols + col];
      if (is_nan(farthest)) continue;
      if (is_nan(value) || abs(value) > abs(farthest)) farthest = value;
    }
  }
  imageStore(picture, at, unpackUnorm4x8(shade_of(farthest, by)));
}
