// Skip-gram with negative sampling (Mikolov et al. 2013, arXiv 1310.4546, equation 4), as
// core/embed/train/step.h defines a step: the words of a window against their centre and a few
// words of the noise, all products and all gradients at the rows as they were.
//
// A work group goes through a stretch of the text, one centre after the other; a thread has four
// columns of every row. MOST_INPUTS words of a window are done together, and MOST_OUTPUTS rows they
// are held against; of more, the next ones see rows that the ones before have moved.
//
// Groups change rows under each other's hands, and mean to (Hogwild, Recht et al. 2011): a change
// may be lost where two are at the same row at the same moment, and a product may mix a row as it
// was with a row as it is. `coherent`, so that no processor keeps an old row in a cache of its own.
layout(local_size_x = LANES) in;

layout(std430, binding = 0) coherent buffer Inputs { vec4 input_rows[]; };
layout(std430, binding = 1) coherent buffer Outputs { vec4 output_rows[]; };
layout(std430, binding = 2) readonly buffer Ids { int ids[]; };        // < 0: a sentence ends
layout(std430, binding = 3) readonly buffer Noise { uvec2 columns[]; };  // threshold, alias
layout(std430, binding = 4) buffer Loss { vec2 losses[]; };            // of each group: sum, count

layout(location = 0) uniform int count;      // of ids
layout(location = 1) uniform int per_group;  // of them
layout(location = 2) uniform int words;
layout(location = 3) uniform int width;  // of a row, in vec4
layout(location = 4) uniform int window;
layout(location = 5) uniform int dynamic_window;  // 1: each time 1 … window
layout(location = 6) uniform int key_low;         // names the random numbers of this stretch
layout(location = 7) uniform int key_high;
layout(location = 8) uniform int from_id;  // where the first group of this dispatch begins
layout(location = 16) uniform float first_alpha;  // the learning rate, from the first id …
layout(location = 17) uniform float last_alpha;   // … to the last

const int OUTPUTS = 1 + NEGATIVES;  // the centre first
const int PAIRS = MOST_INPUTS * MOST_OUTPUTS;
const int LOSS_EVERY = 64;  // centres whose loss is looked at

shared int drawn[OUTPUTS];              // words
shared int outputs[OUTPUTS];            // the same, −1 for a word that stands there twice
shared float partial[PAIRS][LANES + 1];  // of each thread; + 1: they lie in different banks
shared float steps[PAIRS];

// Four random numbers of a place: no state, so that threads need not share any (Jarzynski and Olano
// 2020, "Hash Functions for GPU Rendering", JCGT 9(3), pcg4d).
uvec4 random_bits(int at, int draw) {
  uvec4 v = uvec4(uint(key_low), uint(key_high), uint(at), uint(draw));
  v = v * 1664525u + 1013904223u;
  v.x += v.y * v.w;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v.w += v.y * v.z;
  v ^= v >> 16u;
  v.x += v.y * v.w;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v.w += v.y * v.z;
  return v;
}

// 0 … n − 1
int below(int n, uint bits) {
  uint high, low;
  umulExtended(bits, uint(n), high, low);
  return int(high);
}

int noise(int at, int draw) {
  const uvec4 bits = random_bits(at, draw);
  const int own = below(words, bits.x);
  const uvec2 column = columns[own];
  return min(bits.y < column.x ? own : int(column.y), words - 1);
}

bool is_word(int at) {
  return at >= 0 && at < count && uint(ids[at]) < uint(words);
}

// The centre word is no negative of itself, and one that is drawn twice counts once.
void choose_outputs(int at, int lane) {
  barrier();  // those of the centre before are done with
  for (int j = lane; j < OUTPUTS; j += LANES) drawn[j] = j == 0 ? ids[at] : noise(at, j);
  barrier();
  for (int j = lane; j < OUTPUTS; j += LANES) {
    bool new_word = true;
    for (int before = 0; before < j; ++before) new_word = new_word && drawn[before] != drawn[j];
    outputs[j] = new_word ? drawn[j] : -1;
  }
  barrier();
}

// −log σ(score), for any score.
float loss_of(float score) {
  return log(1.0 + exp(-abs(score))) + max(-score, 0.0);
}

void main() {
  const int lane = int(gl_LocalInvocationIndex), group = int(gl_WorkGroupID.x);
  const bool has_columns = lane < width;
  const int begin = from_id + group * per_group, end = min(count, begin + per_group);
  vec2 loss = vec2(0.0);

  for (int at = begin; at < end; ++at) {
    if (!is_word(at)) continue;
    const int reach = dynamic_window != 0 ? 1 + below(window, random_bits(at, 0).x) : window;
    int first = at, last = at;
    while (first > at - reach && is_word(first - 1)) --first;
    while (last < at + reach && is_word(last + 1)) ++last;
    const int contexts = last - first;  // without the centre
    if (contexts == 0) continue;
    choose_outputs(at, lane);
    const bool want_loss = at % LOSS_EVERY == 0;
    const float alpha = mix(first_alpha, last_alpha, float(at) / float(count));

    for (int from = 0; from < contexts; from += MOST_INPUTS) {
      const int inputs = min(MOST_INPUTS, contexts - from);
      int row[MOST_INPUTS];
      // No loop over these is left early: only one that can be unrolled has them in registers.
      vec4 x[MOST_INPUTS], moved[MOST_INPUTS];
      for (int i = 0; i < MOST_INPUTS; ++i) {
        const int next = first + from + i, place = next < at ? next : next + 1;
        row[i] = i < inputs ? ids[place] * width + lane : 0;
        x[i] = i < inputs && has_columns ? input_rows[row[i]] : vec4(0.0);
        moved[i] = vec4(0.0);
      }
      for (int block = 0; block < OUTPUTS; block += MOST_OUTPUTS) {
        vec4 o[MOST_OUTPUTS];
        for (int j = 0; j < MOST_OUTPUTS; ++j) {
          const int word = block + j < OUTPUTS ? outputs[block + j] : -1;
          o[j] = word >= 0 && has_columns ? output_rows[word * width + lane] : vec4(0.0);
        }
        for (int i = 0; i < MOST_INPUTS; ++i) {
          for (int j = 0; j < MOST_OUTPUTS; ++j) {
            if (i < inputs) partial[i * MOST_OUTPUTS + j][lane] = dot(x[i], o[j]);
          }
        }
        barrier();
        // One thread for each pair: its product, and the step that follows from it.
        for (int pair = lane; pair < inputs * MOST_OUTPUTS; pair += LANES) {
          float score = 0.0;
          for (int l = 0; l < LANES; ++l) score += partial[pair][l];
          const int j = block + pair % MOST_OUTPUTS;
          const bool counts = j < OUTPUTS && outputs[min(j, OUTPUTS - 1)] >= 0;
          const float label = j == 0 ? 1.0 : 0.0;
          const float share = 1.0 / (1.0 + exp(-clamp(score, -80.0, 80.0)));
          steps[pair] = counts ? alpha * (label - share) : 0.0;
          if (want_loss && counts) loss.x += loss_of(j == 0 ? score : -score);
        }
        barrier();
        for (int j = 0; j < MOST_OUTPUTS; ++j) {
          vec4 of_output = vec4(0.0);
          for (int i = 0; i < MOST_INPUTS; ++i) {
            const float step = i < inputs ? steps[i * MOST_OUTPUTS + j] : 0.0;
            of_output += step * x[i];
            moved[i] += step * o[j];
          }
          // Read again: what others have changed meanwhile stays.
          const int word = block + j < OUTPUTS ? outputs[block + j] : -1;
          if (word >= 0 && has_columns) output_rows[word * width + lane] += of_output;
        }
      }
      for (int i = 0; i < MOST_INPUTS; ++i) {
        if (i < inputs && has_columns) input_rows[row[i]] += moved[i];
      }
      if (want_loss && lane == 0) loss.y += float(inputs);
    }
  }

  barrier();
  partial[0][lane] = loss.x;
  barrier();
  if (lane != 0) return;
  for (int l = 1; l < LANES; ++l) loss.x += partial[0][l];
  losses[group] += loss;
}
