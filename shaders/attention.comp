// O = softmax(Q Kᵀ / √d_k) V for each head of each sentence (Vaswani et al. 2017, section 3.2)
// without the matrix of scores in memory (Dao et al. 2022, FlashAttention, section 3.1): a work
// group has TILE queries of one head and goes through the keys TILE at a time. Of each query it
// keeps the largest score yet, the sum of the weights and the sum of the weighted values; where a
// tile brings a larger score, both sums are scaled down. A thread has OWN queries and OWN keys of a
// tile, and every SIDE-th column of its queries' results.
//
// With CARRY the keys of a sentence come in several pieces, the first ones first: a piece goes on
// from what the one before has left in the state and, not yet divided, in O.
layout(local_size_x = SIDE, local_size_y = SIDE) in;

layout(std430, binding = 0) readonly buffer Q { float q_[]; };
layout(std430, binding = 1) readonly buffer K { float k_[]; };
layout(std430, binding = 2) readonly buffer V { float v_[]; };
// Of each piece of a sentence: first query, queries, first key, keys; which query and which key of
// the sentence those are, and the keys of the whole sentence.
layout(std430, binding = 3) readonly buffer Places { ivec4 places_[]; };
#ifdef CARRY
layout(std430, binding = 4) buffer O { float o_[]; };
layout(std430, binding = 5) buffer State { vec2 state_[]; };  // of each query and head: top, sum
#else
layout(std430, binding = 4) writeonly buffer O { float o_[]; };
#endif

layout(location = 0) uniform int width;  // of a row, all heads
layout(location = 1) uniform int causal;
layout(location = 2) uniform int d_k;  // at most COLS * SIDE
layout(location = 16) uniform float scale;

shared float queries[TILE][COLS * SIDE + 1];
shared float others[TILE][COLS * SIDE + 1];  // keys, then values
shared float weights[TILE][TILE + 1];

// Rows of this head into shared memory; what is not there is 0.
#define BRING(tile, from, first, count)                                                          \
  for (int r = int(gl_LocalInvocationID.y); r < TILE; r += SIDE) {                               \
    for (int p = int(gl_LocalInvocationID.x); p < d_k; p += SIDE) {                              \
      tile[r][p] = r < (count) ? from[((first) + r) * width + int(gl_WorkGroupID.y) * d_k + p] \
                               : 0.0;                                                            \
    }                                                                                            \
  }

void main() {
  const ivec4 place = places_[2 * gl_WorkGroupID.z], whole = places_[2 * gl_WorkGroupID.z + 1];
  const int first_query = int(gl_WorkGroupID.x) * TILE;
  if (first_query >= place.y) return;
  const int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);
  // A query sees keys up to its own number in the sentence.
  const int ahead = whole.x - whole.y, head = int(gl_WorkGroupID.y);
  const int reach = causal == 1 ? min(place.w, first_query + TILE + ahead) : place.w;

  float top[OWN], sum[OWN], made[OWN][COLS];
  for (int i = 0; i < OWN; ++i) {
    top[i] = -infinity;
    sum[i] = 0.0;
    for (int c = 0; c < COLS; ++c) made[i][c] = 0.0;
  }
#ifdef CARRY
  for (int i = 0; i < OWN; ++i) {
    const int query = first_query + y + i * SIDE;
    if (whole.y == 0 || query >= place.y) continue;
    const vec2 state = state_[(place.x + query) * int(gl_NumWorkGroups.y) + head];
    top[i] = state.x;
    sum[i] = state.y;
    for (int c = 0; c < COLS; ++c) {
      if (x + c * SIDE < d_k) made[i][c] = o_[(place.x + query) * width + head * d_k + x + c * SIDE];
    }
  }
  barrier();
#endif
  BRING(queries, q_, place.x + first_query, place.y - first_query)
  for (int first = 0; first < reach; first += TILE) {
    const int keys = min(place.w - first, TILE);
    barrier();
    BRING(others, k_, place.z + first, keys)
    barrier();
    float score[OWN][OWN];
    for (int i = 0; i < OWN; ++i) {
      for (int j = 0; j < OWN; ++j) score[i][j] = 0.0;
    }
    for (int p = 0; p < d_k; ++p) {
      float left[OWN], right[OWN];
      for (int i = 0; i < OWN; ++i) left[i] = queries[y + i * SIDE][p];
      for (int j = 0; j < OWN; ++j) right[j] = others[x + j * SIDE][p];
      for (int i = 0; i < OWN; ++i) {
        for (int j = 0; j < OWN; ++j) score[i][j] = fma(left[i], right[j], score[i][j]);
      }
    }
    for (int i = 0; i < OWN; ++i) {
      for (int j = 0; j < OWN; ++j) {
        const int key = first + x + j * SIDE, query = first_query + y + i * SIDE;
        const bool hidden = key >= place.w || (causal == 1 && key > query + ahead);
        score[i][j] *= scale;
        weights[y + i * SIDE][x + j * SIDE] = hidden ? -infinity : score[i][j];
      }
    }
    barrier();
    BRING(others, v_, place.z + first, keys)
    for (int i = 0; i < OWN; ++i) {
      float highest = top[i];
      for (int j = 0; j < keys; ++j) highest = max(highest, weights[y + i * SIDE][j]);
      const float keep = sum[i] == 0.0 ? 0.0 : exp(top[i] - highest);
      top[i] = highest;
      sum[i] *= keep;
      for (int c = 0; c < COLS; ++c) made[i][c] *= keep;
    }
    barrier();
    for (int i = 0; i < OWN; ++i) {
      for (int j = 0; j < OWN; ++j) {
        const int key = first + x + j * SIDE, query = first_query + y + i * SIDE;
        const bool hidden = key >= place.w || (causal == 1 && key > query + ahead);
        weights[y + i * SIDE][x + j * SIDE] = hidden ? 0.0 : exp(score[i][j] - top[i]);
      }
    }
    barrier();
    for (int j = 0; j < keys; ++j) {
      float value[COLS];
      for (int c = 0; c < COLS; ++c) value[c] = others[j][x + c * SIDE];
      for (int i = 0; i < OWN; ++i) {
        const float weight = weights[y + i * SIDE][j];
        sum[i] += weight;
        for (int c = 0; c < COLS; ++c) made[i][c] = fma(weight, value[c], made[i][c]);
      }
    }
  }
  for (int i = 0; i < OWN; ++i) {
    const int query = first_query + y + i * SIDE;
    if (query >= place.y) continue;
#ifdef CARRY
    const bool done = whole.y + place.w == whole.z;
    if (x == 0) state_[(place.x + query) * int(gl_NumWorkGroups.y) + head] = vec2(top[i], sum[i]);
#else
    const bool done = true;
#endif
    for (int c = 0; c < COLS; ++c) {
      const int p = x + c * SIDE;
      if (p >= d_k) continue;
      o_[(place.x + query) * width + head * d_k + p] = done ? made[i][c] / sum[i] : made[i][c];
    }
  }
}
