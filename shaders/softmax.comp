// Along each row, with top = max_k x_k and sum = Σ_k e^(x_k − top):
//   SOFTMAX       y_j = e^(x_j − top) / sum          dx_j += y_j (dy_j − Σ_k dy_k y_k)
//   LOG_SOFTMAX   y_j = x_j − top − log sum          dx_j += dy_j − e^(y_j) Σ_k dy_k
//   CROSS_ENTROPY y = −Σ_j r_j log softmax(x)_j      dx_j += dy / n (softmax(x)_j − r_j)
// with r_j = (1 − ε) [j = target] + ε / m. One pass finds both numbers: a thread that meets a new
// maximum scales down the sum that it has (Milakov and Gimelshein 2018).
//
// The limits are those of core/grad/ops/exponentials.h: in a row with +∞ those cells count 1 and
// all others 0; in a row of −∞ alone all count 0, and so does the sum; neither has a gradient. nan
// travels in the sum.
layout(local_size_x = WIDTH) in;

layout(std430, binding = 0) readonly buffer X { float x_[]; };
#ifdef BACKWARD
layout(std430, binding = 1) readonly buffer Dy { float dy_[]; };
layout(std430, binding = 2) buffer Dx { float dx_[]; };
layout(std430, binding = 3) readonly buffer Y { float y_[]; };
#else
layout(std430, binding = 2) writeonly buffer Y { float y_[]; };
#endif
#ifdef CROSS_ENTROPY
layout(std430, binding = 4) readonly buffer Targets { int targets_[]; };
#endif

layout(location = 0) uniform int rows;
layout(location = 1) uniform int cols;
layout(location = 2) uniform int first_row;
layout(location = 16) uniform float smoothing;  // ε
layout(location = 17) uniform float per_row;    // 1 / n

// What x counts beside the maximum `top`.
float part(float x, float top) {
  if (is_infinite(top)) return top > 0.0 && x == top ? 1.0 : 0.0;
  return exp(x - top);
}

void find(int first, out float top, out float sum) {
  float own_top = -infinity, own_sum = 0.0;
  for (int col = int(gl_LocalInvocationIndex); col < cols; col += WIDTH) {
    const float x = x_[first + col];
    if (is_nan(x)) {
      own_sum = not_a_number;
    } else if (x > own_top) {
      own_sum = own_sum * part(own_top, x) + 1.0;
      own_top = x;
    } else {
      own_sum += part(x, own_top);
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
  const int first = row * cols;
  float top, sum;
  find(first, top, sum);

#ifdef CROSS_ENTROPY
  const int target = clamp(targets_[first_row + row], 0, cols - 1);
#endif

#ifdef BACKWARD
  if (is_infinite(top) && !is_nan(sum)) return;
#ifndef CROSS_ENTROPY
  float total = 0.0;
  for (int col = thread; col < cols; col += WIDTH) {
#ifdef SOFTMAX
    total += dy_[first + col] * y_[first + col];
#else
    total += dy_[first + col];
#endif
  }
  total = group_sum(total);
#endif
  for (int col = thread; col < cols; col += WIDTH) {
    const int at = first + col;
#ifdef CROSS_ENTROPY
    const float right = (col == target ? 1.0 - smoothing : 0.0) + smoothing / float(cols);
    dx_[at] += dy_[0] * per_row * (part(x_[at], top) / sum - right);
#elif defined(SOFTMAX)
    dx_[at] += y_[at] * (dy_[at] - total);
#else
    dx_[at] += dy_[at] - exp(y_[at]) * total;
#endif
  }
#elif defined(CROSS_ENTROPY)
  float surprise = -log_share(x_[first + target], top, sum);
  if (smoothing > 0.0) {
    float of_all = 0.0;
    for (int col = thread; col < cols; col += WIDTH) {
      of_all -= log_share(x_[first + col], top, sum);
    }
    of_all = group_sum(of_all);
    surprise = (1.0 - smoothing) * surprise + smoothing / float(cols) * of_all;
  }
  if (thread == 0) y_[first_row + row] = surprise;
#else
  for (int col = thread; col < cols; col += WIDTH) {
    const float x = x_[first + col];
#ifdef SOFTMAX
    y_[first + col] = sum == 0.0 ? 0.0 : part(x, top) / sum;
#else
    y_[first + col] = log_share(x, top, sum);
#endif
  }
#endif
}
