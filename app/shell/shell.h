#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/kept/settings.h"
#include "app/session/session.h"
#include "app/shell/compute_panel.h"
#include "app/shell/controls_strip.h"
#include "app/shell/explanation.h"
#include "app/shell/lesson_end.h"
#include "app/shell/lesson_list.h"
#include "app/shell/model_menu.h"
#include "app/shell/model_page.h"
#include "app/shell/open_dialog.h"
#include "app/shell/panels.h"
#include "app/shell/presenter.h"
#include "app/shell/presenter_bars.h"
#include "app/shell/presenter_hand.h"
#include "app/shell/save_dialog.h"
#include "app/shell/top_bar.h"
#include "app/stage/stage.h"
#include "app/views/view.h"
#include "app/widgets/timeline.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The screen: lessons left, sentence on top, the canvas with its controls, explanation right, steps
// below; and the keys. A presentation has the words over the stage and nothing else, until the
// pointer moves: then the bars glide in.
class Shell {
 public:
  Shell(Session& session, std::function<const GraphicsCard&()> card)
      : session_(&session), computing_(std::move(card)) {}
  void draw(Ui& ui, Settings& settings, RecentFiles& recent, Rect whole);
  void open(const Lesson& lesson);  // an error becomes the session's message
  void follow_lesson();             // the session has another lesson: takes its view
  // A quiet line over the stage until it is closed; then `crash` is kept in the settings. Without a
  // crash it goes with the next step too.
  struct Notice {
    std::string text;
    std::string crash = {};
  };
  void tell(Notice notice) { notice_ = std::move(notice), notice_at_.clear(); }
  std::optional<SaveWish> take_save() { return std::exchange(save_, std::nullopt); }
  // A path that the user chose.
  std::optional<std::string> take_open() { return std::exchange(to_open_, std::nullopt); }
  OpenDialog& open_dialog() { return open_dialog_; }
  void show_model(const std::string& named, CheckpointPtr model) {
    model_page_.open(named, std::move(model), session_->lessons());
  }
  bool shows_model() const { return model_page_.is_open(); }
  void save_failed(std::string sentence) { save_dialog_.failed(std::move(sentence)); }
  ModelMenu& models() { return models_; }
  Rect stage() const { return stage_; }  // where the view was drawn last
  // The pictures that stood there, of a lesson that names places for them.
  const std::vector<DrawnPart>& parts() const { return places_.parts(); }
  const std::string& line() const { return presenter_.line(); }  // of a presentation
  const std::vector<Panel>& panels() const { return panels_; }   // likewise, the others
  bool wants_to_quit() const { return quit_; }
  bool take_fullscreen() { return std::exchange(fullscreen_, false); }

 private:
  void keys(Ui& ui, Settings& settings, RecentFiles& recent, Rect whole);
  void scale_by(double more, const Theme& theme, Settings& settings, Rect whole);
  void go_to_field(Ui& ui);
  void step_to(int step);
  int last_step() const;
  static bool has_room_for_list(const Theme& theme, Rect whole);  // beside the canvas
  const Lesson* next_lesson() const;  // after the open one; null: it is the last, or in no list
  void open_next();
  void follow_end(const Ui& ui, Settings& settings);
  TimelineTouch draw_steps(Ui& ui, Rect bottom);
  LessonListTouch draw_lessons(Ui& ui, Settings& settings, RecentFiles& recent, Rect list,
                               Rect over, Rect top);
  std::string asked_matrix(Ui& ui, Rect canvas);
  void play(Ui& ui);
  void ask_for_sentence(Ui& ui);
  void hold_letters(Ui& ui);
  bool has_dialog() const;  // or a panel over the canvas
  void draw_dialogs(Ui& ui, Settings& settings, RecentFiles& recent, Rect whole);
  void draw_view(Ui& ui, Rect canvas, bool covered, bool presents);
  float draw_options(Ui& ui, Rect area, bool sparing, bool covered);
  bool holds_bars(const Ui& ui) const;
  void draw_way(Ui& ui, Rect whole);
  float built() const;
  std::string_view informs() const;
  void follow_notice();
  void draw_message(Ui& ui, Settings& settings, Rect canvas);
  void draw_progress(Ui& ui, Rect canvas);

  Session* session_;
  std::unique_ptr<View> view_;
  TopBar top_bar_;
  ComputePanel computing_;
  ModelMenu models_;
  LessonList lessons_;
  ControlsStrip controls_;
  ExplanationPanel explanation_;
  Presenter presenter_;
  PresenterBars bars_;
  PresenterHand hand_;
  Stage places_;
  SaveDialog save_dialog_;
  OpenDialog open_dialog_;
  std::optional<SaveWish> save_;
  std::optional<std::string> to_open_;
  Notice notice_;
  std::string notice_at_;  // the lesson and the step where it was first shown
  ModelPage model_page_;
  const Lesson* on_model_ = nullptr;  // picked on that page
  std::string no_sentence_;           // said where a sentence was to be typed; empty: it was not
  bool help_ = false;
  bool to_field_ = false;      // as soon as the bars of a presentation are there
  bool lessons_over_ = false;  // the list lies over the canvas
  bool fullscreen_ = false;
  bool was_right_down_ = false;
  bool quit_ = false;
  bool playing_ = false;
  double built_at_ = 0;
  Rect stage_;
  Rect bar_, foot_;  // where the bars of a presentation lie
  std::vector<Panel> panels_;
  LessonEnd end_;
};

}  // namespace glassformer
