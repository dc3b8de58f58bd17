#pragma once

#include <memory>
#include <string>
#include <variant>

namespace glassformer {

struct ProjectionPlan;
struct WordTrainingPlan;

// What the user wants done in the background: posted to the session, which hands it to its jobs at
// once. No step of undo. What ran in that place before is cancelled.

// Trains a translator; the job waits to be started.
struct StartTraining {
  std::string what;  // of the small world, such as "en-fr", or a file of pairs
};
// Trains word vectors; the job waits to be started. `anew`: not from where it was left before.
struct StartVectorTraining {
  std::shared_ptr<const WordTrainingPlan> plan;
  bool anew = false;
};
// Lays out a map of words by t-SNE; the job prepares at once, then waits to be started.
struct StartProjection {
  std::shared_ptr<const ProjectionPlan> plan;
};

class JobIntent : public std::variant<StartTraining, StartVectorTraining, StartProjection> {
 public:
  using variant::variant;
};

}  // namespace glassformer
