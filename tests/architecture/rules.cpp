#include "tests/architecture/rules.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string_view>

namespace glassformer::testing {

namespace {

struct Layer {
  std::string_view place;  // a folder with all below it, or a single file
  // Folders, or files, of this project, besides the layer itself.
  std::initializer_list<std::string_view> may_include;
};

// From the bottom up: a layer sees what is below it, and no more of that than it needs. A file
// belongs to the longest place that fits. To add a folder, add a line.
const Layer layers[] = {
    {"core/tensor/", {}},
    {"core/formats/", {"core/tensor/"}},
    {"core/text/", {"core/tensor/", "core/formats/"}},
    {"core/kernels/", {"core/tensor/"}},
    {"core/grad/", {"core/tensor/", "core/kernels/"}},
    {"core/nn/", {"core/tensor/", "core/kernels/", "core/grad/"}},
    {"core/models/",
     {"core/tensor/", "core/text/", "core/kernels/", "core/grad/", "core/nn/", "core/formats/"}},
    {"core/decode/",
     {"core/tensor/", "core/text/", "core/kernels/", "core/grad/", "core/nn/", "core/formats/",
      "core/models/"}},
    {"core/train/",
     {"core/tensor/", "core/text/", "core/kernels/", "core/grad/", "core/nn/", "core/formats/",
      "core/models/", "core/decode/", "core/embed/"}},
    // Word vectors: trained, read, asked and drawn without a tape.
    {"core/embed/", {"core/tensor/", "core/formats/", "core/text/", "core/kernels/"}},
    {"core/project/", {"core/tensor/", "core/kernels/", "core/embed/"}},
    // What the lessons about speed time.
    {"core/speed/", {"core/tensor/", "core/kernels/"}},
    // What a lesson computes: Inputs -> Run.
    {"core/scenes/",
     {"core/tensor/", "core/text/", "core/kernels/", "core/grad/", "core/nn/", "core/formats/",
      "core/models/", "core/decode/", "core/train/", "core/embed/", "core/project/",
      "core/speed/"}},
    {"core/lesson/", {"core/"}},

    {"app/widgets/",
     {"core/tensor/", "core/grad/label.h", "core/kernels/parallel.h", "core/kernels/threads.h",
      "core/text/number_format.h", "core/text/readable.h", "core/text/unicode.h"}},
    {"app/gl/", {"core/tensor/", "core/kernels/"}},
    // The tape on the graphics card.
    {"app/gpu/",
     {"core/tensor/", "core/grad/", "core/nn/", "core/train/", "core/formats/", "app/gl/",
      "app/card/graphics_card.h", "app/card/card_roof.h"}},
    // Word vectors there.
    {"app/gpu/vectors/",
     {"core/tensor/", "core/grad/", "core/embed/", "core/project/", "app/gl/", "app/gpu/",
      "app/card/vector_engines.h"}},
    {"app/platform/",
     {"core/tensor/", "core/formats/", "core/kernels/width.h", "app/gl/", "app/gpu/",
      "app/widgets/", "app/platform/version.h", "app/card/graphics_card.h"}},
    // What runs in the background and publishes snapshots.
    {"app/jobs/",
     {"core/", "app/jobs/own_source.h", "app/card/card_roof.h", "app/card/vector_engines.h",
      "app/jobs/measuring.h"}},
    {"app/jobs/measuring",
     {"core/", "app/jobs/own_source.h", "app/card/card_roof.h", "app/jobs/",
      "app/platform/processor.h", "app/gl/facts.h", "app/gl/shaders.h"}},
    // What all may know of the card, and who drives it elsewhere.
    {"app/card/", {"core/", "app/kept/settings.h"}},
    // The only part of the app that runs scenes. It knows no view.
    {"app/session/", {"core/", "app/widgets/", "app/jobs/"}},
    // What a file is.
    {"app/files/", {"core/", "app/widgets/", "app/jobs/"}},
    // What is kept from one use of the program to the next.
    {"app/kept/", {"core/", "app/session/", "app/jobs/", "app/widgets/"}},
    // What a view is.
    {"app/views/view.", {"core/", "app/session/", "app/widgets/"}},
    // Lessons played with what users bring.
    {"app/own/", {"core/", "app/session/", "app/views/view.h", "app/jobs/"}},
    // A view draws a finished run: no model, no op that it could call to compute something.
    {"app/views/",
     {"core/tensor/", "core/grad/explain.h", "core/grad/label.h", "core/grad/tape.h",
      "core/grad/var.h", "core/grad/op.h", "core/grad/number_text.h", "core/scenes/run.h",
      "core/scenes/chosen.h", "core/scenes/records/", "core/lesson/", "core/text/number_format.h",
      "core/text/readable.h", "core/text/unicode.h", "app/session/session.h", "app/views/view.h",
      "app/widgets/",
      // what is computed in the background when a view asks for it
      "app/session/intent.h", "app/jobs/", "app/session/difference.h", "app/session/ours.h",
      // words and their vectors, as a run names them
      "core/embed/vectors/word_vectors.h", "core/embed/vectors/word_list.h",
      "core/embed/vectors/rows.h", "core/embed/vectors/folded_words.h",
      "core/embed/eval/question_file.h"}},
    // Who stands where on a stage, and the pictures that every lesson has.
    {"app/stage/",
     {"core/tensor/", "core/grad/label.h", "core/grad/tape.h", "core/grad/var.h",
      "core/scenes/run.h", "core/lesson/", "core/text/nearest.h", "app/session/session.h",
      "app/views/view.h", "app/session/target.h", "app/views/parts/", "app/widgets/"}},
    {"app/shell/", {"core/", "app/"}},
    {"app/cli/", {"core/", "app/"}},
    {"app/main.cpp", {"app/cli/"}},
};

struct Library {
  std::string_view name;
  std::initializer_list<std::string_view> headers;  // how its headers begin
  std::initializer_list<std::string_view> only_in;  // empty: anywhere
  bool in_headers;                                  // a header of ours may include it
};

// Libraries that belong to one corner, or are so large that a header with them slows every build.
const Library libraries[] = {
    {"Dear ImGui", {"imgui"}, {"app/widgets/", "app/platform/", "app/gl/"}, false},
    {"OpenGL, EGL or GLFW",
     {"epoxy/", "GLFW/", "EGL/", "GL/", "GLES2/", "GLES3/"},
     {"app/gl/", "app/gpu/", "app/platform/"},
     true},
    {"CLI11", {"CLI/"}, {"app/cli/"}, false},
    {"Eigen", {"Eigen/", "unsupported/Eigen/"}, {"core/"}, false},
    {"nlohmann/json", {"nlohmann/"}, {}, false},
};

bool begins_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return text.starts_with(beginning); });
}

const Layer* layer_of(std::string_view path) {
  const Layer* found = nullptr;
  for (const Layer& layer : layers) {
    if (!path.starts_with(layer.place)) continue;
    if (found == nullptr || layer.place.size() > found->place.size()) found = &layer;
  }
  return found;
}

// An empty string if the include is allowed.
std::string objection(const Layer& layer, const SourceFile& file, const Include& include) {
  const std::string_view target = include.target;
  if (target.starts_with("core/") || target.starts_with("app/")) {
    const Layer* other = layer_of(target);
    if (other == &layer || begins_with_any(target, layer.may_include)) return {};
    return std::string(layer.place) + " must not know of it";
  }
  if (include.quoted) return "the path must start at the top of the tree";
  for (const Library& library : libraries) {
    if (!begins_with_any(target, library.headers)) continue;
    if (library.only_in.size() != 0 && !begins_with_any(file.path, library.only_in)) {
      return std::string(library.name) + " has no place here";
    }
    if (!library.in_headers && file.path.ends_with(".h")) {
      return std::string(library.name) + " must stay out of headers";
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> broken_rules(const std::vector<SourceFile>& files) {
  std::vector<std::string> broken;
  for (const SourceFile& file : files) {
    const Layer* layer = layer_of(file.path);
    if (layer == nullptr) {
      broken.push_back(file.path +
                       " lies in a folder without a rule; add one to tests/architecture/rules.cpp");
      continue;
    }
    for (const Include& include : file.includes) {
      const std::string reason = objection(*layer, file, include);
      if (reason.empty()) continue;
      broken.push_back(file.path + ":" + std::to_string(include.line) + " includes " +
                       include.target + ": " + reason);
    }
  }
  return broken;
}

namespace {

// Walks the includes of one file after the other; a file met again while it is still being walked
// closes a circle.
class CycleFinder {
 public:
  explicit CycleFinder(const std::vector<SourceFile>& files) {
    for (const SourceFile& file : files) files_[file.path] = &file;
  }

  std::vector<std::string> find() {
    for (const auto& [path, file] : files_) visit(path);
    return cycles_;
  }

 private:
  enum class State { unseen, open, done };

  void visit(const std::string& path) {
    const auto file = files_.find(path);
    if (file == files_.end() || state_[path] == State::done) return;
    if (state_[path] == State::open) {
      report(path);
      return;
    }
    state_[path] = State::open;
    trail_.push_back(path);
    for (const Include& include : file->second->includes) visit(include.target);
    trail_.pop_back();
    state_[path] = State::done;
  }

  void report(const std::string& start) {
    std::string cycle;
    for (auto it = std::find(trail_.begin(), trail_.end(), start); it != trail_.end(); ++it) {
      cycle += *it + " -> ";
    }
    cycles_.push_back(cycle + start);
  }

  std::map<std::string, const SourceFile*> files_;
  std::map<std::string, State> state_;
  std::vector<std::string> trail_;
  std::vector<std::string> cycles_;
};

}  // namespace

std::vector<std::string> include_cycles(const std::vector<SourceFile>& files) {
  return CycleFinder(files).find();
}

}  // namespace glassformer::testing
