// What each query makes of the keys of its own sentence (core/grad/ops/own_keys.h): a row of `own_`
// is its first key and how many it has. TERM is a GLSL expression in w, a, b and v: the weight of
// the pair, a cell of the query, the same column of the key and that of one row for all.
//   PAIRS    pairs_ij = Σ_p TERM, or += with ADD; after the last key −∞, or with ADD nothing
//   QUERIES  queries_ip += Σ_j TERM
//   KEYS     keys_jp += Σ_i TERM, over the queries that have the key: all of those of `range_`
// A binding may hold some of the keys alone; pairs of others are passed over.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Own { int own_[]; };
layout(std430, binding = 1) readonly buffer Row { float row_[]; };
layout(std430, binding = 2) readonly buffer Range { int range_[]; };
#ifdef PAIRS
layout(std430, binding = 3) readonly buffer Queries { float queries_[]; };
layout(std430, binding = 4) readonly buffer Keys { float keys_[]; };
layout(std430, binding = 5) buffer Pairs { float to_[]; };
#else
layout(std430, binding = 3) readonly buffer Pairs { float pairs_[]; };
layout(std430, binding = 4) readonly buffer Others { float others_[]; };  // keys, or queries
layout(std430, binding = 5) buffer To { float to_[]; };
#endif
#ifndef PAIRS
// The queries, or the keys, that `to` is of.
layout(std430, binding = 6) readonly buffer Self { float self_[]; };
#endif

layout(location = 0) uniform int cells;      // of `to`
layout(location = 1) uniform int cols;       // of queries and keys
layout(location = 2) uniform int width;      // of the matrix of pairs
layout(location = 3) uniform int first_key;  // in this binding …
layout(location = 4) uniform int key_count;  // … and how many

float term(float w, float a, float b, float v) {
  return TERM;
}

#ifdef PAIRS
void make(int at) {
  const int query = at / width, j = at % width;
  if (j >= own_[2 * query + 1]) {
#ifndef ADD
    to_[at] = -infinity;
#endif
    return;
  }
  const int key = own_[2 * query] + j - first_key;
  if (key < 0 || key >= key_count) return;
  float sum = 0.0;
  for (int p = 0; p < cols; ++p) {
    sum += term(1.0, queries_[query * cols + p], keys_[key * cols + p], row_[p]);
  }
#ifdef ADD
  to_[at] += sum;
#else
  to_[at] = sum;
#endif
}
#elif defined(QUERIES)
void make(int at) {
  const int query = at / cols, p = at % cols;
  const int first = own_[2 * query] - first_key;
  const int begin = max(0, -first), end = min(own_[2 * query + 1], key_count - first);
  const float a = self_[at], v = row_[p];
  float sum = 0.0;
  for (int j = begin; j < end; ++j) {
    sum += term(pairs_[query * width + j], a, others_[(first + j) * cols + p], v);
  }
  to_[at] += sum;
}
#else
void make(int at) {
  const int key = at / cols, p = at % cols;
  const float b = self_[at], v = row_[p];
  float sum = 0.0;
  for (int query = range_[2 * key]; query < range_[2 * key + 1]; ++query) {
    const int j = first_key + key - own_[2 * query];
    if (j < 0 || j >= own_[2 * query + 1]) continue;
    sum += term(pairs_[query * width + j], others_[query * cols + p], b, v);
  }
  to_[at] += sum;
}
#endif

void main() {
  for (uint k = 0u; k < EACH; ++k) {
    if (CELL(k) < uint(cells)) make(int(CELL(k)));
  }
}
