// O = softmax(Q Kᵀ / √d_k) V for each head of each sentence (Vaswani et al. 2017, §3.2)
// without the matrix of scores in memory (Dao et al. 2022, FlashAttention, section 3.1): a work
// group has TILE queries of one head and goes through the keys TILE at a time. Of each query it
// keeps the largest score yet, the sum of the weights and the sum of the weighted values; where a
// tile brings a larger score, both sums are scaled down.
//
// A work group is WIDE × HIGH threads; which queries, keys and columns are whose: prelude.glsl.
//
// With CARRY the keys of a sentence come in several pieces, the first ones first: a piece goes on
// from what the one before has left in the state and, not yet divided, in O.
layout(local_size_x = THREADS) in;

#pragma optionNV(unroll all)  // as in matmul.comp

layout(std430, binding = 0) readonly buffer Q { Pack q_[]; };
layout(std430, binding = 1) readonly buffer K { Pack k_[]; };
layout(std430, binding = 2) readonly buffer V { Pack v_[]; };
// Of each piece of a sentence: first query, queries, first key, keys; which query and which key of
// the sentence those are, and the keys of the whole sentence.
layout(std430, binding = 3) readonly buffer Places { ivec4 places_[]; };
layout(std430, binding = 4) buffer O { Pack o_[]; };
#ifdef CARRY
layout(std430, binding = 5) buffer State { vec2 state_[]; };  // of each query and head: top, sum
#endif

layout(location = 0) uniform int width;  // of a row, all heads
layout(location = 1) uniform int causal;
layout(location = 2) uniform int d_k;  // at most 4 * QUADS
layout(location = 16) uniform float scale;

const int own_queries = OWN_ROWS, own_keys = OWN_OTHERS, own_quads = OWN_QUADS;

// An odd number of quads a row: those that threads read at once lie in different banks. So do the
// weights that they write.
shared vec4 queries[TILE][QUADS | 1];
shared vec4 others[TILE][QUADS | 1];  // keys, then values
shared float weights[TILE][TILE + 8];
shared float of_row[TILE][WIDE];  // what each thread of a row has found

void put(int row, int quad, vec4 cells) {
  const int at = row * width + int(gl_WorkGroupID.y) * d_k + 4 * quad;
#ifdef PACKED
  if (4 * quad < d_k) o_[at / 4] = cells;
#else
  for (int i = 0; i < 4; ++i) {
    if (4 * quad + i < d_k) o_[at + i] = cells[i];
  }
#endif
}

void main() {
  const ivec4 place = places_[2 * gl_WorkGroupID.z], whole = places_[2 * gl_WorkGroupID.z + 1];
  const int first_query = int(gl_WorkGroupID.x) * TILE;
  if (first_query >= place.y) return;
  const int x = PLACE_X, y = PLACE_Y;
  // A query sees keys up to its own number in the sentence.
  const int ahead = whole.x - whole.y, head = int(gl_WorkGroupID.y);
  const int reach = causal == 1 ? min(place.w, first_query + TILE + ahead) : place.w;

  float top[own_queries], sum[own_queries];  // sum: of this thread's keys
  vec4 made[own_queries][own_quads];
  for (int i = 0; i < own_queries; ++i) {
    top[i] = -infinity;
    sum[i] = 0.0;
    for (int c = 0; c < own_quads; ++c) made[i][c] = vec4(0.0);
  }
#ifdef CARRY
  for (int i = 0; i < own_queries; ++i) {
    const int query = first_query + y + i * HIGH;
    if (whole.y == 0 || query >= place.y) continue;
    const vec2 state = state_[(place.x + query) * int(gl_NumWorkGroups.y) + head];
    top[i] = state.x;
    sum[i] = x == 0 ? state.y : 0.0;
    for (int c = 0; c < own_quads; ++c) {
      made[i][c] = QUAD(o_, place.x + query, x + c * WIDE);
    }
  }
#endif
  BRING(queries, q_, place.x + first_query, place.y - first_query)
  for (int first = 0; first < reach; first += TILE) {
    const int keys = min(place.w - first, TILE);
    barrier();
    BRING(others, k_, place.z + first, keys)
    barrier();
    vec4 products[own_queries][own_keys];
    MULTIPLY(products, queries, others)
    // The largest score of each query: first of a thread's keys, then of all threads of the row.
    float score[own_queries][own_keys];
    for (int i = 0; i < own_queries; ++i) {
      float highest = -infinity;
      for (int j = 0; j < own_keys; ++j) {
        const int key = first + x + j * WIDE, query = first_query + y + i * HIGH;
        const bool hidden = key >= place.w || (causal == 1 && key > query + ahead);
        score[i][j] = total(products[i][j]) * scale;
        if (!hidden) highest = max(highest, score[i][j]);
      }
      of_row[y + i * HIGH][x] = highest;
    }
    barrier();
    BRING(others, v_, place.z + first, keys)
    for (int i = 0; i < own_queries; ++i) {
      float highest = top[i];
      for (int k = 0; k < WIDE; ++k) highest = max(highest, of_row[y + i * HIGH][k]);
      const bool first_yet = is_infinite(top[i]) && top[i] < 0.0;
      const float keep = first_yet ? 0.0 : exp(top[i] - highest);
      top[i] = highest;
      sum[i] *= keep;
      for (int c = 0; c < own_quads; ++c) made[i][c] *= keep;
      for (int j = 0; j < own_keys; ++j) {
        const int key = first + x + j * WIDE, query = first_query + y + i * HIGH;
        const bool hidden = key >= place.w || (causal == 1 && key > query + ahead);
        const float weight = hidden ? 0.0 : exp(score[i][j] - highest);
        sum[i] += weight;
        weights[y + i * HIGH][x + j * WIDE] = weight;
      }
    }
    barrier();
    if (causal == 0 || first + TILE <= first_query + ahead + 1) {
      MIX(made, weights, others, keys, true)
    } else {
      MIX(made, weights, others, keys, first + j <= first_query + y + i * HIGH + ahead)
    }
  }
  for (int i = 0; i < own_queries; ++i) of_row[y + i * HIGH][x] = sum[i];
  barrier();
  for (int i = 0; i < own_queries; ++i) {
    const int query = first_query + y + i * HIGH;
    if (query >= place.y) continue;
    float all = 0.0;
    for (int k = 0; k < WIDE; ++k) all += of_row[y + i * HIGH][k];
#ifdef CARRY
    const bool done = whole.y + place.w == whole.z;
    if (x == 0) state_[(place.x + query) * int(gl_NumWorkGroups.y) + head] = vec2(top[i], all);
#else
    const bool done = true;
#endif
    for (int c = 0; c < own_quads; ++c) {
      put(place.x + query, x + c * WIDE, done ? made[i][c] / all : made[i][c]);
    }
  }
}
