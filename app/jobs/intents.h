#pragma once

#include <memory>
#include <string>
#include <variant>

#include "core/speed/layer_measuring.h"

namespace glassformer {

enum class RaceKind;
struct PretrainingPlan;
struct ProjectionPlan;
struct WordTrainingPlan;

// What the user wants done in the background: posted to the session, which hands it to its jobs at
// once. An earlier job of the same kind makes room: a training that had learned something waits
// (set_aside.h), and undo brings it back; anything else is cancelled.

// Trains a model; the job waits to be started.
struct StartTraining {
  std::string what;  // of the small world, such as "en-fr", or a file of pairs
};
// Trains several encoder-decoders side by side; the job waits to be started. `pairs`: those of the
// networks that learn from so many, where the race has several sizes.
struct StartRace {
  RaceKind kind{};
  int pairs = 0;
};
// Trains word vectors; the job waits to be started. `restart`: from scratch, not from the
// checkpoint.
struct StartVectorTraining {
  std::shared_ptr<const WordTrainingPlan> plan;
  bool restart = false;
};
// Pre-trains a language model on a text; the job waits to be started.
struct StartPretraining {
  std::shared_ptr<const PretrainingPlan> plan;
};
// Lays out a map of words by t-SNE; the job prepares at once, then waits to be started.
struct StartProjection {
  std::shared_ptr<const ProjectionPlan> plan;
};

// Times the ways to compute a product of two size × size matrices, or the kinds of layers. What was
// measured before is not measured again unless `restart` is set.
struct MeasureProduct {
  int size = 0;
  bool restart = false;
};
struct MeasureLayers {
  LayerPlan plan;
  bool all_cores = false;
  bool restart = false;
};

class JobIntent
    : public std::variant<StartTraining, StartRace, StartVectorTraining, StartPretraining,
                          StartProjection, MeasureProduct, MeasureLayers> {
 public:
  using variant::variant;
};

}  // namespace glassformer
