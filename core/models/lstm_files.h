#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/formats/safetensors.h"
#include "core/models/checkpoint.h"

namespace glassformer {

// Trained LSTMs that others published, as a folder with model.safetensors and vocabulary.json
// ({"characters": ["a", …]}). What the network is stands in the metadata of the weights, and the
// two that are known are
//   "LSTM encoder-decoder, dot attention"  dates in many spellings → ISO, the model of "Deep
//       Learning from Scratch 2" (K. Saitoh, O'Reilly Japan 2018), chapter 8: gates f, g, i, o; the
//       source read from its end; the encoder's h handed over, the decoder's cell from 0; [c; h] W
//       + b for logits. It becomes a Seq2Seq.
//   "two LSTM layers of 128 over characters"  text in the way of one author, the models of ml5's
//       charRNN: gates i, j, f, o with 1 added to f; [x; h] W + b, both in one matrix. It becomes a
//       RecurrentLm.

// The folder, or the file of weights, has a vocabulary.json beside and no config.json.
bool is_lstm_file(const std::filesystem::path& model);

// Throws UserError naming file and tensor: what is missing, too much, of another shape, or an
// architecture that is none of these.
Checkpoint import_lstm(const std::filesystem::path& model);

// The same from parts: the weights, and the text of vocabulary.json.
Checkpoint import_lstm(TensorFile weights, const std::string& weights_name,
                       std::string_view vocabulary, const std::string& vocabulary_name);

}  // namespace glassformer
