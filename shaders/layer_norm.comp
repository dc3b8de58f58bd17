// y_j = γ_j x̂_j + β_j with x̂_j = (x_j − μ) / √(σ² + ε), μ and σ² the mean and the variance of the
// row (Ba, Kiros and Hinton 2016, section 3.1). Backward, with g_j = γ_j dy_j:
//   dx_j += (g_j − mean(g) − x̂_j mean(g ∘ x̂)) / √(σ² + ε),
// and each row leaves μ and 1 / √(σ² + ε) for the sums over the rows that make dγ and dβ.
layout(local_size_x = WIDTH) in;

layout(std430, binding = 0) readonly buffer X { float x_[]; };
layout(std430, binding = 1) readonly buffer Gamma { float gamma_[]; };
#ifdef BACKWARD
layout(std430, binding = 2) readonly buffer Dy { float dy_[]; };
layout(std430, binding = 3) buffer Dx { float dx_[]; };
layout(std430, binding = 4) writeonly buffer Moments { vec2 moments_[]; };
#else
layout(std430, binding = 2) readonly buffer Beta { float beta_[]; };
layout(std430, binding = 3) writeonly buffer Y { float y_[]; };
#endif

layout(location = 0) uniform int rows;
layout(location = 1) uniform int cols;
layout(location = 16) uniform float epsilon;

void main() {
  const int row = ROW, thread = int(gl_LocalInvocationIndex);
  if (row >= rows) return;
  const int first = row * cols;
  // From the first cell on: equal cells have exactly that mean, and a large one costs no digits.
  const float start = x_[first];
  float sum = 0.0, squares = 0.0;
  for (int col = thread; col < cols; col += WIDTH) sum += x_[first + col] - start;
  const float mean = start + group_sum(sum) / float(cols);
  for (int col = thread; col < cols; col += WIDTH) {
    const float d = x_[first + col] - mean;
    squares += d * d;
  }
  const float inverse = 1.0 / sqrt(group_sum(squares) / float(cols) + epsilon);

#ifdef BACKWARD
  float of_g = 0.0, along = 0.0;
  for (int col = thread; col < cols; col += WIDTH) {
    const float g = gamma_[col] * dy_[first + col];
    of_g += g;
    along += g * (x_[first + col] - mean) * inverse;
  }
  of_g = group_sum(of_g) / float(cols);
  along = group_sum(along) / float(cols);
  for (int col = thread; col < cols; col += WIDTH) {
    const int at = first + col;
    const float normed = (x_[at] - mean) * inverse;
    dx_[at] += (gamma_[col] * dy_[at] - of_g - normed * along) * inverse;
  }
  if (thread == 0) moments_[row] = vec2(mean, inverse);
#else
  for (int col = thread; col < cols; col += WIDTH) {
    y_[first + col] = gamma_[col] * ((x_[first + col] - mean) * inverse) + beta_[col];
  }
#endif
}
