// Adds a shard's gradient to the sum over the shards; with FIRST it begins the sum. With LAST each
// group also gives the sum of the squares of its cells.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Gradient { Pack gradient[]; };
layout(std430, binding = 1) buffer Sum { Pack sum[]; };
#ifdef LAST
layout(std430, binding = 2) writeonly buffer Squares { float squares[]; };
#endif

layout(location = 0) uniform int cells;

shared float part[128];

void main() {
  const uint thread = gl_LocalInvocationID.x;
  float own = 0.0;
  for (uint at = gl_GlobalInvocationID.x; at < uint(cells / PACK); at += gl_NumWorkGroups.x * 128u) {
#ifdef FIRST
    const Pack all = gradient[at];
#else
    const Pack all = sum[at] + gradient[at];
#endif
    sum[at] = all;
    own += dot(all, all);
  }
#ifdef LAST
  part[thread] = own;
  barrier();
  for (uint step = 64u; step > 0u; step /= 2u) {
    if (thread < step) part[thread] += part[thread + step];
    barrier();
  }
  if (thread == 0u) squares[gl_WorkGroupID.x] = part[0];
#endif
}
