// Each pair (x_2p, x_2p+1) is turned by its angle a:
//   y_2p = x_2p cos a − x_2p+1 sin a,   y_2p+1 = x_2p sin a + x_2p+1 cos a.
// BACKWARD turns dy back and adds it to dx. ANGLE adds dy_2p+1 y_2p − dy_2p y_2p+1 to the angle's
// gradient, where every row has angles of its own. A thread has one pair.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer X { vec2 x_[]; };  // y in ANGLE, dy in BACKWARD
layout(std430, binding = 1) readonly buffer Angle { float angle_[]; };
#ifdef ANGLE
layout(std430, binding = 2) readonly buffer Dy { vec2 dy_[]; };
layout(std430, binding = 3) buffer Dangle { float dangle_[]; };
#else
layout(std430, binding = 2) buffer Y { vec2 y_[]; };
#endif

layout(location = 0) uniform int pairs;
layout(location = 1) uniform int pairs_in_row;
layout(location = 2) uniform int one_row;  // 1: one row of angles turns every row

void make(uint at) {
  const vec2 x = x_[at];
#ifdef ANGLE
  dangle_[at] += dy_[at].y * x.x - dy_[at].x * x.y;
#else
  const uint angle = one_row == 1 ? at % uint(pairs_in_row) : at;
  const vec2 of = sin_cos(angle_[angle]);
#ifdef BACKWARD
  y_[at] += vec2(x.x * of.y + x.y * of.x, x.y * of.y - x.x * of.x);
#else
  y_[at] = vec2(x.x * of.y - x.y * of.x, x.x * of.x + x.y * of.y);
#endif
#endif
}

void main() {
  for (uint i = 0u; i < EACH; ++i) {
    if (CELL(i) < uint(pairs)) make(CELL(i));
  }
}
