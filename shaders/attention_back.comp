// The gradients of attention.comp. With P = softmax(Q Kᵀ / √d_k), computed again from the scores:
//   dV = Pᵀ dO,  dP = dO Vᵀ,  dS = P ∘ (dP − D) / √d_k with D_i = Σ_p dO_ip O_ip,
//   dQ = dS K,  dK = dSᵀ Q
// (Dao et al. 2022, FlashAttention, section 3.1 and appendix B.4).
//
// STATS: a work group has TILE queries of one head and goes through the keys for the logarithm L_i
// of the sum of e^score; it leaves L and D. QUERIES: it goes through them for dQ, with
// P = e^(S − L). KEYS: a work group has TILE keys and goes through the queries, for dK and dV.
// A thread has one query and one key of a tile, and of its row's gradients the quads of columns x,
// x + TILE, …: four numbers side by side, which is how shared memory is read.
// The keys of a sentence may come in several pieces, the first ones first.
layout(local_size_x = TILE, local_size_y = TILE) in;

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

const int own_quads = (QUADS + TILE - 1) / TILE;

shared vec4 queries[TILE][QUADS | 1];
shared vec4 keys[TILE][QUADS | 1];
#ifndef STATS
shared vec4 slopes[TILE][QUADS | 1];  // of the queries' results: dO
shared vec4 values[TILE][QUADS | 1];
#endif
shared float ds[TILE][TILE + 1];  // [query][key]
#ifdef KEYS
shared float weights[TILE][TILE + 1];
#endif

float score_of(int query, int key) {
  vec4 score = vec4(0.0);
  for (int several = 0; 4 * several < d_k; several += QUADS_AT_ONCE) {
    for (int p = several; p < several + QUADS_AT_ONCE; ++p) {
      score = fma(queries[query][p], keys[key][p], score);
    }
  }
  return total(score) * scale;
}

#ifndef STATS
float slope_of(int query, int key) {
  vec4 slope = vec4(0.0);
  for (int several = 0; 4 * several < d_k; several += QUADS_AT_ONCE) {
    for (int p = several; p < several + QUADS_AT_ONCE; ++p) {
      slope = fma(slopes[query][p], values[key][p], slope);
    }
  }
  return total(slope);
}

#ifdef PACKED
#define ADD_TO(to, row, quad, cells) \
  if (4 * (quad) < d_k) to[((row) * width + int(gl_WorkGroupID.y) * d_k) / 4 + (quad)] += cells;
#else
#define ADD_TO(to, row, quad, cells)                                           \
  for (int i = 0; i < 4; ++i) {                                                \
    const int col = 4 * (quad) + i;                                            \
    if (col < d_k) to[(row) * width + int(gl_WorkGroupID.y) * d_k + col] += cells[i]; \
  }
#endif
#endif

#ifndef KEYS
void main() {
  const ivec4 place = places_[2 * gl_WorkGroupID.z], whole = places_[2 * gl_WorkGroupID.z + 1];
  const int first_query = int(gl_WorkGroupID.x) * TILE, head = int(gl_WorkGroupID.y);
  if (first_query >= place.y) return;
  const int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);
  const int query = first_query + y;
  const int ahead = whole.x - whole.y;
  const int reach = causal == 1 ? min(place.w, first_query + TILE + ahead) : place.w;
  const int own = (place.x + query) * int(gl_NumWorkGroups.y) + head;  // in stats
  BRING(queries, q_, place.x + first_query, place.y - first_query)

#ifdef STATS
  vec2 before = vec2(-infinity, 0.0);
  if (whole.y > 0 && query < place.y) before = stats_[own];
  float top = before.x, sum = x == 0 ? before.y : 0.0;  // of this thread's keys
  for (int first = 0; first < reach; first += TILE) {
    const int there = min(place.w - first, TILE);
    barrier();
    BRING(keys, k_, place.z + first, there)
    barrier();
    const bool hidden = first + x >= place.w || (causal == 1 && first + x > query + ahead);
    const float score = score_of(y, x);
    ds[y][x] = hidden ? -infinity : score;
    barrier();
    float highest = top;
    for (int j = 0; j < TILE; ++j) highest = max(highest, ds[y][j]);
    sum *= top == -infinity ? 0.0 : exp(top - highest);
    top = highest;
    if (!hidden) sum += exp(score - top);
  }
  // Of all threads of the row: the sum, and Σ_p dO_ip O_ip, of which each has had some quads.
  vec4 along = vec4(0.0);
  if (query < place.y) {
    for (int quad = x; quad < QUADS; quad += TILE) {
      along = fma(QUAD(do_, place.x + query, quad), QUAD(o_, place.x + query, quad), along);
    }
  }
  barrier();  // all have read what was before, and the last scores
  ds[y][x] = sum;
  barrier();
  float all = 0.0;
  for (int j = 0; j < TILE; ++j) all += ds[y][j];
  barrier();
  ds[y][x] = total(along);
  barrier();
  if (query >= place.y || x > 0) return;
  if (whole.y + place.w < whole.z) {
    stats_[own] = vec2(top, all);
    return;
  }
  float of_all = 0.0;
  for (int j = 0; j < TILE; ++j) of_all += ds[y][j];
  stats_[own] = vec2(top + log(all), of_all);
#else
  BRING(slopes, do_, place.x + first_query, place.y - first_query)
  const vec2 of_query = query < place.y ? stats_[own] : vec2(0.0);
  vec4 made[own_quads];
  for (int c = 0; c < own_quads; ++c) made[c] = vec4(0.0);
  for (int first = 0; first < reach; first += TILE) {
    const int there = min(place.w - first, TILE);
    barrier();
    BRING(keys, k_, place.z + first, there)
    BRING(values, v_, place.z + first, there)
    barrier();
    const bool hidden = first + x >= place.w || (causal == 1 && first + x > query + ahead);
    const float weight = exp(score_of(y, x) - of_query.x);
    ds[y][x] = hidden ? 0.0 : weight * (slope_of(y, x) - of_query.y) * scale;
    barrier();
    for (int four = 0; four < there; four += 4) {
      for (int j = four; j < four + 4; ++j) {
        for (int c = 0; c < own_quads; ++c) {
          made[c] = fma(vec4(ds[y][j]), keys[j][min(x + c * TILE, QUADS - 1)], made[c]);
        }
      }
    }
  }
  if (query >= place.y) return;
  for (int c = 0; c < own_quads; ++c) {
    ADD_TO(dq_, place.x + query, x + c * TILE, made[c])
  }
#endif
}
#else
void main() {
  const ivec4 place = places_[2 * gl_WorkGroupID.z], whole = places_[2 * gl_WorkGroupID.z + 1];
  const int first_key = int(gl_WorkGroupID.x) * TILE, head = int(gl_WorkGroupID.y);
  if (first_key >= place.w) return;
  const int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);
  BRING(keys, k_, place.z + first_key, place.w - first_key)
  BRING(values, v_, place.z + first_key, place.w - first_key)

  vec4 of_key[own_quads], of_value[own_quads];
  for (int c = 0; c < own_quads; ++c) of_key[c] = of_value[c] = vec4(0.0);
  // With the causal mask no query before a key sees it.
  const int ahead = whole.x - whole.y;
  for (int first = causal == 1 ? max(0, first_key - ahead) : 0; first < place.y; first += TILE) {
    const int there = min(place.y - first, TILE);
    barrier();
    BRING(queries, q_, place.x + first, there)
    BRING(slopes, do_, place.x + first, there)
    barrier();
    const int query = first + y, key = first_key + x;
    float weight = 0.0, slope = 0.0;
    if (query < place.y && key < place.w && (causal == 0 || key <= query + ahead)) {
      const vec2 of_query = stats_[(place.x + query) * int(gl_NumWorkGroups.y) + head];
      weight = exp(score_of(y, x) - of_query.x);
      slope = weight * (slope_of(y, x) - of_query.y) * scale;
    }
    weights[y][x] = weight;
    ds[y][x] = slope;
    barrier();
    for (int four = 0; four < there; four += 4) {
      for (int i = four; i < four + 4; ++i) {
        for (int c = 0; c < own_quads; ++c) {
          const int quad = min(x + c * TILE, QUADS - 1);
          of_key[c] = fma(vec4(ds[i][y]), queries[i][quad], of_key[c]);
          of_value[c] = fma(vec4(weights[i][y]), slopes[i][quad], of_value[c]);
        }
      }
    }
  }
  if (first_key + y >= place.w) return;
  for (int c = 0; c < own_quads; ++c) {
    ADD_TO(dk_, place.z + first_key + y, x + c * TILE, of_key[c])
    ADD_TO(dv_, place.z + first_key + y, x + c * TILE, of_value[c])
  }
}
#endif
