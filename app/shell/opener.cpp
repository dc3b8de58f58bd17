#include "app/shell/opener.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/jobs/attention_reading.h"
#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "app/jobs/model_reading.h"
#include "app/jobs/question_reading.h"
#include "app/jobs/recordings.h"
#include "app/jobs/text_reading.h"
#include "app/jobs/vector_reading.h"
#include "app/shell/model_menu.h"
#include "app/shell/use_model.h"
#include "core/formats/byte_source.h"
#include "core/lesson/forms.h"
#include "core/scenes/takes.h"
#include "core/tensor/error.h"
#include "core/tensor/failure.h"

namespace glassformer {

namespace {

bool pressed_escape(const Input& input) {
  return std::ranges::any_of(input.keys, [](const KeyPress& k) { return k.key == Key::escape; });
}

bool asks_questions(const Lesson& lesson) {
  return uses(lesson.inputs, slots::questions);
}

bool shows_attention(const Lesson& lesson) {
  return uses(lesson.inputs, slots::attention);
}

// A lesson about vectors may show its own alone, or those that learn in it.
bool shows_vectors(const Lesson& lesson) {
  return uses(lesson.inputs, slots::vectors) &&
         view_traits(lesson.view).fills != slots::vectors.name;
}

bool is_about(const Lesson& lesson, Subject subject) {
  const Scene* scene = find_scene(lesson.inputs.scene);
  return scene != nullptr && scene->subject == subject;
}

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

std::string whole_path(const std::string& file) {
  return std::filesystem::absolute(file).string();
}

}  // namespace

void Opener::open(const Lesson& lesson) {
  session_->open(lesson);
  shell_->follow_lesson();
}

void Opener::open_home(ViewTraits::Home home) {
  for (const Lesson& lesson : shipped_lessons()) {
    if (view_traits(lesson.view).home == home) return open(lesson);
  }
}

void Opener::open(const std::string& path) {
  try {
    open_any(path);
  } catch (...) {
    session_->message = told_of_failure();
    session_->message_is_error = true;
    recent_->look_for_missing();
  }
}

void Opener::open_any(const std::string& path) {
  const Opening opening = opening_of(path);
  switch (opening.as) {
    case Opening::As::lesson: {
      const Lesson lesson = read_lesson(opening.path);
      open(lesson);
      return recent_->add(path, kind_of(lesson));
    }
    case Opening::As::model:
      return read_model(opening, opening.path);
    case Opening::As::vectors:
      return read_vectors_of(opening, path);
    case Opening::As::recording:
      play(opening.path);
      return recent_->add(path, RecentFiles::Kind::recording);
    case Opening::As::attention:
      return read_attention_of(opening, path);
    case Opening::As::questions:
      return read_questions_of(opening, path);
    case Opening::As::sentences:
    case Opening::As::text:
      return read_text_of(opening, path);
    case Opening::As::nothing:
      throw UserError(opening.why);
  }
}

// In its lesson, as if nobody had trained anything there: what was trained waits, and Undo brings
// it back.
void Opener::play(const std::string& path) {
  OpenedRecording recording = read_any_recording(path);
  Jobs& jobs = session_->jobs();
  const OpenedRecording::Home home = recording.home();
  if (const auto* vectors = std::get_if<OpenedRecording::OfVectors>(&recording.what)) {
    session_->post(StartVectorTraining{
        std::make_shared<const WordTrainingPlan>(window_training_plan(vectors->source))});
  } else if (const auto* race = std::get_if<OpenedRecording::OfRace>(&recording.what)) {
    if (has_learned(jobs.race(race->kind))) session_->post(StartRace{race->kind});
  } else if (std::holds_alternative<TrainingRecording>(recording.what) &&
             has_learned(jobs.training())) {
    session_->post(StartTraining{std::string(world_directions().front().name)});
  }
  const std::string told = path + ": recorded by “" + recording.made_by + "”; it plays here.";
  jobs.recordings().open(std::move(recording));
  const Lesson opened = find_lesson(home.lesson);
  open(opened);
  // Where other tabs come first, to the step that shows it.
  const auto shows = std::ranges::find_if(opened.steps, [&](const Step& step) {
    const auto set = step.set.view.find(home.key);
    return set != step.set.view.end() && set->second == Option(home.value);
  });
  if (shows != opened.steps.end()) {
    session_->step = static_cast<int>(shows - opened.steps.begin());
    session_->enter_step();
  }
  session_->message = told;
  session_->message_is_error = false;
}

// A newer file takes the place of one of its kind that is still being read; files of questions are
// taken one after the other.
void Opener::begin(Pending pending) {
  if (pending.kind != Kind::questions) {
    std::erase_if(readings_, [&](const Pending& one) { return one.kind == pending.kind; });
  }
  readings_.push_back(std::move(pending));
}

void Opener::read_model(const Opening& opening, const std::string& named) {
  auto reading = std::make_unique<ModelReading>(opening.path);
  const ModelReading& read = *reading;
  begin({Kind::model, std::move(reading), [this, &read, named] {
           // As `show --model`, which refuses it; its page says why.
           if (!read.wrong().empty()) return shell_->show_model(named, read.made());
           shell_->models().add(read.name(), read.made());
           opened_.push_back({read.made(), whole_path(read.file())});
           recent_->add(named, RecentFiles::Kind::model);
           const bool fits =
               ModelMenu::matters(*session_) &&
               takes_in_some_form(session_->lesson(), slots::model.name, Resource(read.made()));
           if (!fits && !left_) return shell_->show_model(named, read.made());
           if (!fits) {
             if (const auto home = home_of(read.made())) open(*home);
           }
           use_model(*session_, read.made());
         }});
}

// Vectors are used where they are looked at: by the lesson that is open, or by arithmetic.
void Opener::read_vectors_of(const Opening& opening, const std::string& named) {
  auto reading = std::make_unique<VectorReading>(opening.path);
  const VectorReading& read = *reading;
  begin({Kind::vectors, std::move(reading), [this, &read, named] {
           if (!shows_vectors(session_->lesson())) open_home(ViewTraits::Home::vectors);
           opened_.push_back({read.made(), whole_path(read.file())});
           recent_->add(named, RecentFiles::Kind::vectors);
           session_->use(slots::vectors, read.made());
         }});
}

void Opener::read_questions_of(const Opening& opening, const std::string& named) {
  auto reading = std::make_unique<QuestionReading>(opening.path);
  const QuestionReading& read = *reading;
  begin({Kind::questions, std::move(reading), [this, &read, named] {
           const QuestionFilePtr asked = read.made();
           opened_.push_back({asked, whole_path(read.file())});
           recent_->add(named, RecentFiles::Kind::questions);
           if (!asks_questions(session_->lesson())) open_home(ViewTraits::Home::questions);
           const Slot<QuestionFile>& slot = asked->rated() ? slots::rated_pairs : slots::questions;
           session_->use(slot, asked);
           turn_to(slot_use(session_->inputs(), slot.name)->result);
         }});
}

// In the lesson that is open, or in the first that shows such files.
void Opener::read_attention_of(const Opening& opening, const std::string& named) {
  auto reading = std::make_unique<AttentionReading>(opening.path);
  const AttentionReading& read = *reading;
  begin({Kind::attention, std::move(reading), [this, &read, named] {
           opened_.push_back({read.made(), whole_path(read.file())});
           recent_->add(named, RecentFiles::Kind::attention);
           if (!shows_attention(session_->lesson())) {
             const auto& all = shipped_lessons();
             const auto home = std::ranges::find_if(all, shows_attention);
             if (home != all.end()) open(*home);
           }
           session_->use(slots::attention, read.made());
         }});
}

// The view of the lesson that trains on it takes it, and reads it as the user has set it there. A
// lesson that trains on texts learns words from pairs too.
void Opener::read_text_of(const Opening& opening, const std::string& named) {
  using Files = ViewTraits::Files;
  const bool pairs = opening.as == Opening::As::sentences;
  const auto files = view_traits(session_->lesson().view).files;
  const bool takes_here = files == Files::texts || (files == Files::all && pairs);
  const bool as_pairs = pairs && files != Files::texts;
  std::unique_ptr<AnyReading> reading;
  if (as_pairs) {
    reading = std::make_unique<PairsReading>(opening.path);
  } else {
    reading = std::make_unique<TextReading>(opening.path);
  }
  begin({Kind::text, std::move(reading), [this, takes_here, as_pairs, path = opening.path, named] {
           using Home = ViewTraits::Home;
           if (!takes_here) open_home(as_pairs ? Home::sentences : Home::text);
           recent_->add(named, as_pairs ? RecentFiles::Kind::pairs : RecentFiles::Kind::text);
           for_view_.push_back(path);
         }});
}

void Opener::update(const Input& input) {
  const bool stopped = pressed_escape(input);
  for (std::size_t i = 0; i < readings_.size();) {
    AnyReading& reading = *readings_[i].reading;
    if (stopped) reading.stop();
    if (!reading.ended(input.still)) {
      session_->message = reading.progress();
      session_->message_is_error = false;
      ++i;
      continue;
    }
    const Pending done = std::move(readings_[i]);
    readings_.erase(readings_.begin() + static_cast<std::ptrdiff_t>(i));
    bool failed = done.reading->failed();
    std::string told = done.reading->told();
    try {
      if (!failed) done.use();
    } catch (...) {
      failed = true;
      told = told_of_failure();
    }
    take_up(!failed);
    if (failed) recent_->look_for_missing();
    // What a view takes, it describes itself.
    if (!failed && (done.kind == Kind::text || shell_->shows_model())) told.clear();
    session_->message = std::move(told);
    session_->message_is_error = failed;
  }
}

void Opener::resume(KeptSession kept) {
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
  if (model_file) open(kept.model);
  if (!kept.vectors.empty()) open(kept.vectors);
  for (const std::string& file : {kept.questions, kept.rated_pairs}) {
    if (!file.empty() && asks_questions(session_->lesson())) open(file);
  }
  if (!kept.attention.empty() && shows_attention(session_->lesson())) open(kept.attention);
  if (!is_reading()) return;
  left_ = std::move(kept.lesson);
  left_over_ = session_->lesson().id;
}

// A file was read. Once those of the lesson that was left are there, and used, it goes on; whoever
// did something else in the meantime goes on with that. Without one of them it stays as it is.
void Opener::take_up(bool read) {
  if (!read) left_.reset();
  if (!left_ || is_reading()) return;
  Lesson left = *std::exchange(left_, std::nullopt);
  for (const auto& [slot, resource] : session_->inputs().resources.all()) {
    left.inputs.resources.set(slot, resource);
  }
  if (session_->lesson().id == left_over_ && !session_->can_undo()) open(left);
}

std::string Opener::origin(const std::shared_ptr<const void>& shown) const {
  const auto found = std::ranges::find_if(
      opened_, [&](const Opened& opened) { return shown && opened.shown.lock() == shown; });
  return found == opened_.end() ? std::string{} : found->file;
}

KeptSession Opener::kept() const {
  const Inputs& inputs = session_->inputs();
  KeptSession kept{session_->snapshot(), {}, {}, {}, {}, {}};
  const CheckpointPtr model = inputs.resources.get(slots::model);
  if (model && ModelMenu::matters(*session_)) {
    kept.model = origin(model);
    if (kept.model.empty()) kept.model = ModelMenu::shipped_name(model);
  }
  if (is_about(session_->lesson(), Subject::word_vectors)) {
    kept.vectors = origin(inputs.resources.get(slots::vectors));
  }
  if (asks_questions(session_->lesson())) {
    kept.questions = origin(inputs.resources.get(slots::questions));
    kept.rated_pairs = origin(inputs.resources.get(slots::rated_pairs));
  }
  if (shows_attention(session_->lesson())) {
    kept.attention = origin(inputs.resources.get(slots::attention));
  }
  return kept;
}

// To the first step that is about this matrix.
void Opener::turn_to(std::string_view focus) {
  const auto& steps = session_->lesson().steps;
  const auto found = std::ranges::find(steps, focus, &Step::focus);
  if (found == steps.end()) return;
  session_->step = static_cast<int>(found - steps.begin());
  session_->enter_step();
}

}  // namespace glassformer
