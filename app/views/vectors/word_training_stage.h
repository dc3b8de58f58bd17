#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "app/jobs/vector_training_job.h"
#include "app/jobs/word_path.h"
#include "app/session/session.h"
#include "app/views/vectors/map_scene.h"

namespace glassformer {

// What a training of word vectors has come to: the words on a map, where the chosen one was before,
// its neighbours, and the curves.
class WordTrainingStage {
 public:
  static constexpr std::string_view map = "map", neighbours = "neighbours", loss = "loss",
                                    analogies = "analogies";
  struct Seen {
    const VectorTrainingSnapshot& now;                   // of the curves
    std::span<const VectorTrainingSnapshotPtr> moments;  // up to the one whose words are shown
    bool curves = true;                                  // it is learned in rounds
    bool real = false;                                   // the groups are WordNet's
  };
  // The map begins anew, whatever was on it before.
  void forget();
  // As if a word had been clicked, or none.
  void ask(bool asked) { asked_ = asked; }
  // One of the parts above.
  void draw(Ui& ui, Session& session, const Seen& seen, std::string_view part, Rect area);

 private:
  void draw_words(Ui& ui, Session& session, const Seen& seen, Rect area);
  void choose(Ui& ui, Session& session, std::string_view word);
  void add_rare(Ui& ui, const Session& session, const WordVectors& vectors);
  void light(const Ui& ui, const Session& session, const WordVectors& vectors,
             PointCloud& cloud) const;
  void add_path(const Session& session, const Seen& seen, PointCloud& cloud);
  void place(const Mat& map, std::uint64_t stamp);
  Vec turned(float x, float y) const;  // from the run's map to the target
  void move(Ui& ui);
  void show_mapped(const Session& session, const WordVectorsPtr& vectors);

  // The plane turned, or turned over: x' = a x + b y, y' = c x + d y.
  struct Turn {
    float a = 1, b = 0, c = 0, d = 1;
  };

  MapScene scene_;
  CloudCamera camera_;
  WordPath path_;
  Mat target_, shown_;  // [words, 2]: where they go, and where they are on the way there
  Turn turn_;           // from the run's map to the target
  std::uint64_t placed_ = 0, moved_ = 0;
  WordVectorsPtr mapped_;                         // whose function words are hidden
  std::map<std::string, Vec, std::less<>> rare_;  // those near the chosen word, on their way too
  std::size_t rare_shown_ = 0;
  bool asked_ = false;   // a word was clicked
  std::string pointed_;  // a word whose point is hovered …
  std::string listed_;   // … or whose bar is
};

}  // namespace glassformer
