// The forces on the points of t-SNE: the parts of what pushes them, added up, and what pulls them,
// Σ_j p q (y_i − y_j) over the neighbours that have a p (van der Maaten and Hinton 2008, equation 5).
layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Places { vec2 places[]; };
layout(std430, binding = 1) readonly buffer Parts { vec4 parts[]; };   // [part, point]: push, sum
layout(std430, binding = 2) readonly buffer Starts { int starts[]; };  // of the entries of a point
layout(std430, binding = 3) readonly buffer Ids { int ids[]; };
layout(std430, binding = 4) readonly buffer Shares { float p[]; };
layout(std430, binding = 5) writeonly buffer Forces { float forces[]; };  // push, Σ q, pull: five

layout(location = 0) uniform int count;
layout(location = 1) uniform int part_count;

void main() {
  const int i = int(gl_GlobalInvocationID.x);
  if (i >= count) return;
  vec3 push = vec3(0.0);
  for (int part = 0; part < part_count; ++part) push += parts[part * count + i].xyz;
  vec2 pull = vec2(0.0);
  const vec2 here = places[i];
  for (int entry = starts[i]; entry < starts[i + 1]; ++entry) {
    const vec2 apart = here - places[clamp(ids[entry], 0, count - 1)];
    pull += p[entry] / (1.0 + dot(apart, apart)) * apart;
  }
  forces[5 * i] = push.x;
  forces[5 * i + 1] = push.y;
  forces[5 * i + 2] = push.z;
  forces[5 * i + 3] = pull.x;
  forces[5 * i + 4] = pull.y;
}
