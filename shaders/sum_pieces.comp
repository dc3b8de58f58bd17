// c = Σ_k of the matrices that stand one after the other in a, in that order; or added to c with
// ADD.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer A { Pack a_[]; };
layout(std430, binding = 1) buffer C { Pack c_[]; };

layout(location = 0) uniform int cells;  // of c
layout(location = 1) uniform int pieces;

void main() {
  const uint packs = uint(cells / PACK);
  for (uint i = 0u; i < EACH; ++i) {
    const uint at = CELL(i);
    if (at >= packs) continue;
    Pack sum = a_[at];
    for (int k = 1; k < pieces; ++k) sum += a_[uint(k) * packs + at];
#ifdef ADD
    c_[at] += sum;
#else
    c_[at] = sum;
#endif
  }
}
