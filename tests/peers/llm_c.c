// What `glassformer bench gpt --peer llm.c=PATH` runs in turn with this program: karpathy/llm.c's
// train_gpt2.c on the processor, whose two matrix functions call OpenBLAS here. Build it on request,
// with llm.c's folder (tests/peers/CMakeLists.txt): ninja llm_c.
//
//   llm_c train|forward D_MODEL HEADS LAYERS VOCABULARY BATCH LENGTH RUNS
//
// prints the milliseconds of the fastest run: a training step (forward, backward, optimiser), or a
// forward pass up to the logits of all tokens. OMP_NUM_THREADS says how many threads it uses.
#include <cblas.h>
#include <stddef.h>

// Those of train_gpt2.c have other names here.
void matmul_forward(float* out, const float* inp, const float* weight, const float* bias, int B,
                    int T, int C, int OC);
void matmul_backward(float* dinp, float* dweight, float* dbias, const float* dout, const float* inp,
                     const float* weight, int B, int T, int C, int OC);

#define TESTING  // without its main()
#include "train_gpt2_renamed.c"

void matmul_forward(float* out, const float* inp, const float* weight, const float* bias, int B,
                    int T, int C, int OC) {
  const int rows = B * T;
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, OC, C, 1, inp, C, weight, C, 0, out,
              OC);
  if (bias == NULL) return;
#pragma omp parallel for
  for (int r = 0; r < rows; ++r) {
    for (int o = 0; o < OC; ++o) out[(size_t)r * OC + o] += bias[o];
  }
}

void matmul_backward(float* dinp, float* dweight, float* dbias, const float* dout, const float* inp,
                     const float* weight, int B, int T, int C, int OC) {
  const int rows = B * T;
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, C, OC, 1, dout, OC, weight, C, 1,
              dinp, C);
  cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, OC, C, rows, 1, dout, OC, inp, C, 1, dweight,
              C);
  if (dbias == NULL) return;
#pragma omp parallel for
  for (int from = 0; from < OC; from += 64) {
    const int to = from + 64 < OC ? from + 64 : OC;
    for (int r = 0; r < rows; ++r) {
      for (int o = from; o < to; ++o) dbias[o] += dout[(size_t)r * OC + o];
    }
  }
}

static double now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static unsigned drawn = 1;
static unsigned draw(void) { return drawn = drawn * 1664525U + 1013904223U; }

int main(int count, char** arguments) {
  if (count != 9) {
    fprintf(stderr, "llm_c train|forward D_MODEL HEADS LAYERS VOCABULARY BATCH LENGTH RUNS\n");
    return 2;
  }
  const int training = strcmp(arguments[1], "train") == 0;
  const int vocabulary = atoi(arguments[5]), batch = atoi(arguments[6]),
            length = atoi(arguments[7]), runs = atoi(arguments[8]);
  GPT2 model;
  memset(&model, 0, sizeof model);
  model.config.max_seq_len = length < 1024 ? 1024 : length;
  model.config.vocab_size = vocabulary;
  model.config.padded_vocab_size = (vocabulary + 127) / 128 * 128;
  model.config.num_layers = atoi(arguments[4]);
  model.config.num_heads = atoi(arguments[3]);
  model.config.channels = atoi(arguments[2]);
  fill_in_parameter_sizes(model.param_sizes, model.config);
  for (int i = 0; i < NUM_PARAMETER_TENSORS; ++i) model.num_parameters += model.param_sizes[i];
  model.params_memory = malloc_and_point_parameters(&model.params, model.param_sizes);
  for (size_t i = 0; i < model.num_parameters; ++i) {
    model.params_memory[i] = 0.04F * ((float)(draw() >> 8) / (float)(1 << 24) - 0.5F);
  }
  const size_t tokens = (size_t)batch * (size_t)length;
  int* inputs = malloc(tokens * sizeof(int));
  int* targets = malloc(tokens * sizeof(int));
  for (size_t i = 0; i < tokens; ++i) {
    inputs[i] = (int)(draw() % (unsigned)vocabulary);
    targets[i] = (int)(draw() % (unsigned)vocabulary);
  }
  double fastest = 1e300;
  for (int run = 0; run <= runs; ++run) {  // the first does not count: it takes the memory
    const double begin = now_ms();
    gpt2_forward(&model, inputs, training ? targets : NULL, (size_t)batch, (size_t)length);
    if (training) {
      gpt2_zero_grad(&model);
      gpt2_backward(&model);
      gpt2_update(&model, 1e-4F, 0.9F, 0.999F, 1e-8F, 0, run + 1);
    }
    const double spent = now_ms() - begin;
    if (run > 0 && spent < fastest) fastest = spent;
  }
  printf("%.6f\n", fastest);
  free(inputs);
  free(targets);
  gpt2_free(&model);
  return 0;
}
