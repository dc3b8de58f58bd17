// One step of a recurrent cell for each of some sentences: the formulas of core/grad/ops/elman.cpp,
// gru.cpp and lstm.cpp. A row of x_ is what comes from outside, one of p_ the state before times U;
// gates lie beside each other, `h` columns each. A cell is ELMAN, GRU, RESET_AFTER or LSTM.
//
// GRU makes its step in two: with RESET r ∘ s, and then, with that times U_s in inner_, the state.
// The inner_ of RESET_AFTER is the bias of its candidate. Backward, `carry` comes as what later
// steps say of this state, and leaves as what this one says of the state before but for what goes
// through U: that is dp_ Uᵀ, and dp_ is dx_ if it is not written. With RESET inner_ is ds̃ U_sᵀ,
// which dx_ Uᵀ will hold once whole, where r of it are right.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer X { float x_[]; };
layout(std430, binding = 1) readonly buffer P { float p_[]; };
layout(std430, binding = 2) readonly buffer Before { float before_[]; };
layout(std430, binding = 3) readonly buffer Inner { float inner_[]; };
#ifdef BACKWARD
layout(std430, binding = 4) buffer Carry { float carry_[]; };
layout(std430, binding = 5) readonly buffer Loss { float loss_[]; };
layout(std430, binding = 6) buffer Dx { float dx_[]; };
layout(std430, binding = 7) buffer Dp { float dp_[]; };
#else
layout(std430, binding = 4) buffer To { float to_[]; };
#endif

layout(location = 0) uniform int cells;
layout(location = 1) uniform int h;

float before_gate(int row, int j, int gate, int gates) {
  const int at = (row * gates + gate) * h + j;
  return x_[at] + p_[at];
}

void make(int at) {
  const int row = at / h, j = at % h;
#ifdef ELMAN
  const float s = tanh_of(x_[at] + p_[at]);
#ifdef BACKWARD
  dx_[at] = (carry_[at] + loss_[at]) * (1.0 - s * s);
  carry_[at] = 0.0;
#else
  to_[at] = s;
#endif
#elif defined(LSTM)
  const float i = sigmoid(before_gate(row, j, 0, 4)), f = sigmoid(before_gate(row, j, 1, 4));
  const float g = tanh_of(before_gate(row, j, 2, 4)), o = sigmoid(before_gate(row, j, 3, 4));
  const int state = row * 2 * h + j, cell = state + h;
  const float next = f * before_[cell] + i * g, seen = tanh_of(next);
#ifdef BACKWARD
  const float from = carry_[state] + loss_[state];
  const float through = carry_[cell] + loss_[cell] + from * o * (1.0 - seen * seen);
  const int to = row * 4 * h + j;
  dx_[to] = through * g * i * (1.0 - i);
  dx_[to + h] = through * before_[cell] * f * (1.0 - f);
  dx_[to + 2 * h] = through * i * (1.0 - g * g);
  dx_[to + 3 * h] = from * seen * o * (1.0 - o);
  carry_[state] = 0.0;
  carry_[cell] = through * f;
#else
  to_[state] = o * seen;
  to_[cell] = next;
#endif
#elif defined(RESET)
  const float r = sigmoid(before_gate(row, j, 1, 3));
#ifdef BACKWARD
  dx_[row * 3 * h + h + j] = inner_[at] * before_[at] * r * (1.0 - r);
  carry_[at] += inner_[at] * (r - 1.0);
#else
  to_[at] = r * before_[at];
#endif
#else
  const float z = sigmoid(before_gate(row, j, 0, 3));
  const int to = row * 3 * h + j, candidate = to + 2 * h;
#ifdef RESET_AFTER
  const float r = sigmoid(before_gate(row, j, 1, 3)), inside = p_[candidate] + inner_[j];
  const float s = tanh_of(x_[candidate] + r * inside);
#else
  const float s = tanh_of(x_[candidate] + inner_[at]);
#endif
#ifdef BACKWARD
  const float from = carry_[at] + loss_[at], d = from * z * (1.0 - s * s);
  dx_[to] = from * (s - before_[at]) * z * (1.0 - z);
  dx_[candidate] = d;
#ifdef RESET_AFTER
  dx_[to + h] = d * inside * r * (1.0 - r);
  dp_[to] = dx_[to];
  dp_[to + h] = dx_[to + h];
  dp_[candidate] = d * r;
#else
  dp_[at] = d;
#endif
  carry_[at] = from * (1.0 - z);
#else
  to_[at] = before_[at] + z * (s - before_[at]);
#endif
#endif
}

void main() {
  for (uint k = 0u; k < EACH; ++k) {
    if (CELL(k) < uint(cells)) make(int(CELL(k)));
  }
}
