// Adam (Kingma and Ba 2015, algorithm 1) on every cell, after the whole gradient was cut to the
// length `clip` (0: it is not). If its length is no finite number nothing moves.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Gradient { Pack gradient[]; };
layout(std430, binding = 1) readonly buffer Length { float gradient_length[]; };
layout(std430, binding = 2) buffer Weights { Pack weights[]; };
layout(std430, binding = 3) buffer First { Pack first[]; };
layout(std430, binding = 4) buffer Second { Pack second[]; };

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
  for (uint at = gl_GlobalInvocationID.x; at < uint(cells / PACK); at += gl_NumWorkGroups.x * 128u) {
    const Pack g = gradient[at] * shrink;
    const Pack m = beta_1 * first[at] + (1.0 - beta_1) * g;
    const Pack v = beta_2 * second[at] + (1.0 - beta_2) * g * g;
    first[at] = m;
    second[at] = v;
    weights[at] -= stride * m / (sqrt(v) * unbias + epsilon);
  }
}
