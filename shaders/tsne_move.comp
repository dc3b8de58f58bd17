// One step of t-SNE down the gradient 4 (ε · pull − push / Z), as core/project/tsne.cpp makes it: a
// gain grows while the gradient keeps its sign and shrinks when it turns (Jacobs 1988).
layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Forces { float forces[]; };  // push, Σ q, pull: five
layout(std430, binding = 1) readonly buffer Total { float total_of[]; };  // over all points
layout(std430, binding = 2) buffer Places { vec2 places[]; };
layout(std430, binding = 3) buffer Speeds { vec2 speeds[]; };
layout(std430, binding = 4) buffer Gains { vec2 gains[]; };

layout(location = 0) uniform int count;
layout(location = 16) uniform float rate;
layout(location = 17) uniform float momentum;
layout(location = 18) uniform float exaggeration;

const float farthest = 1e9;  // a rate that is too high throws points no farther

void main() {
  const int i = int(gl_GlobalInvocationID.x);
  if (i >= count) return;
  const float push = 4.0 / max(total_of[2], 1e-12);
  const vec2 gradient = 4.0 * exaggeration * vec2(forces[5 * i + 3], forces[5 * i + 4]) -
                        push * vec2(forces[5 * i], forces[5 * i + 1]);
  vec2 speed = speeds[i], gain = gains[i];
  for (int axis = 0; axis < 2; ++axis) {
    const bool turned = gradient[axis] * speed[axis] > 0.0;  // speed leads uphill
    gain[axis] = max(turned ? gain[axis] * 0.8 : gain[axis] + 0.2, 0.01);
  }
  speed = momentum * speed - rate * gain * gradient;
  gains[i] = gain;
  speeds[i] = speed;
  places[i] = clamp(places[i] + speed, vec2(-farthest), vec2(farthest));
}
