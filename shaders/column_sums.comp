// c_j = factor Σ_i TERM, or added to c_j with ADD. TERM is of the cell `at` in row `row`, as of
// a_[at]. A work group adds up at most `chunk` rows of 32 packs of columns: eight threads a column take
// every eighth row, and what they have is added in order. Each chunk makes a row of c.
layout(local_size_x = 32, local_size_y = 8) in;

layout(std430, binding = 0) buffer C { Pack c_[]; };
layout(std430, binding = 1) readonly buffer A { Pack a_[]; };
layout(std430, binding = 2) readonly buffer B { Pack b_[]; };
layout(std430, binding = 3) readonly buffer Of { float of_row[]; };

layout(location = 0) uniform int rows;
layout(location = 1) uniform int cols;  // in packs
layout(location = 2) uniform int chunk;
layout(location = 16) uniform float factor;

shared Pack sums[8][32];

void main() {
  const int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);
  const int col = int(gl_WorkGroupID.x) * 32 + x, first = int(gl_WorkGroupID.y) * chunk;
  const int end = min(first + chunk, rows);
  Pack sum = Pack(0.0);
  if (col < cols) {
    for (int row = first + y; row < end; row += 8) {
      const int at = row * cols + col;
      sum += TERM;
    }
  }
  sums[y][x] = sum;
  barrier();
  if (y > 0 || col >= cols) return;
  for (int i = 1; i < 8; ++i) sum += sums[i][x];
  const int to = int(gl_WorkGroupID.y) * cols + col;
#ifdef ADD
  c_[to] += factor * sum;
#else
  c_[to] = factor * sum;
#endif
}
