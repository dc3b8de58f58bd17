// Adds a shard's gradient to the sum over the shards; with FIRST it begins the sum. With LAST each
// group also gives the sum of the squares of its cells. Each thread asks for four packs at once.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly restrict buffer Gradient { Pack gradient[]; };
layout(std430, binding = 1) restrict buffer Sum { Pack sum[]; };
#ifdef LAST
layout(std430, binding = 2) writeonly restrict buffer Squares { float squares[]; };
#endif

layout(location = 0) uniform int cells;

shared float part[128];

void main() {
  const uint thread = gl_LocalInvocationID.x;
  const uint packs = uint(cells / PACK), apart = gl_NumWorkGroups.x * 128u;
  float own = 0.0;
  for (uint first = gl_GlobalInvocationID.x; first < packs; first += 4u * apart) {
    Pack all[4];
    for (uint k = 0u; k < 4u; ++k) {
      const uint at = first + k * apart;
      if (at >= packs) continue;
      all[k] = gradient[at];
#ifndef FIRST
      all[k] += sum[at];
#endif
    }
    for (uint k = 0u; k < 4u; ++k) {
      const uint at = first + k * apart;
      if (at >= packs) continue;
      sum[at] = all[k];
      own += dot(all[k], all[k]);
    }
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
