#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/safetensors.h"
#include "core/models/decoder.h"
#include "core/models/network.h"
#include "core/nn/row_weights.h"
#include "core/text/tokenizers/tokenizer.h"

namespace glassformer {

class Transformer;

// A trained network and all that its use needs: what files hold, menus list and trainings make.
struct Checkpoint {
  NetworkPtr network;
  Params params;
  std::vector<TokenizerPtr> tokenizers;  // of the source and of the target; of one text: one
  std::string origin;                    // the command and the seed, or the file it came from
  std::set<std::string> stored = {};     // how its file holds the numbers: "F32", "BF16"
  std::vector<std::string> notes = {};   // what was odd about its files, a sentence each
  std::string no_tokenizer = {};         // why the one that lies beside it was not taken
  // What its file calls a matrix, where that is another name.
  std::map<std::string, std::string, std::less<>> file_names = {};
  std::string called = {};  // after the file or folder that it was opened from

  // Throw UserError if it has none: then texts cannot be given to it.
  const Tokenizer& source() const { return tokenizer(0); }
  const Tokenizer& target() const { return tokenizer(tokenizers.size() - 1); }

 private:
  const Tokenizer& tokenizer(std::size_t which) const;
};
using CheckpointPtr = std::shared_ptr<const Checkpoint>;

// The network as what it has to be here. Throws UserError: "a bert does not predict the next word
// …".
const NextTokenNetwork& next_token_network(const Checkpoint& checkpoint);
const Transformer& transformer_of(const Checkpoint& checkpoint);

// The checkpoint must outlive it. Throws UserError for a network that is no decoder.
std::unique_ptr<Decoder> make_decoder(const Checkpoint& checkpoint);
// With the weights held like that. Throws UserError for a network or a device that cannot, too.
std::unique_ptr<Decoder> make_decoder(const Checkpoint& checkpoint, WeightWidth width);

// The encoder's input: the pieces of the sentence and the end mark, if there is one. Throws
// UserError: an empty sentence, broken UTF-8, more pieces than the network's max_len.
std::vector<int> source_ids(const Checkpoint& checkpoint, std::string_view sentence);
// The decoder's input, given a translation: the begin mark and its pieces. Throws likewise.
std::vector<int> target_ids(const Checkpoint& checkpoint, std::string_view sentence);
// What the decoder should predict for each of these: the same one to the left, then the end mark;
// without one (−1), nothing for the last.
std::vector<int> next_tokens(const std::vector<int>& target_ids, int end);
// The pieces as labels of an axis.
std::vector<std::string> piece_labels(const Tokenizer& tokenizer, const std::vector<int>& ids);

// Throws UserError, naming the file or folder: a tokenizer that has more pieces than the network
// has rows for them, or of a Transformer another number.
void check_tokenizers(const Checkpoint& checkpoint, const std::string& named);
// The same for files of other programs: a few pieces more than rows, as were added without the
// network's knowing, are noted, and only a text that needs one of them is refused later.
void fit_tokenizers(Checkpoint& checkpoint, const std::string& named);
std::set<std::string> stored_types(const std::vector<NamedTensor>& tensors);
// "3 of 85,000 numbers are nan or infinite, the first in decoder.0.ffn.w1", as the file calls it:
// then every prediction is nan. Empty if all are finite.
std::string not_finite(const Checkpoint& checkpoint);

// As a safetensors file: the matrices under their names; architecture, configuration, tokenizers
// and origin in the metadata. from_tensors also reads the translators that earlier versions wrote;
// it throws UserError naming the file and what is missing, too much or of another shape.
TensorRefs tensor_refs(const Checkpoint& checkpoint);  // as long as that lives and stays
TensorFile to_tensors(const Checkpoint& checkpoint);
Checkpoint from_tensors(TensorFile file, const std::string& named);

// A file of tensor_refs(), or what hugging_face.h or lstm_files.h opens.
Checkpoint load_checkpoint(const std::filesystem::path& model);
// weights/NAME.safetensors among the shipped files; read once and then shared. Throws UserError
// naming those that there are.
CheckpointPtr load_shipped(std::string_view name);
bool is_shipped_model(std::string_view name);

}  // namespace glassformer
