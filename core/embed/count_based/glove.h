#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

#include "core/embed/corpus/encoded_text.h"
#include "core/embed/count_based/glove_cells.h"
#include "core/embed/count_based/glove_rows.h"
#include "core/embed/train/keep_going.h"
#include "core/embed/train/running_loss.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

struct GloveConfig {
  int dim = 100;
  int window = 10;
  bool distance = true;  // near words count more
  bool across = true;    // the window goes past the ends of sentences
  double x_max = 10;     // counts from here on matter alike; 100 for billions of words
  double power = 0.75;   // of what a smaller count matters
  double rate = 0.05;    // AdaGrad's
  int epochs = 15;
  bool biases = true;  // off: the loss as the lecture has it
  std::uint64_t seed = 1;
  int threads = 0;  // 0: one for each core; 1: the same vectors for the same seed
};
// Throws UserError for what cannot be trained, naming the option.
void check(const GloveConfig& config);
std::string described(const GloveConfig& config);

// GloVe (Pennington, Socher and Manning 2014): vectors whose products are the logarithms of how
// often words stood together. The counts lie in parts (GloveCells), beyond a few MB on disk, and so
// do AdaGrad's sums but those of the words at hand: in memory are the vectors. A training can stop
// after each part and go on. Threads change the rows without asking each other.
class Glove {
 public:
  static constexpr std::uint64_t sums_in_memory = 10 << 20;

  // Counts. Of AdaGrad's sums about so many bytes lie in memory, or an eighth if that is more.
  // Throws UserError, also when it is stopped.
  Glove(EncodedTextPtr text, const GloveConfig& config, const KeepGoing& keep_going = {},
        std::uint64_t bytes_of_sums = sums_in_memory);

  const GloveConfig& config() const { return config_; }
  std::uint64_t cells() const { return cells_.size(); }  // counts that are not 0
  std::uint64_t cells_done() const;                      // counted again in each epoch
  std::uint64_t cells_total() const;
  bool finished() const { return next_ >= parts_total(); }

  // Trains on the next parts, one for each thread at least; returns the mean loss of a cell.
  double train(int parts);
  double loss() const { return loss_.value(); }
  int parts_of_epoch() const { return cells_.parts(); }

  // The vectors as they are: the sum of a word's two (section 4.2); `outputs` are those it has as a
  // context.
  bool diverged() const;  // a number of the vectors is infinite or none at all
  WordVectors snapshot() const;
  // The same without a copy; only the destructor may be called after it.
  WordVectors finish();

  // Everything that train() changes, whole or not at all. restore() throws UserError for a file of
  // another text or another config.
  void save(const std::filesystem::path& file) const;
  void restore(const std::filesystem::path& file);

 private:
  std::uint64_t parts_total() const;
  WordVectors about() const;  // all but the vectors
  // Parts of one tile; returns the sum of the losses and the number of cells.
  std::pair<double, double> train_parts(std::span<const GloveCells::Part> parts);
  double train_cells(std::span<const GloveCell> cells);  // returns the sum of the losses
  std::uint64_t fingerprint() const;

  EncodedTextPtr text_;
  GloveConfig config_;
  GloveCells cells_;
  GloveRows words_, contexts_;
  RunningLoss loss_;
  std::uint64_t next_ = 0;  // part, of all epochs
};

}  // namespace glassformer
