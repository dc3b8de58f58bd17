// One cell of each row becomes 1, all others 0; a thread makes a row.
//   HARDMAX  the largest, the first of several; none of a row with nan, or of −∞ alone
//   without  the first up to which the cells > 0 sum to more than the row's draw times the sum of
//            all, else the last of those > 0; none of a row of zeros
// Sums and the product are of two floats each (Knuth; Dekker), as exact as the CPU's double: a draw
// must fall on the same cell.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer X { float x_[]; };
layout(std430, binding = 1) readonly buffer Draws { float draws_[]; };
layout(std430, binding = 2) writeonly buffer Y { float y_[]; };

layout(location = 0) uniform int rows;
layout(location = 1) uniform int cols;

// high + low, where low is what high lost by rounding.
struct Exact {
  float high, low;
};

Exact added(Exact sum, float x) {
  precise const float high = sum.high + x;
  precise const float back = high - sum.high;
  precise const float lost = (sum.high - (high - back)) + (x - back);
  precise const float low = sum.low + lost;
  precise const float whole = high + low;
  precise const float rest = low - (whole - high);
  return Exact(whole, rest);
}

Exact times(Exact sum, float x) {
  precise const float high = sum.high * x;
  precise const float low = fma(sum.high, x, -high) + sum.low * x;
  return Exact(high, low);
}

bool larger(Exact a, Exact b) {
  precise const float difference = (a.high - b.high) + (a.low - b.low);
  return difference > 0.0;
}

int chosen(int first, int row) {
  int best = -1;
#ifdef HARDMAX
  float top = -infinity;
  for (int col = 0; col < cols; ++col) {
    const float x = x_[first + col];
    if (is_nan(x)) return -1;
    if (x > top) {
      top = x;
      best = col;
    }
  }
#else
  Exact all = Exact(0.0, 0.0), sum = Exact(0.0, 0.0);
  for (int col = 0; col < cols; ++col) all = added(all, x_[first + col]);
  const Exact draw = times(all, draws_[row]);
  for (int col = 0; col < cols; ++col) {
    const float x = x_[first + col];
    if (!(x > 0.0)) continue;
    sum = added(sum, x);
    best = col;
    if (larger(sum, draw)) break;
  }
#endif
  return best;
}

void main() {
  const int row = int(gl_GlobalInvocationID.x);
  if (row >= rows) return;
  const int first = row * cols, best = chosen(first, row);
  for (int col = 0; col < cols; ++col) y_[first + col] = col == best ? 1.0 : 0.0;
}
