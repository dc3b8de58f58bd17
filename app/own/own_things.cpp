#include "app/own/own_things.h"

#include <fmt/format.h>

#include <type_traits>
#include <utility>

#include "app/own/dragged_things.h"
#include "app/own/own_vectors.h"
#include "app/session/ours.h"
#include "app/views/view.h"
#include "core/lesson/forms.h"
#include "core/models/attention_file.h"
#include "core/models/checkpoint.h"
#include "core/models/conv_seq2seq.h"
#include "core/models/gpt.h"
#include "core/models/seq2seq.h"
#include "core/models/transformer.h"
#include "core/scenes/language/pretraining_slot.h"
#include "core/scenes/takes.h"
#include "core/tensor/rng.h"
#include "core/text/tokenizers/learned.h"
#include "core/text/world.h"
#include "core/train/training.h"

namespace glassformer {

namespace {

constexpr std::uint64_t kSeed = 5;

template <class T>
OwnThing thing_for(const Slot<T>& slot, std::string name,
                   std::type_identity_t<std::function<std::shared_ptr<const T>()>> make) {
  OwnThing thing;
  thing.name = std::move(name);
  // Made once, when a lesson has a place for it.
  auto made = std::make_shared<std::shared_ptr<const T>>();
  thing.bring = [slot, make = std::move(make), made](Session& session) {
    const SlotUse* const use = slot_use(session.inputs(), slot.name);
    if (use == nullptr || view_traits(session.lesson().view).fills == slot.name) return false;
    if (!*made) *made = make();
    if (!takes_in_some_form(session.lesson(), slot.name, Resource(*made))) return false;
    session.use(slot, *made, Session::Reach::this_lesson);
    return true;
  };
  return thing;
}

OwnThing sentence(std::string name, std::string text) {
  OwnThing thing;
  thing.name = std::move(name);
  thing.text = std::move(text);
  thing.bring = [](Session& session) { return find_scene(session.inputs().scene)->sentences > 0; };
  return thing;
}

// Words that are typed into a field of the scene, none of which the lesson speaks of.
OwnThing words_typed() {
  OwnThing thing;
  thing.name = "other words";
  const auto type = [&](const char* scene, const char* option, const char* words) {
    thing.typed[scene] = SetOption{option, std::string(words), 1};
  };
  type("why-near", "words", "dog cat");
  type("word-map", "map_word", "violin");
  type("bias", "axis", "old - young");
  type("word-arithmetic", "expression", "dog - cat + horse");
  type("compare-vectors", "map_word", "violin");
  type("word2vec-step", "counts", "red 9, blue 5, green 2");
  type("recurrent-state", "other", "carefully");
  type("one-hot", "vocabulary", "he was home");
  type("sort-and-add", "letters", "jiggeb");
  const auto fields = thing.typed;
  thing.bring = [fields](Session& session) { return fields.contains(session.inputs().scene); };
  return thing;
}

// A training of the user's own in the lessons that show a recorded one.
OwnThing training(std::string name, std::string_view view, Ours own) {
  OwnThing thing;
  thing.name = std::move(name);
  thing.bring = [view = std::string(view)](Session& session) {
    return session.lesson().view == view;
  };
  thing.ours = [own](const Session&) { return own; };
  return thing;
}

// The lessons of this view, while a recording of the user's own plays in them.
OwnThing recording(std::string_view view) {
  return training("a recording of one's own", view, {.recording = false, .all = false});
}

// The tokenizers of some sentences of the small world.
std::vector<TokenizerPtr> tokenizers_of(WorldPair pair, LearnedTokenizer::Kind kind) {
  std::vector<std::string> source, target;
  for (const SentencePair& one : world_pairs(pair, 200, kSeed)) {
    source.push_back(one.source);
    target.push_back(one.target);
  }
  const int size = kind == LearnedTokenizer::Kind::bpe ? 200 : 400;
  const auto learned = [&](const std::vector<std::string>& sentences) {
    return std::make_shared<const LearnedTokenizer>(LearnedTokenizer::train(sentences, kind, size));
  };
  return {learned(source), learned(target)};
}

template <class NetworkType, class Config>
CheckpointPtr untrained(Config config, WorldPair pair, LearnedTokenizer::Kind kind) {
  auto made = std::make_shared<Checkpoint>();
  made->tokenizers = tokenizers_of(pair, kind);
  config.source_vocab_size = made->source().size();
  config.target_vocab_size = made->target().size();
  made->network = std::make_shared<NetworkType>(config);
  made->params = make_params(made->network->parameters(), kSeed);
  made->origin = "mine.safetensors";
  return made;
}

TransformerConfig small_transformer() {
  TransformerConfig config;
  config.d_model = 32;
  config.heads = 4;
  config.encoder_layers = config.decoder_layers = 2;
  config.d_ff = 48;
  return config;
}

OwnThing translator(std::string name, const std::function<void(TransformerConfig&)>& set,
                    LearnedTokenizer::Kind kind = LearnedTokenizer::Kind::word,
                    WorldPair pair = WorldPair::english_french) {
  TransformerConfig config = small_transformer();
  set(config);
  return thing_for(slots::model, std::move(name),
                   [=] { return untrained<Transformer>(config, pair, kind); });
}

// A small translator that was trained, here and now: not for long, but its numbers are no longer
// random, so that what is said of a trained one is said of it too.
CheckpointPtr trained_translator() {
  constexpr int steps = 120;
  TrainingPlan plan;
  TransformerConfig config = small_transformer();
  config.encoder_layers = config.decoder_layers = 1;
  plan.config = config;
  plan.settings.batch = 24;
  plan.settings.warmup = steps / 2;
  plan.data = "own";
  Training training(plan, world_pairs(WorldPair::english_french, 600, kSeed), {});
  for (int i = 0; i < steps; ++i) training.step();
  auto made = std::make_shared<Checkpoint>(training.checkpoint());
  made->origin = "mine.safetensors";
  return made;
}

// A decoder alone, of English sentences.
OwnThing language_model(std::string name, const std::function<GptConfig(GptConfig)>& set,
                        LearnedTokenizer::Kind kind = LearnedTokenizer::Kind::word) {
  GptConfig config;
  config.max_len = 160;
  config.d_model = 32;
  config.heads = 4;
  config.layers = 2;
  config.d_ff = 48;
  config = set(config);
  return thing_for(slots::model, std::move(name), [=] {
    auto made = std::make_shared<Checkpoint>();
    made->tokenizers = {tokenizers_of(WorldPair::english_french, kind).front()};
    GptConfig sized = config;
    sized.vocab_size = made->target().size();
    made->network = std::make_shared<Gpt>(sized);
    made->params = make_params(made->network->parameters(), kSeed);
    made->origin = "mine.safetensors";
    return made;
  });
}

// Attentions of a model that is not here: rows of random weights.
OwnThing attentions(std::string name, int layers, int heads, int tokens, bool causal, int width) {
  return thing_for<AttentionFile>(slots::attention, std::move(name), [=] {
    auto made = std::make_shared<AttentionFile>();
    made->name = "mine.npz";
    made->tokens = numbered_words("token", tokens);
    made->layers = layers;
    made->heads = heads;
    made->causal = causal;
    Rng rng(kSeed);
    for (int map = 0; map < layers * heads; ++map) {
      Mat weights(tokens, tokens);
      for (int i = 0; i < tokens; ++i) {
        const int seen = causal ? i + 1 : tokens;
        double sum = 0;
        for (int j = 0; j < seen; ++j) sum += weights(i, j) = static_cast<Real>(rng.uniform());
        for (int j = 0; j < seen; ++j) weights(i, j) /= static_cast<Real>(sum);
      }
      made->weights.push_back(std::make_shared<const Leaf>(std::move(weights)));
    }
    for (int state = 0; width > 0 && state <= layers; ++state) {
      Mat values(tokens, width);
      for (Real& cell : values.cells()) cell = static_cast<Real>(rng.normal());
      made->hidden.push_back(std::make_shared<const Leaf>(std::move(values)));
    }
    return made;
  });
}

// A language model that learned for so many steps from sentences of the small world, here.
OwnThing pretraining(std::string name, const PretrainingPlan& plan, int steps) {
  OwnThing thing;
  thing.name = std::move(name);
  auto made = std::make_shared<PretrainingPtr>();
  thing.bring = [plan, steps, made](Session& session) {
    if (slot_use(session.inputs(), slots::pretraining.name) == nullptr) return false;
    if (!*made) {
      std::string text;
      for (const SentencePair& one : world_pairs(WorldPair::english_french, 400, kSeed)) {
        text += one.source + "\n";
      }
      PretrainingRun run(plan, text, "mine.txt");
      for (int step = 0; step < steps; ++step) {
        run.step();
        if (is_pretraining_moment(run.steps())) run.measure();
      }
      *made = std::make_shared<const Pretraining>(run.now());
    }
    session.use(slots::pretraining, *made, Session::Reach::this_lesson);
    return true;
  };
  thing.ours = [](const Session&) { return Ours{.model = false, .all = false}; };
  return thing;
}

OwnThing recurrent(std::string name, const std::function<void(Seq2SeqConfig&)>& set) {
  Seq2SeqConfig config;
  config.d_embedding = 12;
  config.width = 16;
  set(config);
  return thing_for(slots::model, std::move(name), [=] {
    return untrained<Seq2Seq>(config, WorldPair::english_french, LearnedTokenizer::Kind::word);
  });
}

}  // namespace

std::vector<OwnThing> own_things() {
  using Kind = LearnedTokenizer::Kind;
  using Rec = Seq2SeqConfig;
  const auto vectors = [](std::string name, std::vector<std::string> words, std::size_t dim,
                          double spread) {
    return thing_for(slots::vectors, std::move(name),
                     [=] { return vectors_of(words, dim, spread); });
  };
  const auto as_it_is = [](TransformerConfig&) {};
  std::vector<OwnThing> all{
      sentence("a sentence of 3 words", "dogs chase cats"),
      sentence("a sentence of 20 words",
               "my old friend and two of our neighbours walk to the small shop near the river "
               "every day before they work"),
      words_typed(),
      vectors("French vectors", french_words(), 20, 1),
      vectors("vectors of 300 words", numbered_words("word", 300), 12, 1),
      vectors("vectors in one cluster", numbered_words("word", 400), 8, 0.001),
      vectors("vectors in upper case",
              {"THE", "KING", "QUEEN", "MAN", "WOMAN", "SHE", "HE", "DOG", "CAT", "HORSE", "VIOLIN",
               "PARIS", "FRANCE"},
              6, 1),
      thing_for<WordVectors>(slots::vectors, "our words with other numbers", shuffled_world),
      thing_for<WordVectors>(slots::vectors, "vectors that lean one way", one_sided_vectors),
      vectors("vectors of 100,000 words", numbered_words("w", 100'000), 10, 1),
      training("a text of one's own is learned", "word-training",
               {.text = false, .vectors = false, .all = false}),
      training("a translator of one's own is trained", "training", {.model = false, .all = false}),
      recording("training"),
      recording("word-training"),
      recording("bottleneck"),
      recording("hard-and-soft"),
      recording("how-much-data"),
      translator("a translator of one layer",
                 [](auto& c) { c.encoder_layers = c.decoder_layers = 1; }),
      translator("a translator of 3 layers with 8 heads each",
                 [](auto& c) {
                   c.encoder_layers = c.decoder_layers = 3;
                   c.heads = 8;
                 }),
      translator("a translator with 2 heads", [](auto& c) { c.heads = 2; }),
      translator("a translator with GELU", [](auto& c) { c.activation = Activation::gelu; }),
      translator("a translator with SwiGLU and RMS norms before its sub-layers",
                 [](auto& c) {
                   c.activation = Activation::silu;
                   c.gated = c.pre_norm = true;
                   c.tied = false;
                   c.norm = NormKind::rms;
                 }),
      translator("a translator with learned positions",
                 [](auto& c) { c.positions = PositionKind::learned; }),
      translator("a translator of pieces", as_it_is, Kind::bpe),
      translator("a translator of characters", as_it_is, Kind::character),
      translator("a translator into German", as_it_is, Kind::word, WorldPair::english_german),
      translator("a translator that is not trained", as_it_is),
      thing_for<Checkpoint>(slots::model, "a translator that is trained", trained_translator),
      language_model("a GPT that is not trained", [](GptConfig c) { return c; }),
      language_model("a GPT of one layer with one head",
                     [](GptConfig c) {
                       c.layers = c.heads = 1;
                       return c;
                     }),
      language_model(
          "a Llama of pieces",
          [](GptConfig c) {
            c.kv_heads = 2;
            return as_llama(c);
          },
          Kind::bpe),
      language_model(
          "a GPT of characters", [](GptConfig c) { return c; }, Kind::character),
      pretraining("a pre-training that has not begun",
                  {.file = {}, .llama = true, .tokens = Kind::bpe, .steps = 100}, 0),
      pretraining("a pre-training on characters, with one head",
                  {.file = {},
                   .tokens = Kind::character,
                   .layers = 1,
                   .heads = 1,
                   .width = 16,
                   .steps = 60},
                  60),
      recurrent("a GRU that asks with the new state",
                [](auto& c) {
                  c.score = AlignmentScore::general;
                  c.asks = Rec::Asks::after;
                }),
      recurrent("a recurrent translator without attention",
                [](auto& c) {
                  c.score = AlignmentScore::none;
                  c.bidirectional = false;
                }),
      attentions("attentions of a decoder of one layer", 1, 3, 5, true, 0),
      attentions("attentions of an encoder of 4 layers", 4, 2, 12, false, 6),
      attentions("attentions between two tokens", 2, 1, 2, false, 3),
      thing_for<Checkpoint>(slots::model, "a convolutional translator", [] {
        ConvSeq2SeqConfig config;
        config.width = 16;
        return untrained<ConvSeq2Seq>(config, WorldPair::english_french, Kind::word);
      })};
  for (const auto& one : cell_words) {
    all.push_back(recurrent(fmt::format("a recurrent translator of {} cells", one.word),
                            [cell = one.choice](auto& c) { c.cell = cell; }));
  }
  for (OwnThing& one : dragged_things()) all.push_back(std::move(one));
  return all;
}

}  // namespace glassformer
