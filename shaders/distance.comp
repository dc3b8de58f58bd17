// y_ij = ‖a_i − b_j‖. Backward: da_i += Σ_j w_ij (a_i − b_j) with w_ij = dy_ij / y_ij, and 0 at
// distance 0; db_j likewise, with the two changed over. One thread makes one cell; forward, a group
// brings sixteen columns of its rows at a time, side by side as they are in memory.
layout(local_size_x = 16, local_size_y = 16) in;

layout(std430, binding = 0) readonly buffer A { float a_[]; };
layout(std430, binding = 1) readonly buffer B { float b_[]; };
#ifdef BACKWARD
layout(std430, binding = 2) readonly buffer Y { float y_[]; };
layout(std430, binding = 3) readonly buffer Dy { float dy_[]; };
layout(std430, binding = 4) buffer Da { float da_[]; };
#else
layout(std430, binding = 2) writeonly buffer Y { float y_[]; };
#endif

layout(location = 0) uniform int rows;   // of a
layout(location = 1) uniform int others;  // rows of b
layout(location = 2) uniform int cols;   // of both
layout(location = 3) uniform int row_step;  // in y, from one row of a to the next …
layout(location = 4) uniform int other_step;  // … and of b
layout(location = 5) uniform int y_from;      // cells to skip in y

#ifdef BACKWARD
void main() {
  const int i = int(gl_GlobalInvocationID.y), along = int(gl_GlobalInvocationID.x);
  if (i >= rows || along >= cols) return;
  const float own = a_[i * cols + along];
  float sum = 0.0;
  for (int j = 0; j < others; ++j) {
    const int at = y_from + i * row_step + j * other_step;
    if (y_[at] != 0.0) sum += dy_[at] * (own - b_[j * cols + along]) / y_[at];
  }
  da_[i * cols + along] += sum;
}
#else
// An odd length of the rows: those below each other lie in different banks.
shared float of_a[16][17], of_b[16][17];

void main() {
  const int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);
  const int i = int(gl_GlobalInvocationID.y), j = int(gl_GlobalInvocationID.x);
  const int brought = int(gl_WorkGroupID.x) * 16 + y;  // row of b
  float squares = 0.0;
  for (int first = 0; first < cols; first += 16) {
    const bool there = first + x < cols;
    of_a[y][x] = there && i < rows ? a_[i * cols + first + x] : 0.0;
    of_b[y][x] = there && brought < others ? b_[brought * cols + first + x] : 0.0;
    barrier();
    for (int k = 0; k < 16; ++k) {
      const float d = of_a[y][k] - of_b[x][k];
      squares += d * d;
    }
    barrier();
  }
  if (i < rows && j < others) y_[y_from + i * row_step + j * other_step] = sqrt(squares);
}
#endif
