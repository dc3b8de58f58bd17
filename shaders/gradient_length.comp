// The length of the whole gradient from the sums of squares of its parts, and what the host will
// ask of this step: its loss and that length. Once one of them has not been finite the length stays
// nan: adam.comp then moves nothing. One group.
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Squares { float squares[]; };
layout(std430, binding = 1) readonly buffer Loss { float loss[]; };
layout(std430, binding = 2) buffer Length { float gradient_length[]; };
layout(std430, binding = 3) buffer Measured { vec2 measured[]; };

layout(location = 0) uniform int count;
layout(location = 1) uniform int step_place;  // in what was measured

shared float part[256];

bool is_finite(float x) {
  return !is_nan(x) && !is_infinite(x);
}

void main() {
  const uint thread = gl_LocalInvocationID.x;
  vec4 own = vec4(0.0);  // four are asked for at once
  for (uint first = thread; first < uint(count); first += 1024u) {
    for (uint k = 0u; k < 4u; ++k) {
      const uint at = first + 256u * k;
      own[k] += at < uint(count) ? squares[at] : 0.0;
    }
  }
  part[thread] = total(own);
  barrier();
  for (uint step = 128u; step > 0u; step /= 2u) {
    if (thread < step) part[thread] += part[thread + step];
    barrier();
  }
  if (thread > 0u) return;
  const float whole = sqrt(part[0]);
  measured[step_place] = vec2(loss[0], whole);
  const bool goes_on = is_finite(gradient_length[0]) && is_finite(whole) && is_finite(loss[0]);
  gradient_length[0] = goes_on ? whole : not_a_number;
}
