// c_ij = F of a_ij and b, or added to c_ij with ADD. b is a cell of a matrix as large, of a row, of
// a column, or one number: at B_AT.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer A { float a_[]; };
layout(std430, binding = 1) readonly buffer B { float b_[]; };
layout(std430, binding = 2) buffer C { float c_[]; };

layout(location = 0) uniform int cells;
layout(location = 1) uniform int cols;
layout(location = 16) uniform float factor;

float f(float a, float b) {
  return F;
}

void main() {
  float a[EACH], b[EACH], c[EACH];
  for (uint i = 0u; i < EACH; ++i) {
    const uint at = CELL(i);
    if (at >= uint(cells)) continue;
    a[i] = a_[at];
    b[i] = b_[B_AT];
#ifdef ADD
    c[i] = c_[at];
#endif
  }
  for (uint i = 0u; i < EACH; ++i) {
    const uint at = CELL(i);
    if (at >= uint(cells)) continue;
#ifdef ADD
    c_[at] = c[i] + f(a[i], b[i]);
#else
    c_[at] = f(a[i], b[i]);
#endif
  }
}
