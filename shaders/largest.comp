// The largest magnitude of the finite cells; each group finds that of its share. Each thread asks for
// four packs at once.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Cells { Pack cells[]; };
layout(std430, binding = 1) writeonly buffer Largest { float largest[]; };

layout(location = 0) uniform int count;

shared float found[128];

void main() {
  const uint thread = gl_LocalInvocationID.x;
  const uint packs = uint(count / PACK), apart = gl_NumWorkGroups.x * 128u;
  float most = 0.0;
  for (uint first = gl_GlobalInvocationID.x; first < packs; first += 4u * apart) {
    Pack four[4];
    for (uint k = 0u; k < 4u; ++k) {
      const uint at = first + k * apart;
      four[k] = at < packs ? abs(cells[at]) : Pack(0.0);
    }
    for (uint k = 0u; k < 4u; ++k) {
      for (int i = 0; i < PACK; ++i) {
        const float size = OF(four[k], i);
        if (size > most && !is_infinite(size)) most = size;
      }
    }
  }
  found[thread] = most;
  barrier();
  for (uint step = 64u; step > 0u; step /= 2u) {
    if (thread < step) found[thread] = max(found[thread], found[thread + step]);
    barrier();
  }
  if (thread == 0u) largest[gl_WorkGroupID.x] = found[0];
}
