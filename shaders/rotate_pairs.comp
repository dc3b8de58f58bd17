// The pair of the columns c and c' = c + apart is turned by its angle a:
//   y_c = x_c cos a − x_c' sin a,   y_c' = x_c sin a + x_c' cos a.
// Fewer angles than pairs begin again and again, head by head. BACKWARD turns dy back and adds it to
// dx. ANGLE adds dy_c' y_c − dy_c y_c' to the gradients of the angles that every row has for itself;
// there a thread has one angle, and elsewhere one pair.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer X { float x_[]; };  // y in ANGLE, dy in BACKWARD
#ifdef ANGLE
layout(std430, binding = 2) readonly buffer Dy { float dy_[]; };
layout(std430, binding = 3) buffer Dangle { float dangle_[]; };
#else
layout(std430, binding = 1) readonly buffer Angle { float angle_[]; };
layout(std430, binding = 2) buffer Y { float y_[]; };
#endif

layout(location = 0) uniform int count;  // of pairs, or of angles
layout(location = 1) uniform int pairs_in_row;
layout(location = 2) uniform int one_row;  // 1: one row of angles turns every row
layout(location = 3) uniform int apart;
layout(location = 4) uniform int angles_in_row;

// Every 2 · apart columns hold `apart` pairs, and a row a whole number of such blocks.
uint first_of(uint pair) {
  return pair / uint(apart) * uint(apart) + pair;
}

void make(uint at) {
#ifdef ANGLE
  const uint row = at / uint(angles_in_row), begin = row * uint(pairs_in_row);
  float sum = 0.0;
  for (uint pair = at % uint(angles_in_row); pair < uint(pairs_in_row);
       pair += uint(angles_in_row)) {
    const uint first = first_of(begin + pair), second = first + uint(apart);
    sum += dy_[second] * x_[first] - dy_[first] * x_[second];
  }
  dangle_[at] += sum;
#else
  const uint first = first_of(at), second = first + uint(apart);
  const vec2 x = vec2(x_[first], x_[second]);
  const uint row = one_row == 1 ? 0u : at / uint(pairs_in_row);
  const uint angle = row * uint(angles_in_row) + at % uint(pairs_in_row) % uint(angles_in_row);
  const vec2 of = sin_cos(angle_[angle]);
#ifdef BACKWARD
  y_[first] += x.x * of.y + x.y * of.x;
  y_[second] += x.y * of.y - x.x * of.x;
#else
  y_[first] = x.x * of.y - x.y * of.x;
  y_[second] = x.x * of.x + x.y * of.y;
#endif
#endif
}

void main() {
  for (uint i = 0u; i < EACH; ++i) {
    if (CELL(i) < uint(count)) make(CELL(i));
  }
}
