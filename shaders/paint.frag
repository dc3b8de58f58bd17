#version 330 core
// The glyph texture reads as (1, 1, 1, coverage), so one program draws text, shapes and images.
uniform sampler2D picture;
in vec2 place;
in vec4 tint;
layout(location = 0) out vec4 result;
void main() { result = tint * texture(picture, place); }
