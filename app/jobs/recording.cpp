#include "app/jobs/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "app/jobs/training.h"
#include "app/jobs/vector_training.h"
#include "core/embed/search/neighbours.h"
#include "core/formats/recording_file.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

using Source = WordTrainingPlan::Source;

constexpr const char* kRecordTraining = "glassformer record training";
constexpr std::size_t kMaxLosses = 400;   // of a curve: more cannot be told apart on a screen
constexpr int kScored = 50;               // held-out sentences, as in the window
constexpr std::uint64_t kRound = 20'000;  // words between two losses, as in the window

// What makes a recording of such word vectors again.
std::string command_for(std::string_view origin) {
  const bool real = origin.find("WordNet") != origin.npos;
  return real ? "glassformer record word-training-real" : "glassformer record word-training";
}

std::vector<std::string> words_of(const WordVectors& vectors) {
  std::vector<std::string> words;
  for (std::size_t w = 0; w < vectors.words.size(); ++w) words.emplace_back(vectors.words[w]);
  return words;
}

// What the lessons speak of.
std::set<std::size_t> named_words(const WordVectors& all, Source source) {
  constexpr std::array<std::string_view, 12> of_world{"king", "queen", "man",    "woman",
                                                      "he",   "she",   "big",    "bigger",
                                                      "good", "paris", "france", "rome"};
  constexpr std::array<std::string_view, 5> of_wordnet{"dog", "wine", "doctor", "guitar", "king"};
  const auto named = source == Source::wordnet ? std::span<const std::string_view>(of_wordnet)
                                               : std::span<const std::string_view>(of_world);
  std::set<std::size_t> chosen;
  for (const std::string_view word : named) {
    if (const int id = all.words.find(word); id >= 0) chosen.insert(static_cast<std::size_t>(id));
  }
  if (source != Source::wordnet) return chosen;
  constexpr std::size_t near = 8;
  for (const std::size_t word : std::vector<std::size_t>(chosen.begin(), chosen.end())) {
    for (const Scored& one : neighbours(all.vectors, all.vectors[word], near, Nearness::cosine,
                                        std::vector<int>{static_cast<int>(word)})) {
      chosen.insert(static_cast<std::size_t>(one.id));
    }
  }
  return chosen;
}

// These, and then of each group that is seen the words that come most often: a map of all words, or
// of "the" and "of", shows no groups.
std::vector<std::size_t> telling_words(const WordVectors& all, Source source, std::size_t count) {
  constexpr std::size_t groups = 10;
  std::set<std::size_t> chosen = named_words(all, source);
  std::map<std::string, std::vector<std::size_t>> members;  // sorted by how often they come
  for (std::size_t w = 0; w < all.groups.size(); ++w) {
    if (!all.groups[w].empty()) members[all.groups[w]].push_back(w);
  }
  std::vector<const std::vector<std::size_t>*> largest;
  for (const auto& [name, words] : members) {
    const bool seen =
        source != Source::wordnet ||
        std::ranges::find(wordnet_groups_in_colour, name) != wordnet_groups_in_colour.end();
    if (seen) largest.push_back(&words);
  }
  std::stable_sort(largest.begin(), largest.end(),
                   [](const auto* a, const auto* b) { return a->size() > b->size(); });
  largest.resize(std::min(groups, largest.size()));
  for (std::size_t i = 0; chosen.size() < count && i < count; ++i) {
    for (const auto* words : largest) {
      if (i < words->size() && chosen.size() < count) chosen.insert((*words)[i]);
    }
  }
  return {chosen.begin(), chosen.end()};
}

WordVectors only(const std::vector<std::size_t>& chosen, const WordVectors& all) {
  WordVectors some;
  RowsBuilder rows(chosen.size(), all.dim());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const std::size_t w = chosen[i];
    some.words.add(all.words[w]);
    std::copy(all.vectors[w].begin(), all.vectors[w].end(), rows[i].begin());
    if (w < all.groups.size()) some.groups.push_back(all.groups[w]);
  }
  some.vectors = rows.finish();
  some.group_name = all.group_name;
  some.origin = all.origin;
  return some;
}

// Of all of them, evenly, the last one too.
template <class Item>
std::vector<Item> thinned(const std::vector<Item>& all) {
  if (all.size() <= kMaxLosses) return all;
  std::vector<Item> some;
  for (std::size_t i = 0; i < kMaxLosses; ++i) {
    some.push_back(all[i * (all.size() - 1) / (kMaxLosses - 1)]);
  }
  return some;
}

// A file of ours that is missing or broken takes nothing but the recording away.
template <class Read>
auto shipped(Read read, std::string_view name) -> decltype(read(recording_file(name))) {
  try {
    return read(recording_file(name));
  } catch (const UserError&) {
    return {};
  }
}

TrainingSnapshot::Seen seen_by(const CheckpointPtr& model, Inputs inputs) {
  inputs.resources.set(slots::model, model);
  const RunPtr made = run(inputs);
  TrainingSnapshot::Seen seen;
  seen.source = made->tokens[0];
  seen.translation = made->tokens[1];
  int last = -1;
  for (const AttentionSite& site : made->sites) {
    if (site.place.kind != AttentionPlace::Kind::cross) continue;
    if (site.place.layer != last) seen.cross.emplace_back();
    last = site.place.layer;
    seen.cross.back().push_back(made->tape.value(site.weights));
  }
  return seen;
}

}  // namespace

TrainingRecording record_training(const std::vector<int>& steps, const Inputs& inputs,
                                  const std::function<void(double)>& tell) {
  const std::unique_ptr<Training> training = first_training();
  TrainingRecording recording;
  std::vector<TrainingScore> scores;
  for (const int step : steps) {
    while (training->steps() < step) {
      training->step();
      tell(static_cast<double>(training->steps()) / steps.back());
    }
    scores.push_back(training->score(kScored));
    auto moment = std::make_shared<TrainingSnapshot>();
    moment->state = JobSnapshot::State::paused;
    moment->step = training->steps();
    moment->progress = static_cast<double>(step) / steps.back();
    moment->losses = training->losses();
    moment->scores = scores;
    moment->example = training->held_out().front().source;
    moment->seen = std::make_shared<const TrainingSnapshot::Seen>(
        seen_by(std::make_shared<const Checkpoint>(training->checkpoint()), inputs));
    recording.push_back(std::move(moment));
  }
  return recording;
}

VectorRecording record_vectors(Source source, const std::vector<double>& shares, std::size_t words,
                               const std::function<void(double)>& tell) {
  const std::unique_ptr<VectorTraining> training = training_of(window_training_plan(source));
  const auto score = analogy_score();
  std::vector<VectorTrainingSnapshot> moments;
  VectorTrainingSnapshot now;
  now.state = JobSnapshot::State::paused;
  now.description = training->described();
  now.counted = training->counted();
  now.words_total = training->total();
  for (const double share : shares) {
    while (training->share() < share && !training->finished()) {
      const double loss = training->train(kRound);
      now.losses.push_back({training->share(), loss});
      tell(training->share());
    }
    auto vectors = std::make_shared<WordVectors>(training->snapshot());
    vectors->outputs = Rows();
    now.words_done = training->done();
    now.progress = training->share();
    now.scores.push_back({training->share(), 0, score(*vectors)});
    now.vectors = std::move(vectors);
    moments.push_back(now);
  }
  // Which words are near the named ones is known at the end.
  const std::vector<std::size_t> chosen = telling_words(*now.vectors, source, words);
  VectorRecording recording;
  for (VectorTrainingSnapshot& moment : moments) {
    moment.vectors = std::make_shared<const WordVectors>(only(chosen, *moment.vectors));
    recording.push_back(std::make_shared<const VectorTrainingSnapshot>(std::move(moment)));
  }
  return recording;
}

void write_recording(const std::filesystem::path& file, const TrainingRecording& recording) {
  TensorFile content = begin_recording(training_recording_kind, kRecordTraining);
  const TrainingSnapshot& last = *recording.back();
  content.metadata["example"] = last.example;
  content.metadata["source"] = joined_lines(last.seen->source);
  std::vector<std::size_t> all(last.losses.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const std::vector<std::size_t> kept = thinned(all);
  Mat losses(static_cast<int>(kept.size()), 2);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    losses(static_cast<int>(i), 0) = static_cast<Real>(kept[i] + 1);
    losses(static_cast<int>(i), 1) = static_cast<Real>(last.losses[kept[i]]);
  }
  Mat moments(static_cast<int>(recording.size()), 4);
  for (std::size_t k = 0; k < recording.size(); ++k) {
    const TrainingSnapshot& moment = *recording[k];
    const TrainingScore& score = moment.scores.back();
    const std::array<double, 4> row{static_cast<double>(moment.step), score.exact_match, score.bleu,
                                    static_cast<double>(score.sentences)};
    for (std::size_t c = 0; c < row.size(); ++c) {
      moments(static_cast<int>(k), static_cast<int>(c)) = static_cast<Real>(row.at(c));
    }
    content.metadata[fmt::format("translation.{}", k)] = joined_lines(moment.seen->translation);
    for (std::size_t l = 0; l < moment.seen->cross.size(); ++l) {
      for (std::size_t h = 0; h < moment.seen->cross[l].size(); ++h) {
        add_matrix(content, fmt::format("cross.{}.{}.{}", k, l, h), moment.seen->cross[l][h]);
      }
    }
  }
  add_matrix(content, "losses", std::move(losses));
  add_matrix(content, "moments", std::move(moments));
  write_safetensors(file, content, Stored::f16);
}

TrainingRecording read_training_recording(const std::filesystem::path& file) {
  const RecordingFile from(file, training_recording_kind, kRecordTraining);
  const Mat& losses = from.matrix("losses", 2);
  const Mat& moments = from.matrix("moments", 4);
  TrainingRecording recording;
  std::vector<TrainingScore> scores;
  for (int k = 0; k < moments.rows(); ++k) {
    auto moment = std::make_shared<TrainingSnapshot>();
    moment->state = JobSnapshot::State::paused;
    moment->step = static_cast<std::int64_t>(moments(k, 0));
    moment->progress =
        moment->step / std::max(1.0, static_cast<double>(moments(moments.rows() - 1, 0)));
    for (int i = 0; i < losses.rows() && losses(i, 0) <= moments(k, 0); ++i) {
      moment->losses.push_back(losses(i, 1));
      moment->loss_steps.push_back(losses(i, 0));
    }
    scores.push_back({moment->step, static_cast<int>(moments(k, 3)), moments(k, 1), moments(k, 2)});
    moment->scores = scores;
    moment->example = from.text("example");
    TrainingSnapshot::Seen seen;
    seen.source = lines_of(from.text("source"));
    seen.translation = lines_of(from.text(fmt::format("translation.{}", k)));
    for (int l = 0; from.find(fmt::format("cross.{}.{}.0", k, l)) != nullptr; ++l) {
      seen.cross.emplace_back();
      for (int h = 0;; ++h) {
        const Mat* map = from.find(fmt::format("cross.{}.{}.{}", k, l, h));
        if (map == nullptr) break;
        if (map->rows() != static_cast<int>(seen.translation.size()) ||
            map->cols() != static_cast<int>(seen.source.size())) {
          from.fail("has a map that does not fit its sentences");
        }
        seen.cross.back().push_back(*map);
      }
    }
    moment->seen = std::make_shared<const TrainingSnapshot::Seen>(std::move(seen));
    recording.push_back(std::move(moment));
  }
  if (recording.empty()) from.fail("has no moments");
  return recording;
}

void write_recording(const std::filesystem::path& file, const VectorRecording& recording) {
  TensorFile content =
      begin_recording(vector_recording_kind, command_for(recording.back()->vectors->origin));
  const VectorTrainingSnapshot& last = *recording.back();
  content.metadata["description"] = last.description;
  content.metadata["counted"] = last.counted;
  content.metadata["total"] = std::to_string(last.words_total);
  content.metadata["words"] = joined_lines(words_of(*last.vectors));
  content.metadata["groups"] = joined_lines(last.vectors->groups);
  content.metadata["origin"] = last.vectors->origin;
  const std::vector<VectorTrainingSnapshot::Loss> kept = thinned(last.losses);
  Mat losses(static_cast<int>(kept.size()), 2);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    losses(static_cast<int>(i), 0) = static_cast<Real>(kept[i].done);
    losses(static_cast<int>(i), 1) = static_cast<Real>(kept[i].loss);
  }
  Mat moments(static_cast<int>(recording.size()), 2);
  for (std::size_t k = 0; k < recording.size(); ++k) {
    const VectorTrainingSnapshot& moment = *recording[k];
    moments(static_cast<int>(k), 0) = static_cast<Real>(moment.progress);
    moments(static_cast<int>(k), 1) = static_cast<Real>(moment.scores.back().accuracy);
    const Rows& rows = moment.vectors->vectors;
    Mat vectors(static_cast<int>(rows.count()), static_cast<int>(rows.dim()));
    for (int r = 0; r < vectors.rows(); ++r) {
      const auto row = rows[static_cast<std::size_t>(r)];
      for (int c = 0; c < vectors.cols(); ++c) vectors(r, c) = row[static_cast<std::size_t>(c)];
    }
    add_matrix(content, fmt::format("vectors.{}", k), std::move(vectors));
  }
  add_matrix(content, "losses", std::move(losses));
  add_matrix(content, "moments", std::move(moments));
  write_safetensors(file, content, Stored::f16);
}

VectorRecording read_vector_recording(const std::filesystem::path& file) {
  const RecordingFile from(file, vector_recording_kind, recording_kind(file).made_by);
  const Mat& losses = from.matrix("losses", 2);
  const Mat& moments = from.matrix("moments", 2);
  const std::vector<std::string> words = lines_of(from.text("words"));
  const std::vector<std::string> groups = lines_of(from.text("groups"));
  VectorRecording recording;
  VectorTrainingSnapshot now;
  now.state = JobSnapshot::State::paused;
  now.description = from.text("description");
  now.counted = from.text("counted");
  for (int k = 0; k < moments.rows(); ++k) {
    now.progress = moments(k, 0);
    now.losses.clear();
    for (int i = 0; i < losses.rows() && losses(i, 0) <= moments(k, 0) + 1e-6; ++i) {
      now.losses.push_back({losses(i, 0), losses(i, 1)});
    }
    now.scores.push_back({moments(k, 0), 0, moments(k, 1)});
    const Mat& numbers = from.matrix(fmt::format("vectors.{}", k), 0);
    if (numbers.rows() != static_cast<int>(words.size())) {
      from.fail("has another number of vectors than of words");
    }
    WordVectors vectors;
    RowsBuilder rows(words.size(), static_cast<std::size_t>(numbers.cols()));
    for (std::size_t w = 0; w < words.size(); ++w) {
      if (!vectors.words.add(words[w]).fresh) from.fail("names a word twice");
      const auto row = numbers.row(static_cast<int>(w));
      std::copy(row.begin(), row.end(), rows[w].begin());
    }
    vectors.vectors = rows.finish();
    if (groups.size() == words.size()) vectors.groups = groups;
    vectors.origin = from.text("origin");
    now.vectors = std::make_shared<const WordVectors>(std::move(vectors));
    recording.push_back(std::make_shared<const VectorTrainingSnapshot>(now));
  }
  if (recording.empty()) from.fail("has no moments");
  return recording;
}

const TrainingRecording& shipped_training() {
  static const TrainingRecording recording = shipped(read_training_recording, "training");
  return recording;
}

const VectorRecording& shipped_vector_training(Source source) {
  static const VectorRecording none;
  if (source == Source::file) return none;
  if (source == Source::wordnet) {
    static const VectorRecording real = shipped(read_vector_recording, "word-training-real");
    return real;
  }
  static const VectorRecording world = shipped(read_vector_recording, "word-training");
  return world;
}

}  // namespace glassformer
