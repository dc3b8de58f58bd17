// A cell is kept where its draw is at least p, and then divided by 1 − p; else it is 0. The draw of
// a cell is number `place` of the sequence that the seed names, as core/tensor/rng.h draws it
// (splitmix64: Steele, Lea and Flood 2014), so the same cells are dropped here and there.
//
// Numbers of 64 bits are their low half and their high half. p is compared as the 53 bits that a
// draw has.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer X { Pack x_[]; };
layout(std430, binding = 1) buffer Y { Pack y_[]; };

layout(location = 0) uniform int cells;
layout(location = 1) uniform int cols;
layout(location = 2) uniform int first_row;
layout(location = 3) uniform int seed_low;
layout(location = 4) uniform int seed_high;
layout(location = 5) uniform int threshold_low;
layout(location = 6) uniform int threshold_high;
layout(location = 16) uniform float kept_share;

uvec2 plus(uvec2 a, uvec2 b) {
  uint carry;
  const uint low = uaddCarry(a.x, b.x, carry);
  return uvec2(low, a.y + b.y + carry);
}

uvec2 times(uvec2 a, uvec2 b) {
  uint high, low;
  umulExtended(a.x, b.x, high, low);
  return uvec2(low, high + a.x * b.y + a.y * b.x);
}

uvec2 shifted(uvec2 z, int bits) {
  return uvec2((z.x >> bits) | (z.y << (32 - bits)), z.y >> bits);
}

uvec2 draw(uvec2 place) {
  const uvec2 step_ = uvec2(0x7f4a7c15u, 0x9e3779b9u);
  uvec2 z = plus(uvec2(seed_low, seed_high), times(plus(place, uvec2(1u, 0u)), step_));
  z = times(z ^ shifted(z, 30), uvec2(0x1ce4e5b9u, 0xbf58476du));
  z = times(z ^ shifted(z, 27), uvec2(0x133111ebu, 0x94d049bbu));
  return shifted(z ^ shifted(z, 31), 11);
}

bool kept(uint cell) {
  const uvec2 before = times(uvec2(uint(first_row), 0u), uvec2(uint(cols), 0u));
  const uvec2 drawn = draw(plus(before, uvec2(cell, 0u)));
  const uvec2 least = uvec2(threshold_low, threshold_high);
  return drawn.y > least.y || (drawn.y == least.y && drawn.x >= least.x);
}

void make(uint at) {
  const Pack x = x_[at];
  Pack y;
  for (int i = 0; i < PACK; ++i) {
    OF(y, i) = kept(at * uint(PACK) + uint(i)) ? OF(x, i) / kept_share : 0.0;
  }
#ifdef ADD
  y_[at] += y;
#else
  y_[at] = y;
#endif
}

void main() {
  for (uint k = 0u; k < EACH; ++k) {
    if (CELL(k) < uint(cells / PACK)) make(CELL(k));
  }
}
