#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/card/graphics_card.h"
#include "app/kept/kept_session.h"
#include "app/kept/recent_files.h"
#include "app/kept/settings.h"
#include "app/platform/target.h"
#include "app/platform/trusted_card.h"
#include "app/session/session.h"
#include "app/shell/opener.h"
#include "app/shell/shell.h"
#include "app/shell/training_sign.h"
#include "app/stage/measure.h"

namespace glassformer {

// The program but for where its frames go: a window, a picture file and a test drive the same one.
class App {
 public:
  // The lessons on the left; `target` must outlive the app.
  App(std::vector<Lesson> lessons, Settings settings, FrameTarget& target);

  void open(const Lesson& lesson) { opener_.open(lesson); }        // throws UserError
  void open_path(const std::string& path) { opener_.open(path); }  // tells what goes wrong
  // Goes on where an earlier start ended. Throws UserError if it cannot be opened any more.
  void resume(KeptSession kept) { opener_.resume(std::move(kept)); }
  void notify(Shell::Notice notice) { shell_.tell(std::move(notice)); }
  KeptSession kept() const { return opener_.kept(); }
  RecentFiles& recent() { return recent_; }
  void add_model(std::string name, CheckpointPtr model) {  // to those that can be chosen
    shell_.models().add(std::move(name), std::move(model));
  }

  // A graphics card that is met for the first time is tried; without this it is not used. For a
  // window, which is there to see the verdict.
  void test_card_by(SelfTest test);
  bool is_testing_card() const { return card_ && card_->is_testing(); }

  // Takes the input, recomputes what depends on it, and presents one frame that holds the result.
  // A pass that takes longer than a frame allows arrives in a later frame, unless `input.still`.
  void frame(const Input& input);
  // The desktop's dialog for a file is open: a frame now and then sees what it says.
  bool waits_for_dialog() { return shell_.open_dialog().desktop().is_open(); }
  bool wants_frame() const;  // something moves: another frame is due at once
  bool is_reading() const { return opener_.is_reading(); }  // a file that it was given
  // A training of another lesson goes on: its sign is to be drawn again now and then.
  bool shows_training() const { return !training_sign(session_).words.empty(); }

  Session& session() { return session_; }
  const Settings& settings() const { return settings_; }
  const Canvas& canvas() const { return canvas_; }
  const CellRegistry& drawn() const { return ui_.drawn; }  // in the last frame
  Rect stage() const { return shell_.stage(); }
  const std::vector<DrawnPart>& parts() const { return shell_.parts(); }
  // Who stood where on the stage in the last frame, as a line of JSON.
  std::string layout() const {
    return layout_json(
        {canvas_, ui_.theme, session_, ui_.drawn, shell_.stage(), shell_.line(), shell_.parts()});
  }
  Color background() const { return ui_.theme.page; }
  std::string title() const;  // of the window: "Masked scores — glassformer"
  bool wants_to_quit() const { return shell_.wants_to_quit(); }
  bool take_fullscreen() { return shell_.take_fullscreen(); }

  // Writes what the ending of the name says: .png, .svg, .pdf, .csv, .npy, .json, or a format of
  // word vectors. Returns what the format has no place for, as a sentence; empty: nothing is lost.
  // Throws UserError.
  std::string save(const SaveWish& wish);
  std::string save(const std::filesystem::path& file) {
    return save({file.string(), {PicturePart::Which::window, {}}});
  }
  // The picture alone, cut out and enlarged as the wish says. A panel is one of the window's or a
  // matrix of the run, by its path. Throws UserError for one that is not there, naming those that
  // are.
  Canvas picture_of(const SaveWish& wish);

 private:
  void build(const Input& input);
  Canvas picture_of_matrix(Var var, float times);
  const GraphicsCard& card();
  void open_chosen();
  void choose_backend();

  FrameTarget* target_;
  std::unique_ptr<TrustedCard> card_;
  std::optional<SelfTest> self_test_;
  std::optional<Where> where_;  // what the session computes on now
  Settings settings_;
  Session session_;
  Canvas canvas_;
  Ui ui_;
  Shell shell_;
  RecentFiles recent_;
  Opener opener_;
  std::optional<SaveWish> to_save_;  // in the next frame, when the dialog is gone
  bool hover_moved_ = false;
  bool acted_ = false;  // in the frame drawn last
  Input last_input_;
};

// Draws until nothing moves any more: what the user would see after a moment.
void draw_still(App& app, Input input = {});

}  // namespace glassformer
