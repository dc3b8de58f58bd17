// The examples of docs/development.md. An architecture: a decoder alone with rotary positions; what
// stands here is all that it needs to be traced, trained and decoded. A layer: a scale for each
// column.
#include <gtest/gtest.h>

#include "core/grad/ops.h"
#include "core/models/decoder.h"
#include "core/nn/embedding.h"
#include "core/nn/transformer_layer.h"
#include "core/train/packed_task.h"

namespace glassformer {
namespace {

class RotaryDecoder : public NextTokenNetwork {
 public:
  RotaryDecoder(int vocab_size, int d_model, int layers)
      : vocab_size_(vocab_size),
        d_model_(d_model),
        embedding_(declaration_, "embedding", vocab_size, d_model),
        output_(embedding_) {
    LayerConfig config;
    config.d_model = d_model;
    config.heads = 2;
    config.d_ff = 4 * d_model;
    config.positions = PositionKind::rotary;
    config.pre_norm = true;
    for (int i = 0; i < layers; ++i) {
      const Declaration::Scope scope(declaration_, "decoder." + std::to_string(i));
      layers_.emplace_back(declaration_, config, AttentionPlace::Stack::decoder, i, true);
    }
  }

  std::string_view architecture() const override { return "rotary decoder"; }
  std::string config() const override { return "{}"; }
  std::string summary() const override { return "a decoder with rotary positions"; }
  bool has_encoder() const override { return false; }
  int vocab_size() const override { return vocab_size_; }
  int max_len() const override { return 64; }
  int d_model() const override { return d_model_; }

  Var logits(Pass& pass, Var, const Tokens&, const Tokens& target) const override {
    const Pass::Scope within(pass, "decoder");
    Var x = embedding_.forward(pass, target);
    for (const EncoderLayer& layer : layers_) x = layer.forward(pass, x, target);
    return output_.forward(pass, x, target);
  }

 private:
  int vocab_size_, d_model_;
  Embedding embedding_;
  Unembedding output_;
  std::vector<EncoderLayer> layers_;
};

class ColumnScale {
 public:
  ColumnScale(Declaration& declaration, int width)
      : scale_(declaration.add("scale", {1, width}, Parameter::Init::ones)) {}

  Var forward(Pass& pass, Var x, const Axis& rows) const {  // [n, width] → [n, width]
    Tape& tape = pass.tape();
    const Var s = pass.param(scale_, {"scale", "s"}, axes::none, axes::d_model);
    const Var zeros = scale(tape, x, 0);
    return pass.name(multiply(tape, x, add_row(tape, zeros, s)), {"scaled", "x \\circ s"}, rows,
                     axes::d_model);
  }

 private:
  int scale_;  // an index into the Params
};

TEST(NewLayer, DeclaresItsParameterAndNamesWhatItMakes) {
  Declaration declaration;
  const ColumnScale layer(declaration, 3);
  Params params = make_params(declaration.parameters(), 1);
  params.value(0)(0, 1) = 5;
  Tape tape;
  Pass pass = Pass::traced(tape, params);
  layer.forward(pass, tape.input(Mat(2, 3, 2)), axes::none);
  EXPECT_EQ(tape.value(tape.find("scaled"))(1, 1), 10);
  EXPECT_EQ(tape.value(tape.find("scaled"))(1, 2), 2);
  EXPECT_TRUE(tape.find("scale"));
}

TEST(NewArchitecture, TracedPackedAndCachedAreOne) {
  const RotaryDecoder network(11, 8, 2);
  const Params params = make_params(network.parameters(), 5);
  const std::vector<int> ids{1, 7, 4, 4, 9, 2};
  Tokens tokens;
  tokens.add(ids);
  Tape tape, packed_tape;
  Pass traced = Pass::traced(tape, params), packed = Pass::packed(packed_tape, params);
  const Mat& expected = tape.value(network.logits(traced, {}, {}, tokens));
  EXPECT_LT(largest_difference(packed_tape.value(network.logits(packed, {}, {}, tokens)), expected),
            1e-5);
  EXPECT_EQ(traced.sites().size(), 4u) << "two heads in each of two layers";
  const auto decoder = make_decoder(network, params, {});
  decoder->start(std::vector<std::vector<int>>(1));
  for (int t = 0; t < expected.rows(); ++t) {
    const Mat& logits = decoder->step(std::vector{ids[static_cast<std::size_t>(t)]});
    for (int c = 0; c < expected.cols(); ++c) EXPECT_NEAR(logits(0, c), expected(t, c), 1e-5);
  }
}

// Counts: after i comes i + 1.
class CountingTask : public PackedTask {
 public:
  CountingTask(const NextTokenNetwork& network, Params& params) : PackedTask(network, params) {}
  int begin_step(std::int64_t step) override {
    return cut({&example_}, static_cast<std::uint64_t>(step));
  }
  double rate(std::int64_t) const override { return 0.01; }

 private:
  PackedExample example_{{}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {2, 3, 4, 5, 6, 7, 8, 9, 10}};
};

TEST(NewArchitecture, IsTrainedByTheOneTrainer) {
  const RotaryDecoder network(11, 8, 1);
  Params params = make_params(network.parameters(), 5);
  CountingTask task(network, params);
  Trainer trainer(task, {});
  const double before = trainer.step().loss;
  for (int i = 0; i < 60; ++i) trainer.advance();
  EXPECT_LT(trainer.step().loss, 0.1 * before);
}

}  // namespace
}  // namespace glassformer
