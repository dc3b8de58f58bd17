// c_ij = F of a_ij and b, or added to c_ij with ADD. b is a cell of a matrix as large, of a row, of
// a column, or one number: at B_AT.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer A { Pack a_[]; };
layout(std430, binding = 1) readonly buffer B { B_TYPE b_[]; };
layout(std430, binding = 2) buffer C { Pack c_[]; };

layout(location = 0) uniform int cells;
layout(location = 1) uniform int cols;
layout(location = 16) uniform float factor;

float f(float a, float b) {
  return F;
}

void main() {
  Pack a[EACH], b[EACH], c[EACH];
  for (uint k = 0u; k < EACH; ++k) {
    const uint at = CELL(k);
    if (at >= uint(cells / PACK)) continue;
    a[k] = a_[at];
    b[k] = Pack(b_[B_AT]);
#ifdef ADD
    c[k] = c_[at];
#else
    c[k] = Pack(0.0);
#endif
  }
  for (uint k = 0u; k < EACH; ++k) {
    const uint at = CELL(k);
    if (at >= uint(cells / PACK)) continue;
    for (int i = 0; i < PACK; ++i) {
#ifdef ADD
      OF(c[k], i) += f(OF(a[k], i), OF(b[k], i));
#else
      OF(c[k], i) = f(OF(a[k], i), OF(b[k], i));
#endif
    }
    c_[at] = c[k];
  }
}
