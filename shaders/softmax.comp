// Along each row, with top = max_k x_k and sum = Σ_k e^(x_k − top):
//   SOFTMAX       y_j = e^(x_j − top) / sum          dx_j += y_j (dy_j − Σ_k dy_k y_k)
//   LOG_SOFTMAX   y_j = x_j − top − log sum          dx_j += dy_j − e^(y_j) Σ_k dy_k
//   CROSS_ENTROPY y = −Σ_j r_j log softmax(x)_j      dx_j += dy / n (softmax(x)_j − r_j)
//   SOFT          y = −Σ_j t_j log softmax(x)_j      dx_j += dy (softmax(x)_j Σ_k t_k − t_j),
//                                                    dt_j −= dy log softmax(x)_j
// with r_j = (1 − ε) [j = target] + ε / m; with DY_OF_ROW each row has a dy of its own. One pass
// finds both numbers: a thread that meets a new maximum scales down the sum that it has (Milakov
// and Gimelshein 2018).
//
// The limits are those of core/grad/ops/exponentials.h: in a row with +∞ those cells count 1 and
// all others 0; in a row of −∞ alone all count 0, and so does the sum; neither has a gradient. nan
// travels in the sum.
layout(local_size_x = WIDTH) in;

layout(std430, binding = 0) readonly buffer X { Pack x_[]; };
#ifdef BACKWARD
#if defined(CROSS_ENTROPY) || defined(SOFT)
layout(std430, binding = 1) readonly buffer Dy { float dy_[]; };
#else
layout(std430, binding = 1) readonly buffer Dy { Pack dy_[]; };
#endif
layout(std430, binding = 2) buffer Dx { Pack dx_[]; };
#ifndef SOFT
layout(std430, binding = 3) readonly buffer Y { Pack y_[]; };
#endif
#elif defined(CROSS_ENTROPY) || defined(SOFT)
layout(std430, binding = 2) writeonly buffer Y { float y_[]; };
#else
layout(std430, binding = 2) writeonly buffer Y { Pack y_[]; };
#endif
#ifdef CROSS_ENTROPY
layout(std430, binding = 4) readonly buffer Targets { int targets_[]; };
#elif defined(SOFT)
layout(std430, binding = 3) readonly buffer Targets { Pack targets_[]; };
#ifdef BACKWARD
layout(std430, binding = 5) buffer Dt { Pack dt_[]; };
#endif
#endif

layout(location = 0) uniform int rows;
layout(location = 1) uniform int cols;
layout(location = 16) uniform float smoothing;  // ε
layout(location = 17) uniform float per_row;    // 1 / n

// What x counts beside the maximum `top`.
float part(float x, float top) {
  if (is_infinite(top)) return top > 0.0 && x == top ? 1.0 : 0.0;
  return exp(x - top);
}

void find(int first, int packs, out float top, out float sum) {
  float own_top = -infinity, own_sum = 0.0;
  for (int col = int(gl_LocalInvocationIndex); col < packs; col += WIDTH) {
    const Pack pack = x_[first + col];
    float highest = own_top;
    for (int i = 0; i < PACK; ++i) {
      if (OF(pack, i) > highest) highest = OF(pack, i);
    }
    if (highest > own_top) {
      own_sum *= part(own_top, highest);
      own_top = highest;
    }
    for (int i = 0; i < PACK; ++i) {
      own_sum += is_nan(OF(pack, i)) ? not_a_number : part(OF(pack, i), own_top);
    }
  }
  top = group_max(own_top);
  sum = group_sum(own_sum * part(own_top, top));
}

float log_share(float x, float top, float sum) {
  if (is_nan(sum)) return sum;
  if (!is_infinite(top)) return x - top - log(sum);
  return top > 0.0 && x == top ? -log(sum) : -infinity;
}

void main() {
  const int row = ROW, thread = int(gl_LocalInvocationIndex);
  if (row >= rows) return;
  const int packs = cols / PACK, first = row * packs;
  float top, sum;
  find(first, packs, top, sum);

#ifdef DY_OF_ROW
  const float dy = dy_[row];
#elif (defined(CROSS_ENTROPY) || defined(SOFT)) && defined(BACKWARD)
  const float dy = dy_[0];
#endif
#ifdef CROSS_ENTROPY
  const int target = clamp(targets_[row], 0, cols - 1);
#endif

#ifdef BACKWARD
  if (is_infinite(top) && !is_nan(sum)) return;
#ifndef CROSS_ENTROPY
  float all = 0.0;
  for (int col = thread; col < packs; col += WIDTH) {
#ifdef SOFT
    all += total(targets_[first + col]);
#elif defined(SOFTMAX)
    all += dot(dy_[first + col], y_[first + col]);
#else
    all += total(dy_[first + col]);
#endif
  }
  all = group_sum(all);
#endif
  for (int col = thread; col < packs; col += WIDTH) {
    const int at = first + col;
#ifdef CROSS_ENTROPY
    const Pack x = x_[at];
    Pack slope;
    for (int i = 0; i < PACK; ++i) {
      const float right =
          (col * PACK + i == target ? 1.0 - smoothing : 0.0) + smoothing / float(cols);
      OF(slope, i) = dy * per_row * (part(OF(x, i), top) / sum - right);
    }
    dx_[at] += slope;
#elif defined(SOFT)
    const Pack x = x_[at], t = targets_[at];
    Pack slope, of_target;
    for (int i = 0; i < PACK; ++i) {
      const float share = part(OF(x, i), top) / sum;
      OF(slope, i) = dy * (share * all - OF(t, i));
      OF(of_target, i) = share > 0.0 ? dy * log_share(OF(x, i), top, sum) : 0.0;
    }
    dx_[at] += slope;
    dt_[at] -= of_target;
#elif defined(SOFTMAX)
    dx_[at] += y_[at] * (dy_[at] - all);
#else
    dx_[at] += dy_[at] - exp(y_[at]) * all;
#endif
  }
#elif defined(CROSS_ENTROPY)
  const int place = row * cols + target;
  float surprise = -log_share(ONE(x_, place), top, sum);
  if (smoothing > 0.0) {
    float of_all = 0.0;
    for (int col = thread; col < packs; col += WIDTH) {
      const Pack x = x_[first + col];
      for (int i = 0; i < PACK; ++i) of_all -= log_share(OF(x, i), top, sum);
    }
    of_all = group_sum(of_all);
    surprise = (1.0 - smoothing) * surprise + smoothing / float(cols) * of_all;
  }
  if (thread == 0) y_[row] = surprise;
#elif defined(SOFT)
  float surprise = 0.0;
  for (int col = thread; col < packs; col += WIDTH) {
    const Pack x = x_[first + col], t = targets_[first + col];
    for (int i = 0; i < PACK; ++i) {
      if (OF(t, i) != 0.0) surprise -= OF(t, i) * log_share(OF(x, i), top, sum);
    }
  }
  surprise = group_sum(surprise);
  if (thread == 0) y_[row] = surprise;
#else
  for (int col = thread; col < packs; col += WIDTH) {
    const Pack x = x_[first + col];
    Pack y;
    for (int i = 0; i < PACK; ++i) {
#ifdef SOFTMAX
      OF(y, i) = sum == 0.0 ? 0.0 : part(OF(x, i), top) / sum;
#else
      OF(y, i) = log_share(OF(x, i), top, sum);
#endif
    }
    y_[first + col] = y;
  }
#endif
}
