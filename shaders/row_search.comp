// The rows nearest to a query: each work group scores ROWS of them, sorts them and gives back the
// best `take`. The score is the cosine with a query of length 1, or with EUCLID −|x − q|².
//
// PER_ROW threads go along a row together, so that they read one stretch of memory.
const int GROUP = 128, PER_ROW = 8, ROWS = 1024;
const int AT_ONCE = GROUP / PER_ROW;
layout(local_size_x = 128) in;  // GROUP

layout(std430, binding = 0) readonly buffer Rows { vec4 cells[]; };
layout(std430, binding = 1) readonly buffer Queries { vec4 queries[]; };
layout(std430, binding = 2) writeonly buffer Best { uvec2 best[]; };  // bits of the score, number

layout(location = 0) uniform int count;       // rows of this binding
layout(location = 1) uniform int first_row;   // their first
layout(location = 2) uniform int width;       // of a row, in vec4
layout(location = 3) uniform int take;        // of each work group
layout(location = 4) uniform int best_begin;  // where this binding's first work group writes …
layout(location = 5) uniform int best_width;  // … and how many there are of a query

shared vec2 partial[GROUP];
shared float scores[ROWS];
shared int ids[ROWS];

bool goes_before(float score, int id, float other_score, int other) {
  return score > other_score || (score == other_score && id < other);
}

void score_rows(int begin, int query, int thread) {
  const int part = thread % PER_ROW;
  for (int first = 0; first < ROWS; first += AT_ONCE) {
    const int row = begin + first + thread / PER_ROW;
    float product = 0.0, squared = 0.0;
    for (int at = row < count ? part : width; at < width; at += PER_ROW) {
      const vec4 x = cells[row * width + at];
      const vec4 q = queries[query * width + at];
#ifdef EUCLID
      squared += dot(x - q, x - q);
#else
      product += dot(x, q);
      squared += dot(x, x);
#endif
    }
    partial[thread] = vec2(product, squared);
    barrier();
    if (part == 0) {
      vec2 sum = partial[thread];
      for (int other = 1; other < PER_ROW; ++other) sum += partial[thread + other];
#ifdef EUCLID
      const float score = -sum.y;
#else
      const float score = sum.y > 0.0 ? sum.x / sqrt(sum.y) : sum.x;
#endif
      // What is no number is never near, and neither is what fills up the last group.
      const int place = first + thread / PER_ROW;
      scores[place] = row < count && !is_nan(score) ? score : -infinity;
      ids[place] = row < count && !is_nan(score) ? first_row + row : 0x7fffffff;
    }
    barrier();
  }
}

// The best first (bitonic sort, Batcher 1968).
void sort_rows(int thread) {
  for (int run = 2; run <= ROWS; run *= 2) {
    for (int gap = run / 2; gap > 0; gap /= 2) {
      for (int pair = thread; pair < ROWS / 2; pair += GROUP) {
        const int a = pair / gap * 2 * gap + pair % gap, b = a + gap;
        const bool falling = (a & run) == 0;
        if (goes_before(scores[b], ids[b], scores[a], ids[a]) == falling) {
          const float score = scores[a];
          const int id = ids[a];
          scores[a] = scores[b];
          ids[a] = ids[b];
          scores[b] = score;
          ids[b] = id;
        }
      }
      barrier();
    }
  }
}

void main() {
  const int thread = int(gl_LocalInvocationIndex), query = int(gl_WorkGroupID.y);
  const int group = int(gl_WorkGroupID.x);
  score_rows(group * ROWS, query, thread);
  sort_rows(thread);
  for (int at = thread; at < take; at += GROUP) {
    best[query * best_width + best_begin + group * take + at] =
        uvec2(floatBitsToUint(scores[at]), uint(ids[at]));
  }
}
