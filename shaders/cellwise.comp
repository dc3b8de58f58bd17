// One function on every cell: y = F forward; backward dx += TERM, the slope times dy, with x and y
// at hand; with STORE dx = TERM, and likewise da, db.
//
// With SUM x is made here too, from the two that it is the sum of: x = a + b, where b is as large as
// a or one row for all, at B_AT. Backward, what dx has then goes on to a, and with TO_BOTH to b.
layout(local_size_x = 128) in;

#ifdef BACKWARD
layout(std430, binding = 0) readonly buffer X { Pack x_[]; };
layout(std430, binding = 1) readonly buffer Y { Pack y_[]; };
layout(std430, binding = 2) readonly buffer Dy { Pack dy_[]; };
layout(std430, binding = 3) buffer Dx { Pack dx_[]; };
#ifdef SUM
layout(std430, binding = 4) buffer Da { Pack da_[]; };
layout(std430, binding = 5) buffer Db { Pack db_[]; };
#endif
#elif defined(SUM)
layout(std430, binding = 0) writeonly buffer X { Pack x_[]; };
layout(std430, binding = 1) writeonly buffer Y { Pack y_[]; };
layout(std430, binding = 2) readonly buffer A { Pack a_[]; };
layout(std430, binding = 3) readonly buffer B { Pack b_[]; };
#else
layout(std430, binding = 0) readonly buffer X { Pack x_[]; };
layout(std430, binding = 1) writeonly buffer Y { Pack y_[]; };
#endif

layout(location = 0) uniform int cells;
layout(location = 1) uniform int cols;
layout(location = 16) uniform float a;  // Attr::a

// Φ(x) of the standard normal through erfc, as Numerical Recipes (Press et al. 2007, §6.2.2)
// gives it: the relative error is below 1.2e-7 everywhere.
float normal_below(float x) {
  const float z = abs(x) * 0.70710678;
  const float t = 2.0 / (2.0 + z);
  const float series =
      -1.26551223 +
      t * (1.00002368 +
           t * (0.37409196 +
                t * (0.09678418 +
                     t * (-0.18628806 +
                          t * (0.27886807 +
                               t * (-1.13520398 +
                                    t * (1.48851587 + t * (-0.82215223 + t * 0.17087277))))))));
  const float tail = 0.5 * t * exp(-z * z + series);
  return x < 0.0 ? tail : 1.0 - tail;
}

float gelu(float x) {
  return x < -15.0 ? 0.0 : x * normal_below(x);  // the limit of −∞ · 0
}

float gelu_slope(float x) {
  const float density = exp(-0.5 * x * x) * 0.39894228;
  return normal_below(x) + (abs(x) > 15.0 ? 0.0 : x * density);
}

// σ(2u) of core/grad/ops/gelu_tanh.cpp. x is held within ±15, for x³ leaves what a float can take.
float gelu_tanh_gate(float x) {
  x = is_nan(x) ? x : clamp(x, -15.0, 15.0);
  const float two_u = 1.59576912 * x * (1.0 + 0.044715 * x * x), e = exp(-abs(two_u));
  return (x < 0.0 ? e : 1.0) / (1.0 + e);
}

float gelu_tanh(float x) {
  return x < -15.0 ? 0.0 : x * gelu_tanh_gate(x);  // the limit of −∞ · 0
}

float gelu_tanh_slope(float x) {
  if (abs(x) > 15.0) return x < 0.0 ? 0.0 : 1.0;
  const float s = gelu_tanh_gate(x), other = gelu_tanh_gate(-x);
  return s + x * s * other * 1.59576912 * (1.0 + 0.134145 * x * x);
}

float silu_slope(float x) {
  if (abs(x) > 80.0) return x < 0.0 ? 0.0 : 1.0;
  return sigmoid(x) * (1.0 + x * sigmoid(-x));
}

// min(x, 0) − log(1 + t) with t = e^(−|x|), and log(1 + t) = 2 artanh(t / (2 + t)) as a series.
float log_sigmoid(float x) {
  const float t = exp(-abs(x)), u = t / (2.0 + t), s = u * u;
  float series = 1.0 / 15.0;
  for (int k = 13; k > 0; k -= 2) series = series * s + 1.0 / float(k);
  return (x < 0.0 ? x : 0.0) - 2.0 * u * series;
}

int col_of(uint at, int i) {
  return int((at * uint(PACK) + uint(i)) % uint(cols));
}

#ifdef BACKWARD
float term(float x, float y, float dy, int col) {
  return TERM;
}

void main() {
  Pack x[EACH], y[EACH], dy[EACH], dx[EACH];
  for (uint k = 0u; k < EACH; ++k) {
    const uint at = CELL(k);
    if (at >= uint(cells / PACK)) continue;
    x[k] = x_[at];
    y[k] = y_[at];
    dy[k] = dy_[at];
#ifdef STORE
    dx[k] = Pack(0.0);
#else
    dx[k] = dx_[at];
#endif
  }
  for (uint k = 0u; k < EACH; ++k) {
    const uint at = CELL(k);
    if (at >= uint(cells / PACK)) continue;
    for (int i = 0; i < PACK; ++i) {
      OF(dx[k], i) += term(OF(x[k], i), OF(y[k], i), OF(dy[k], i), col_of(at, i));
    }
    dx_[at] = dx[k];
#ifdef SUM
#ifdef STORE_A
    da_[at] = dx[k];
#else
    da_[at] += dx[k];
#endif
#ifdef STORE_B
    db_[at] = dx[k];
#elif defined(TO_BOTH)
    db_[at] += dx[k];
#endif
#endif
  }
}
#else
float f(float x, int col) {
  return F;
}

void main() {
  Pack x[EACH];
  for (uint k = 0u; k < EACH; ++k) {
    const uint at = CELL(k);
    if (at >= uint(cells / PACK)) continue;
#ifdef SUM
    x[k] = a_[at] + b_[B_AT];
#else
    x[k] = x_[at];
#endif
  }
  for (uint k = 0u; k < EACH; ++k) {
    const uint at = CELL(k);
    if (at >= uint(cells / PACK)) continue;
    Pack y;
    for (int i = 0; i < PACK; ++i) OF(y, i) = f(OF(x[k], i), col_of(at, i));
#ifdef SUM
    x_[at] = x[k];
#endif
    y_[at] = y;
  }
}
#endif
