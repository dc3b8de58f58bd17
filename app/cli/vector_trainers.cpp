#include "app/cli/vector_trainers.h"

#include <algorithm>
#include <utility>

namespace glassformer {

namespace {

template <InputRows input>
std::unique_ptr<VectorTraining> make_rows(EncodedTextPtr text, const Word2VecConfig& config) {
  Word2VecConfig with = config;
  with.input = input;
  return word2vec_training(std::move(text), with);
}

const VectorTrainer trainers[] = {
    {"sg", make_rows<InputRows::skip_gram>},
    {"cbow", make_rows<InputRows::cbow>},
};

}  // namespace

const VectorTrainer* find_vector_trainer(const std::string& name) {
  const auto* const found = std::find_if(std::begin(trainers), std::end(trainers),
                                         [&](const VectorTrainer& t) { return t.name == name; });
  return found == std::end(trainers) ? nullptr : found;
}

std::vector<std::string> vector_trainer_names() {
  std::vector<std::string> names;
  for (const VectorTrainer& trainer : trainers) names.push_back(trainer.name);
  return names;
}

}  // namespace glassformer
