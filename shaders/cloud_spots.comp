// Where the points of a cloud are drawn, as app/widgets/paint_cloud.cpp works it out: the pixel of
// the centre, in which of its steps × steps places that lies, and the colour. Places in double, as
// there: the same pixel, to the last one.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Points { vec2 points[]; };
layout(std430, binding = 1) readonly buffer Colors { uint colors[]; };  // 0: not drawn
layout(std430, binding = 2) writeonly buffer Spots { ivec4 spots[]; };  // x, y, place, colour

layout(location = 0) uniform int count;
layout(location = 1) uniform ivec2 size;
layout(location = 2) uniform int steps;
layout(location = 3) uniform vec2 corner;  // of the picture
layout(location = 4) uniform vec2 middle;  // where `place` lies
layout(location = 5) uniform dvec2 place;
layout(location = 6) uniform double unit;

void main() {
  const int i = int(gl_GlobalInvocationID.x);
  if (i >= count) return;
  const dvec2 off = (dvec2(points[i]) - place) * unit;
  precise vec2 at = vec2(middle.x + float(off.x), middle.y - float(off.y));
  at = at - corner;
  const bool seen = colors[i] != 0u && at.x >= 0.0 && at.y >= 0.0 && at.x < float(size.x) &&
                    at.y < float(size.y);
  if (!seen) {
    spots[i] = ivec4(-1 << 20, 0, 0, 0);
    return;
  }
  const ivec2 pixel = ivec2(at);
  const ivec2 part = ivec2((at - vec2(pixel)) * float(steps));
  spots[i] = ivec4(pixel, part.y * steps + part.x, int(colors[i]));
}
