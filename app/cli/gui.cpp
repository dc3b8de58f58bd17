#include <chrono>
#include <memory>
#include <optional>

#include "app/cli/backend_option.h"
#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/file_look.h"
#include "app/jobs/jobs.h"
#include "app/kept_session.h"
#include "app/platform/folders.h"
#include "app/shell/app.h"
#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr std::size_t kLargestSettings = std::size_t{64} * 1024;

// Settings and the last session are a convenience: what cannot be read or written is left out.
Settings load_settings() {
  const auto folder = config_folder();
  std::error_code none;
  if (folder.empty() || !std::filesystem::exists(folder / "settings.json", none))
    return first_settings();
  try {
    return parse_settings(read_file(folder / "settings.json", kLargestSettings));
  } catch (const UserError&) {
    return {};
  }
}

void keep(const App& app, const Settings& before) {
  const auto folder = config_folder();
  if (folder.empty()) return;
  try {
    write_session(folder, app.kept());
    if (!(app.settings() == before)) {
      write_file(folder / "settings.json", write_settings(app.settings()));
    }
  } catch (const UserError& error) {
    std::fprintf(stderr, "glassformer: the session was not kept: %s\n", error.what());
  }
}

// A name that is neither a lesson's nor ends as a lesson's file does, but is a file: word vectors,
// questions for them, a trained model, pairs of sentences or a text.
bool names_data(const std::string& wanted) {
  return !wanted.ends_with(".json") && names_bytes(wanted);
}

Lesson wanted_lesson(const std::string& wanted) {
  if (!names_data(wanted)) return find_lesson(wanted);
  const FileLook look(wanted);
  return find_lesson(look.holds_model()       ? "walkthrough"
                     : look.questions()       ? "evaluate"
                     : look.holds_sentences() ? "training"
                     : look.is_text()         ? "word-training"
                                              : "word-arithmetic");
}

// As it was when the program was left; the first lesson if it never was, or by another version that
// wrote what this one does not read.
void resume(App& app) {
  try {
    const auto folder = config_folder();
    if (auto kept = folder.empty() ? std::nullopt : read_session(folder)) {
      return app.resume(std::move(*kept));
    }
  } catch (const UserError&) {
  }
  app.open(app.session().lessons().front());
}

// Until the window is closed. Throws UserError where its card was reset.
void run_frames(App& app, Window& window, const std::string& wanted) {
  bool fullscreen = false;
  std::string title;
  Input input;
  if (names_data(wanted)) input.dropped_files = {wanted};
  app.frame(input);
  input.dropped_files.clear();
  while (!window.closed() && !app.wants_to_quit()) {
    // Nothing moves and nothing is computed: the process sleeps until there is input.
    input = window.wait(app.session().busy() ? 0.016 : app.wants_frame() ? 0 : 3600);
    if (window.closed()) break;
    app.frame(input);
    if (app.title() != title) window.set_title(title = app.title());
    if (app.take_fullscreen()) window.set_fullscreen(fullscreen = !fullscreen);
  }
}

int run_gui(const std::string& wanted, const std::string& backend) {
  std::vector<Lesson> lessons = shipped_lessons();
  std::optional<Lesson> first;
  if (!wanted.empty()) first = wanted_lesson(wanted);
  const auto window = make_window(1600, 1000, "glassformer");
  Settings before = load_settings();
  if (!backend.empty()) before.where = where_of(backend);
  App app(std::move(lessons), before, *window);
  app.session().jobs().keep_training_in(kept_training_file());
  if (first) {
    app.open(*first);
  } else {
    resume(app);
  }
  try {
    run_frames(app, *window, wanted);
  } catch (const UserError&) {
    keep(app, before);  // the window is lost, with a reset of its card; what was done in it is not
    throw;
  }
  keep(app, before);
  return 0;
}

std::function<int()> declare(const CommandOptions& arguments) {
  auto lesson = std::make_shared<std::string>();
  auto backend = std::make_shared<std::string>();
  arguments
      .add_option(
          "lesson", *lesson,
          "A lesson's id (see glassformer lessons), or a file: a lesson or session, a trained "
          "model, word vectors, questions for those, pairs of sentences or a text to train with")
      .type_name("LESSON|FILE");
  declare_backend(arguments, *backend);
  return [lesson, backend] { return run_gui(*lesson, *backend); };
}

const RegisterCommand registered{{.name = "gui",
                                  .summary = "Open the window (also when no command is given)",
                                  .examples = "  glassformer gui thinking-machines\n"
                                              "  glassformer gui my-lesson.json",
                                  .declare = declare}};

}  // namespace

}  // namespace glassformer
