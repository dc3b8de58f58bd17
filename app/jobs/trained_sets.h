#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/jobs/ending_jobs.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

template <class Snapshot>
class Job;
struct VectorTrainingSnapshot;

// Word vectors of five kinds from the same text, the one that comes with the program: each is
// trained in the background when it is first asked for, and kept as long as the program runs.
class TrainedSets {
 public:
  struct Set {
    WordVectorsPtr vectors;              // null until it is made
    double share = 0;                    // of its training that is done
    std::optional<double> seconds_left;  // nothing as long as it cannot be told
    std::string failed;                  // why it cannot be made; empty: nothing is wrong
  };
  static const std::vector<std::string>& names();  // "skip-gram", "CBOW", "GloVe", "LSA", "Bengio"
  // Which of the kinds these vectors are; none if they were not trained here.
  static std::optional<std::size_t> kind_of(const WordVectorsPtr& vectors);
  // Seconds that the finished training took, counting included; 0 for vectors that are shipped.
  static double seconds_of(std::size_t kind);

  TrainedSets();
  ~TrainedSets();  // what is not finished is given up, after the round in progress
  // The set as far as it is made; begins its training if that has not begun. Returns at once.
  Set get(std::size_t kind);
  void cancel(std::size_t kind);  // gives up its training; asked for again, it starts over
  void wait(std::size_t kind);    // until it is made, or failed

 private:
  std::vector<std::shared_ptr<Job<VectorTrainingSnapshot>>> jobs_;
  EndingJobs ending_;  // those that were given up
};

}  // namespace glassformer
