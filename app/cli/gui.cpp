#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <thread>

#include "app/cli/backend_option.h"
#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/keeping.h"
#include "app/cli/long_run.h"
#include "app/cli/memory_option.h"
#include "app/files/opening.h"
#include "app/gl/facts.h"
#include "app/jobs/jobs.h"
#include "app/kept/kept_model.h"
#include "app/kept/kept_session.h"
#include "app/platform/card_proof.h"
#include "app/platform/crash_report.h"
#include "app/platform/folders.h"
#include "app/platform/heap.h"
#include "app/platform/libraries.h"
#include "app/platform/timely_end.h"
#include "app/platform/version.h"
#include "app/session/intent_log.h"
#include "app/shell/app.h"
#include "app/shell/kept_things.h"
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

bool is_first_start() {
  std::error_code none;
  // Settings that nobody has changed are not kept, what was looked at is.
  return !config_folder().empty() &&
         !std::filesystem::exists(config_folder() / "settings.json", none) &&
         !std::filesystem::exists(config_folder() / "session.json", none);
}

std::string versions_text() {
  std::string text = fmt::format("glassformer {}\n", program_version());
  for (const auto& [name, version] : library_versions()) {
    text += fmt::format("{} {}\n", name, version);
  }
  return text;
}

std::string card_text() {
  const GlFacts facts = gl_facts();
  return fmt::format("OpenGL {}, {}, {}\n", facts.version, facts.renderer, facts.vendor);
}

struct Resumed {
  bool as_left = false;
  std::filesystem::path aside;  // where the session is now that was not opened
  bool unreadable = false;      // that is why; else it ends whoever opens it
};

// What the last start has left to say, once.
void tell_of_last(App& app, bool killed, const Resumed& resumed) {
  const std::filesystem::path crash = newest_crash(crash_folder(), app.settings().crash_seen);
  std::string text;
  if (!crash.empty()) {
    text = "The window crashed. A report of it, for whoever maintains the program, is in " +
           crash.string() + ". ";
  } else if (killed) {
    text = "The last window was not closed, but ended from outside. ";
  }
  if (resumed.unreadable && !resumed.aside.empty()) {
    text += "What was left could not be read. It is now in " + resumed.aside.string() + ".";
  } else if (text.empty()) {
    return;
  } else if (resumed.as_left) {
    text += "It opens where it was left.";
  } else if (!resumed.aside.empty()) {
    text +=
        "It ended while it opened what was left, so it starts afresh. What was left is now in " +
        resumed.aside.string() + "; drop that file on the window to try it again.";
  }
  app.notify({text, crash.filename().string()});
}

void tell_of_another_window(App& app, const WindowFolder& folder) {
  if (folder.number() == 1) return;
  app.notify({"Another window is open, and keeps its own. What you do in this one is kept in " +
              folder.path().string() + "."});
}

// Whoever opens it for the first time is told what it is.
void welcome(App& app) {
  app.notify(
      {"These lessons show how attention works, from a map of six places to a whole Transformer. "
       "Every number is computed here: point at one to see where it comes from, double-click it "
       "to change it. Space goes on. Ctrl O opens models, word vectors and texts of your own."});
}

// A file or a folder that is no lesson.
bool names_data(const std::string& wanted) {
  std::error_code none;
  if (!std::filesystem::is_directory(wanted, none) && !names_bytes(wanted)) return false;
  return opening_of(wanted).as != Opening::As::lesson;
}

struct Wanted {
  std::optional<Lesson> lesson;
  std::vector<std::string> files;  // opened as if they were dropped
};

// Of several lessons the last is the one that stays open. Throws UserError for a name that is
// neither a lesson's nor a file's.
Wanted read_wanted(const std::vector<std::string>& names) {
  Wanted wanted;
  for (const std::string& name : names) {
    if (names_data(name)) {
      wanted.files.push_back(name);
    } else {
      wanted.lesson = find_lesson(name);
    }
  }
  return wanted;
}

// As it was when the program was left; the first lesson if it never was, by another version that
// wrote what this one does not read, or if nobody gets further who opens it. A second window has
// its own; before it has, it begins where the first one stands.
Resumed resume(App& app, Keeping& keeping) {
  const auto folder = keeping.folder().path();
  Resumed resumed;
  if (keeping.must_not_resume()) {
    resumed.aside = set_session_aside(folder);
  } else if (!folder.empty()) {
    keeping.resuming();
    try {
      auto kept = read_session(folder);
      if (std::error_code none;
          !kept && std::filesystem::is_regular_file(folder / "session.json", none)) {
        resumed = {false, set_session_aside(folder), true};
      }
      if (!kept) kept = read_session(config_folder());
      if (kept) {
        app.resume(std::move(*kept));
        resumed.as_left = true;
        return resumed;
      }
    } catch (const UserError&) {
    }
  }
  app.open(app.session().lessons().front());
  return resumed;
}

// Gives back what was freed, once nothing has moved for a while; where something always moves,
// every minute, beside the frames, if much lies there.
class SpareMemory {
 public:
  void frame(bool active) {
    if (active) {
      worked_ = true;
      still_since_ = Clock::now();
      if (still_since_ - looked_ > std::chrono::minutes(1)) {
        looked_ = still_since_;
        beside_ = std::jthread([] {
          if (spare_memory() > kMuch) give_memory_back();
        });
      }
    } else if (worked_ && left() <= 0) {
      give_memory_back();
      worked_ = false;
    }
  }
  double left() const {  // seconds
    if (!worked_) return 3600;
    return std::max(0.0, 2 - std::chrono::duration<double>(Clock::now() - still_since_).count());
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kMuch = std::size_t{200} << 20;
  bool worked_ = false;
  Clock::time_point still_since_ = Clock::now(), looked_ = Clock::now();
  std::jthread beside_;
};

// Says every minute how much memory is held, where the environment asks for it: for long tests.
class TellMemory {
 public:
  void frame() {
    if (!wanted_ || Clock::now() - told_ < std::chrono::minutes(1)) return;
    told_ = Clock::now();
    std::fprintf(stderr, "memory in use: %zu MB\n", memory_in_use() >> 20);
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool wanted_ = std::getenv("GLASSFORMER_TELL_MEMORY") != nullptr;
  Clock::time_point told_ = Clock::now();
};

// Until the window is closed, or a signal asks for it. Throws UserError where its card was reset.
void run_frames(App& app, Window& window, const std::vector<std::string>& files, Keeping& keeping) {
  const Interrupts interrupts([&window] { window.wake(); });
  bool fullscreen = false;
  std::string title;
  SpareMemory spare;
  TellMemory tell;
  Input input;
  input.dropped_files = files;
  app.frame(input);
  keeping.drawn();
  input.dropped_files.clear();
  while (!window.closed() && !app.wants_to_quit() && !interrupts.asked()) {
    // Nothing moves and nothing is computed: the process sleeps until there is input, or something
    // to keep.
    const bool active = app.wants_frame();
    const bool busy = app.session().busy();
    const bool soon = app.is_testing_card() || app.waits_for_dialog();
    const double rest = std::min(soon ? 0.1 : app.shows_training() ? 0.5 : 3600.0, keeping.left());
    spare.frame(active || busy);
    tell.frame();
    input = window.wait(busy ? 0.016 : active ? 0 : std::min(rest, spare.left()));
    if (window.closed() || interrupts.asked()) break;
    app.frame(input);
    keeping.drawn();
    keeping.frame(active || app.wants_frame());
    if (app.title() != title) window.set_title(title = app.title());
    if (app.take_fullscreen()) window.set_fullscreen(fullscreen = !fullscreen);
  }
}

int run_gui(const std::vector<std::string>& names, const std::string& backend) {
  share_heaps();
  std::vector<Lesson> lessons = shipped_lessons();
  const Wanted wanted = read_wanted(names);
  report_crashes(crash_folder(), versions_text());
  const auto window = make_window(1600, 1000, "glassformer");
  add_crash_facts(card_text());
  Settings before = load_settings();
  if (!backend.empty()) before.where = where_of(backend);
  TimelyEnd in_time;
  App app(std::move(lessons), before, *window);
  app.test_card_by(own_self_test());
  app.session().jobs().keep_training_in(kept_training_file());
  hear_what_is_done([](const std::string& what) { note_for_crash(what); });
  Keeping keeping(app, before);
  Resumed resumed;
  app.recent().keep_in(config_folder());
  const bool first = is_first_start();
  if (wanted.lesson) {
    app.open(*wanted.lesson);
    for (const std::string& name : names) {
      if (name.ends_with(".json") && !names_data(name))
        app.recent().add(name, kind_of(*wanted.lesson));
    }
  } else if (!wanted.files.empty()) {
    app.open(app.session().lessons().front());
    keeping.begin_untouched();  // the file may be refused
  } else {
    resumed = resume(app, keeping);
    if (first) welcome(app);
  }
  tell_of_last(app, keeping.last_was_killed(), resumed);
  tell_of_another_window(app, keeping.folder());
  take_kept_model(app, keeping.folder().path());
  take_kept_vectors(app, keeping.folder().path());
  take_kept_pretraining(app, keeping.folder().path());
  try {
    run_frames(app, *window, wanted.files, keeping);
  } catch (const UserError&) {
    keeping.end();  // the window is lost, with a reset of its card; what was done in it is not
    throw;
  } catch (const std::exception& error) {
    report_failure(error.what());
    keeping.end();
    throw;
  }
  in_time.begin();
  keeping.end();
  return 0;
}

std::function<int()> declare(const CommandOptions& arguments) {
  auto names = std::make_shared<std::vector<std::string>>();
  auto backend = std::make_shared<std::string>();
  arguments
      .add_option(
          "path", *names,
          "A lesson's id (see glassformer lessons), or files and folders to open: a lesson or "
          "session, a trained model (a Hugging Face folder too), word vectors, questions about "
          "them, sentence pairs or a text to train on")
      .type_name("LESSON|PATH");
  declare_backend(arguments, *backend);
  declare_memory(arguments);
  return [names, backend] { return run_gui(*names, *backend); };
}

const RegisterCommand registered{{.name = "gui",
                                  .summary = "Open the window (also when no command is given)",
                                  .examples = "  glassformer gui thinking-machines\n"
                                              "  glassformer gui my-lesson.json\n"
                                              "  glassformer gui ~/models/gpt2/",
                                  .set_up = declare}};

}  // namespace

}  // namespace glassformer
