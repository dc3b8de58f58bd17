// y_j = γ_j x̂_j + β_j with x̂_j = (x_j − μ) / √(σ² + ε), μ and σ² the mean and the variance of the
// row (Ba, Kiros and Hinton 2016, §3.1). Backward, with g_j = γ_j dy_j:
//   dx_j += (g_j − mean(g) − x̂_j mean(g ∘ x̂)) / √(σ² + ε),
// and each row leaves μ and 1 / √(σ² + ε) for the sums over the rows that make dγ and dβ.
//
// With RMS it is the norm without mean and β (Zhang and Sennrich 2019, §4): μ = 0 and mean(g) = 0
// above, and σ² is the mean of the squares.
//
// With SUM x is made here too, from the two that it is the sum of: x = a + b, where b is as large as
// a, or with B_ROW one row for all. Backward, what dx has then goes on to a, and with TO_BOTH to b.
layout(local_size_x = WIDTH) in;

#ifdef BACKWARD
layout(std430, binding = 0) readonly buffer X { Pack x_[]; };
layout(std430, binding = 1) readonly buffer Gamma { Pack gamma_[]; };
layout(std430, binding = 2) readonly buffer Dy { Pack dy_[]; };
layout(std430, binding = 3) buffer Dx { Pack dx_[]; };
layout(std430, binding = 4) writeonly buffer Moments { vec2 moments_[]; };
#ifdef SUM
layout(std430, binding = 5) buffer Da { Pack da_[]; };
layout(std430, binding = 6) buffer Db { Pack db_[]; };
#endif
#else
layout(std430, binding = 0) buffer X { Pack x_[]; };
layout(std430, binding = 1) readonly buffer Gamma { Pack gamma_[]; };
layout(std430, binding = 2) readonly buffer Beta { Pack beta_[]; };  // not read with RMS
layout(std430, binding = 3) writeonly buffer Y { Pack y_[]; };
#ifdef SUM
layout(std430, binding = 4) readonly buffer A { Pack a_[]; };
layout(std430, binding = 5) readonly buffer B { Pack b_[]; };
#endif
#endif

layout(location = 0) uniform int rows;
layout(location = 1) uniform int cols;
layout(location = 16) uniform float epsilon;

#if defined(SUM) && !defined(BACKWARD)
#ifdef B_ROW
#define X_OF(col) (a_[first + col] + b_[col])
#else
#define X_OF(col) (a_[first + col] + b_[first + col])
#endif
#else
#define X_OF(col) x_[first + col]
#endif

void main() {
  const int row = ROW, thread = int(gl_LocalInvocationIndex);
  if (row >= rows) return;
  const int packs = cols / PACK, first = row * packs;
  // From the first cell on: equal cells have exactly that mean, and a large one costs no digits.
  const Pack begin = X_OF(0);
  const float start = OF(begin, 0);
  float sum = 0.0, squares = 0.0;
  for (int col = thread; col < packs; col += WIDTH) {
    const Pack x = X_OF(col);
#if defined(SUM) && !defined(BACKWARD)
    x_[first + col] = x;
#endif
    sum += total(x - start);
  }
#ifdef RMS
  const float mean = 0.0;
#else
  const float mean = start + group_sum(sum) / float(cols);
#endif
  for (int col = thread; col < packs; col += WIDTH) {
    const Pack d = x_[first + col] - mean;
    squares += dot(d, d);
  }
  const float inverse = 1.0 / sqrt(group_sum(squares) / float(cols) + epsilon);

#ifdef BACKWARD
  // Its mean is counted from the first one too, and each g is rounded before it is used: of one
  // column, or of equal ones, g − mean(g) is exactly 0, which 1 / √ε would multiply by 316.
#define G(col) (gamma_[col] * dy_[first + col])
  precise const Pack begin_g = G(0);
  const float start_g = OF(begin_g, 0);
  float of_g = 0.0, along = 0.0;
  for (int col = thread; col < packs; col += WIDTH) {
    precise const Pack g = G(col);
    of_g += total(g - start_g);
    along += dot(g, (x_[first + col] - mean) * inverse);
  }
#ifdef RMS
  of_g = 0.0;
#else
  of_g = start_g + group_sum(of_g) / float(cols);
#endif
  along = group_sum(along) / float(cols);
  for (int col = thread; col < packs; col += WIDTH) {
    const int at = first + col;
    const Pack normed = (x_[at] - mean) * inverse;
    precise const Pack g = G(col);
    Pack dx = (g - of_g - normed * along) * inverse;
#ifndef STORE
    dx += dx_[at];
#endif
    dx_[at] = dx;
#ifdef SUM
#ifdef STORE_A
    da_[at] = dx;
#else
    da_[at] += dx;
#endif
#ifdef STORE_B
    db_[at] = dx;
#elif defined(TO_BOTH)
    db_[at] += dx;
#endif
#endif
  }
  if (thread == 0) moments_[row] = vec2(mean, inverse);
#else
  for (int col = thread; col < packs; col += WIDTH) {
#ifdef RMS
    y_[first + col] = gamma_[col] * (x_[first + col] * inverse);
#else
    y_[first + col] = gamma_[col] * ((x_[first + col] - mean) * inverse) + beta_[col];
#endif
  }
#endif
}
