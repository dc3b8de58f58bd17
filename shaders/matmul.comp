// c_ij = Σ_p a_ip b_pj, or added to c_ij with ADD; TA, TB: that factor is stored transposed.
//
// A work group makes a tile of BM × BN cells of c, and each of its THREADS makes TM × TN of them in
// registers. It goes through the inner index BK at a time: all threads together bring that part of
// a and b into shared memory, where each number is then read by a whole row or column of threads.
// While they multiply one part, the next is on its way from memory into their registers, and it is
// put into the other half of the shared memory: so they wait for each other once a part.
//
// What bounds such a kernel is reading shared memory. For each step of the inner index a thread
// reads TM + TN numbers and does TM · TN multiply-adds with them: with 8 × 8 one byte a
// multiply-add, four numbers an instruction.
//
// INSIDE: a tile of which no cell lies beyond an edge is brought without a look at each. A card asks
// for all of it at once then; where the processor plays one, the longer program costs more.
//
// The inner index may be cut into pieces of `piece` steps, a layer of work groups each: then c has
// a matrix for every piece, and sum_pieces.comp adds them up.
layout(local_size_x = THREADS) in;

// Some compilers heed this, the others pass over it: unless the loops over a thread's own cells are
// unrolled, those cells are not in registers.
#pragma optionNV(unroll all)

// Four rows of a, or four columns of b, are a quad: that is how shared memory is read and written.
// In memory the cells of a quad lie side by side with TA, without TB, and in c; A_PACKED, B_PACKED,
// C_PACKED say that they also begin where a vec4 may, and that there are four or none. In the other
// forms four steps of the inner index lie side by side, and A_TURNED, B_TURNED say the same of them:
// then a thread brings a block of four rows by four steps and turns it into four quads.
#if defined(A_PACKED) || defined(A_TURNED)
layout(std430, binding = 0) readonly buffer A { vec4 a[]; };
#else
layout(std430, binding = 0) readonly buffer A { float a[]; };
#endif
#if defined(B_PACKED) || defined(B_TURNED)
layout(std430, binding = 1) readonly buffer B { vec4 b[]; };
#else
layout(std430, binding = 1) readonly buffer B { float b[]; };
#endif
#ifdef C_PACKED
layout(std430, binding = 2) buffer C { vec4 c[]; };
#else
layout(std430, binding = 2) buffer C { float c[]; };
#endif

layout(location = 0) uniform int rows;  // of c
layout(location = 1) uniform int cols;  // of c
layout(location = 2) uniform int inner;
layout(location = 3) uniform int a_width;  // columns of a as it is stored
layout(location = 4) uniform int b_width;
layout(location = 5) uniform int c_width;
layout(location = 6) uniform int a_from;  // cells to skip in each stored row of a …
layout(location = 7) uniform int b_from;  // … of b …
layout(location = 8) uniform int c_from;  // … and of c
layout(location = 9) uniform int piece;   // of the inner index, a multiple of BK

// How many quads a thread brings of a part of a and of b, and the threads' grid. Of blocks there may
// be fewer than threads.
const int a_blocks = BM * BK / 16, b_blocks = BN * BK / 16;
#ifdef A_TURNED
const int a_quads = 4 * ((a_blocks + THREADS - 1) / THREADS);
#else
const int a_quads = BM * BK / 4 / THREADS;
#endif
#ifdef B_TURNED
const int b_quads = 4 * ((b_blocks + THREADS - 1) / THREADS);
#else
const int b_quads = BN * BK / 4 / THREADS;
#endif
const int wide = BN / TN, high = BM / TM;

// A row of quads is an odd number of them long, so that those below each other, as threads write
// them, lie in different banks.
shared vec4 tile_a[2][BK][BM / 4 + 1];
shared vec4 tile_b[2][BK][BN / 4 + 1];

// How far apart two cells of a lie in memory that are neighbours in the tile: ACROSS it, a row of c
// apart, and ALONG the inner index. Likewise those of b.
#ifdef TA
#define A_ACROSS 1
#define A_ALONG a_width
#else
#define A_ACROSS a_width
#define A_ALONG 1
#endif
#ifdef TB
#define B_ACROSS b_width
#define B_ALONG 1
#else
#define B_ACROSS 1
#define B_ALONG b_width
#endif

#ifndef A_TURNED
// The cells of rows row … row + 3 of a at the inner index p, where all four are.
vec4 whole_quad_of_a(int row, int p) {
  const int at = row * A_ACROSS + p * A_ALONG + a_from;
#ifdef A_PACKED
  return a[at / 4];
#else
  return vec4(a[at], a[at + A_ACROSS], a[at + 2 * A_ACROSS], a[at + 3 * A_ACROSS]);
#endif
}

// Likewise; 0 where there is none.
vec4 quad_of_a(int row, int p, int end) {
  const int at = row * A_ACROSS + p * A_ALONG + a_from, there = p < end ? rows - row : 0;
  vec4 quad = vec4(0.0);
#ifdef A_PACKED
  if (there > 0) quad = a[at / 4];
#else
  for (int i = 0; i < 4; ++i) {
    if (i < there) quad[i] = a[at + i * A_ACROSS];
  }
#endif
  return quad;
}
#endif

#ifndef B_TURNED
// Columns col … col + 3 of b.
vec4 whole_quad_of_b(int col, int p) {
  const int at = col * B_ACROSS + p * B_ALONG + b_from;
#ifdef B_PACKED
  return b[at / 4];
#else
  return vec4(b[at], b[at + B_ACROSS], b[at + 2 * B_ACROSS], b[at + 3 * B_ACROSS]);
#endif
}

vec4 quad_of_b(int col, int p, int end) {
  const int at = col * B_ACROSS + p * B_ALONG + b_from, there = p < end ? cols - col : 0;
  vec4 quad = vec4(0.0);
#ifdef B_PACKED
  if (there > 0) quad = b[at / 4];
#else
  for (int i = 0; i < 4; ++i) {
    if (i < there) quad[i] = b[at + i * B_ACROSS];
  }
#endif
  return quad;
}
#endif

// The blocks of a thread, MINE the first: of each line, a row of a or a column of b, four steps from p
// on, or 0 where they are not THERE. Then as quads. Neighbouring threads have neighbouring steps.
#define BLOCK(at) ivec2((at) / (BK / 4), (at) % (BK / 4))
#define BRING_BLOCKS(next, quads, blocks, mine, from, width, skipped, first_line, first, there) \
  for (int i = 0; i < quads; i += 4) {                                                         \
    const int at = mine + i / 4 * THREADS, p = first + 4 * BLOCK(at).y;                        \
    if (at >= blocks) continue;                                                                \
    for (int k = 0; k < 4; ++k) {                                                              \
      const int line = first_line + 4 * BLOCK(at).x + k;                                       \
      next[i + k] = there ? from[(line * width + p + skipped) / 4] : vec4(0.0);                \
    }                                                                                          \
  }
#define PUT_BLOCKS(tile, next, quads, blocks, mine)                                            \
  for (int i = 0; i < quads; i += 4) {                                                         \
    const int at = mine + i / 4 * THREADS;                                                     \
    if (at >= blocks) continue;                                                                \
    const mat4 turned = transpose(mat4(next[i], next[i + 1], next[i + 2], next[i + 3]));       \
    for (int k = 0; k < 4; ++k) tile[4 * BLOCK(at).y + k][BLOCK(at).x] = turned[k];            \
  }
// Where few threads have a block of a, others have those of b.
#define A_MINE thread
#define B_MINE ((thread + THREADS / 2) % THREADS)

// Which quad and which step of the inner index: threads next to each other bring what is next to
// each other in memory, be it whole quads or, where a quad lies across the rows of memory, one cell
// of each of the four rows. Shared memory is in either case written a quad at a time.
#define WHOLE(quads, at) ivec2((at) % (quads), (at) / (quads))
#define CELLS(at) ivec2((at) / BK, (at) % BK)
#ifdef TA
#define A_PLACE(at) WHOLE(BM / 4, at)
#else
#define A_PLACE(at) CELLS(at)
#endif
#ifdef TB
#define B_PLACE(at) CELLS(at)
#else
#define B_PLACE(at) WHOLE(BN / 4, at)
#endif

void write(int row, int col, vec4 quad) {
  if (row >= rows || col >= cols) return;
  const int at = (int(gl_WorkGroupID.z) * rows + row) * c_width + col + c_from;
#ifdef C_PACKED
#ifdef ADD
  c[at / 4] += quad;
#else
  c[at / 4] = quad;
#endif
#else
  for (int i = 0; i < 4; ++i) {
    if (col + i >= cols) continue;
#ifdef ADD
    c[at + i] += quad[i];
#else
    c[at + i] = quad[i];
#endif
  }
#endif
}

void main() {
  const int thread = int(gl_LocalInvocationIndex);
  const int first_row = int(gl_WorkGroupID.y) * BM, first_col = int(gl_WorkGroupID.x) * BN;
  const int begin = int(gl_WorkGroupID.z) * piece, end = min(begin + piece, inner);
  const int parts = (end - begin + BK - 1) / BK;
#ifdef INSIDE
  const bool inside = first_row + BM <= rows && first_col + BN <= cols;
#endif
  // Threads run in step by 32: they are 8 × 4 places of the grid, so that together they read few
  // quads. Of two neighbours one stands below the other and reads the same columns: cards then
  // serve 16 threads at once, not 8.
  const int group = thread / 32, lane = thread % 32;
  const int x = group % (wide / 8) * 8 + lane / 2 % 8;
  const int y = group / (wide / 8) * 4 + lane / 16 * 2 + lane % 2;

  vec4 sum[TM][TN / 4];
  for (int i = 0; i < TM; ++i) {
    for (int j = 0; j < TN / 4; ++j) sum[i][j] = vec4(0.0);
  }
  vec4 next_a[a_quads], next_b[b_quads];
  for (int part = 0; part <= parts; ++part) {
    const int first = begin + part * BK;
    if (part < parts) {
#ifdef INSIDE
      const bool whole = inside && first + BK <= end;
#else
      const bool whole = false;
#endif
#ifdef A_TURNED
      if (whole) {
        BRING_BLOCKS(next_a, a_quads, a_blocks, A_MINE, a, a_width, a_from, first_row, first, true)
      } else {
        BRING_BLOCKS(next_a, a_quads, a_blocks, A_MINE, a, a_width, a_from, first_row, first,
                     (line < rows && p < end))
      }
#else
      if (whole) {
        for (int i = 0; i < a_quads; ++i) {
          const ivec2 place = A_PLACE(thread + i * THREADS);
          next_a[i] = whole_quad_of_a(first_row + 4 * place.x, first + place.y);
        }
      } else {
        for (int i = 0; i < a_quads; ++i) {
          const ivec2 place = A_PLACE(thread + i * THREADS);
          next_a[i] = quad_of_a(first_row + 4 * place.x, first + place.y, end);
        }
      }
#endif
#ifdef B_TURNED
      if (whole) {
        BRING_BLOCKS(next_b, b_quads, b_blocks, B_MINE, b, b_width, b_from, first_col, first, true)
      } else {
        BRING_BLOCKS(next_b, b_quads, b_blocks, B_MINE, b, b_width, b_from, first_col, first,
                     (line < cols && p < end))
      }
#else
      if (whole) {
        for (int i = 0; i < b_quads; ++i) {
          const ivec2 place = B_PLACE(thread + i * THREADS);
          next_b[i] = whole_quad_of_b(first_col + 4 * place.x, first + place.y);
        }
      } else {
        for (int i = 0; i < b_quads; ++i) {
          const ivec2 place = B_PLACE(thread + i * THREADS);
          next_b[i] = quad_of_b(first_col + 4 * place.x, first + place.y, end);
        }
      }
#endif
    }
    if (part > 0) {
      const int now = (part - 1) % 2;
      for (int p = 0; p < BK; ++p) {
        // A thread has the quads x, x + wide, …: neighbours read neighbouring ones.
        vec4 left[TM / 4], right[TN / 4];
        for (int i = 0; i < TM / 4; ++i) left[i] = tile_a[now][p][y + i * high];
        for (int j = 0; j < TN / 4; ++j) right[j] = tile_b[now][p][x + j * wide];
        for (int i = 0; i < TM; ++i) {
          for (int j = 0; j < TN / 4; ++j) {
            sum[i][j] = fma(vec4(left[i / 4][i % 4]), right[j], sum[i][j]);
          }
        }
      }
    }
    if (part < parts) {
#ifdef A_TURNED
      PUT_BLOCKS(tile_a[part % 2], next_a, a_quads, a_blocks, A_MINE)
#else
      for (int i = 0; i < a_quads; ++i) {
        const ivec2 place = A_PLACE(thread + i * THREADS);
        tile_a[part % 2][place.y][place.x] = next_a[i];
      }
#endif
#ifdef B_TURNED
      PUT_BLOCKS(tile_b[part % 2], next_b, b_quads, b_blocks, B_MINE)
#else
      for (int i = 0; i < b_quads; ++i) {
        const ivec2 place = B_PLACE(thread + i * THREADS);
        tile_b[part % 2][place.y][place.x] = next_b[i];
      }
#endif
    }
    barrier();
  }
  for (int i = 0; i < TM; ++i) {
    for (int j = 0; j < TN / 4; ++j) {
      write(first_row + 4 * (y + i / 4 * high) + i % 4, first_col + 4 * (x + j * wide), sum[i][j]);
    }
  }
}
