// The gradients of attention.comp. With P = softmax(Q Kᵀ / √d_k), computed again from the scores:
//   dV = Pᵀ dO,  dP = dO Vᵀ,  dS = P ∘ (dP − D) / √d_k with D_i = Σ_p dO_ip O_ip,
//   dQ = dS K,  dK = dSᵀ Q
// (Dao et al. 2022, FlashAttention, section 3.1 and appendix B.4).
//
// STATS: a work group has TILE queries of one head and goes through the keys for the logarithm L_i
// of the sum of e^score; it leaves L and D. QUERIES: it goes through them for dQ, with
// P = e^(S − L). KEYS: a work group has TILE keys and goes through the queries, for dK and dV.
// A work group is WIDE × HIGH threads; which rows and columns are whose: prelude.glsl. Of the rows
// it goes through there is room for one matrix, which is brought in turn.
// The keys of a sentence may come in several pieces, the first ones first.
layout(local_size_x = THREADS) in;

#pragma optionNV(unroll all)  // as in matmul.comp

layout(std430, binding = 0) readonly buffer Places { ivec4 places_[]; };  // as in attention.comp
layout(std430, binding = 1) readonly buffer Q { Pack q_[]; };
layout(std430, binding = 2) readonly buffer K { Pack k_[]; };
#ifdef STATS
layout(std430, binding = 3) readonly buffer O { Pack o_[]; };
#else
layout(std430, binding = 3) readonly buffer V { Pack v_[]; };
#endif
layout(std430, binding = 4) readonly buffer Do { Pack do_[]; };
layout(std430, binding = 5) buffer Stats { vec2 stats_[]; };  // L and D of each query and head
#ifdef QUERIES
layout(std430, binding = 6) buffer Dq { Pack dq_[]; };
#elif defined(KEYS)
layout(std430, binding = 6) buffer Dk { Pack dk_[]; };
layout(std430, binding = 7) buffer Dv { Pack dv_[]; };
#endif

layout(location = 0) uniform int width;
layout(location = 1) uniform int causal;
layout(location = 2) uniform int d_k;  // at most 4 * QUADS
layout(location = 16) uniform float scale;

const int own_rows = OWN_ROWS, own_others = OWN_OTHERS, own_quads = OWN_QUADS;

#ifdef KEYS
shared vec4 keys[TILE][QUADS | 1];
shared vec4 values[TILE][QUADS | 1];
#else
shared vec4 queries[TILE][QUADS | 1];
#endif
#ifdef QUERIES
shared vec4 slopes[TILE][QUADS | 1];  // of the queries' results: dO
#endif
shared vec4 others[TILE][QUADS | 1];
#ifdef STATS
shared vec2 of_row[TILE][WIDE];  // what each thread of a row has found
#else
shared float weights[TILE][TILE + 8];
#endif

bool sees(int query, int key, ivec4 place, int ahead) {
  return query < place.y && key < place.w && (causal == 0 || key <= query + ahead);
}

#ifdef PACKED
#define ADD_TO(to, row, quad, cells) \
  if (4 * (quad) < d_k) to[((row) * width + int(gl_WorkGroupID.y) * d_k) / 4 + (quad)] += cells;
#else
#define ADD_TO(to, row, quad, cells)                                               \
  for (int k = 0; k < 4; ++k) {                                                    \
    const int col = 4 * (quad) + k;                                                \
    if (col < d_k) to[(row) * width + int(gl_WorkGroupID.y) * d_k + col] += cells[k]; \
  }
#endif

#ifdef STATS
void main() {
  const ivec4 place = places_[2 * gl_WorkGroupID.z], whole = places_[2 * gl_WorkGroupID.z + 1];
  const int first_query = int(gl_WorkGroupID.x) * TILE, head = int(gl_WorkGroupID.y);
  if (first_query >= place.y) return;
  const int x = PLACE_X, y = PLACE_Y;
  const int ahead = whole.x - whole.y, heads = int(gl_NumWorkGroups.y);
  const int reach = causal == 1 ? min(place.w, first_query + TILE + ahead) : place.w;

  float top[own_rows], sum[own_rows];  // sum: of this thread's keys
  for (int i = 0; i < own_rows; ++i) {
    const int query = first_query + y + i * HIGH;
    const bool goes_on = whole.y > 0 && query < place.y;
    const vec2 before =
        goes_on ? stats_[(place.x + query) * heads + head] : vec2(-infinity, 0.0);
    top[i] = before.x;
    sum[i] = x == 0 ? before.y : 0.0;
  }
  BRING(queries, q_, place.x + first_query, place.y - first_query)
  for (int first = 0; first < reach; first += TILE) {
    barrier();
    BRING(others, k_, place.z + first, place.w - first)
    barrier();
    vec4 products[own_rows][own_others];
    MULTIPLY(products, queries, others)
    float score[own_rows][own_others];
    for (int i = 0; i < own_rows; ++i) {
      float highest = -infinity;
      for (int j = 0; j < own_others; ++j) {
        score[i][j] = total(products[i][j]) * scale;
        const int query = first_query + y + i * HIGH, key = first + x + j * WIDE;
        if (sees(query, key, place, ahead)) highest = max(highest, score[i][j]);
      }
      of_row[y + i * HIGH][x].x = highest;
    }
    barrier();
    for (int i = 0; i < own_rows; ++i) {
      float highest = top[i];
      for (int k = 0; k < WIDE; ++k) highest = max(highest, of_row[y + i * HIGH][k].x);
      const bool first_yet = is_infinite(top[i]) && top[i] < 0.0;
      sum[i] *= first_yet ? 0.0 : exp(top[i] - highest);
      top[i] = highest;
      for (int j = 0; j < own_others; ++j) {
        const int query = first_query + y + i * HIGH, key = first + x + j * WIDE;
        if (sees(query, key, place, ahead)) sum[i] += exp(score[i][j] - highest);
      }
    }
  }
  barrier();  // all have read the last scores
  for (int i = 0; i < own_rows; ++i) {
    const int query = first_query + y + i * HIGH;
    vec4 along = vec4(0.0);  // Σ_p dO_ip O_ip, of which each thread of a row has some quads
    if (query < place.y) {
      for (int quad = x; quad < QUADS; quad += WIDE) {
        along = fma(QUAD(do_, place.x + query, quad), QUAD(o_, place.x + query, quad), along);
      }
    }
    of_row[y + i * HIGH][x] = vec2(sum[i], total(along));
  }
  barrier();
  if (x > 0) return;
  for (int i = 0; i < own_rows; ++i) {
    const int query = first_query + y + i * HIGH;
    if (query >= place.y) continue;
    vec2 all = vec2(0.0);
    for (int k = 0; k < WIDE; ++k) all += of_row[y + i * HIGH][k];
    const bool done = whole.y + place.w == whole.z;
    stats_[(place.x + query) * heads + head] =
        done ? vec2(top[i] + log(all.x), all.y) : vec2(top[i], all.x);
  }
}
#elif defined(QUERIES)
void main() {
  const ivec4 place = places_[2 * gl_WorkGroupID.z], whole = places_[2 * gl_WorkGroupID.z + 1];
  const int first_query = int(gl_WorkGroupID.x) * TILE, head = int(gl_WorkGroupID.y);
  if (first_query >= place.y) return;
  const int x = PLACE_X, y = PLACE_Y;
  const int ahead = whole.x - whole.y, heads = int(gl_NumWorkGroups.y);
  const int reach = causal == 1 ? min(place.w, first_query + TILE + ahead) : place.w;

  vec2 of_query[own_rows];
  vec4 made[own_rows][own_quads];
  for (int i = 0; i < own_rows; ++i) {
    const int query = first_query + y + i * HIGH;
    of_query[i] = query < place.y ? stats_[(place.x + query) * heads + head] : vec2(0.0);
    for (int c = 0; c < own_quads; ++c) made[i][c] = vec4(0.0);
  }
  BRING(queries, q_, place.x + first_query, place.y - first_query)
  BRING(slopes, do_, place.x + first_query, place.y - first_query)
  for (int first = 0; first < reach; first += TILE) {
    const int there = min(place.w - first, TILE);
    barrier();
    BRING(others, v_, place.z + first, there)
    barrier();
    vec4 products[own_rows][own_others];
    MULTIPLY(products, slopes, others)
    float slope[own_rows][own_others];
    for (int i = 0; i < own_rows; ++i) {
      for (int j = 0; j < own_others; ++j) slope[i][j] = total(products[i][j]) - of_query[i].y;
    }
    barrier();
    BRING(others, k_, place.z + first, there)
    barrier();
    MULTIPLY(products, queries, others)
    for (int i = 0; i < own_rows; ++i) {
      for (int j = 0; j < own_others; ++j) {
        const float weight = exp(total(products[i][j]) * scale - of_query[i].x);
        const int query = first_query + y + i * HIGH, key = first + x + j * WIDE;
        weights[y + i * HIGH][x + j * WIDE] =
            sees(query, key, place, ahead) ? weight * slope[i][j] * scale : 0.0;
      }
    }
    barrier();
    if (causal == 0 || first + TILE <= first_query + ahead + 1) {
      MIX(made, weights, others, there, true)
    } else {
      MIX(made, weights, others, there, first + j <= first_query + y + i * HIGH + ahead)
    }
  }
  for (int i = 0; i < own_rows; ++i) {
    const int query = first_query + y + i * HIGH;
    if (query >= place.y) continue;
    for (int c = 0; c < own_quads; ++c) {
      ADD_TO(dq_, place.x + query, x + c * WIDE, made[i][c])
    }
  }
}
#else
void main() {
  const ivec4 place = places_[2 * gl_WorkGroupID.z], whole = places_[2 * gl_WorkGroupID.z + 1];
  const int first_key = int(gl_WorkGroupID.x) * TILE, head = int(gl_WorkGroupID.y);
  if (first_key >= place.w) return;
  const int x = PLACE_X, y = PLACE_Y;
  const int ahead = whole.x - whole.y, heads = int(gl_NumWorkGroups.y);

  vec4 of_key[own_rows][own_quads], of_value[own_rows][own_quads];
  for (int i = 0; i < own_rows; ++i) {
    for (int c = 0; c < own_quads; ++c) of_key[i][c] = of_value[i][c] = vec4(0.0);
  }
  BRING(keys, k_, place.z + first_key, place.w - first_key)
  BRING(values, v_, place.z + first_key, place.w - first_key)
  // With the causal mask no query before a key sees it.
  for (int first = causal == 1 ? max(0, first_key - ahead) : 0; first < place.y; first += TILE) {
    const int there = min(place.y - first, TILE);
    const bool all_see = causal == 0 || first_key + TILE <= first + ahead + 1;
    barrier();
    BRING(others, q_, place.x + first, there)
    barrier();
    vec4 products[own_rows][own_others];
    MULTIPLY(products, keys, others)
    float weight[own_rows][own_others], mean[own_others];
    for (int j = 0; j < own_others; ++j) {
      const int query = first + x + j * WIDE;
      const vec2 of_query =
          query < place.y ? stats_[(place.x + query) * heads + head] : vec2(0.0);
      mean[j] = of_query.y;
      for (int i = 0; i < own_rows; ++i) {
        const float share = exp(total(products[i][j]) * scale - of_query.x);
        const int key = first_key + y + i * HIGH;
        weight[i][j] = sees(query, key, place, ahead) ? share : 0.0;
        weights[y + i * HIGH][x + j * WIDE] = weight[i][j];
      }
    }
    barrier();
    BRING(others, do_, place.x + first, there)
    barrier();
    if (all_see) {
      MIX(of_value, weights, others, there, true)
    } else {
      MIX(of_value, weights, others, there, first_key + y + i * HIGH <= first + j + ahead)
    }
    MULTIPLY(products, values, others)
    barrier();
    for (int i = 0; i < own_rows; ++i) {
      for (int j = 0; j < own_others; ++j) {
        const int query = first + x + j * WIDE, key = first_key + y + i * HIGH;
        const float slope = total(products[i][j]) - mean[j];
        weights[y + i * HIGH][x + j * WIDE] =
            sees(query, key, place, ahead) ? weight[i][j] * slope * scale : 0.0;
      }
    }
    BRING(others, q_, place.x + first, there)
    barrier();
    if (all_see) {
      MIX(of_key, weights, others, there, true)
    } else {
      MIX(of_key, weights, others, there, first_key + y + i * HIGH <= first + j + ahead)
    }
  }
  for (int i = 0; i < own_rows; ++i) {
    const int key = first_key + y + i * HIGH;
    if (key >= place.w) continue;
    for (int c = 0; c < own_quads; ++c) {
      ADD_TO(dk_, place.z + key, x + c * WIDE, of_key[i][c])
      ADD_TO(dv_, place.z + key, x + c * WIDE, of_value[i][c])
    }
  }
}
#endif
