#include "core/models/lstm_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/formats/file.h"
#include "core/formats/json_object.h"
#include "core/models/recurrent_lm.h"
#include "core/models/seq2seq.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"
#include "core/text/tokenizers/character_table.h"
#include "core/text/tokenizers/json_members.h"

namespace glassformer {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_json = 1 << 20;  // bytes of a vocabulary.json
constexpr std::string_view dates = "LSTM encoder-decoder, dot attention";
constexpr std::string_view characters_lm = "two LSTM layers of 128 over characters";

// Where the gates of an LSTM that core/grad/ops.h has as i, f, g, o stand in a file.
using GateOrder = std::array<int, 4>;
constexpr GateOrder f_g_i_o{2, 0, 1, 3}, i_j_f_o{0, 2, 1, 3};

// The columns of each gate at their place here.
Mat reordered(const Mat& theirs, const GateOrder& order) {
  const int h = theirs.cols() / 4;
  Mat ours(theirs.shape());
  for (int row = 0; row < theirs.rows(); ++row) {
    for (int gate = 0; gate < 4; ++gate) {
      const int from = order[static_cast<std::size_t>(gate)] * h;
      std::copy_n(theirs.row(row).data() + from, h, ours.row(row).data() + gate * h);
    }
  }
  return ours;
}

// The tensors of the file; each is taken once.
class Weights {
 public:
  Weights(TensorFile file, std::string named)
      : metadata_(std::move(file.metadata)),
        stored_(stored_types(file.tensors)),
        named_(std::move(named)) {
    for (NamedTensor& tensor : file.tensors) {
      const std::string name = tensor.name;
      tensors_.emplace(name, std::move(tensor.value));
    }
  }
  const Mat& look(const std::string& name) const {
    const auto found = tensors_.find(name);
    if (found != tensors_.end()) return found->second;
    throw UserError(fmt::format("{}: the tensor {} is missing; \"{}\" has it", named_, name,
                                said("architecture")));
  }
  Mat take(const std::string& name) {
    Mat value = look(name);
    tensors_.erase(name);
    return value;
  }
  // Whatever is wrong with ours is said of the tensor that it was made from.
  void add(Params& params, const std::string& ours, const std::string& theirs, Mat value) {
    file_names_.emplace(ours, theirs);
    params.add(ours, std::move(value));
  }
  void add(Params& params, const std::string& ours, const std::string& theirs) {
    add(params, ours, theirs, take(theirs));
  }
  [[noreturn]] void refuse_shape(const std::string& theirs, Shape is, Shape wanted) const {
    throw UserError(fmt::format("{}: {} is {}, but the sizes of the others ask for {}", named_,
                                theirs, to_string(is), to_string(wanted)));
  }
  // Four gates of as many columns each.
  Mat take_gates(const std::string& name, const GateOrder& order) {
    const Mat value = take(name);
    if (value.cols() % 4 == 0) return reordered(value, order);
    throw UserError(fmt::format("{}: {} has {} columns, which are not four gates of the same width",
                                named_, name, value.cols()));
  }
  std::string said(const std::string& key) const {
    const auto found = metadata_.find(key);
    return found == metadata_.end() ? "" : found->second;
  }
  // What decides how the numbers are meant must be said as it is read here.
  void require(const std::string& key, std::string_view wanted) const {
    const std::string found = said(key);
    if (found == wanted) return;
    throw UserError(
        fmt::format("{}: its metadata says \"{}\" for \"{}\", but this program reads \"{}\"",
                    named_, excerpt(found, 40), key, wanted));
  }
  Checkpoint checkpoint(NetworkPtr network, const Params& given,
                        std::vector<TokenizerPtr> tokenizers) const {
    for (const Parameter& p : network->parameters()) {
      const int at = given.find(p.name);
      if (at < 0 || given.value(at).shape() == p.shape) continue;
      refuse_shape(file_names_.at(p.name), given.value(at).shape(), p.shape);
    }
    if (!tensors_.empty()) {
      throw UserError(fmt::format("{}: nothing of \"{}\" is called {}", named_,
                                  said("architecture"), tensors_.begin()->first));
    }
    Checkpoint made;
    made.params = matched_params(network->parameters(), given, named_);
    made.file_names = file_names_;
    made.network = std::move(network);
    made.tokenizers = std::move(tokenizers);
    made.stored = stored_;
    check_tokenizers(made, named_);
    return made;
  }
  const std::string& named() const { return named_; }

 private:
  std::map<std::string, std::string> metadata_;
  std::set<std::string> stored_;
  std::map<std::string, Mat> tensors_;
  std::map<std::string, std::string, std::less<>> file_names_;  // by ours
  std::string named_;
};

// The network of those sizes; what it refuses are the sizes in that file.
template <class Made, class Config>
NetworkPtr network_of(const Config& config, const std::string& file) {
  try {
    return std::make_shared<Made>(config);
  } catch (const UserError& error) {
    throw UserError(file + ": " + error.what());
  }
}

// The source is filled up with blanks, as it was in training; the answer has ten characters.
Checkpoint import_dates(Weights weights, const std::vector<std::string>& characters,
                        const std::string& vocabulary_name) {
  constexpr int source_length = 29, target_length = 10;
  weights.require("gates", "f g i o");
  weights.require("source", "reversed");
  weights.require("begin", "_");
  Seq2SeqConfig config;
  config.source_vocab_size = weights.look("encoder.embedding").rows();
  config.target_vocab_size = weights.look("decoder.embedding").rows();
  config.max_len = source_length;
  config.max_target = target_length + 1;
  config.d_embedding = weights.look("encoder.embedding").cols();
  config.width = weights.look("encoder.wh").rows();
  config.bidirectional = false;
  config.reversed = true;
  config.cell = CellKind::lstm;
  config.first_state = Seq2SeqConfig::FirstState::handed_over;
  config.output = Seq2SeqConfig::Output::direct;
  config.score = AlignmentScore::dot;
  config.asks = Seq2SeqConfig::Asks::after;
  const NetworkPtr network = network_of<Seq2Seq>(config, weights.named());
  Params params;
  weights.add(params, "encoder.embedding", "encoder.embedding");
  weights.add(params, "decoder.embedding", "decoder.embedding");
  const auto add_gates = [&](const std::string& ours, const std::string& theirs) {
    weights.add(params, ours, theirs, weights.take_gates(theirs, f_g_i_o));
  };
  const auto add_layer = [&](const std::string& ours, const std::string& theirs) {
    add_gates(ours + ".w", theirs + ".wx");
    add_gates(ours + ".u", theirs + ".wh");
    add_gates(ours + ".b", theirs + ".b");
  };
  add_layer("encoder.forward.0", "encoder");
  add_layer("decoder.layer.0", "decoder");
  weights.add(params, "decoder.output.w", "output.w");
  weights.add(params, "decoder.output.b", "output.b");
  using Table = CharacterTable;
  auto source = std::make_shared<const Table>(
      characters, Table::Settings{.length = source_length, .filler = " "}, vocabulary_name);
  auto target =
      std::make_shared<const Table>(characters, Table::Settings{.begin = "_"}, vocabulary_name);
  return weights.checkpoint(network, params, {std::move(source), std::move(target)});
}

Mat rows_of(const Mat& m, int begin, int count) {
  Mat part(count, m.cols());
  std::copy_n(m.row(begin).data(), part.size(), part.data());
  return part;
}

// The rows of their one matrix are those of x and, below them, those of h.
Checkpoint import_characters(Weights weights, const std::vector<std::string>& characters,
                             const std::string& vocabulary_name) {
  weights.require("gates", "i j f o, forget + 1");
  weights.require("input", "[x, h] W + b");
  RecurrentLmConfig config;
  config.vocab_size = weights.look("embedding").rows();
  config.d_embedding = weights.look("embedding").cols();
  config.width = weights.look("output.w").rows();
  config.layers = 2;
  const NetworkPtr network = network_of<RecurrentLm>(config, weights.named());
  Params params;
  weights.add(params, "embedding", "embedding");
  for (int layer = 0; layer < config.layers; ++layer) {
    const std::string theirs = fmt::format("lstm.{}.", layer),
                      ours = fmt::format("layer.{}.", layer);
    const Mat both = weights.take_gates(theirs + "w", i_j_f_o);
    const int inputs = layer == 0 ? config.d_embedding : config.width;
    const Shape wanted{inputs + config.width, 4 * config.width};
    if (both.shape() != wanted) weights.refuse_shape(theirs + "w", both.shape(), wanted);
    weights.add(params, ours + "w", theirs + "w", rows_of(both, 0, inputs));
    weights.add(params, ours + "u", theirs + "w", rows_of(both, inputs, config.width));
    Mat bias = weights.take_gates(theirs + "b", i_j_f_o);
    const int h = bias.cols() / 4;
    for (int j = 0; j < h && bias.rows() == 1; ++j) bias(0, h + j) += 1;
    weights.add(params, ours + "b", theirs + "b", std::move(bias));
  }
  weights.add(params, "output.w", "output.w");
  weights.add(params, "output.b", "output.b");
  auto table = std::make_shared<const CharacterTable>(characters, CharacterTable::Settings{},
                                                      vocabulary_name);
  if (table->size() < config.vocab_size) {
    throw UserError(fmt::format(
        "{}: lists {}, but the model in {} speaks {}; get the vocabulary.json that it was trained "
        "with",
        vocabulary_name, number_of(table->size(), "character"), weights.named(),
        config.vocab_size));
  }
  return weights.checkpoint(network, params, {std::move(table)});
}

fs::path folder_of(const fs::path& model) {
  std::error_code none;
  return fs::is_directory(model, none) ? model : model.parent_path();
}

}  // namespace

bool is_lstm_file(const fs::path& model) {
  std::error_code none;
  const fs::path folder = folder_of(model);
  return fs::is_regular_file(folder / "vocabulary.json", none) &&
         !fs::exists(folder / "config.json", none);
}

Checkpoint import_lstm(TensorFile file, const std::string& weights_name,
                       std::string_view vocabulary, const std::string& vocabulary_name) {
  const Json json = Json::parse(vocabulary, vocabulary_name);
  const std::vector<std::string> characters =
      json_pieces(JsonObject(json.root()).at("characters", Json::Kind::array));
  Weights weights(std::move(file), weights_name);
  const std::string architecture = weights.said("architecture");
  if (architecture == dates) return import_dates(std::move(weights), characters, vocabulary_name);
  if (architecture == characters_lm) {
    return import_characters(std::move(weights), characters, vocabulary_name);
  }
  throw UserError(fmt::format(
      "{}: its metadata names the architecture \"{}\"; beside a vocabulary.json this program opens "
      "\"{}\" and \"{}\"",
      weights_name, excerpt(architecture, 60), dates, characters_lm));
}

Checkpoint import_lstm(const fs::path& model) {
  std::error_code none;
  const fs::path folder = folder_of(model), vocabulary = folder / "vocabulary.json";
  const fs::path weights = fs::is_directory(model, none) ? folder / "model.safetensors" : model;
  Checkpoint made = import_lstm(read_safetensors(weights), weights.string(),
                                read_file(vocabulary, max_json), vocabulary.string());
  made.origin = "imported from " + model.string();
  return made;
}

}  // namespace glassformer
