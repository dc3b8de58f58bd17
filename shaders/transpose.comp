// y_ji = x_ij, or added with ADD. A work group turns a square of 32 × 32 cells in shared memory, so
// that both matrices are read and written along their rows.
layout(local_size_x = 32, local_size_y = 8) in;

layout(std430, binding = 0) readonly buffer X { float x_[]; };
layout(std430, binding = 1) buffer Y { float y_[]; };

layout(location = 0) uniform int rows;  // of x that are turned …
layout(location = 1) uniform int cols;  // … and columns
layout(location = 2) uniform int x_width;
layout(location = 3) uniform int x_from;  // cells to skip in each row of x …
layout(location = 4) uniform int y_width;
layout(location = 5) uniform int y_from;  // … and of y

shared float square[32][33];

void main() {
  const int first_row = int(gl_WorkGroupID.y) * 32, first_col = int(gl_WorkGroupID.x) * 32;
  const int along = int(gl_LocalInvocationID.x);
  for (int i = int(gl_LocalInvocationID.y); i < 32; i += 8) {
    const int row = first_row + i, col = first_col + along;
    if (row < rows && col < cols) square[i][along] = x_[row * x_width + x_from + col];
  }
  barrier();
  for (int i = int(gl_LocalInvocationID.y); i < 32; i += 8) {
    const int row = first_col + i, col = first_row + along;  // of y
    if (row >= cols || col >= rows) continue;
#ifdef ADD
    y_[row * y_width + y_from + col] += square[along][i];
#else
    y_[row * y_width + y_from + col] = square[along][i];
#endif
  }
}
