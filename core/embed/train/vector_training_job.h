#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/embed/train/vector_training.h"
#include "core/embed/word_vectors.h"

namespace glassformer {

// A training of word vectors as it was at one moment; never changes once published.
struct VectorTrainingSnapshot {
  enum class State { preparing, running, paused, finished, cancelled, failed };
  // Of one round: how far the training was behind it, and its mean loss.
  struct Loss {
    double done = 0;  // share of the training, 0 to 1
    double loss = 0;
  };
  struct Score {
    double done = 0;
    double seconds = 0;   // of training, pauses left out
    double accuracy = 0;  // what the pace's score said
  };
  State state = State::preparing;
  std::uint64_t words_done = 0, words_total = 0;
  double done = 0;  // 0 to 1
  std::vector<Loss> losses;
  std::vector<Score> scores;
  double seconds = 0;  // of training, pauses and scores left out
  double words_per_second = 0;
  double seconds_left = 0;         // at this speed
  std::string description;         // of the model
  std::string counted;             // what `words_…` count: "words"
  WordVectorsPtr vectors;          // a copy of its own; null while preparing
  std::string message;             // what failed
  std::string fallback;            // why the CPU trains though something else was to
  std::vector<std::string> notes;  // of a text of one's own, and of the checkpoint
};
using VectorTrainingSnapshotPtr = std::shared_ptr<const VectorTrainingSnapshot>;

struct VectorTrainingPace {
  std::uint64_t round = 50'000;   // words of a single step, at least
  double round_seconds = 0;       // then the steps become longer or shorter until one takes this
  double snapshot_seconds = 0.1;  // between snapshots while it runs
  double score_every = 0.05;      // share of the training between scores
  // A quality of the vectors, such as the accuracy on a set of analogies; null: none is taken.
  std::function<double(const WordVectors&)> score;
  // Where the training is kept every minute, at each pause and at its end, and taken up from if
  // there is such a file. Empty: nowhere.
  std::filesystem::path checkpoint;
  // Then one that belongs to another training is passed over, and one that cannot be written is
  // noted; else the training fails.
  bool checkpoint_optional = false;
};

// A training on a thread of its own, for a window to watch: it owns its data and publishes
// snapshots. It begins paused. All functions may be called from any thread and return at once, but
// for wait() and the destructor.
class VectorTrainingJob {
 public:
  // `make` is called on the job's thread and may take long; a UserError from it, or from a round,
  // becomes a snapshot that failed.
  using Make = std::function<std::unique_ptr<VectorTraining>()>;
  VectorTrainingJob(Make make, VectorTrainingPace pace);
  ~VectorTrainingJob();  // ends after the round in progress
  VectorTrainingJob(const VectorTrainingJob&) = delete;
  VectorTrainingJob& operator=(const VectorTrainingJob&) = delete;

  void start();
  void pause();
  void single_step();  // one round, then paused
  void cancel();       // no more rounds; the vectors stay as they are
  void wait() const;   // until it neither runs nor prepares

  VectorTrainingSnapshotPtr latest() const;
  // Snapshots from the beginning to now, for a timeline; at most 128, and no more than fit into
  // 256 MB, thinned evenly.
  std::vector<VectorTrainingSnapshotPtr> timeline() const;

 private:
  using State = VectorTrainingSnapshot::State;
  void run(const Make& make);
  void train(VectorTraining& training);
  bool next_round(VectorTraining& training);  // waits until one is wanted; false: it ends
  void publish(VectorTraining* training, State state, std::string message = "");
  void keep_in_timeline();
  void save(const VectorTraining& training);
  void restore(VectorTraining& training);
  bool ended() const;

  const VectorTrainingPace pace_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  bool ending_ = false;  // the job goes
  bool cancelled_ = false;
  bool stepping_ = false;
  std::int64_t wanted_ = 0;  // rounds to go; −1: until paused
  VectorTrainingSnapshotPtr latest_;
  std::vector<VectorTrainingSnapshotPtr> timeline_;
  std::int64_t timeline_gap_ = 1;  // of the snapshots, every so manieth is kept
  std::int64_t published_ = 0;
  // Of the job's thread alone:
  std::vector<VectorTrainingSnapshot::Loss> losses_;
  std::vector<VectorTrainingSnapshot::Score> scores_;
  double seconds_ = 0;
  std::uint64_t first_ = 0;  // done when the job began, by an earlier one
  std::vector<std::string> notes_;
  bool unkept_ = false;  // a checkpoint could not be written
  std::thread thread_;
};

}  // namespace glassformer
