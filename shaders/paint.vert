#version 330 core
// Positions are pixels of the frame, y downwards.
uniform vec2 frame_size;
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 texture_place;
layout(location = 2) in vec4 color;
out vec2 place;
out vec4 tint;
void main() {
  place = texture_place;
  tint = color;
  gl_Position = vec4(2.0 * position.x / frame_size.x - 1.0, 1.0 - 2.0 * position.y / frame_size.y,
                     0.0, 1.0);
}
