// Numbers that the host has written, to where they are wanted: words of 32 bits as they are. Without
// FROM the words are 0.
layout(local_size_x = 128) in;

layout(std430, binding = 0) writeonly buffer Written { uint to[]; };
#ifdef FROM
layout(std430, binding = 1) readonly buffer From { uint from[]; };
#endif

layout(location = 0) uniform int count;
layout(location = 1) uniform int first;  // of the words of `to`

void main() {
  for (uint k = 0u; k < EACH; ++k) {
    const uint at = CELL(k);
    if (at >= uint(count)) return;
#ifdef FROM
    to[uint(first) + at] = from[at];
#else
    to[uint(first) + at] = 0u;
#endif
  }
}
