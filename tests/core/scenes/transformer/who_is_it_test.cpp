#include "core/scenes/records/who_is_it.h"

#include <gtest/gtest.h>

#include "core/scenes/scene.h"
#include "core/scenes/takes.h"
#include "core/text/tokenizers/learned.h"
#include "tests/core/models/tiny_checkpoint.h"

namespace glassformer {
namespace {

// A translator whose pieces carry the space before their word.
std::shared_ptr<const Checkpoint> of_pieces() {
  auto made = std::make_shared<Checkpoint>(testing::tiny_checkpoint(testing::small_config()));
  const std::vector<std::string> sentences{"it is red and it is big and it is old", "is it it"};
  const auto pieces = std::make_shared<const LearnedTokenizer>(
      LearnedTokenizer::train(sentences, LearnedTokenizer::Kind::bpe, 40));
  made->tokenizers = {pieces, pieces};
  TransformerConfig config = testing::small_config();
  config.source_vocab_size = config.target_vocab_size = pieces->size();
  made->network = std::make_shared<Transformer>(config);
  made->params = make_params(made->network->parameters(), 5);
  return made;
}

TEST(WhoIsIt, LooksFromItWhereItIsAPieceWithItsSpace) {
  Inputs inputs;
  inputs.scene = "who-is-it";
  inputs.resources.set(slots::model, of_pieces());
  inputs.text = {"is it red", ""};
  const RunPtr made = run(inputs);
  const auto& record = made->records.get<WhoIsItRecord>();
  ASSERT_GE(record.it, 0);
  EXPECT_EQ(made->tokens[0][static_cast<std::size_t>(record.it)], " it");
}

TEST(WhoIsIt, TakesTransformersAlone) {
  Inputs inputs;
  inputs.scene = "who-is-it";
  EXPECT_TRUE(takes(inputs, slots::model.name,
                    Resource(std::shared_ptr<const Checkpoint>(load_shipped("en-fr")))));
  EXPECT_FALSE(takes(inputs, slots::model.name,
                     Resource(std::shared_ptr<const Checkpoint>(load_shipped("gru-luong")))));
}

}  // namespace
}  // namespace glassformer
