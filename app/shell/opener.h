#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/files/opening.h"
#include "app/jobs/file_reading.h"
#include "app/kept/kept_session.h"
#include "app/kept/recent_files.h"
#include "app/session/session.h"
#include "app/shell/shell.h"
#include "app/views/view.h"

namespace glassformer {

// Opens what is dropped, named or picked. What must be read first is read in the background, and
// nothing on screen changes before it is known to be sound: a file that is refused leaves lesson,
// step, edits and view as they are, and says why over them.
class Opener {
 public:
  Opener(Session& session, Shell& shell, RecentFiles& recent)
      : session_(&session), shell_(&shell), recent_(&recent) {}

  // What goes wrong becomes the session's message.
  void open(const std::string& path);
  void open(const Lesson& lesson);        // throws UserError
  void open_home(ViewTraits::Home home);  // the shipped lesson of such a view; throws likewise

  // Takes what was read meanwhile; Escape stops what is still being read.
  void update(const Input& input);
  bool is_reading() const { return !readings_.empty(); }
  // Files that the view of the open lesson is to take in this frame.
  std::vector<std::string> take_for_view() { return std::exchange(for_view_, {}); }

  // Goes on where an earlier start ended: with the lesson as it was left, at once or as soon as its
  // files are read. Throws UserError if it cannot be opened any more.
  void resume(KeptSession kept);
  KeptSession kept() const;

 private:
  enum class Kind { attention, model, vectors, questions, text };
  struct Pending {
    Kind kind;
    std::unique_ptr<AnyReading> reading;
    std::function<void()> use;  // once it has ended, and has not failed
  };
  void open_any(const std::string& path);
  void play(const std::string& path);  // a recorded training
  void read_model(const Opening& opening, const std::string& named);
  void read_vectors_of(const Opening& opening, const std::string& named);
  void read_questions_of(const Opening& opening, const std::string& named);
  void read_text_of(const Opening& opening, const std::string& named);
  void read_attention_of(const Opening& opening, const std::string& named);
  void begin(Pending pending);
  void take_up(bool read);
  void turn_to(std::string_view focus);
  std::string origin(const std::shared_ptr<const void>& shown) const;

  Session* session_;
  Shell* shell_;
  RecentFiles* recent_;
  std::vector<Pending> readings_;
  std::vector<std::string> for_view_;
  struct Opened {
    std::weak_ptr<const void> shown;  // a model, word vectors, questions or attentions
    std::string file;
  };
  std::vector<Opened> opened_;
  std::optional<Lesson> left_;  // as it was left, to be opened when its files are read
  std::string left_over_;       // the lesson that is open until then
};

}  // namespace glassformer
