#include "app/jobs/recordings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/formats/recording_file.h"
#include "core/tensor/error.h"
#include "core/train/pretraining_recording.h"

namespace glassformer {

namespace {

constexpr std::string_view kCommand = "glassformer record ";

// The lesson lets one choose among these numbers of pairs.
void check_sizes(const std::filesystem::path& file, const std::vector<int>& pairs) {
  const std::set<int> there(pairs.begin(), pairs.end());
  const std::set<int> wanted(race_sizes().begin(), race_sizes().end());
  if (there == wanted) return;
  throw UserError(fmt::format(
      "{}: holds networks that learned from {} pairs, and the lesson How much data? shows {}; "
      "make it again with '{}'",
      file.string(), fmt::join(there, ", "), fmt::join(wanted, ", "),
      race_command(RaceKind::how_much_data)));
}

// What is beside the maps, the learning rate and the smallest loss, is that of the shipped sizes.
void check_heads(const std::filesystem::path& file, const TrainingRecording& recording) {
  const auto heads_of = [](const TrainingRecording& one) {
    std::vector<std::size_t> heads;
    for (const auto& layer : one.back()->seen->cross) heads.push_back(layer.size());
    return heads;
  };
  const std::vector<std::size_t> there = heads_of(recording), wanted = heads_of(shipped_training());
  if (there == wanted) return;
  throw UserError(fmt::format(
      "{}: shows a Transformer whose layers have {} heads, and the lesson Watch it learn one with "
      "{}; make it again with '{}training'",
      file.string(), fmt::join(there, " and "), fmt::join(wanted, " and "), kCommand));
}

OpenedRecording::OfRace race_of(const std::filesystem::path& file, const std::string& made_by) {
  const std::string what = made_by.starts_with(kCommand) ? made_by.substr(kCommand.size()) : "";
  const auto* const kind =
      std::ranges::find(race_kinds, what, [](RaceKind one) { return name(one); });
  if (kind == std::end(race_kinds)) {
    throw UserError(file.string() +
                    ": is a recorded training that no lesson of this version shows");
  }
  OpenedRecording::OfRace race{*kind, read_race_recording(file, *kind)};
  if (*kind == RaceKind::how_much_data) check_sizes(file, race.moments.front()->pairs);
  return race;
}

std::shared_ptr<const RecordedRace> as_a_scene_reads_it(const std::string& file,
                                                        const RaceRecording& race) {
  auto whole = std::make_shared<RecordedRace>();
  whole->file = file;
  for (const RaceSnapshotPtr& moment : race) whole->moments.push_back(*moment);
  return whole;
}

}  // namespace

OpenedRecording::Home OpenedRecording::home() const {
  if (const auto* vectors = std::get_if<OfVectors>(&what)) {
    const bool real = vectors->source == WordTrainingPlan::Source::wordnet;
    return {real ? "word-training-real" : "word-training", {}, {}};
  }
  if (std::holds_alternative<PretrainingPtr>(what)) return {"pre-training", {}, {}};
  const auto* race = std::get_if<OfRace>(&what);
  if (race == nullptr) return {"training", {}, {}};
  if (race->kind == RaceKind::how_much_data) return {"how-much-data", {}, {}};
  if (race->kind == RaceKind::bottleneck) return {"bottleneck", "tab", "race"};
  return {"hard-and-soft", "tab", race->kind == RaceKind::hard ? "digits" : "taught"};
}

OpenedRecording read_any_recording(const std::filesystem::path& file) {
  const RecordingKind is = recording_kind(file);
  OpenedRecording opened{is.made_by, file.string(), {}};
  if (is.kind == training_recording_kind) {
    TrainingRecording moments = read_training_recording(file);
    check_heads(file, moments);
    opened.what = std::move(moments);
  } else if (is.kind == vector_recording_kind) {
    using Source = WordTrainingPlan::Source;
    VectorRecording moments = read_vector_recording(file);
    const bool real = moments.back()->vectors->origin.find("WordNet") != std::string::npos;
    opened.what =
        OpenedRecording::OfVectors{real ? Source::wordnet : Source::world, std::move(moments)};
  } else if (is.kind == pretraining_recording_kind) {
    opened.what = read_pretraining(file);
  } else {
    opened.what = race_of(file, is.made_by);
  }
  return opened;
}

const TrainingRecording& Recordings::training() const {
  return training_.empty() ? shipped_training() : training_;
}

const VectorRecording& Recordings::vectors(WordTrainingPlan::Source source) const {
  const auto opened = vectors_.find(source);
  return opened == vectors_.end() ? shipped_vector_training(source) : opened->second;
}

const RaceRecording& Recordings::race(RaceKind kind) const {
  const auto opened = races_.find(kind);
  return opened == races_.end() ? shipped_race(kind) : opened->second;
}

void Recordings::open(OpenedRecording recording) {
  opened_.push_back(recording.home());
  if (auto* training = std::get_if<TrainingRecording>(&recording.what)) {
    training_ = std::move(*training);
  } else if (auto* vectors = std::get_if<OpenedRecording::OfVectors>(&recording.what)) {
    vectors_[vectors->source] = std::move(vectors->moments);
  } else if (auto* pretraining = std::get_if<PretrainingPtr>(&recording.what)) {
    pretraining_ = std::move(*pretraining);
  } else if (auto* race = std::get_if<OpenedRecording::OfRace>(&recording.what)) {
    if (race->kind == RaceKind::how_much_data)
      sizes_ = as_a_scene_reads_it(recording.file, race->moments);
    races_[race->kind] = std::move(race->moments);
  }
}

}  // namespace glassformer
