// What pushes the points of t-SNE apart: for each point Σ_j q² (y_i − y_j) and Σ_j q over some of
// the others, q = 1 / (1 + |y_i − y_j|²) (van der Maaten and Hinton 2008, equations 4 and 5).
//
// A thread has a point; a work group brings as many others as it has threads into shared memory,
// where each of them is read by all. gl_WorkGroupID.y says which part of the others: for few points
// there are more parts, so that the whole card has work.
const int GROUP = 128;
layout(local_size_x = 128) in;  // GROUP

layout(std430, binding = 0) readonly buffer Places { vec2 places[]; };
layout(std430, binding = 1) writeonly buffer Parts { vec4 parts[]; };  // [part, point]: push, sum

layout(location = 0) uniform int count;
layout(location = 1) uniform int per_part;  // points of a part, a multiple of GROUP

shared vec2 tile[GROUP];

void main() {
  const int lane = int(gl_LocalInvocationIndex), i = int(gl_GlobalInvocationID.x);
  const int part = int(gl_WorkGroupID.y);
  const vec2 here = places[min(i, count - 1)];
  vec2 push = vec2(0.0);
  float sum = 0.0;
  for (int first = part * per_part; first < min(count, (part + 1) * per_part); first += GROUP) {
    // What fills up the last tile lies so far away that q² is 0 there.
    tile[lane] = first + lane < count ? places[first + lane] : vec2(1e15);
    barrier();
    for (int j = 0; j < GROUP; ++j) {
      const vec2 apart = here - tile[j];
      // The point itself is not among the others. Taken out here: 1 from a sum would round.
      const float q = first + j == i ? 0.0 : 1.0 / (1.0 + dot(apart, apart));
      sum += q;
      push += q * q * apart;
    }
    barrier();
  }
  if (i < count) parts[part * count + i] = vec4(push, sum, 0.0);
}
