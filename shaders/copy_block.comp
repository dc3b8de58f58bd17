// Copies a block of rows × cols cells from its place in one matrix to its place in another, or adds
// it there with ADD.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer From { Pack from_[]; };
layout(std430, binding = 1) buffer To { Pack to_[]; };

layout(location = 0) uniform int cells;       // all of these in packs
layout(location = 1) uniform int cols;
layout(location = 2) uniform int from_first;  // its first cell …
layout(location = 3) uniform int from_width;  // … and the columns of the matrix around it
layout(location = 4) uniform int to_first;
layout(location = 5) uniform int to_width;

void make(uint at) {
  const uint row = at / uint(cols), col = at % uint(cols);
  const Pack cell = from_[uint(from_first) + row * uint(from_width) + col];
  const uint to = uint(to_first) + row * uint(to_width) + col;
#ifdef ADD
  to_[to] += cell;
#else
  to_[to] = cell;
#endif
}

void main() {
  for (uint k = 0u; k < EACH; ++k) {
    if (CELL(k) < uint(cells)) make(CELL(k));
  }
}
