#version 330 core
// The glyph texture is white with the coverage as alpha, so one program draws text, shapes and
// images. The result is multiplied by its alpha, as the blending expects.
uniform sampler2D picture;
in vec2 place;
in vec4 tint;
layout(location = 0) out vec4 result;
void main() {
  vec4 color = tint * texture(picture, place);
  result = vec4(color.rgb * color.a, color.a);
}
