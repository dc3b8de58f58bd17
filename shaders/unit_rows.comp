// y_ij = x_ij / ‖x_i‖. Backward: dx += (dy − y (dy · y)) / ‖x‖ along each row. A row of zeros stays
// zero, with no gradient.
layout(local_size_x = WIDTH) in;

layout(std430, binding = 0) readonly buffer X { Pack x_[]; };
#ifdef BACKWARD
layout(std430, binding = 2) readonly buffer Dy { Pack dy_[]; };
layout(std430, binding = 3) buffer Dx { Pack dx_[]; };
#else
layout(std430, binding = 1) writeonly buffer Y { Pack y_[]; };
#endif

layout(location = 0) uniform int rows;
layout(location = 1) uniform int cols;

void main() {
  const int row = ROW, thread = int(gl_LocalInvocationIndex);
  if (row >= rows) return;
  const int packs = cols / PACK, first = row * packs;
  float squares = 0.0;
  for (int col = thread; col < packs; col += WIDTH) {
    squares += dot(x_[first + col], x_[first + col]);
  }
  const float norm = sqrt(group_sum(squares));

#ifdef BACKWARD
  if (norm == 0.0) return;
  float along = 0.0;  // dy · y
  for (int col = thread; col < packs; col += WIDTH) {
    along += dot(dy_[first + col], x_[first + col] / norm);
  }
  along = group_sum(along);
  for (int col = thread; col < packs; col += WIDTH) {
    const int at = first + col;
    dx_[at] += (dy_[at] - x_[at] / norm * along) / norm;
  }
#else
  for (int col = thread; col < packs; col += WIDTH) {
    y_[first + col] = norm == 0.0 ? Pack(0.0) : x_[first + col] / norm;
  }
#endif
}
