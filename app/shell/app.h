#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/graphics_card.h"
#include "app/jobs/model_reading.h"
#include "app/jobs/question_reading.h"
#include "app/jobs/vector_reading.h"
#include "app/kept_session.h"
#include "app/platform/target.h"
#include "app/platform/trusted_card.h"
#include "app/session.h"
#include "app/settings.h"
#include "app/shell/shell.h"

namespace glassformer {

// The program but for where its frames go: a window, a picture file and a test drive the same one.
class App {
 public:
  // The lessons on the left; `target` must outlive the app.
  App(std::vector<Lesson> lessons, Settings settings, FrameTarget& target);

  void open(const Lesson& lesson);
  void open_home(ViewTraits::Home home);  // the shipped lesson of such a view  // throws UserError
  // A lesson; a trained model, word vectors, or questions for those, which are read in the
  // background and then used (Escape stops). What goes wrong becomes the session's message. Pairs
  // of sentences, or a text, open the lesson that trains on them. False if the file is left for the
  // view of that lesson, which takes it from a frame's input.
  bool open_file(const std::string& file);

  // Goes on where an earlier start ended: with the lesson as it was left, at once or as soon as its
  // files are read. Throws UserError if it cannot be opened any more.
  void resume(KeptSession kept);
  void notify(Shell::Notice notice) { shell_.tell(std::move(notice)); }
  KeptSession kept() const;

  // A graphics card that is met for the first time is tried; without this it is not used. For a
  // window, which is there to see the verdict.
  void test_card_by(SelfTest test);
  bool is_testing_card() const { return card_ && card_->is_testing(); }

  // Takes the input, recomputes what depends on it, and presents one frame that holds the result.
  // A pass that takes longer than a frame allows arrives in a later frame, unless `input.still`.
  void frame(const Input& input);
  bool wants_frame() const;  // something moves: another frame is due at once
  bool is_reading() const;   // a file that it was given

  Session& session() { return session_; }
  const Settings& settings() const { return settings_; }
  const Canvas& canvas() const { return canvas_; }
  Rect stage() const { return shell_.stage(); }
  Color background() const { return ui_.theme.page; }
  std::string title() const;  // of the window: "Masked scores — glassformer"
  bool wants_to_quit() const { return shell_.wants_to_quit(); }
  bool take_fullscreen() { return shell_.take_fullscreen(); }

  // Writes what the ending of the name says: .png, .svg, .csv, .npy, .json, or a format of word
  // vectors. Returns what the format has no place for, as a sentence; empty: nothing is lost.
  // Throws UserError.
  std::string save(const std::filesystem::path& file);

 private:
  void build(const Input& input);
  const GraphicsCard& card();
  void choose_backend();
  bool open_any(const std::string& file);
  void take_vectors(const Input& input);
  void take_questions(const Input& input);
  void turn_to(std::string_view focus);
  void take_up(bool read);
  std::string origin(const std::shared_ptr<const void>& shown) const;
  void take_model(const Input& input);

  FrameTarget* target_;
  std::unique_ptr<TrustedCard> card_;
  std::optional<SelfTest> self_test_;
  std::optional<Where> where_;  // what the session computes on now
  Settings settings_;
  Session session_;
  Canvas canvas_;
  Ui ui_;
  Shell shell_;
  std::optional<std::string> to_save_;  // in the next frame, when the dialog is gone
  bool hover_moved_ = false;
  bool acted_ = false;  // in the frame drawn last
  Input last_input_;
  std::unique_ptr<VectorReading> reading_;       // null: no file of vectors is being read
  std::unique_ptr<ModelReading> model_reading_;  // likewise
  // Files of questions, one after the other.
  std::deque<std::unique_ptr<QuestionReading>> questions_reading_;
  struct Opened {
    std::weak_ptr<const void> shown;  // a model, word vectors or questions
    std::string file;
  };
  std::vector<Opened> opened_;
  std::optional<Lesson> left_;  // as it was left, to be opened when its files are read
  std::string left_over_;       // the lesson that is open until then
};

// Draws until nothing moves any more: what the user would see after a moment.
void draw_still(App& app, Input input = {});

}  // namespace glassformer
