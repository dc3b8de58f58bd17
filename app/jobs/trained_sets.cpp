#include "app/jobs/trained_sets.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <mutex>

#include "app/jobs/vector_training_job.h"
#include "core/embed/count_based/trainings.h"
#include "core/embed/files/default_vectors.h"
#include "core/text/corpus.h"
#include "core/train/nplm_training.h"

namespace glassformer {

namespace {

constexpr int kDim = 48;  // as the vectors that come with the program
constexpr std::size_t kKinds = 5, kNetwork = 4;

EncodedTextPtr shared_text() {
  static std::mutex mutex;
  static EncodedTextPtr kept;
  const std::scoped_lock lock(mutex);
  if (!kept) {
    kept = std::make_shared<const EncodedText>(encode_corpus(Corpus::usual_sentences, 1, 5));
  }
  return kept;
}

// What was made, for whoever asks next.
struct Shelf {
  std::mutex mutex;
  std::array<WordVectorsPtr, kKinds> made;
  std::array<double, kKinds> seconds{};
  // GloVe counts before it begins to train: that belongs to its time. Written by the job's thread.
  std::array<std::atomic<double>, kKinds> before{};
};
Shelf& shelf() {
  static Shelf shelf;
  return shelf;
}

std::unique_ptr<VectorTraining> make(std::size_t kind, const EncodedTextPtr& text,
                                     const KeepGoing& keep_going) {
  if (kind == 1) {
    Word2VecConfig config;
    config.input = InputRows::cbow;
    config.dim = kDim;
    config.epochs = 10;
    return word2vec_training(text, config);
  }
  if (kind == 2) {
    GloveConfig config;
    config.dim = kDim;
    return glove_training(text, config, keep_going);
  }
  if (kind == 3) {
    LsaConfig config;
    config.dim = kDim;
    return lsa_training(text, config, keep_going);
  }
  NplmSettings settings;
  settings.dim = kDim;
  return nplm_training(text, settings);
}

std::unique_ptr<VectorTraining> make_timed(std::size_t kind, const KeepGoing& keep_going) {
  using Clock = std::chrono::steady_clock;
  const EncodedTextPtr text = shared_text();  // read once for all of them
  const auto begin = Clock::now();
  auto made = make(kind, text, keep_going);
  shelf().before[kind] = std::chrono::duration<double>(Clock::now() - begin).count();
  return made;
}

// A network of Bengio's takes so long that the first steps must be short ones: they say how long.
VectorTrainingPace pace_of(std::size_t kind) {
  VectorTrainingPace pace;
  pace.watched = false;  // only how far it is
  if (kind == kNetwork) {
    pace.round = 2'000;
    pace.round_seconds = 0.3;
  }
  return pace;
}

}  // namespace

const std::vector<std::string>& TrainedSets::names() {
  static const std::vector<std::string> names{"skip-gram", "CBOW", "GloVe", "LSA", "Bengio"};
  return names;
}

std::optional<std::size_t> TrainedSets::kind_of(const WordVectorsPtr& vectors) {
  if (vectors == default_vectors()) return 0;
  Shelf& kept = shelf();
  const std::scoped_lock lock(kept.mutex);
  const auto found = std::find(kept.made.begin(), kept.made.end(), vectors);
  if (!vectors || found == kept.made.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kept.made.begin());
}

double TrainedSets::seconds_of(std::size_t kind) {
  Shelf& kept = shelf();
  const std::scoped_lock lock(kept.mutex);
  return kept.seconds[kind];
}

TrainedSets::TrainedSets() : jobs_(kKinds) {}
TrainedSets::~TrainedSets() = default;

TrainedSets::Set TrainedSets::get(std::size_t kind) {
  using State = VectorTrainingSnapshot::State;
  Shelf& kept = shelf();
  const std::scoped_lock lock(kept.mutex);
  WordVectorsPtr& made = kept.made[kind];
  if (!made && kind == 0) made = default_vectors();
  if (made) {
    jobs_[kind].reset();
    return {made, 1, {}, ""};
  }
  auto& job = jobs_[kind];
  if (!job) {
    job = std::make_shared<VectorTrainingJob>(vector_training_body(
        [kind](const KeepGoing& keep_going) { return make_timed(kind, keep_going); },
        pace_of(kind)));
    job->start();
  }
  const VectorTrainingSnapshotPtr now = job->latest();
  if (now->state == State::failed) return {nullptr, 0, {}, now->error};
  if (now->state == State::finished) {
    auto named = std::make_shared<WordVectors>(*now->vectors);
    named->origin = names()[kind] + ", trained in the window: " + now->description;
    made = std::move(named);
    kept.seconds[kind] = kept.before[kind] + now->seconds;
    return {made, 1, {}, ""};
  }
  Set set{nullptr, now->progress, {}, ""};
  if (now->progress > 0) set.seconds_left = now->seconds_left;
  return set;
}

void TrainedSets::cancel(std::size_t kind) {
  ending_.take(std::move(jobs_[kind]));
}

void TrainedSets::wait(std::size_t kind) {
  if (const Set set = get(kind); set.vectors || !set.failed.empty()) return;
  jobs_[kind]->wait();
}

}  // namespace glassformer
