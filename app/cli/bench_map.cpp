#include <fmt/format.h>

#include <algorithm>

#include "app/cli/frame_figure.h"
#include "app/jobs/jobs.h"
#include "app/jobs/projection.h"
#include "core/tensor/rng.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

WordVectorsPtr random_words(std::size_t count) {
  constexpr std::size_t dim = 50, centres = 100;
  Rng rng(1);
  RowsBuilder centre(centres, dim), rows(count, dim);
  const auto fill = [&](std::span<float> row, std::span<const float> around, double spread) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      row[k] = static_cast<float>(spread * rng.normal()) + (around.empty() ? 0.0F : around[k]);
    }
  };
  for (std::size_t i = 0; i < centres; ++i) fill(centre[i], {}, 1);
  auto made = std::make_shared<WordVectors>();
  for (std::size_t i = 0; i < count; ++i) {
    fill(rows[i], centre[i % centres], 0.5);
    made->words.add(fmt::format("word{}", i + 1));
    made->groups.push_back(fmt::format("group {}", i % 8 + 1));
  }
  made->vectors = rows.finish();
  made->origin = "random vectors, seed 1";
  return made;
}

Lesson map_of(std::size_t words) {
  Lesson lesson = find_lesson("word-map");
  lesson.inputs.resources.set(slots::vectors, random_words(words));
  lesson.inputs.options["words"] = static_cast<double>(words);
  lesson.inputs.options["map_word"] = std::string("word1");
  return lesson;
}

// Nearer for ten frames, and back.
void turn_wheel(Input& input, int frame) {
  input.mouse = {600, 400};
  input.wheel = (frame + 1000) / 10 % 2 == 0 ? 1.0F : -1.0F;
}

int tsne_step(const Lesson& lesson) {
  const auto found = std::find_if(lesson.steps.begin(), lesson.steps.end(),
                                  [](const Step& step) { return step.focus.starts_with("tsne"); });
  return static_cast<int>(found - lesson.steps.begin());
}

}  // namespace

std::vector<FrameFigure> bench_map(FrameTarget& target, int words, int runs) {
  std::vector<FrameFigure> figures;
  {
    App app(shipped_lessons(), {}, target);
    app.open(map_of(static_cast<std::size_t>(words)));
    const std::string map = "map of " + number_of(words, "word");
    figures.push_back(time_frames(app, target, map + ", pointer moving", runs, move_pointer));
    figures.push_back(time_frames(app, target, map + ", coming nearer", runs, turn_wheel));
  }
  App app(shipped_lessons(), {}, target);
  const Lesson lesson = map_of(static_cast<std::size_t>(words / 2));
  app.open(lesson);
  app.session().step = tsne_step(lesson);
  app.frame({});
  app.session().jobs().projection()->wait_for_unit(1);
  figures.push_back(time_frames(
      app, target, "t-SNE of " + number_of(words / 2, "word") + " at work, pointer moving", runs,
      move_pointer));
  return figures;
}

}  // namespace glassformer
