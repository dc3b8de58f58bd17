// Copies four numbers a thread: as fast as the memory of the card is.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer From { vec4 from[]; };
layout(std430, binding = 1) writeonly buffer To { vec4 to[]; };

layout(location = 0) uniform int quads;

void main() {
  const uint at = gl_GlobalInvocationID.x + gl_GlobalInvocationID.y * gl_NumWorkGroups.x * 128u;
  if (at < uint(quads)) to[at] = from[at];
}
