// How many multiply-adds the card does in a second when nothing else holds it up: each thread keeps
// eight sums of four numbers going, none of which waits for another. No two are alike, or a compiler
// might make them one.
layout(local_size_x = 128) in;

layout(std430, binding = 0) writeonly buffer Out { float sums[]; };

layout(location = 0) uniform int rounds;  // a multiple of 16
layout(location = 16) uniform float factor;

#define ROUND for (int i = 0; i < 8; ++i) sum[i] = fma(sum[i], by, more);
#define FOUR_ROUNDS ROUND ROUND ROUND ROUND

void main() {
  const float start = float(gl_GlobalInvocationID.x) * 1e-6;
  vec4 sum[8];
  for (int i = 0; i < 8; ++i) sum[i] = vec4(start + float(i)) + vec4(0.0, 0.25, 0.5, 0.75);
  const vec4 by = vec4(factor), more = vec4(1e-7);
  // Many rounds a turn of the loop, whose own instructions would take a part of the time.
  for (int round = 0; round < rounds; round += 16) {
    FOUR_ROUNDS FOUR_ROUNDS FOUR_ROUNDS FOUR_ROUNDS
  }
  vec4 all = vec4(0.0);
  for (int i = 0; i < 8; ++i) all += sum[i];
  sums[gl_GlobalInvocationID.x] = all.x + all.y + all.z + all.w;
}
