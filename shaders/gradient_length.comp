// The length of the whole gradient from the sums of squares of its parts. One group.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Squares { float squares[]; };
layout(std430, binding = 1) writeonly buffer Length { float gradient_length[]; };

layout(location = 0) uniform int count;

shared float part[128];

void main() {
  const uint thread = gl_LocalInvocationID.x;
  float own = 0.0;
  for (uint at = thread; at < uint(count); at += 128u) own += squares[at];
  part[thread] = own;
  barrier();
  for (uint step = 64u; step > 0u; step /= 2u) {
    if (thread < step) part[thread] += part[thread + step];
    barrier();
  }
  if (thread == 0u) gradient_length[0] = sqrt(part[0]);
}
