// y_j = max(x_2j, x_2j+1): of every pair of columns the larger number goes on. BACKWARD adds dy to
// its gradient alone, or to the first's where both are equal. nan travels. A thread has one pair.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer X { vec2 x_[]; };
#ifdef BACKWARD
layout(std430, binding = 1) readonly buffer Dy { float dy_[]; };
layout(std430, binding = 2) buffer Dx { vec2 dx_[]; };
#else
layout(std430, binding = 1) writeonly buffer Y { float y_[]; };
#endif

layout(location = 0) uniform int pairs;

void make(uint at) {
  const vec2 x = x_[at];
  const bool second = x.y > x.x || (is_nan(x.y) && !is_nan(x.x));
#ifdef BACKWARD
  dx_[at] += second ? vec2(0.0, dy_[at]) : vec2(dy_[at], 0.0);
#else
  y_[at] = second ? x.y : x.x;
#endif
}

void main() {
  for (uint i = 0u; i < EACH; ++i) {
    if (CELL(i) < uint(pairs)) make(CELL(i));
  }
}
