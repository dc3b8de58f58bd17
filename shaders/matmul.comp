// c_ij = Σ_p a_ip b_pj, or added to c_ij with ADD; TA, TB: that factor is stored transposed.
//
// A work group of WIDE × WIDE threads makes BM × BN cells of c, each thread TM × TN in registers. Through the inner
// index it goes BK at a time: all threads together bring that part of a and b into shared memory,
// where each number is then read by a whole row or column of threads.
layout(local_size_x = WIDE, local_size_y = WIDE) in;  // BN / TN, BM / TM

layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) buffer C { float c[]; };

layout(location = 0) uniform int rows;       // of c
layout(location = 1) uniform int cols;       // of c
layout(location = 2) uniform int inner;
layout(location = 3) uniform int a_width;    // columns of a as it is stored
layout(location = 4) uniform int b_width;
layout(location = 5) uniform int c_width;
layout(location = 6) uniform int a_from;  // cells to skip in each stored row of a …
layout(location = 7) uniform int b_from;  // … of b …
layout(location = 8) uniform int c_from;  // … and of c

const int threads = WIDE * WIDE;

shared float tile_a[BK][BM + 1];
shared float tile_b[BK][BN + 1];

void bring_a(int first_row, int first, int thread) {
  for (int at = thread; at < BM * BK; at += threads) {
#ifdef TA
    const int i = at % BM, p = at / BM;
#else
    const int p = at % BK, i = at / BK;
#endif
    const int row = first_row + i, inner_at = first + p;
    float cell = 0.0;
    if (row < rows && inner_at < inner) {
#ifdef TA
      cell = a[inner_at * a_width + row + a_from];
#else
      cell = a[row * a_width + inner_at + a_from];
#endif
    }
    tile_a[p][i] = cell;
  }
}

void bring_b(int first_col, int first, int thread) {
  for (int at = thread; at < BN * BK; at += threads) {
#ifdef TB
    const int p = at % BK, j = at / BK;
#else
    const int j = at % BN, p = at / BN;
#endif
    const int col = first_col + j, inner_at = first + p;
    float cell = 0.0;
    if (col < cols && inner_at < inner) {
#ifdef TB
      cell = b[col * b_width + inner_at + b_from];
#else
      cell = b[inner_at * b_width + col + b_from];
#endif
    }
    tile_b[p][j] = cell;
  }
}

void main() {
  const int first_row = int(gl_WorkGroupID.y) * BM, first_col = int(gl_WorkGroupID.x) * BN;
  const int thread = int(gl_LocalInvocationIndex);
  const int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);

  float sum[TM][TN];
  for (int i = 0; i < TM; ++i) {
    for (int j = 0; j < TN; ++j) sum[i][j] = 0.0;
  }
  for (int first = 0; first < inner; first += BK) {
    bring_a(first_row, first, thread);
    bring_b(first_col, first, thread);
    barrier();
    for (int p = 0; p < BK; ++p) {
      float left[TM], right[TN];
      // A thread's cells lie apart, so that neighbours read neighbouring numbers.
      for (int i = 0; i < TM; ++i) left[i] = tile_a[p][y + i * WIDE];
      for (int j = 0; j < TN; ++j) right[j] = tile_b[p][x + j * WIDE];
      for (int i = 0; i < TM; ++i) {
        for (int j = 0; j < TN; ++j) sum[i][j] = fma(left[i], right[j], sum[i][j]);
      }
    }
    barrier();
  }
  for (int i = 0; i < TM; ++i) {
    for (int j = 0; j < TN; ++j) {
      const int row = first_row + y + i * WIDE, col = first_col + x + j * WIDE;
      if (row >= rows || col >= cols) continue;
      const int at = row * c_width + col + c_from;
#ifdef ADD
      c[at] += sum[i][j];
#else
      c[at] = sum[i][j];
#endif
    }
  }
}
