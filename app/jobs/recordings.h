#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "app/jobs/race.h"
#include "app/jobs/recording.h"
#include "core/train/pretraining.h"

namespace glassformer {

// A recorded training that was opened from a file.
struct OpenedRecording {
  struct OfVectors {
    WordTrainingPlan::Source source{};
    VectorRecording moments;
  };
  struct OfRace {
    RaceKind kind{};
    RaceRecording moments;
  };
  // The lesson that plays it, and what is set of its view at the step that shows it; empty: at all.
  struct Home {
    std::string lesson, key, value;
  };
  Home home() const;

  std::string made_by;  // the command that made it
  std::string file;
  std::variant<TrainingRecording, OfVectors, OfRace, PretrainingPtr> what;
};
// Throws UserError for a file that is none, or that its lesson cannot play.
OpenedRecording read_any_recording(const std::filesystem::path& file);

// What lessons show before anyone presses Train: the recordings that were opened last, and of other
// trainings those that are shipped.
class Recordings {
 public:
  const TrainingRecording& training() const;
  const VectorRecording& vectors(WordTrainingPlan::Source source) const;
  const RaceRecording& race(RaceKind kind) const;
  // Null: none was opened, and the scene takes the shipped one by itself.
  const PretrainingPtr& pretraining() const { return pretraining_; }
  void open(OpenedRecording recording);

  // Of how_much_data, whose numbers a scene reads: the one that was opened; null: none.
  const std::shared_ptr<const RecordedRace>& sizes() const { return sizes_; }
  // Where what was opened plays, in the order in which it was.
  const std::vector<OpenedRecording::Home>& opened() const { return opened_; }

 private:
  TrainingRecording training_;
  std::map<WordTrainingPlan::Source, VectorRecording> vectors_;
  std::map<RaceKind, RaceRecording> races_;
  PretrainingPtr pretraining_;
  std::shared_ptr<const RecordedRace> sizes_;
  std::vector<OpenedRecording::Home> opened_;
};

}  // namespace glassformer
