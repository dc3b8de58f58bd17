// The picture of a cloud of points (cloud_spots.comp), each a disc, from the last to the first, so
// that the first lie on top. A work group paints a square of 32 × 32 pixels, four a thread, and goes
// through the points as many at a time as it has threads: those that reach into the square are
// marked in a list of bits, and all threads draw them in order. Points may come in several passes.
layout(local_size_x = 16, local_size_y = 16) in;

layout(std430, binding = 2) readonly buffer Spots { ivec4 spots[]; };  // x, y, place, colour
layout(std430, binding = 3) readonly buffer Disc { int disc[]; };      // side × side for each place
layout(rgba8, binding = 0) uniform image2D picture;

layout(location = 0) uniform int end;   // of this pass's points: the last to be drawn is `begin`
layout(location = 1) uniform int side;  // of a disc
layout(location = 2) uniform uint ground;
layout(location = 3) uniform int begin;
layout(location = 4) uniform int is_first;  // pass: nothing is drawn yet

const int GROUP = 256;
shared ivec4 here[GROUP];
shared uint marked[GROUP / 32];

// `share` of 256 parts of `over`, two channels at a time.
uint blended(uint under, uint over, uint share) {
  const uint odd = 0x00FF00FFu, rest = 256u - share;
  const uint a = (((under & odd) * rest + (over & odd) * share) >> 8) & odd;
  const uint b = (((under >> 8) & odd) * rest + ((over >> 8) & odd) * share) & ~odd;
  return a | b;
}

void main() {
  const int thread = int(gl_LocalInvocationIndex), reach = side / 2;
  const ivec2 corner = ivec2(gl_WorkGroupID.xy) * 32;
  const ivec2 own = corner + 2 * ivec2(gl_LocalInvocationID.xy);
  const ivec2 size = imageSize(picture);
  uint color[4] = uint[4](ground, ground, ground, ground);
  for (int i = 0; i < 4; ++i) {
    const ivec2 at = own + ivec2(i % 2, i / 2);
    if (is_first == 0 && at.x < size.x && at.y < size.y) {
      color[i] = packUnorm4x8(imageLoad(picture, at));
    }
  }
  for (int last = end; last > begin; last -= GROUP) {
    barrier();
    if (thread < GROUP / 32) marked[thread] = 0u;
    barrier();
    const int point = last - 1 - thread;
    const ivec4 spot = point >= begin ? spots[point] : ivec4(-1 << 20, 0, 0, 0);
    here[thread] = spot;
    if (spot.x + reach >= corner.x && spot.x - reach < corner.x + 32 &&
        spot.y + reach >= corner.y && spot.y - reach < corner.y + 32) {
      atomicOr(marked[thread / 32], 1u << (thread % 32));
    }
    barrier();
    for (int word = 0; word < GROUP / 32; ++word) {
      for (uint bits = marked[word]; bits != 0u; bits &= bits - 1u) {
        const ivec4 one = here[word * 32 + findLSB(bits)];
        for (int i = 0; i < 4; ++i) {
          const ivec2 off = own + ivec2(i % 2, i / 2) - one.xy + reach;
          if (off.x < 0 || off.y < 0 || off.x >= side || off.y >= side) continue;
          const int share = disc[(one.z * side + off.y) * side + off.x];
          if (share != 0) color[i] = blended(color[i], uint(one.w), uint(share)) | 0xFF000000u;
        }
      }
    }
  }
  for (int i = 0; i < 4; ++i) {
    const ivec2 at = own + ivec2(i % 2, i / 2);
    if (at.x < size.x && at.y < size.y) imageStore(picture, at, unpackUnorm4x8(color[i]));
  }
}
