// y_j = x_j / Σ_k x_k along each row, x ≥ 0. Backward: dx_j += (dy_j − Σ_k dy_k y_k) / Σ_k x_k.
//
// The limits: +∞ cells share the row equally and all others get 0; a row of sum 0 gives zeros;
// neither has a gradient. nan travels.
layout(local_size_x = WIDTH) in;

layout(std430, binding = 0) readonly buffer X { Pack x_[]; };
#ifdef BACKWARD
layout(std430, binding = 1) readonly buffer Y { Pack y_[]; };
layout(std430, binding = 2) readonly buffer Dy { Pack dy_[]; };
layout(std430, binding = 3) buffer Dx { Pack dx_[]; };
#else
layout(std430, binding = 1) writeonly buffer Y { Pack y_[]; };
#endif

layout(location = 0) uniform int rows;
layout(location = 1) uniform int cols;

bool is_limit(float x) {
  return is_infinite(x) && x > 0.0;
}

// What cells count: themselves, or in a row with +∞ 1 for +∞ and 0 for the others.
Pack parts(Pack x, bool limit) {
  for (int i = 0; i < PACK; ++i) {
    if (limit && !is_nan(OF(x, i))) OF(x, i) = is_limit(OF(x, i)) ? 1.0 : 0.0;
  }
  return x;
}

void main() {
  const int row = ROW, thread = int(gl_LocalInvocationIndex);
  if (row >= rows) return;
  const int packs = cols / PACK, first = row * packs;
  float infinite = 0.0;
  for (int col = thread; col < packs; col += WIDTH) {
    const Pack x = x_[first + col];
    for (int i = 0; i < PACK; ++i) {
      if (is_limit(OF(x, i))) infinite = 1.0;
    }
  }
  const bool limit = group_max(infinite) > 0.0;
  float sum = 0.0;
  for (int col = thread; col < packs; col += WIDTH) sum += total(parts(x_[first + col], limit));
  sum = group_sum(sum);

#ifdef BACKWARD
  if (limit || sum == 0.0) return;
  float mean = 0.0;
  for (int col = thread; col < packs; col += WIDTH) mean += dot(dy_[first + col], y_[first + col]);
  mean = group_sum(mean);
  for (int col = thread; col < packs; col += WIDTH) {
    dx_[first + col] += (dy_[first + col] - mean) / sum;
  }
#else
  for (int col = thread; col < packs; col += WIDTH) {
    y_[first + col] = sum == 0.0 ? Pack(0.0) : parts(x_[first + col], limit) / sum;
  }
#endif
}
