// The gradients of attention.comp. With P = softmax(Q Kᵀ / √d_k), computed again from the scores:
//   dV = Pᵀ dO,  dP = dO Vᵀ,  dS = P ∘ (dP − D) / √d_k with D_i = Σ_p dO_ip O_ip,
//   dQ = dS K,  dK = dSᵀ Q
// (Dao et al. 2022, FlashAttention, section 3.1 and appendix B.4).
//
// STATS: a work group has TILE queries of one head and goes through the keys for the logarithm L_i
// of the sum of e^score; it leaves L and D. QUERIES: it goes through them for dQ, with
// P = e^(S − L). KEYS: a work group has TILE keys and goes through the queries, for dK and dV.
// A thread has one query and one key of a tile, and every TILE-th column of its row's gradients.
// The keys of a sentence may come in several pieces, the first ones first.
layout(local_size_x = TILE, local_size_y = TILE) in;

layout(std430, binding = 0) readonly buffer Places { ivec4 places_[]; };  // as in attention.comp
layout(std430, binding = 1) readonly buffer Q { float q_[]; };
layout(std430, binding = 2) readonly buffer K { float k_[]; };
#ifdef STATS
layout(std430, binding = 3) readonly buffer O { float o_[]; };
#else
layout(std430, binding = 3) readonly buffer V { float v_[]; };
#endif
layout(std430, binding = 4) readonly buffer Do { float do_[]; };
layout(std430, binding = 5) buffer Stats { vec2 stats_[]; };  // L and D of each query and head
#ifdef QUERIES
layout(std430, binding = 6) buffer Dq { float dq_[]; };
#elif defined(KEYS)
layout(std430, binding = 6) buffer Dk { float dk_[]; };
layout(std430, binding = 7) buffer Dv { float dv_[]; };
#endif

layout(location = 0) uniform int width;
layout(location = 1) uniform int causal;
layout(location = 2) uniform int d_k;  // at most COLS * TILE
layout(location = 16) uniform float scale;

shared float queries[TILE][COLS * TILE + 1];
shared float keys[TILE][COLS * TILE + 1];
#ifndef STATS
shared float slopes[TILE][COLS * TILE + 1];  // of the queries' results: dO
shared float values[TILE][COLS * TILE + 1];
#endif
shared float ds[TILE][TILE + 1];  // [query][key]
#ifdef KEYS
shared float weights[TILE][TILE + 1];
#endif

#define BRING(tile, from, first, count)                                                          \
  for (int r = int(gl_LocalInvocationID.y); r < TILE; r += TILE) {                               \
    for (int p = int(gl_LocalInvocationID.x); p < d_k; p += TILE) {                              \
      tile[r][p] = r < (count) ? from[((first) + r) * width + int(gl_WorkGroupID.y) * d_k + p] \
                               : 0.0;                                                            \
    }                                                                                            \
  }

float score_of(int query, int key) {
  float score = 0.0;
  for (int p = 0; p < d_k; ++p) score = fma(queries[query][p], keys[key][p], score);
  return score * scale;
}

#ifndef STATS
float slope_of(int query, int key) {
  float slope = 0.0;
  for (int p = 0; p < d_k; ++p) slope = fma(slopes[query][p], values[key][p], slope);
  return slope;
}
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
  const int row = (place.x + query) * width + head * d_k;
  BRING(queries, q_, place.x + first_query, place.y - first_query)

#ifdef STATS
  vec2 before = vec2(-infinity, 0.0);
  if (whole.y > 0 && query < place.y) before = stats_[own];
  float top = before.x, sum = before.y;
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
    for (int j = 0; j < there; ++j) highest = max(highest, ds[y][j]);
    sum *= sum == 0.0 ? 0.0 : exp(top - highest);
    top = highest;
    for (int j = 0; j < there; ++j) {
      if (causal == 0 || first + j <= query + ahead) sum += exp(ds[y][j] - top);
    }
  }
  barrier();  // all have read what was before
  if (query >= place.y || x > 0) return;
  if (whole.y + place.w < whole.z) {
    stats_[own] = vec2(top, sum);
    return;
  }
  float along = 0.0;
  for (int p = 0; p < d_k; ++p) along = fma(do_[row + p], o_[row + p], along);
  stats_[own] = vec2(top + log(sum), along);
#else
  BRING(slopes, do_, place.x + first_query, place.y - first_query)
  const vec2 of_query = query < place.y ? stats_[own] : vec2(0.0);
  float made[COLS];
  for (int c = 0; c < COLS; ++c) made[c] = 0.0;
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
    for (int j = 0; j < there; ++j) {
      for (int c = 0; c < COLS; ++c) made[c] = fma(ds[y][j], keys[j][x + c * TILE], made[c]);
    }
  }
  if (query >= place.y) return;
  for (int c = 0; c < COLS; ++c) {
    const int p = x + c * TILE;
    if (p < d_k) dq_[row + p] += made[c];
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

  float of_key[COLS], of_value[COLS];
  for (int c = 0; c < COLS; ++c) of_key[c] = of_value[c] = 0.0;
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
    for (int i = 0; i < there; ++i) {
      for (int c = 0; c < COLS; ++c) {
        of_key[c] = fma(ds[i][y], queries[i][x + c * TILE], of_key[c]);
        of_value[c] = fma(weights[i][y], slopes[i][x + c * TILE], of_value[c]);
      }
    }
  }
  if (first_key + y >= place.w) return;
  for (int c = 0; c < COLS; ++c) {
    const int p = x + c * TILE;
    if (p >= d_k) continue;
    const int at = (place.z + first_key + y) * width + head * d_k + p;
    dk_[at] += of_key[c];
    dv_[at] += of_value[c];
  }
}
#endif
