#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "app/jobs/vector_training_job.h"
#include "core/embed/corpus/word_splitter.h"
#include "core/embed/count_based/glove.h"
#include "core/embed/count_based/lsa.h"
#include "core/embed/train/word2vec_config.h"
#include "core/grad/backend.h"
#include "core/train/nplm_training.h"

namespace glassformer {

// What the window trains, and on which text.
struct WordTrainingPlan {
  enum class Model { word2vec, glove, lsa, bengio };
  enum class Source {
    world,    // the program's own, made from facts
    wordnet,  // WordNet's definitions, examples and relations
    file,     // a text of one's own
  };
  Model model = Model::word2vec;
  // Of each model its own: what was set of one is there again when it is chosen again.
  Word2VecConfig word2vec;
  GloveConfig glove;
  LsaConfig lsa;
  NplmSettings bengio;
  Source source = Source::world;
  std::filesystem::path text;  // the file, or the folder of WordNet
  WordOptions words;           // how a text of one's own is cut into words
  int min_count = 1;           // words that come less often are left out
  // Where a training on a text of one's own is kept, one at a time; empty: nowhere. The same plan
  // goes on from there, unless it is to start over.
  std::filesystem::path checkpoint;
  bool restart = false;

  // LSA is computed in one go: nothing is learned step by step, and nothing kept in between.
  bool in_rounds() const { return model != Model::lsa; }
};

// What the window trains at first: on the small world what the shipped vectors were trained with.
WordTrainingPlan window_training_plan(
    WordTrainingPlan::Source source = WordTrainingPlan::Source::world);
// How many numbers stand for a word, and how often it must come, unless the user says otherwise:
// the small world is learned with few numbers.
struct UsualSizes {
  int dim = 0, min_count = 1;
};
UsualSizes usual_sizes(WordTrainingPlan::Source source);

// Of WordNet's groups those whose words are told apart best on a map.
inline constexpr std::array<std::string_view, 6> wordnet_groups_in_colour{
    "animal", "plant", "food", "body", "person", "location"};
std::filesystem::path wordnet_folder();  // where WordNet is looked for
bool wordnet_is_there();

// The training; cancelled while it still reads a text, it stops that. Words of the default corpus
// have its groups, those of WordNet its own (core/embed/corpus/wordnet_groups.h). The score is the
// share of the corpus' analogies that come out right, of those whose words are all there; nan if
// there are none. The graphics card of the backend trains if it is a training for it.
VectorTrainingJob::Body word_training(const WordTrainingPlan& plan,
                                      const std::shared_ptr<Backend>& backend = nullptr);

// The same, to be driven round by round; on the CPU.
std::unique_ptr<VectorTraining> training_of(const WordTrainingPlan& plan);
// The share of the corpus' analogies that come out right; nan if there are none.
std::function<double(const WordVectors&)> analogy_score();

}  // namespace glassformer
