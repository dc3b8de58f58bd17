// Adam (Kingma and Ba 2015, algorithm 1) on every cell, after the whole gradient was cut to the
// length `clip` (0: it is not). If its length is no finite number nothing moves.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly restrict buffer Gradient { Pack gradient[]; };
layout(std430, binding = 1) readonly restrict buffer Length { float gradient_length[]; };
layout(std430, binding = 2) restrict buffer Weights { Pack weights[]; };
layout(std430, binding = 3) restrict buffer First { Pack first[]; };
layout(std430, binding = 4) restrict buffer Second { Pack second[]; };

layout(location = 0) uniform int cells;
layout(location = 16) uniform float beta_1;
layout(location = 17) uniform float beta_2;
layout(location = 18) uniform float stride;  // rate / (1 − β₁ᵗ)
layout(location = 19) uniform float unbias;  // 1 / √(1 − β₂ᵗ)
layout(location = 20) uniform float epsilon;
layout(location = 21) uniform float clip;

void main() {
  const float whole = gradient_length[0];
  if (is_nan(whole) || is_infinite(whole)) return;
  const float shrink = clip > 0.0 && whole > clip ? clip / whole : 1.0;
  Pack g[EACH], m[EACH], v[EACH], w[EACH];
  for (uint k = 0u; k < EACH; ++k) {
    const uint at = CELL(k);
    if (at >= uint(cells / PACK)) continue;
    g[k] = gradient[at] * shrink;
    m[k] = first[at];
    v[k] = second[at];
    w[k] = weights[at];
  }
  for (uint k = 0u; k < EACH; ++k) {
    const uint at = CELL(k);
    if (at >= uint(cells / PACK)) continue;
    m[k] = beta_1 * m[k] + (1.0 - beta_1) * g[k];
    v[k] = beta_2 * v[k] + (1.0 - beta_2) * g[k] * g[k];
    first[at] = m[k];
    second[at] = v[k];
    weights[at] = w[k] - stride * m[k] / (sqrt(v[k]) * unbias + epsilon);
  }
}
