// Texts written on the graphics card: the keys and values of earlier tokens stay there, and the
// logits of each step are those of the CPU.
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "app/gpu/gpu_backend.h"
#include "app/platform/egl.h"
#include "core/decode/decode.h"
#include "core/models/decoder.h"
#include "core/models/gpt.h"
#include "tests/app/gpu/backend.h"
#include "tests/app/gpu/instead.h"
#include "tests/core/models/tiny_checkpoint.h"

namespace glassformer {
namespace {

using testing_gpu::largest;

GptConfig small_gpt() {
  GptConfig config;
  config.vocab_size = 11;
  config.max_len = 80;
  config.d_model = 16;
  config.heads = 4;
  config.layers = 2;
  config.d_ff = 24;
  config.dropout = 0;
  return config;
}

GptConfig small_llama() {
  GptConfig config = as_llama(small_gpt());
  config.kv_heads = 2;
  return config;
}

GptConfig with_alibi() {
  GptConfig config = small_gpt();
  config.positions = PositionKind::alibi;
  return config;
}

struct Model {
  explicit Model(const GptConfig& config) : network(config) {
    params = make_params(network.parameters(), 7);
  }
  std::unique_ptr<Decoder> decoder() const { return make_decoder(network, params, {}); }

  Gpt network;
  Params params;
};

int piece(int step, int row = 0) {
  return (5 * step + 3 * row + step * step) % 11;
}

void expect_same(const Mat& wanted, const Mat& got, const std::string& where) {
  ASSERT_EQ(got.shape(), wanted.shape());
  EXPECT_LE(largest_difference(wanted, got), 1e-4 * largest(wanted)) << where;
}

class GpuDecoding : public ::testing::TestWithParam<GptConfig> {};

// Past 64 tokens, where the keys and values move to larger matrices.
TEST_P(GpuDecoding, GivesTheLogitsOfTheCpu) {
  const Model model(GetParam());
  const auto here = model.decoder();
  const OnBackend on(testing_gpu::backend());
  const auto there = model.decoder();
  here->start(std::vector<std::vector<int>>(1));
  there->start(std::vector<std::vector<int>>(1));
  for (int step = 0; step < 67; ++step) {
    const std::vector next{piece(step)};
    expect_same(here->step(next), there->step(next), "step " + std::to_string(step));
  }
  EXPECT_EQ(there->device_failure(), "");
}

// As beam search does: a row twice, one in another's place, fewer, and none twice over a step.
TEST_P(GpuDecoding, RowsGoOnFromTheirParents) {
  const Model model(GetParam());
  const auto here = model.decoder();
  const OnBackend on(testing_gpu::backend());
  const auto there = model.decoder();
  for (Decoder* decoder : {here.get(), there.get()})
    decoder->start(std::vector<std::vector<int>>(3));
  const std::vector<std::vector<int>> kept{{2, 0, 0, 1}, {3, 1}, {1, 0}, {0, 0, 1}};
  for (int step = 0; step < 5; ++step) {
    std::vector<int> tokens;
    for (int row = 0; row < here->rows(); ++row) tokens.push_back(piece(step, row));
    expect_same(here->step(tokens), there->step(tokens), "step " + std::to_string(step));
    if (step == 4) break;
    for (Decoder* decoder : {here.get(), there.get()}) {
      decoder->keep(kept[static_cast<std::size_t>(step)]);
    }
  }
  for (Decoder* decoder : {here.get(), there.get()}) decoder->keep(std::vector{1, 0});
  for (Decoder* decoder : {here.get(), there.get()}) decoder->keep(std::vector{1, 1});
  const std::vector last{4, 9};
  expect_same(here->step(last), there->step(last), "kept twice");
  EXPECT_EQ(there->device_failure(), "");
}

// A new text knows nothing of the last.
TEST_P(GpuDecoding, ATextBeginsAnew) {
  const Model model(GetParam());
  const OnBackend on(testing_gpu::backend());
  const auto decoder = model.decoder();
  decoder->start(std::vector<std::vector<int>>(1));
  const Mat first = decoder->step(std::vector{3});
  decoder->step(std::vector{4});
  decoder->start(std::vector<std::vector<int>>(2));
  const Mat& again = decoder->step(std::vector{3, 3});
  for (int w = 0; w < first.cols(); ++w) EXPECT_NEAR(again(1, w), first(0, w), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(All, GpuDecoding,
                         ::testing::Values(small_gpt(), small_llama(), with_alibi()),
                         [](const auto& info) {
                           return std::string(info.index == 0   ? "gpt"
                                              : info.index == 1 ? "shared_keys_rotated"
                                                                : "alibi");
                         });

// The card is lost at some step: the CPU reads the text again from its beginning and goes on.
TEST(GpuDecodingFaults, TheCpuGoesOnWithTheSameLogits) {
  for (const GptConfig& config : {small_gpt(), small_llama()}) {
    const Model model(config);
    const auto here = model.decoder();
    const OnBackend on(make_gpu_backend(Device::make(make_egl_compute_context())));
    const auto there = model.decoder();
    for (Decoder* decoder : {here.get(), there.get()}) {
      decoder->start(std::vector<std::vector<int>>(2));
    }
    const auto both_read = [&](int step) {
      const std::vector next{piece(step), piece(step, 1)};
      const Mat wanted = here->step(next);
      expect_same(wanted, there->step(next), "step " + std::to_string(step));
    };
    for (int step = 0; step < 3; ++step) both_read(step);
    for (Decoder* decoder : {here.get(), there.get()}) decoder->keep(std::vector{1, 0});
    EXPECT_EQ(there->device_failure(), "");
    {
      const testing_gpu::ResetCard lost;
      both_read(3);
    }
    EXPECT_NE(there->device_failure().find("graphics driver"), std::string::npos)
        << there->device_failure();
    for (Decoder* decoder : {here.get(), there.get()}) decoder->keep(std::vector{1, 1});
    both_read(4);
  }
}

TEST(GpuDecodingReads, OfAStepOnlyItsLogits) {
  static int reads = 0;
  const Model model(small_llama());
  const OnBackend on(testing_gpu::backend());
  const auto decoder = model.decoder();
  decoder->start(std::vector<std::vector<int>>(1));
  decoder->step(std::vector{1});  // OpenGL's functions put themselves into their slots
  static auto* const real = epoxy_glGetBufferSubData;
  const testing_gpu::Instead counting(
      epoxy_glGetBufferSubData, +[](GLenum target, GLintptr offset, GLsizeiptr size, void* to) {
        ++reads;
        real(target, offset, size, to);
      });
  reads = 0;
  for (int step = 0; step < 5; ++step) decoder->step(std::vector{piece(step)});
  EXPECT_EQ(reads, 5);
}

// Beam search over an encoder's output: cross-attention stays on the host, self-attention does not.
TEST(GpuTranslating, FindsTheSameTranslation) {
  const Checkpoint checkpoint = testing::tiny_checkpoint(testing::small_config());
  const std::vector<int> source = source_ids(checkpoint, "the red cat sees a dog .");
  DecodeOptions options;
  options.beam = 3;
  const Translation here = beam_search(*make_decoder(checkpoint), source, options).translation;
  const OnBackend on(testing_gpu::backend());
  const auto decoder = make_decoder(checkpoint);
  const Translation there = beam_search(*decoder, source, options).translation;
  EXPECT_EQ(there.pieces, here.pieces);
  EXPECT_NEAR(there.log_probability, here.log_probability, 1e-3);
  EXPECT_EQ(decoder->device_failure(), "");
}

}  // namespace
}  // namespace glassformer
