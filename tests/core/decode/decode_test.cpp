#include "core/decode/decode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/decode/decode_parts.h"
#include "core/scenes/transformer/record_network.h"
#include "core/tensor/error.h"
#include "tests/core/models/tiny_checkpoint.h"

namespace glassformer {
namespace {

using testing::small_config;
using testing::tiny_checkpoint;

// The logits of all places at once, from the model that keeps every intermediate.
Mat traced_logits(const Checkpoint& checkpoint, const std::vector<int>& source,
                  const std::vector<int>& target, Run& run) {
  record_network(run, checkpoint, source, target);
  return run.tape.value(run.tape.find("logits"));
}

std::vector<TransformerConfig> variants() {
  std::vector<TransformerConfig> all(6, small_config());
  all[1].pre_norm = true;
  all[1].activation = Activation::gelu;
  all[2].positions = PositionKind::learned;
  all[2].tied = false;
  all[3].heads = 1;
  all[3].encoder_layers = 1;
  all[4].positions = PositionKind::rotary;
  all[5].positions = PositionKind::alibi;
  return all;
}

TEST(Decoder, GivesTheLogitsAndWeightsOfTheWholeModel) {
  for (const TransformerConfig& config : variants()) {
    const Checkpoint checkpoint = tiny_checkpoint(config);
    const std::vector<int> source = source_ids(checkpoint, "the red cat sees a dog .");
    const std::vector<int> target = target_ids(checkpoint, "un grand chien voit le chat");
    glassformer::Run run;
    const Mat expected = traced_logits(checkpoint, source, target, run);
    const auto decoder = make_decoder(checkpoint);
    decoder->start({&source, 1});
    for (int t = 0; t < expected.rows(); ++t) {
      const Mat& logits = decoder->step(std::vector{target[static_cast<std::size_t>(t)]});
      for (int w = 0; w < expected.cols(); ++w) {
        ASSERT_NEAR(logits(0, w), expected(t, w), 1e-5) << "step " << t << ", piece " << w;
      }
    }
    ASSERT_EQ(decoder->cross_weights(0).size(), static_cast<std::size_t>(config.decoder_layers));
    const Mat& weights = *decoder->cross_weights(0).front();
    ASSERT_EQ(weights.shape(), (Shape{config.heads, static_cast<int>(source.size())}));
    const Mat& last = run.tape.value(run.tape.find("decoder.0.cross_attention.head.1.weights"));
    for (int c = 0; c < weights.cols(); ++c) {
      EXPECT_NEAR(weights(0, c), last(last.rows() - 1, c), 1e-5);
    }
  }
}

TEST(Decoder, RowsTogetherAreRowsAlone) {
  const Checkpoint checkpoint = tiny_checkpoint(small_config());
  const std::vector<std::vector<int>> sources{source_ids(checkpoint, "the red cat ."),
                                              source_ids(checkpoint, "a big dog eats a dog .")};
  const auto both = make_decoder(checkpoint), alone = both->another();
  both->start(sources);
  both->step(std::vector{1, 1});
  both->step(std::vector{4, 5});
  both->keep(std::vector{1, 0, 1});  // one row twice
  const Mat together = both->step(std::vector{6, 7, 8});
  for (const auto& [row, source, second, third] :
       {std::tuple{0, 1, 5, 6}, std::tuple{1, 0, 4, 7}, std::tuple{2, 1, 5, 8}}) {
    alone->start({&sources[static_cast<std::size_t>(source)], 1});
    alone->step(std::vector{1});
    alone->step(std::vector{second});
    const Mat& single = alone->step(std::vector{third});
    for (int w = 0; w < single.cols(); ++w) EXPECT_NEAR(together(row, w), single(0, w), 1e-5);
  }
}

// Wherever the allocator puts the keys: equal inputs give equal numbers, to the last bit.
TEST(Decoder, GivesTheSameNumbersEveryTime) {
  const Checkpoint checkpoint = tiny_checkpoint();
  const std::vector<int> source = source_ids(checkpoint, "the red cat sees a dog .");
  std::vector<Mat> all;
  std::vector<std::vector<char>> clutter;
  for (int i = 0; i < 20; ++i) {
    const auto decoder = make_decoder(checkpoint);
    decoder->start({&source, 1});
    for (const int piece : {1, 5, 6, 7, 8, 9}) {
      clutter.emplace_back(static_cast<std::size_t>(17 * i + 5 * piece));
      decoder->step(std::vector{piece});
    }
    all.push_back(decoder->step(std::vector{4}));
    EXPECT_EQ(all.back(), all.front());
  }
}

TEST(Decoder, EndsWithTheModelsPlaces) {
  TransformerConfig config = small_config();
  config.max_len = 4;
  const Checkpoint checkpoint = tiny_checkpoint(config);
  const std::vector<int> source{5, LearnedTokenizer::end_id};
  const auto decoder = make_decoder(checkpoint);
  decoder->start({&source, 1});
  for (int i = 0; i < 4; ++i) decoder->step(std::vector{5});
  EXPECT_THROW(decoder->step(std::vector{5}), UserError);
}

std::vector<int> greedy_by_trace(const Checkpoint& checkpoint, const std::vector<int>& source,
                                 std::size_t max) {
  std::vector<int> fed{LearnedTokenizer::begin_id};
  while (fed.size() <= max) {
    glassformer::Run run;
    const Mat logits = traced_logits(checkpoint, source, fed, run);
    const auto logs =
        decoding::log_probabilities(logits.row(logits.rows() - 1), checkpoint.target().special());
    const int next = decoding::best(logs, 1).front().piece;
    if (next == LearnedTokenizer::end_id) break;
    fed.push_back(next);
  }
  fed.erase(fed.begin());
  return fed;
}

TEST(Greedy, IsThatOfTheRecordedModel) {
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    const Checkpoint checkpoint = tiny_checkpoint(small_config(), seed);
    const std::vector<int> source = source_ids(checkpoint, "the red cat sees a dog .");
    const std::vector<int> expected = greedy_by_trace(checkpoint, source, 15);
    DecodeOptions options;
    options.max_len = 15;
    options.top = 3;
    const Translation made = greedy(*make_decoder(checkpoint), source, options);
    EXPECT_EQ(made.pieces, expected);
    ASSERT_EQ(made.top.size(), made.pieces.size() + 1);
    double total = 0;
    for (std::size_t i = 0; i < made.pieces.size(); ++i) {
      EXPECT_EQ(made.top[i].front().piece, made.pieces[i]);
      EXPECT_GE(made.top[i][0].log_probability, made.top[i][1].log_probability);
      total += made.top[i].front().log_probability;
    }
    if (made.ended) total += made.top.back().front().log_probability;
    EXPECT_NEAR(made.log_probability, total, 1e-9);
    EXPECT_EQ(made.cross.size(), 4u);
    EXPECT_EQ(made.cross[0].rows(), static_cast<int>(made.pieces.size()) + 1);
  }
}

TEST(Greedy, ManySentencesAreTranslatedAsEachAlone) {
  const Checkpoint checkpoint = tiny_checkpoint(small_config(), 3);
  std::vector<std::vector<int>> sources;
  for (const char* sentence : {"the red cat .", "a big dog eats a dog .", "dog", "a a a a a a"}) {
    sources.push_back(source_ids(checkpoint, sentence));
  }
  const auto all = greedy_all(*make_decoder(checkpoint), sources);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    EXPECT_EQ(all[i], greedy(*make_decoder(checkpoint), sources[i]).pieces);
  }
}

TEST(Greedy, GoesOnFromWhatItIsGiven) {
  const Checkpoint checkpoint = tiny_checkpoint(small_config(), 4);
  const std::vector<int> source = source_ids(checkpoint, "the red cat .");
  DecodeOptions options;
  options.prefix = {7, 7, 9};
  const Translation made = greedy(*make_decoder(checkpoint), source, options);
  ASSERT_GE(made.pieces.size(), 3u);
  EXPECT_TRUE(std::equal(options.prefix.begin(), options.prefix.end(), made.pieces.begin()));
  options.beam = 3;
  const Translation searched = beam_search(*make_decoder(checkpoint), source, options).translation;
  ASSERT_GE(searched.pieces.size(), 3u);
  EXPECT_TRUE(std::equal(options.prefix.begin(), options.prefix.end(), searched.pieces.begin()));
}

TEST(Decode, RefusesWhatCannotBe) {
  const Checkpoint checkpoint = tiny_checkpoint(small_config());
  const std::vector<int> source{5, LearnedTokenizer::end_id};
  for (const auto& change : std::initializer_list<std::function<void(DecodeOptions&)>>{
           [](DecodeOptions& o) { o.beam = 0; }, [](DecodeOptions& o) { o.alpha = -1; },
           [](DecodeOptions& o) { o.alpha = std::nan(""); },
           [](DecodeOptions& o) { o.prefix = {LearnedTokenizer::end_id}; },
           [](DecodeOptions& o) { o.prefix = {1'000'000}; },
           [](DecodeOptions& o) { o.prefix.assign(100, 5); }}) {
    DecodeOptions options;
    change(options);
    EXPECT_THROW(greedy(*make_decoder(checkpoint), source, options), UserError);
    EXPECT_THROW(beam_search(*make_decoder(checkpoint), source, options), UserError);
  }
}

TEST(Decode, AModelOfNansIsAnErrorAndNotAHang) {
  Checkpoint checkpoint = tiny_checkpoint(small_config());
  checkpoint.params.value(0) = Mat(checkpoint.params.value(0).shape(), std::nanf(""));
  const std::vector<int> source{5, LearnedTokenizer::end_id};
  EXPECT_THROW(greedy(*make_decoder(checkpoint), source), UserError);
  EXPECT_THROW(beam_search(*make_decoder(checkpoint), source, {}), UserError);
}

TEST(LengthPenalty, IsThePapers) {
  EXPECT_DOUBLE_EQ(length_penalty(1, 0.6), 1);
  EXPECT_DOUBLE_EQ(length_penalty(7, 0), 1);
  EXPECT_NEAR(length_penalty(7, 1), 2, 1e-12);
  EXPECT_NEAR(length_penalty(19, 0.6), 2.29739670999407, 1e-12);  // 4^0.6
}

// Every translation of at most `most` pieces, by brute force with the recorded model.
struct Brute {
  const Checkpoint& checkpoint;
  const std::vector<int>& source;
  int max;
  double alpha;
  std::vector<int> best;
  double best_score = -std::numeric_limits<double>::infinity();

  void go(std::vector<int> pieces, double total) {
    Run run;
    std::vector<int> fed = pieces;
    fed.insert(fed.begin(), LearnedTokenizer::begin_id);
    const Mat logits = traced_logits(checkpoint, source, fed, run);
    const auto logs =
        decoding::log_probabilities(logits.row(logits.rows() - 1), checkpoint.target().special());
    const double ended = total + logs[LearnedTokenizer::end_id];
    const double score = ended / length_penalty(static_cast<int>(pieces.size()) + 1, alpha);
    if (score > best_score) best = pieces, best_score = score;
    if (static_cast<int>(pieces.size()) == max) return;
    for (int w = LearnedTokenizer::unknown_id;
         w < transformer_of(checkpoint).sizes().target_vocab_size; ++w) {
      std::vector<int> longer = pieces;
      longer.push_back(w);
      go(longer, total + logs[static_cast<std::size_t>(w)]);
    }
  }
};

// A checkpoint that knows three words.
Checkpoint three_words(std::uint64_t seed) {
  TransformerConfig config = small_config();
  config.encoder_layers = config.decoder_layers = 1;
  const std::vector<std::string> text{"a b"};
  const auto tokenizer = std::make_shared<const LearnedTokenizer>(
      LearnedTokenizer::train(text, LearnedTokenizer::Kind::word, 10));
  config.source_vocab_size = config.target_vocab_size = tokenizer->size();
  const auto network = std::make_shared<Transformer>(config);
  Checkpoint made{
      network, make_params(network->parameters(), seed), {tokenizer, tokenizer}, "a test"};
  // Untrained probabilities are nearly equal: made to differ.
  for (Real& cell : made.params.value(made.params.find("decoder.embedding")).cells()) cell *= 4;
  return made;
}

TEST(BeamSearch, IsExhaustiveWithAWideBeam) {
  for (std::uint64_t seed = 1; seed < 7; ++seed) {
    const Checkpoint checkpoint = three_words(seed);
    const std::vector<int> source{4, 5, LearnedTokenizer::end_id};
    DecodeOptions options;
    options.beam = 100;
    options.max_len = 3;
    Brute brute{checkpoint, source, options.max_len, options.alpha, {}};
    brute.go({}, 0);
    const BeamSearch found = beam_search(*make_decoder(checkpoint), source, options);
    EXPECT_EQ(found.translation.pieces, brute.best) << "seed " << seed;
    EXPECT_NEAR(found.translation.score, brute.best_score, 1e-5);
  }
}

TEST(BeamSearch, OfOneIsNoWorseThanGreedy) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const Checkpoint checkpoint = three_words(seed);
    const std::vector<int> source{4, 5, LearnedTokenizer::end_id};
    const Translation one = greedy(*make_decoder(checkpoint), source);
    if (!one.ended) continue;
    ++compared;
    EXPECT_GE(beam_search(*make_decoder(checkpoint), source, {}).translation.score,
              one.score - 1e-9);
  }
  EXPECT_GT(compared, 0);
}

TEST(BeamSearch, TheTreeHoldsEveryCandidate) {
  const Checkpoint checkpoint = tiny_checkpoint(small_config(), 2);
  const std::vector<int> source = source_ids(checkpoint, "the red cat sees a dog .");
  DecodeOptions options;
  options.beam = 3;
  options.max_len = 6;
  const BeamSearch found = beam_search(*make_decoder(checkpoint), source, options);
  std::vector<int> kept(8, 0);
  for (const BeamNode& node : found.nodes) {
    const double before =
        node.parent < 0 ? 0 : found.nodes[static_cast<std::size_t>(node.parent)].total;
    EXPECT_NEAR(node.total, before + node.log_probability, 1e-9);
    EXPECT_NEAR(node.score, node.total / length_penalty(node.step + 1, 0.6), 1e-9);
    if (node.parent >= 0) {
      const BeamNode& parent = found.nodes[static_cast<std::size_t>(node.parent)];
      EXPECT_EQ(parent.fate, BeamNode::Fate::kept);
      EXPECT_EQ(parent.step + 1, node.step);
    }
    EXPECT_EQ(
        node.fate == BeamNode::Fate::finished,
        std::count(found.finished.begin(), found.finished.end(), &node - found.nodes.data()) == 1);
    if (node.fate == BeamNode::Fate::kept) ++kept[static_cast<std::size_t>(node.step)];
  }
  for (const int count : kept) EXPECT_LE(count, 3);
  ASSERT_FALSE(found.finished.empty());
  EXPECT_EQ(found.nodes[static_cast<std::size_t>(found.finished[0])].score,
            found.translation.score);
}

}  // namespace
}  // namespace glassformer
