// y_ij = ‖a_i − b_j‖. Backward: da_i += Σ_j w_ij (a_i − b_j) with w_ij = dy_ij / y_ij, and 0 at
// distance 0; db_j likewise, with the two changed over. One thread makes one cell.
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

void main() {
  const int i = int(gl_GlobalInvocationID.y), along = int(gl_GlobalInvocationID.x);
  if (i >= rows) return;
#ifdef BACKWARD
  if (along >= cols) return;
  const float own = a_[i * cols + along];
  float sum = 0.0;
  for (int j = 0; j < others; ++j) {
    const int at = y_from + i * row_step + j * other_step;
    if (y_[at] != 0.0) sum += dy_[at] * (own - b_[j * cols + along]) / y_[at];
  }
  da_[i * cols + along] += sum;
#else
  if (along >= others) return;
  float squares = 0.0;
  for (int k = 0; k < cols; ++k) {
    const float d = a_[i * cols + k] - b_[along * cols + k];
    squares += d * d;
  }
  y_[y_from + i * row_step + along * other_step] = sqrt(squares);
#endif
}
