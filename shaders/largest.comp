// The largest magnitude of the finite cells; each group finds that of its share.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Cells { float cells[]; };
layout(std430, binding = 1) writeonly buffer Largest { float largest[]; };

layout(location = 0) uniform int count;

shared float found[128];

void main() {
  const uint thread = gl_LocalInvocationID.x;
  float most = 0.0;
  for (uint at = gl_GlobalInvocationID.x; at < uint(count); at += gl_NumWorkGroups.x * 128u) {
    const float size = abs(cells[at]);
    if (size > most && !is_infinite(size)) most = size;
  }
  found[thread] = most;
  barrier();
  for (uint step = 64u; step > 0u; step /= 2u) {
    if (thread < step) found[thread] = max(found[thread], found[thread + step]);
    barrier();
  }
  if (thread == 0u) largest[gl_WorkGroupID.x] = found[0];
}
