#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/jobs/job.h"
#include "core/embed/train/keep_going.h"
#include "core/embed/train/vector_training.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// A training of word vectors as it was at one moment.
struct VectorTrainingSnapshot : JobSnapshot {
  // One round: how much of the training was done after it, and its mean loss.
  struct Loss {
    double done = 0;  // share of the training, 0 to 1
    double loss = 0;
  };
  struct Score {
    double done = 0;
    double seconds = 0;   // of training, pauses left out
    double accuracy = 0;  // what the pace's score said
  };
  std::uint64_t words_done = 0, words_total = 0;
  std::vector<Loss> losses;
  std::vector<Score> scores;
  double seconds = 0;  // of training, pauses and scores left out
  double words_per_second = 0;
  double seconds_left = 0;         // at this speed
  std::string description;         // of the model
  std::string counted;             // what `words_…` count: "words"
  WordVectorsPtr vectors;          // a copy of its own; null while preparing
  std::string fallback;            // why the CPU trains though something else was to
  std::vector<std::string> notes;  // of a text of one's own, and of the checkpoint
  std::int64_t position() const { return static_cast<std::int64_t>(words_done); }
  std::size_t bytes() const;  // of the vectors
};
using VectorTrainingSnapshotPtr = std::shared_ptr<const VectorTrainingSnapshot>;
using VectorTrainingJob = Job<VectorTrainingSnapshot>;

struct VectorTrainingPace {
  std::uint64_t round = 50'000;   // words of a single step, at least
  double round_seconds = 0;       // above 0: rounds are made longer or shorter to take this long
  double snapshot_seconds = 0.1;  // between snapshots while it runs, at least
  double snapshot_share = 0.1;    // a snapshot copies the vectors: its share of the time, at most
  // Whether snapshots on the way hold the vectors, each a copy that the timeline keeps. Of a
  // training that nobody watches, the end is enough.
  bool watched = true;
  // Of a large vocabulary such snapshots hold only so many words, those that come most often: many
  // moments fit into memory. Where the training rests, and at its end, all are there. 0: all.
  std::size_t watched_words = 0;
  double score_every = 0.05;  // share of the training between scores
  // A quality of the vectors, such as the accuracy on a set of analogies; null: none is taken.
  std::function<double(const WordVectors&)> score;
  // Where the training is kept every minute, at each pause and at its end, and taken up from if
  // there is such a file. Empty: nowhere.
  std::filesystem::path checkpoint;
  // If set, a checkpoint of another training is ignored, and one that cannot be written is noted;
  // otherwise the training fails.
  bool checkpoint_optional = false;
};

// Called on the job's thread; may take long, and gives up once `keep_going` says false.
using MakeVectorTraining =
    std::function<std::unique_ptr<VectorTraining>(const KeepGoing& keep_going)>;
// One unit of this job is one round.
VectorTrainingJob::Body vector_training_body(MakeVectorTraining make, VectorTrainingPace pace);

}  // namespace glassformer
