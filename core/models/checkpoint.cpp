#include "core/models/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/formats/json.h"
#include "core/kernels/parallel.h"
#include "core/models/transformer.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"
#include "core/text/tokenizers/cut_tokenizer.h"

namespace glassformer {

namespace {

// `option`: what trains a model that takes more.
std::vector<int> checked_ids(const Tokenizer& tokenizer, std::string_view sentence, int max,
                             const char* option) {
  std::vector<int> ids = tokenizer.encode(sentence);
  if (static_cast<int>(ids.size()) > max) {
    throw UserError(
        fmt::format("the sentence \"{}\" has {} pieces, and this model takes at most "
                    "{}; give a shorter one (at the top, or with --text), or train with a larger "
                    "{}",
                    excerpt(sentence, 40), ids.size(), max, option));
  }
  return ids;
}

const char* longer_by(const Checkpoint& checkpoint) {
  return next_token_network(checkpoint).has_encoder() ? "--longest" : "--length";
}

// Numbers that are nan or infinite, and where the first of them stands, counted row by row.
struct NotFinite {
  std::size_t count = 0, first = 0;
};

void add_not_finite(std::span<const Real> cells, std::size_t before, NotFinite& to) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!std::isfinite(cells[i]) && to.count++ == 0) to.first = before + i;
  }
}

NotFinite find_not_finite(std::span<const Real> cells) {
  NotFinite found;
  add_not_finite(cells, 0, found);
  return found;
}

// Piece by piece: the whole of it as Reals would take memory. Counted as they lie in the file.
NotFinite find_not_finite(const StoredMat& stored) {
  constexpr std::size_t piece = 16'384;
  std::vector<Real> cells(piece);
  const std::size_t all = stored.shape.cells(), bytes = all > 0 ? stored.size() / all : 0;
  NotFinite found;
  for (std::size_t at = 0; at < all; at += piece) {
    const std::span<Real> here = std::span(cells).first(std::min(piece, all - at));
    read_numbers(stored.number, stored.bytes + at * bytes, here.size(), here.data());
    add_not_finite(here, at, found);
  }
  return found;
}

// "[3, 17]", counted from 0, as NumPy and PyTorch have it; "[17]" of a single row.
std::string index_text(std::size_t at, Shape shape) {
  const auto cols = static_cast<std::size_t>(shape.cols);
  if (shape.rows == 1) return fmt::format("[{}]", at);
  return fmt::format("[{}, {}]", at / cols, at % cols);
}

}  // namespace

const Tokenizer& Checkpoint::tokenizer(std::size_t which) const {
  if (!tokenizers.empty()) return *tokenizers[which];
  if (!no_tokenizer.empty()) {
    throw UserError(fmt::format(
        "no text can be given to the model, since its tokenizer is not one that is read: {}; "
        "put a vocab.json and merges.txt or a vocab.txt of the same pieces beside it ({})",
        no_tokenizer, origin));
  }
  throw UserError(fmt::format(
      "the model has no tokenizer, so no text can be given to it; put its vocab.json and "
      "merges.txt, vocab.txt or tokenizer.json beside the weights ({})",
      origin));
}

const NextTokenNetwork& next_token_network(const Checkpoint& checkpoint) {
  const auto* network = dynamic_cast<const NextTokenNetwork*>(checkpoint.network.get());
  if (network != nullptr) return *network;
  throw UserError(fmt::format(
      "a network of the architecture \"{}\" does not predict the next word, so it writes nothing; "
      "choose a model that does",
      checkpoint.network->architecture()));
}

const Transformer& transformer_of(const Checkpoint& checkpoint) {
  const auto* network = dynamic_cast<const Transformer*>(checkpoint.network.get());
  if (network != nullptr) return *network;
  throw UserError(
      fmt::format("this needs a Transformer: a translator as glassformer train translate makes it, "
                  "or, where the lesson takes one, a decoder alone as glassformer train language "
                  "--model gpt does; this model is of the architecture \"{}\"",
                  checkpoint.network->architecture()));
}

std::unique_ptr<Decoder> make_decoder(const Checkpoint& checkpoint) {
  return make_decoder(next_token_network(checkpoint), checkpoint.params,
                      checkpoint.target().special());
}

std::unique_ptr<Decoder> make_decoder(const Checkpoint& checkpoint, WeightWidth width) {
  const NextTokenNetwork& network = next_token_network(checkpoint);
  if (!network.decodes_by_rows()) {
    if (width == WeightWidth::f32) return make_decoder(checkpoint);
    throw UserError(fmt::format(
        "a network of the architecture \"{}\" decodes in f32 alone; {} is for GPT and Llama",
        network.architecture(), name(width)));
  }
  const SpecialIds special =
      checkpoint.tokenizers.empty() ? SpecialIds{} : checkpoint.target().special();
  if (current_backend()) {
    if (width == WeightWidth::f32) return make_decoder(network, checkpoint.params, special);
    throw UserError(fmt::format("the graphics card decodes in f32 alone; {} is for the processor",
                                name(width)));
  }
  return make_decoder(
      network, checkpoint.params, special,
      std::make_shared<const RowWeights>(network.parameters(), checkpoint.params, width));
}

std::vector<int> source_ids(const Checkpoint& checkpoint, std::string_view sentence) {
  const Tokenizer& tokenizer = checkpoint.source();
  const int end = tokenizer.special().end, longest = next_token_network(checkpoint).max_len();
  std::vector<int> ids =
      checked_ids(tokenizer, sentence, end < 0 ? longest : longest - 1, longer_by(checkpoint));
  if (ids.empty()) throw UserError("the sentence is empty: type at least one word");
  if (end >= 0) ids.push_back(end);
  return ids;
}

std::vector<int> target_ids(const Checkpoint& checkpoint, std::string_view sentence) {
  const Tokenizer& tokenizer = checkpoint.target();
  std::vector<int> ids =
      checked_ids(tokenizer, sentence, next_token_network(checkpoint).max_target_len() - 1,
                  longer_by(checkpoint));
  ids.insert(ids.begin(), tokenizer.special().begin);
  return ids;
}

std::vector<int> next_tokens(const std::vector<int>& target_ids, int end) {
  std::vector<int> next(target_ids.begin() + 1, target_ids.end());
  if (end >= 0) next.push_back(end);
  return next;
}

std::vector<std::string> piece_labels(const Tokenizer& tokenizer, const std::vector<int>& ids) {
  std::vector<std::string> labels;
  for (int id : ids) labels.push_back(tokenizer.pieces()[static_cast<std::size_t>(id)]);
  return labels;
}

void check_tokenizers(const Checkpoint& checkpoint, const std::string& named) {
  const Network& network = *checkpoint.network;
  if (checkpoint.tokenizers.size() == 2) {  // learned with the network: neither more nor fewer
    const auto check = [&](const char* side, int vocab_size, const Tokenizer& tokenizer) {
      if (vocab_size == tokenizer.size()) return;
      throw UserError(
          fmt::format("{}: the {} vocabulary has {} pieces, but the configuration says {}", named,
                      side, tokenizer.size(), vocab_size));
    };
    check("source", network.source_vocab_size(), checkpoint.source());
    check("target", network.vocab_size(), checkpoint.target());
    if (checkpoint.target().special().begin < 0) {
      throw UserError(named +
                      ": the target vocabulary has no begin mark, so no translation can begin");
    }
    return;
  }
  const int rows = network.vocab_size();
  for (const TokenizerPtr& tokenizer : checkpoint.tokenizers) {
    // Fewer are in order: embeddings are often filled up to a round size.
    if (tokenizer->size() <= rows) continue;
    throw UserError(fmt::format(
        "{}: the tokenizer has {} pieces, but the embedding only {} rows; they are of different "
        "models, so put the right vocabulary beside the weights, or none",
        named, tokenizer->size(), rows));
  }
}

void fit_tokenizers(Checkpoint& checkpoint, const std::string& named) {
  const int rows = checkpoint.network->vocab_size();
  constexpr int few = 64, share = 10;
  for (TokenizerPtr& tokenizer : checkpoint.tokenizers) {
    const int more = tokenizer->size() - rows;
    if (checkpoint.tokenizers.size() > 1 || more < 1 || more > few || more * share > rows) continue;
    checkpoint.notes.push_back(fmt::format(
        "its tokenizer has {}, but its embedding only {} rows: a text that needs {} is refused",
        number_of(tokenizer->size(), "piece"), rows,
        more == 1 ? json_string(excerpt(tokenizer->pieces().back(), 40))
                  : "one of the last pieces"));
    tokenizer = std::make_shared<const CutTokenizer>(std::move(tokenizer), rows);
  }
  check_tokenizers(checkpoint, named);
}

std::set<std::string> stored_types(const std::vector<NamedTensor>& tensors) {
  std::set<std::string> types;
  for (const NamedTensor& tensor : tensors) types.insert(tensor.stored);
  return types;
}

std::string not_finite(const Checkpoint& checkpoint) {
  const Params& params = checkpoint.params;
  std::vector<NotFinite> found(static_cast<std::size_t>(params.size()));
  parallel_for(params.size(), params.cells(), [&](int i) {
    const StoredMat* const stored = params.stored(i);
    found[static_cast<std::size_t>(i)] =
        stored != nullptr ? find_not_finite(*stored) : find_not_finite(params.value(i).cells());
  });
  std::size_t count = 0;
  std::string first;
  for (int i = 0; i < params.size(); ++i) {
    const NotFinite& here = found[static_cast<std::size_t>(i)];
    if (count == 0 && here.count > 0) {
      const StoredMat* const stored = params.stored(i);
      const auto theirs = checkpoint.file_names.find(params.name(i));
      const bool own_name = theirs == checkpoint.file_names.end();
      first = own_name ? params.name(i) : theirs->second;
      if (stored != nullptr) {
        const Shape shape = stored->shape;
        first += index_text(here.first, stored->turned ? Shape{shape.cols, shape.rows} : shape);
      } else if (own_name) {  // another program's matrix may have been transposed
        first += index_text(here.first, params.value(i).shape());
      }
    }
    count += here.count;
  }
  if (count == 0) return {};
  return fmt::format("{} of {} numbers are nan or infinite, the first is {}", count, params.cells(),
                     first);
}

}  // namespace glassformer
