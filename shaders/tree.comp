// Hierarchical softmax, core/grad/ops/tree_log_softmax.cpp and tree_surprisal.cpp. The way from the
// root to a word is steps_[starts_[word] … starts_[word + 1]): twice a node's number, and 1 more
// where the decision there is a no. Without LOG_SOFTMAX each row has one, that to its target.
//   LOG_SOFTMAX  a thread for each word of each row      y_w = Σ log σ(±x_i)
//     BACKWARD   a thread for each node of each row      dx_i += Y_0 σ(−x_i) − Y_1 σ(x_i), with the
//                sums of dy over the words on either side, which below_ lists from left to right
//   without      a thread for each row                   y = −Σ log σ(±x_i)
//     BACKWARD                                           dx_i = ∓ dy (1 − σ(±x_i)) on its way
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer X { float x_[]; };
layout(std430, binding = 1) readonly buffer Dy { float dy_[]; };
layout(std430, binding = 2) buffer Y { float y_[]; };
layout(std430, binding = 3) readonly buffer Starts { int starts_[]; };
layout(std430, binding = 4) readonly buffer Steps { int steps_[]; };

layout(location = 0) uniform int rows;
layout(location = 1) uniform int nodes;

// log σ(x), without overflow. log(1 + e) of a small e is e − e²/2 + e³/3, of which 1 + e would lose
// the digits.
float log_of_yes(float x) {
  const float e = exp(-abs(x));
  const float log_1p = e < 0.01 ? e * (1.0 - e * (0.5 - e * (0.33333333 - 0.25 * e))) : log(1.0 + e);
  return min(x, 0.0) - log_1p;
}

float yes(float x) { return 1.0 / (1.0 + exp(-x)); }

float surprise(int row, int way) {
  float sum = 0.0;
  for (int i = starts_[way]; i < starts_[way + 1]; ++i) {
    const float x = x_[row * nodes + (steps_[i] >> 1)];
    if (is_nan(x)) return x;
    sum -= log_of_yes((steps_[i] & 1) == 0 ? x : -x);
  }
  return sum;
}

void main() {
  const int at = int(gl_GlobalInvocationID.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x +
                     gl_GlobalInvocationID.x);
#if defined(LOG_SOFTMAX) && defined(BACKWARD)
  if (at >= rows * nodes) return;
  // Here starts_ has three places for each node: of its first word, of the first of those behind a
  // no, and after its last.
  const int row = at / nodes, node = at % nodes, first_dy = row * (nodes + 1);
  float first = 0.0, second = 0.0;
  for (int i = starts_[3 * node]; i < starts_[3 * node + 1]; ++i) first += dy_[first_dy + steps_[i]];
  for (int i = starts_[3 * node + 1]; i < starts_[3 * node + 2]; ++i) {
    second += dy_[first_dy + steps_[i]];
  }
  y_[at] += first * yes(-x_[at]) - second * yes(x_[at]);
#elif defined(LOG_SOFTMAX)
  if (at >= rows * (nodes + 1)) return;
  y_[at] = -surprise(at / (nodes + 1), at % (nodes + 1));
#else
  if (at >= rows) return;
#ifdef BACKWARD
  for (int i = starts_[at]; i < starts_[at + 1]; ++i) {
    const int cell = at * nodes + (steps_[i] >> 1);
    const float x = x_[cell];
    y_[cell] = (steps_[i] & 1) == 0 ? -dy_[at] * yes(-x) : dy_[at] * yes(x);
  }
#else
  y_[at] = surprise(at, at);
#endif
#endif
}
