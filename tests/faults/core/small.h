#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/embed/train/vector_training.h"
#include "core/text/pair.h"
#include "core/train/training.h"

// Models, texts and trainings so small that they can be tried hundreds of times.
namespace glassformer::testing {

std::vector<SentencePair> some_pairs();
TrainingPlan some_plan();            // of a Transformer
TrainingPlan some_recurrent_plan();  // of an encoder–decoder with attention
EncodedTextPtr some_text();
std::unique_ptr<VectorTraining> some_word2vec(std::uint64_t seed = 1);

// As Hugging Face's library saves it: one layer, five words, a vocabulary.
void make_gpt2(const std::filesystem::path& folder);

}  // namespace glassformer::testing
