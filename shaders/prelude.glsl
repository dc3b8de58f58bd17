// What every compute shader begins with.

// Not isnan() and isinf(): drivers may assume that there are none.
bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}
bool is_infinite(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) == 0x7f800000u;
}
// Not constants: not every compiler works such a call out in advance.
#define infinity uintBitsToFloat(0x7f800000u)
#define not_a_number uintBitsToFloat(0x7fc00000u)

// tanh x. The quotient loses what is small to 1 − e^(−2 |x|); there stands the series.
float tanh_of(float x) {
  const float t = exp(-2.0 * abs(x)), s = x * x;
  if (abs(x) < 0.2) return x * (1.0 + s * (-1.0 / 3.0 + s * (2.0 / 15.0 - s * 17.0 / 315.0)));
  return sign(x) * (1.0 - t) / (1.0 + t);
}

float sigmoid(float x) {
  const float t = exp(-abs(x));
  return (x < 0.0 ? t : 1.0) / (1.0 + t);
}

// Memory is read and written a Pack at a time: four cells where the rows of all matrices have a
// multiple of four, and with them begin where a vec4 may. OF(pack, i) is one of its PACK cells,
// ONE(cells, at) the cell `at` of a list of packs.
#ifdef PACKED
#define Pack vec4
#define PACK 4
#define OF(pack, i) pack[i]
#define ONE(cells, at) cells[(at) / 4][(at) % 4]
#else
#define Pack float
#define PACK 1
#define OF(pack, i) pack
#define ONE(cells, at) cells[at]
#endif
float total(float x) {
  return x;
}
float total(vec4 x) {
  return (x.x + x.y) + (x.z + x.w);
}

// Where packs are made one by one, each thread makes EACH of them, so that four cells of memory are
// asked for at once: CELL(0) … CELL(EACH − 1), those of neighbouring threads side by side. Many
// cells: several rows of groups.
#define EACH uint(4 / PACK)
#define CELL(i)                                                                    \
  (((gl_WorkGroupID.x + gl_WorkGroupID.y * gl_NumWorkGroups.x) * EACH + uint(i)) * \
       gl_WorkGroupSize.x +                                                          \
   gl_LocalInvocationID.x)

#ifdef WIDTH
// Where one work group of WIDTH threads, a power of two, makes one row: its number, and the sum and
// the maximum of what its threads hold, always in the same order. All threads must call them.
#define ROW int(gl_WorkGroupID.x + gl_WorkGroupID.y * gl_NumWorkGroups.x)

shared float of_group[WIDTH];

float group_sum(float x) {
  const uint thread = gl_LocalInvocationIndex;
  barrier();  // until all have read the last result
  of_group[thread] = x;
  barrier();
  for (uint count = WIDTH / 2; count > 0u; count /= 2u) {
    if (thread < count) of_group[thread] += of_group[thread + count];
    barrier();
  }
  return of_group[0];
}

float group_max(float x) {
  const uint thread = gl_LocalInvocationIndex;
  barrier();
  of_group[thread] = x;
  barrier();
  for (uint count = WIDTH / 2; count > 0u; count /= 2u) {
    if (thread < count) of_group[thread] = max(of_group[thread], of_group[thread + count]);
    barrier();
  }
  return of_group[0];
}
#endif

#ifdef QUADS
// Where a work group reads the head gl_WorkGroupID.y of some rows, of QUADS times four columns or
// less: `width` and `d_k` are the columns of all heads and of one. QUAD is the columns 4 quad …
// 4 quad + 3 of a row, 0 where there are none. With PACKED the rows of a head begin where a vec4 may.
#ifdef PACKED
#define QUAD(from, row, quad) \
  (4 * (quad) < d_k ? from[((row) * width + int(gl_WorkGroupID.y) * d_k) / 4 + (quad)] : vec4(0.0))
#else
#define QUAD(from, row, quad)                                            \
  vec4(ONE_OF(from, row, 4 * (quad)), ONE_OF(from, row, 4 * (quad) + 1), \
       ONE_OF(from, row, 4 * (quad) + 2), ONE_OF(from, row, 4 * (quad) + 3))
#define ONE_OF(from, row, col) \
  ((col) < d_k ? from[(row) * width + int(gl_WorkGroupID.y) * d_k + (col)] : 0.0)
#endif

// `count` rows into a tile of TILE rows in shared memory by all THREADS; what is not there is 0.
#define BRING(tile, from, first, count)                                           \
  for (int at = int(gl_LocalInvocationIndex); at < TILE * QUADS; at += THREADS) { \
    const int r = at / QUADS, quad = at % QUADS;                                  \
    tile[r][quad] = r < (count) ? QUAD(from, (first) + r, quad) : vec4(0.0);      \
  }

// Of the loops over the quads of a row so many rounds stand one after the other: enough for the
// next numbers to be on their way, and not too many where a head is wide. QUADS is a multiple.
#define QUADS_AT_ONCE (QUADS < 4 ? QUADS : 4)

// A work group of WIDE × HIGH threads holds two tiles against each other: a thread has the rows y,
// y + HIGH, … of one and x, x + WIDE, … of the other, and of what it makes for a row of the first
// the quads of columns x, x + WIDE, …: four numbers side by side, which is how shared memory is read.
// Two neighbours read the same rows of the other, and the next two those beside: as in matmul.comp.
#define PLACE_X (int(gl_LocalInvocationIndex) / 2 % WIDE)
#define PLACE_Y \
  (int(gl_LocalInvocationIndex) / (2 * WIDE) * 2 + int(gl_LocalInvocationIndex) % 2)
#define OWN_ROWS (TILE / HIGH)
#define OWN_OTHERS (TILE / WIDE)
#define OWN_QUADS ((QUADS + WIDE - 1) / WIDE)

// products[i][j] is the thread's row i of `tile` times its row j of `others`.
#define MULTIPLY(products, tile, others)                                                  \
  for (int i = 0; i < OWN_ROWS; ++i) {                                                    \
    for (int j = 0; j < OWN_OTHERS; ++j) products[i][j] = vec4(0.0);                      \
  }                                                                                       \
  for (int several = 0; 4 * several < d_k; several += QUADS_AT_ONCE) {                    \
    for (int p = several; p < several + QUADS_AT_ONCE; ++p) {                             \
      vec4 left[OWN_ROWS], right[OWN_OTHERS];                                             \
      for (int i = 0; i < OWN_ROWS; ++i) left[i] = tile[y + i * HIGH][p];                 \
      for (int j = 0; j < OWN_OTHERS; ++j) right[j] = others[x + j * WIDE][p];            \
      for (int i = 0; i < OWN_ROWS; ++i) {                                                \
        for (int j = 0; j < OWN_OTHERS; ++j) {                                            \
          products[i][j] = fma(left[i], right[j], products[i][j]);                        \
        }                                                                                 \
      }                                                                                   \
    }                                                                                     \
  }

// Adds `count` rows of `others`, each times the weight that the thread's row has for it, to `made`;
// four at a time, of which the last may be 0. What is not `seen`, which is of i and j, is left out:
// 0 times a nan is nan.
#define MIX(made, weights, others, count, seen)                                           \
  for (int four = 0; four < (count); four += 4) {                                         \
    for (int j = four; j < four + 4; ++j) {                                               \
      vec4 value[OWN_QUADS];                                                              \
      for (int c = 0; c < OWN_QUADS; ++c) value[c] = others[j][min(x + c * WIDE, QUADS - 1)]; \
      for (int i = 0; i < OWN_ROWS; ++i) {                                                \
        if (!(seen)) continue;                                                            \
        const vec4 weight = vec4(weights[y + i * HIGH][j]);                               \
        for (int c = 0; c < OWN_QUADS; ++c) made[i][c] = fma(weight, value[c], made[i][c]); \
      }                                                                                   \
    }                                                                                     \
  }
#endif

// An angle as quarter turns, of which the last two bits count, and what is left, at most π/4.
struct Turned {
  int quarters;
  float rest;
};

// Of any finite angle, in whole numbers (Payne and Hanek): x = m 2^e, and of the digits of 2/π only
// those 96 count that make less than four quarter turns of it and are not too small. Of the list the
// first word stands before the point.
Turned turned(float x) {
  if (abs(x) < 0.75) return Turned(0, x);
  const uint two_by_pi[8] = uint[8](0u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u,
                                    0xdb629599u, 0x3c439041u, 0xfe5163abu);
  const uint bits = floatBitsToUint(x) & 0x7fffffffu;
  const uint m = (bits & 0x7fffffu) | 0x800000u;
  const int first = int(bits >> 23) - 150 + 30;  // digit that counts: e + 30
  const int word = first / 32, by = first % 32;
  uint digits[3];
  for (int i = 0; i < 3; ++i) {
    const uint next = by == 0 ? 0u : two_by_pi[word + i + 1] >> (32 - by);
    digits[i] = two_by_pi[word + i] << by | next;
  }
  uint high, low, below, carry, unused;
  umulExtended(m, digits[2], below, unused);
  umulExtended(m, digits[1], high, low);
  low = uaddCarry(low, below, carry);
  high += m * digits[0] + carry;  // two bits of quarter turns, then their fraction
  int quarters = int(high >> 30);
  high = high << 2 | low >> 30;
  low <<= 2;
  const bool over = high >= 0x80000000u;  // nearer to the next one
  if (over) {
    ++quarters;
    high = ~high;
    low = ~low;
  }
  // 2^-32 and 2^-64 times π/2
  float rest = fma(float(high), 3.6572952e-10, float(low) * 8.515304e-20);
  if (over) rest = -rest;
  return x < 0.0 ? Turned(-quarters, -rest) : Turned(quarters, rest);
}

// (sin x, cos x) to the last bits of a float, where the driver's own may be off by 1e-4.
vec2 sin_cos(float x) {
  if (is_nan(x) || is_infinite(x)) return vec2(not_a_number);
  const Turned by = turned(x);
  const float r = by.rest, s = r * r;
  const float sine =
      r * (1.0 + s * (-1.0 / 6.0 + s * (1.0 / 120.0 + s * (-1.0 / 5040.0 + s / 362880.0))));
  const float cosine =
      1.0 +
      s * (-0.5 + s * (1.0 / 24.0 + s * (-1.0 / 720.0 + s * (1.0 / 40320.0 - s / 3628800.0))));
  const int quarter = by.quarters & 3;
  const vec2 of = (quarter & 1) == 0 ? vec2(sine, cosine) : vec2(cosine, -sine);
  return quarter < 2 ? of : -of;
}
