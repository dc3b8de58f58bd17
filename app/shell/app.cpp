#include "app/shell/app.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "app/file_look.h"
#include "app/gl/facts.h"
#include "app/jobs/vector_training.h"
#include "app/platform/folders.h"
#include "app/shell/use_model.h"
#include "core/formats/mapped_file.h"
#include "core/kernels/threads.h"
#include "core/scenes/takes.h"
#include "core/tensor/error.h"
#include "core/tensor/failure.h"

namespace glassformer {

namespace {

// The same moment without its events, for the second pass over a frame.
Input without_events(Input input) {
  input.keys.clear();
  input.typed.clear();
  input.wheel = input.wheel_x = 0;
  input.double_click = false;
  input.dropped_files.clear();
  return input;
}

// Something was done, not only pointed at. Whatever was drawn before the widget that took it shows
// it in the next frame.
bool acts(const Input& now, const Input& before) {
  return now.down != before.down || now.right_down != before.right_down || now.wheel != 0 ||
         now.wheel_x != 0 || !now.keys.empty() || !now.typed.empty() ||
         !now.dropped_files.empty() || (now.down && !(now.mouse == before.mouse));
}

bool pressed_escape(const Input& input) {
  return std::any_of(input.keys.begin(), input.keys.end(),
                     [](const KeyPress& press) { return press.key == Key::escape; });
}

bool asks_questions(const Lesson& lesson) {
  return uses(lesson.inputs, slots::questions);
}

bool is_about(const Lesson& lesson, Subject subject) {
  const Scene* scene = find_scene(lesson.inputs.scene);
  return scene != nullptr && scene->subject == subject;
}

// What was read, once it is; until then null, and the message says how far it is.
template <class Reading>
std::unique_ptr<Reading> when_ended(std::unique_ptr<Reading>& reading, const Input& input,
                                    Session& session) {
  if (!reading) return nullptr;
  if (pressed_escape(input)) reading->stop();
  if (reading->ended(input.still)) return std::move(reading);
  session.message = reading->progress();
  session.message_is_error = false;
  return nullptr;
}

template <class Reading>
void tell(const Reading& ended, Session& session) {
  session.message = ended.told();
  session.message_is_error = ended.failed();
}

}  // namespace

App::App(std::vector<Lesson> lessons, Settings settings, FrameTarget& target)
    : target_(&target),
      settings_(settings),
      session_(std::move(lessons)),
      canvas_(target.fonts()),
      ui_(canvas_, make_theme(settings.dark, 1)),
      shell_(session_, [this]() -> const GraphicsCard& { return card(); }) {
  // The thread that draws has no team of OpenMP threads beside the worker's: with more threads than
  // cores OpenMP lets them sleep between two ops, and waking them takes as long as most ops.
  use_threads(1);
  choose_backend();
}

const GraphicsCard& App::card() {
  if (!card_) {
    card_ = std::make_unique<TrustedCard>([this] { return target_->make_compute_context(); },
                                          measured_card_file(), self_test_);
  }
  return card_->card();
}

void App::test_card_by(SelfTest test) {
  self_test_ = std::move(test);
  card_.reset();
  where_.reset();
}

void App::choose_backend() {
  const bool has_verdict = card_ && card_->update();
  if (where_ == settings_.where && !has_verdict) return;
  where_ = settings_.where;
  // No card is made where none will be used.
  const bool none = where_ == Where::cpu || (where_ == Where::automatic && gl_facts().software);
  session_.compute_on(none ? nullptr : backend_for(*where_, card()));
  if (none) return;
  std::string told = has_verdict ? card().warning : "";
  if (told.empty() && !card().backend && where_ == Where::gpu) told = card().why_not;
  if (told.empty()) return;
  session_.message = std::move(told);
  session_.message_is_error = !card().backend;
}

void App::open(const Lesson& lesson) {
  session_.open(lesson);
  shell_.follow_lesson();
}

namespace {

// The first lesson that can show a model of this kind. Where none can, that of the Transformer says
// why.
std::optional<Lesson> home_of(const CheckpointPtr& model) {
  std::optional<Lesson> home;
  for (Lesson& lesson : shipped_lessons()) {
    if (view_traits(lesson.view).home != ViewTraits::Home::model) continue;
    home = std::move(lesson);
    if (takes(home->inputs, slots::model.name, Resource(model))) break;
  }
  return home;
}

}  // namespace

void App::open_home(ViewTraits::Home home) {
  for (const Lesson& lesson : shipped_lessons()) {
    if (view_traits(lesson.view).home == home) return open(lesson);
  }
}

bool App::open_file(const std::string& file) {
  try {
    return open_any(file);
  } catch (...) {
    session_.message = told_of_failure();
    session_.message_is_error = true;
    return true;
  }
}

// What a file is, its ending says, then its first bytes; where both leave it open, the lesson.
bool App::open_any(const std::string& file) {
  const FileLook look(file);
  using Files = ViewTraits::Files;
  const ViewTraits view = view_traits(session_.lesson().view);
  const bool trains_model = view.fills == slots::model.name;
  const bool about_words = is_about(session_.lesson(), Subject::word_vectors);
  const bool weights = look.is_weights();
  if (look.is_lesson()) {
    open(read_lesson(file));
  } else if (weights && (look.holds_model() || ((trains_model || ModelMenu::matters(session_)) &&
                                                !look.holds_word_vectors()))) {
    model_reading_ = std::make_unique<ModelReading>(file);
  } else if (!weights && look.questions()) {
    if (!asks_questions(session_.lesson())) open_home(ViewTraits::Home::questions);
    questions_reading_.push_back(std::make_unique<QuestionReading>(file));
  } else if (!weights &&
             (view.files == Files::all || (view.files == Files::texts && look.holds_text()))) {
    return false;
  } else if (!about_words && look.holds_sentences()) {
    open_home(ViewTraits::Home::sentences);
    return false;
  } else if (look.is_text()) {
    open_home(ViewTraits::Home::text);
    return false;
  } else {
    // Vectors are used where they are looked at: by the lesson that is open, or by arithmetic.
    if (!about_words) open_home(ViewTraits::Home::vectors);
    reading_ = std::make_unique<VectorReading>(file);
  }
  return true;
}

void App::resume(KeptSession kept) {
  const bool model_file = names_file(kept.model);
  if (!kept.model.empty() && !model_file) {
    kept.lesson.inputs.resources.set(slots::model, load_shipped(kept.model));
  }
  try {
    open(kept.lesson);
  } catch (const UserError&) {
    if (!model_file && kept.vectors.empty()) throw;
    // Its words may be known to its own model alone: until that is read, it stands as it begins.
    const auto& all = shipped_lessons();
    const auto same = std::ranges::find(all, kept.lesson.id, &Lesson::id);
    if (same != all.end()) {
      open(*same);
    } else {
      open_home(model_file ? ViewTraits::Home::model : ViewTraits::Home::vectors);
    }
  }
  if (model_file) open_file(kept.model);
  if (!kept.vectors.empty()) open_file(kept.vectors);
  for (const std::string& file : {kept.questions, kept.rated_pairs}) {
    if (!file.empty() && asks_questions(session_.lesson())) open_file(file);
  }
  if (!is_reading()) return;
  left_ = std::move(kept.lesson);
  left_over_ = session_.lesson().id;
}

// A file was read. Once those of the lesson that was left are there, and used, it goes on; whoever
// did something else in the meantime goes on with that. Without one of them it stays as it is.
void App::take_up(bool read) {
  if (!read) left_.reset();
  if (!left_ || is_reading()) return;
  Lesson left = *std::exchange(left_, std::nullopt);
  for (const auto& [slot, resource] : session_.inputs().resources.all()) {
    left.inputs.resources.set(slot, resource);
  }
  if (session_.lesson().id == left_over_ && !session_.can_undo()) open(left);
}

std::string App::origin(const std::shared_ptr<const void>& shown) const {
  const auto found = std::find_if(opened_.begin(), opened_.end(), [&](const Opened& opened) {
    return shown && opened.shown.lock() == shown;
  });
  return found == opened_.end() ? std::string{} : found->file;
}

KeptSession App::kept() const {
  const Inputs& inputs = session_.inputs();
  KeptSession kept{session_.snapshot(), {}, {}, {}, {}};
  const CheckpointPtr model = inputs.resources.get(slots::model);
  if (model && ModelMenu::matters(session_)) {
    kept.model = origin(model);
    if (kept.model.empty()) kept.model = ModelMenu::shipped_name(model);
  }
  if (is_about(session_.lesson(), Subject::word_vectors)) {
    kept.vectors = origin(inputs.resources.get(slots::vectors));
  }
  if (asks_questions(session_.lesson())) {
    kept.questions = origin(inputs.resources.get(slots::questions));
    kept.rated_pairs = origin(inputs.resources.get(slots::rated_pairs));
  }
  return kept;
}

void App::take_model(const Input& input) {
  const auto done = when_ended(model_reading_, input, session_);
  if (!done) return;
  if (!done->failed()) {
    shell_.models().add(done->name(), done->made());
    opened_.push_back({done->made(), std::filesystem::absolute(done->file()).string()});
    const bool fits = takes(session_.inputs(), slots::model.name, Resource(done->made()));
    if (!ModelMenu::matters(session_) || !fits) {
      if (const auto home = home_of(done->made())) open(*home);
    }
    use_model(session_, done->made());
  }
  take_up(!done->failed());
  tell(*done, session_);
}

void App::take_vectors(const Input& input) {
  const auto done = when_ended(reading_, input, session_);
  if (!done) return;
  if (!done->failed()) {
    opened_.push_back({done->made(), std::filesystem::absolute(done->file()).string()});
    session_.use(slots::vectors, done->made());
  }
  take_up(!done->failed());
  tell(*done, session_);
}

void App::take_questions(const Input& input) {
  if (questions_reading_.empty()) return;
  const auto done = when_ended(questions_reading_.front(), input, session_);
  if (!done) return;
  questions_reading_.pop_front();
  if (const QuestionFilePtr& asked = done->made()) {
    opened_.push_back({asked, std::filesystem::absolute(done->file()).string()});
    if (!asks_questions(session_.lesson())) open_home(ViewTraits::Home::questions);
    const Slot<QuestionFile>& slot = asked->rated() ? slots::rated_pairs : slots::questions;
    session_.use(slot, asked);
    turn_to(slot_use(session_.inputs(), slot.name)->result);
  }
  take_up(!done->failed());
  tell(*done, session_);
}

// To the first step that is about this matrix.
void App::turn_to(std::string_view focus) {
  const auto& steps = session_.lesson().steps;
  const auto found = std::find_if(steps.begin(), steps.end(),
                                  [&](const Step& step) { return step.focus == focus; });
  if (found == steps.end()) return;
  session_.step = static_cast<int>(found - steps.begin());
  session_.enter_step();
}

bool App::is_reading() const {
  return reading_ != nullptr || model_reading_ != nullptr || !questions_reading_.empty();
}

void App::build(const Input& input) {
  const Vec size = target_->size();
  const float display = target_->display_scale();
  ui_.theme = make_theme(settings_.dark, ui_scale(settings_, size.x, size.y, display));
  ui_.theme.display_scale = display;
  ui_.theme.mark_sign = settings_.mark_sign;
  const Rect whole{0, 0, size.x, size.y};
  target_->begin(input);
  ui_.begin(input, whole);
  session_.next_hover = {};
  shell_.draw(ui_, settings_, whole);
  ui_.end();
  target_->end();
}

void App::frame(const Input& given) {
  acted_ = acts(given, last_input_);
  last_input_ = given;
  Input input = given;
  std::erase_if(input.dropped_files, [&](const std::string& file) { return open_file(file); });
  take_vectors(input);
  take_model(input);
  take_questions(input);
  choose_backend();
  const std::optional<std::string> file = std::exchange(to_save_, std::nullopt);
  // A picture of it is for others, who are not to be told how the program is used.
  const auto hints = file ? std::exchange(settings_.hints, {}) : settings_.hints;
  build(input);
  const bool changed = input.still ? session_.settle(input.time) : session_.update(input.time);
  hover_moved_ = !(session_.hover == session_.next_hover);
  session_.hover = session_.next_hover;
  if (changed || hover_moved_) {
    build(without_events(input));
    hover_moved_ = !(session_.hover == session_.next_hover);
    session_.hover = session_.next_hover;
  }
  target_->present(canvas_, background());
  if (std::string notice = target_->take_notice(); !notice.empty()) {
    session_.message = std::move(notice);
    session_.message_is_error = false;
    acted_ = true;  // another frame tells it
  }
  try {
    check_mapped_files();
  } catch (const UserError& error) {
    session_.message = error.what();
    session_.message_is_error = true;
    acted_ = true;
  }
  to_save_ = shell_.take_save();
  if (!file) return;
  settings_.hints = hints;
  acted_ = true;  // what becomes of it is told
  try {
    const std::string lost = save(*file);
    session_.message = "Saved " + *file + (lost.empty() ? "" : "; " + lost);
    session_.message_is_error = false;
  } catch (...) {
    session_.message = told_of_failure();
    session_.message_is_error = true;
  }
}

std::string App::title() const {
  const std::string& lesson = session_.lesson().title;
  return lesson.empty() ? "glassformer" : lesson + " — glassformer";
}

bool App::wants_frame() const {
  return is_reading() || ui_.wants_frame() || hover_moved_ || acted_ || session_.busy() ||
         to_save_.has_value();
}

void draw_still(App& app, Input input) {
  constexpr int kPasses = 8;  // hover, sizes that depend on one another; it settles in three
  input.still = true;
  for (int i = 0; i < kPasses; ++i) {
    app.frame(input);
    if (!app.wants_frame() && i > 0) break;
  }
}

}  // namespace glassformer
