#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/grad/ops.h"
#include "core/models/head_switch.h"
#include "core/scenes/scene.h"
#include "core/scenes/transformer/record_network.h"
#include "core/tensor/error.h"
#include "tests/core/models/tiny_checkpoint.h"

namespace glassformer {
namespace {

using testing::packed_logits;
using testing::PackedTokens;
using testing::small_config;
using testing::tiny_checkpoint;

const std::string source = "the red cat sees a dog .", target = "le chat rouge voit un chien .";

Inputs inputs_of(const Checkpoint& checkpoint) {
  Inputs inputs;
  inputs.scene = "transformer";
  inputs.resources.set(slots::model, std::make_shared<const Checkpoint>(checkpoint));
  inputs.text = {source, target};
  return inputs;
}

std::vector<TransformerConfig> kinds() {
  std::vector<TransformerConfig> list(6, small_config());
  list[1].pre_norm = true;
  list[1].activation = Activation::gelu;
  list[2].positions = PositionKind::learned;
  list[2].tied = false;
  list[3].d_model = 30;  // heads of a width that no vector register has
  list[3].heads = 3;
  list[4].positions = PositionKind::rotary;
  list[5].positions = PositionKind::alibi;
  return list;
}

TEST(Transformer, NamesEveryIntermediate) {
  const RunPtr made = run(inputs_of(tiny_checkpoint(small_config())));
  const Tape& tape = made->tape;
  for (const char* path : {"encoder.table",
                           "encoder.embedding",
                           "encoder.positions",
                           "encoder.input",
                           "encoder.0.self_attention.wq",
                           "encoder.1.self_attention.head.2.wv",
                           "encoder.0.self_attention.head.1.q",
                           "encoder.0.self_attention.head.1.scores",
                           "encoder.0.self_attention.head.1.scaled",
                           "encoder.0.self_attention.head.1.mask",
                           "encoder.0.self_attention.head.1.masked",
                           "encoder.0.self_attention.head.1.weights",
                           "encoder.0.self_attention.head.1.output",
                           "encoder.0.self_attention.concat",
                           "encoder.0.self_attention.wo",
                           "encoder.0.self_attention.output",
                           "encoder.0.residual_1",
                           "encoder.0.norm_1",
                           "encoder.0.ffn.hidden",
                           "encoder.0.ffn.activation",
                           "encoder.0.ffn.output",
                           "encoder.0.residual_2",
                           "encoder.0.norm_2",
                           "decoder.input",
                           "decoder.1.self_attention.head.1.weights",
                           "decoder.1.cross_attention.head.2.weights",
                           "decoder.1.cross_attention.output",
                           "decoder.1.ffn.hidden",
                           "decoder.1.norm_3",
                           "logits",
                           "probabilities",
                           "loss"}) {
    EXPECT_TRUE(tape.find(path)) << path;
  }
  EXPECT_EQ(made->tokens[0].size(), 8u);  // with the end mark
  EXPECT_EQ(made->tokens[1].front(),
            LearnedTokenizer::train(std::vector<std::string>{"a"}, LearnedTokenizer::Kind::word, 9)
                .pieces()[LearnedTokenizer::begin_id]);
  EXPECT_EQ(tape.shape(tape.find("logits")).rows, 8);
}

TEST(Transformer, EmitsItsHeadsInOrder) {
  const RunPtr made = run(inputs_of(tiny_checkpoint(small_config())));
  std::vector<std::string> names;
  for (const AttentionSite& site : made->sites) names.push_back(site.name);
  const std::vector<std::string> wanted{"encoder.0.1", "encoder.0.2", "encoder.1.1", "encoder.1.2",
                                        "decoder.0.1", "decoder.0.2", "decoder.1.1", "decoder.1.2",
                                        "cross.0.1",   "cross.0.2",   "cross.1.1",   "cross.1.2"};
  EXPECT_EQ(names, wanted);
  const Mat& weights = made->tape.value(made->sites[4].weights);
  EXPECT_EQ(weights(0, 1), 0);  // the decoder does not look ahead
  EXPECT_EQ(weights(0, 0), 1);
}

// What is trained and what is shown are one model.
TEST(Transformer, TheTraceIsThePackedModel) {
  for (const TransformerConfig& config : kinds()) {
    const Checkpoint checkpoint = tiny_checkpoint(config);
    const RunPtr made = run(inputs_of(checkpoint));
    PackedTokens pairs;
    pairs.add(source_ids(checkpoint, source), target_ids(checkpoint, target));
    Tape tape;
    const Var logits =
        packed_logits(tape, next_token_network(checkpoint), checkpoint.params, pairs);
    EXPECT_LT(largest_difference(tape.value(logits), made->tape.value(made->tape.find("logits"))),
              1e-5);
    EXPECT_NEAR(tape.value(cross_entropy(tape, logits, pairs.next))(0, 0),
                made->tape.value(made->loss)(0, 0), 1e-5);
  }
}

// The rows of one sentence do not depend on who else is in the batch.
TEST(Transformer, ABatchIsItsSingleExamples) {
  for (const TransformerConfig& config : kinds()) {
    const Checkpoint checkpoint = tiny_checkpoint(config);
    const auto logits_of = [&](const std::vector<std::pair<std::string, std::string>>& list) {
      PackedTokens pairs;
      for (const auto& [from, to] : list) {
        pairs.add(source_ids(checkpoint, from), target_ids(checkpoint, to));
      }
      Tape tape;
      return tape.value(
          packed_logits(tape, next_token_network(checkpoint), checkpoint.params, pairs));
    };
    const std::pair<std::string, std::string> one{source, target}, two{"a dog .", "un chien ."},
        three{"the cat eats .", "le chat mange ."};
    const Mat together = logits_of({two, one, three});
    int row = 0;
    for (const auto& pair : {two, one, three}) {
      const Mat alone = logits_of({pair});
      for (int r = 0; r < alone.rows(); ++r, ++row) {
        for (int c = 0; c < alone.cols(); ++c) {
          ASSERT_NEAR(together(row, c), alone(r, c), 1e-5);
        }
      }
    }
  }
}

// The causal mask: what comes later changes nothing before it.
TEST(Transformer, LaterWordsChangeNothingBeforeThem) {
  const Checkpoint checkpoint = tiny_checkpoint(small_config());
  Inputs inputs = inputs_of(checkpoint);
  const RunPtr whole = run(inputs);
  inputs.text[1] = "le chat rouge voit le grand .";
  const RunPtr other = run(inputs);
  const Mat &a = whole->tape.value(whole->tape.find("logits")),
            &b = other->tape.value(other->tape.find("logits"));
  for (int row = 0; row < 5; ++row) {
    for (int col = 0; col < a.cols(); ++col) EXPECT_EQ(a(row, col), b(row, col));
  }
}

TEST(Transformer, TranslatesByItselfWithoutASecondSentence) {
  const Checkpoint checkpoint = tiny_checkpoint(small_config());
  Inputs inputs = inputs_of(checkpoint);
  inputs.text[1].clear();
  const RunPtr made = run(inputs);
  const std::vector<int> ids =
      greedy_with_switches(checkpoint, source_ids(checkpoint, source), {}, 15);
  EXPECT_EQ(made->tokens[1], piece_labels(checkpoint.target(), ids));
  EXPECT_TRUE(made->loss);
  EXPECT_EQ(made->notes.size(), 1u);
  const Mat& logits = made->tape.value(made->tape.find("logits"));
  for (std::size_t i = 1; i < ids.size(); ++i) {
    const auto row = logits.row(static_cast<int>(i) - 1);
    EXPECT_EQ(std::max_element(row.begin(), row.end()) - row.begin(), ids[i]);
  }
}

TEST(Transformer, AHeadIsKnockedOutScaledOrCopied) {
  const Checkpoint checkpoint = tiny_checkpoint(small_config());
  Inputs inputs = inputs_of(checkpoint);
  const RunPtr whole = run(inputs);
  const auto with = [&](const std::string& switches) {
    inputs.options["head_scale"] = switches;
    return run(inputs);
  };
  const RunPtr out = with("cross.1.2=0");
  const Mat& concat = out->tape.value(out->tape.find("decoder.1.cross_attention.concat"));
  for (int row = 0; row < concat.rows(); ++row) {
    for (int col = 4; col < 8; ++col) EXPECT_EQ(concat(row, col), 0);
    EXPECT_NE(concat(row, 0), 0);
  }
  EXPECT_NE(out->tape.value(out->loss)(0, 0), whole->tape.value(whole->loss)(0, 0));
  const RunPtr copied = with("encoder.0.1=2, cross.1.2=@cross.1.1");
  const Mat& both = copied->tape.value(copied->tape.find("decoder.1.cross_attention.concat"));
  for (int col = 0; col < 4; ++col) EXPECT_EQ(both(0, col), both(0, col + 4));
  EXPECT_TRUE(copied->tape.find("encoder.0.self_attention.head.1.switched"));
  const RunPtr same = with("encoder.0.1=1");
  EXPECT_EQ(same->tape.value(same->tape.find("logits")),
            whole->tape.value(whole->tape.find("logits")));
}

TEST(Transformer, RefusesSwitchesThatCannotBe) {
  const HeadCounts counts{2, 2, 2};
  for (const char* text : {"cross.1.3=0", "cross.2.1=0", "middle.0.1=0", "cross.0.1", "cross.0.1=",
                           "cross.0.1=x", "cross.0.1=0,cross.0.1=1", "cross.0.1=@encoder.0.1",
                           "decoder.0.1=@cross.0.1", "cross.0.0=1", "=1", "cross.0.1=inf"}) {
    EXPECT_THROW(parse_head_switches(text, counts), UserError) << text;
  }
  EXPECT_EQ(parse_head_switches(" cross.0.1 = 0.5 , decoder.1.2 = @cross.0.1 ,", counts).size(),
            2u);
  EXPECT_TRUE(parse_head_switches("", counts).empty());
  EXPECT_EQ(with_head_switch("", "cross.0.1", "0"), "cross.0.1=0");
  EXPECT_EQ(with_head_switch("cross.0.1=2,encoder.0.1 = 0", "cross.0.1", "@cross.0.2"),
            "encoder.0.1 = 0, cross.0.1=@cross.0.2");
  EXPECT_EQ(with_head_switch("cross.0.11=2, cross.0.1 = 0", "cross.0.1", ""), "cross.0.11=2");
}

TEST(Transformer, AnEditReachesTheLoss) {
  Inputs inputs = inputs_of(tiny_checkpoint(small_config()));
  const RunPtr before = run(inputs);
  inputs.edits["encoder.0.self_attention.head.1.scaled"] = {{2, 1, 5}};
  const RunPtr after = run(inputs);
  EXPECT_NE(before->tape.value(before->loss)(0, 0), after->tape.value(after->loss)(0, 0));
}

TEST(Transformer, SaysWhatIsWrongWithASentence) {
  Inputs inputs = inputs_of(tiny_checkpoint(small_config()));
  inputs.text[0].clear();
  EXPECT_THROW(run(inputs), UserError);
  inputs.text[0] = "a a a a a a a a a a a a a a a a a a a a";
  EXPECT_THROW(run(inputs), UserError);
  inputs.text[0] = "a \xff dog";
  EXPECT_THROW(run(inputs), UserError);
}

TEST(Checkpoint, ComesBackFromItsFile) {
  for (const TransformerConfig& config : kinds()) {
    const Checkpoint checkpoint = tiny_checkpoint(config);
    const Checkpoint again = from_tensors(to_tensors(checkpoint), "file");
    EXPECT_EQ(transformer_of(again).sizes(), transformer_of(checkpoint).sizes());
    EXPECT_EQ(again.origin, "a test");
    EXPECT_EQ(again.target().pieces(), checkpoint.target().pieces());
    ASSERT_EQ(again.params.size(), checkpoint.params.size());
    for (int i = 0; i < again.params.size(); ++i) {
      EXPECT_EQ(again.params.name(i), checkpoint.params.name(i));
      EXPECT_EQ(again.params.value(i), checkpoint.params.value(i));
    }
  }
}

// As versions wrote them that knew translators alone.
TEST(Checkpoint, ReadsTheTranslatorsOfEarlierVersions) {
  const Checkpoint checkpoint = tiny_checkpoint(small_config());
  TensorFile file = to_tensors(checkpoint);
  std::string config = file.metadata["config"];
  const std::pair<std::string, std::string> renamed[] = {{"source_vocab_size", "source_words"},
                                                         {"target_vocab_size", "target_words"},
                                                         {"max_len", "longest"}};
  for (const auto& [now, then] : renamed) config.replace(config.find(now), now.size(), then);
  file.metadata = {{"format", "glassformer translator 1"},
                   {"config", config},
                   {"source", file.metadata["tokenizer.0"]},
                   {"target", file.metadata["tokenizer.1"]},
                   {"made_by", "an earlier version"}};
  const Checkpoint again = from_tensors(file, "file");
  EXPECT_EQ(transformer_of(again).sizes(), transformer_of(checkpoint).sizes());
  EXPECT_EQ(again.target().pieces(), checkpoint.target().pieces());
  EXPECT_EQ(again.origin, "an earlier version");
}

TEST(Checkpoint, RefusesAFileThatIsNotOne) {
  const TensorFile good = to_tensors(tiny_checkpoint(small_config()));
  const auto refused = [&](auto change) {
    TensorFile file = good;
    change(file);
    EXPECT_THROW(from_tensors(file, "file"), UserError);
  };
  refused([](TensorFile& f) { f.metadata.clear(); });
  refused([](TensorFile& f) { f.metadata["format"] = "another"; });
  refused([](TensorFile& f) { f.metadata["config"] = "{}"; });
  refused([](TensorFile& f) { f.metadata["config"] = "{\"d_model\": 1e99}"; });
  refused([](TensorFile& f) { f.metadata["tokenizer.0"] = "[]"; });
  refused([](TensorFile& f) { f.tensors.pop_back(); });
  refused([](TensorFile& f) { f.tensors[0].name = "another"; });
  refused([](TensorFile& f) { f.tensors[0].value = Mat(2, 2); });
}

// What is judged stays the translation of the whole model, whichever heads are knocked out.
TEST(TransformerScene, HoldsTheTranslationOfAllHeads) {
  Inputs whole;
  whole.scene = "transformer";
  whole.text[0] = "The old woman does not see the small cat .";
  Inputs cut = whole;
  cut.options["head_scale"] = std::string("cross.1.2=0, cross.1.4=0");
  Inputs held = cut;
  held.options["held"] = 1.0;
  const RunPtr all = run(whole), without = run(cut), judged = run(held);
  EXPECT_NE(without->tokens[1], all->tokens[1]) << "the negation is gone";
  EXPECT_EQ(judged->tokens[1], all->tokens[1]);
  const auto loss = [](const RunPtr& made, const char* path) {
    return made->tape.value(made->tape.find(path))(0, 0);
  };
  EXPECT_EQ(loss(judged, "original.loss"), loss(all, "loss"));
  EXPECT_GT(loss(judged, "loss"), loss(judged, "original.loss"));
}

}  // namespace
}  // namespace glassformer
