// c_i = factor Σ_j a_ij; a work group adds up one row.
layout(local_size_x = WIDTH) in;

layout(std430, binding = 0) readonly buffer A { Pack a_[]; };
layout(std430, binding = 1) writeonly buffer C { float c_[]; };

layout(location = 0) uniform int rows;
layout(location = 1) uniform int cols;
layout(location = 16) uniform float factor;

void main() {
  const int row = ROW, thread = int(gl_LocalInvocationIndex);
  if (row >= rows) return;
  float sum = 0.0;
  const int packs = cols / PACK, first = row * packs;
  for (int col = thread; col < packs; col += WIDTH) sum += total(a_[first + col]);
  sum = group_sum(sum);
  if (thread == 0) c_[row] = factor * sum;
}
