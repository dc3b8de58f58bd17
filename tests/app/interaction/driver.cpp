#include "tests/app/interaction/driver.h"

#include <epoxy/gl.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "app/platform/offscreen.h"
#include "core/lesson/step_title.h"
#include "core/text/number_format.h"
#include "tests/app/lessons/shipped.h"

namespace glassformer::testing {

namespace {

// Works out a frame like the target it stands for, but paints it only when it is read: most tests
// ask what is drawn where, and a processor takes long to paint. What paints is made when it is
// first needed.
class LazyTarget : public FrameTarget {
 public:
  explicit LazyTarget(const Driver::Options& options)
      : width_(options.width),
        height_(options.height),
        desk_(make_desk()),
        painted_(options.painted || options.checked),
        checked_(options.checked) {
    static const auto any_context = make_offscreen(1, 1, 1);
    any_context->finish();  // the app asks what the current context can do
    if (painted_) real();
  }
  Vec size() const override { return {static_cast<float>(width_), static_cast<float>(height_)}; }
  float display_scale() const override { return 1; }
  const Fonts& fonts() const override { return desk_->fonts(); }
  void begin(const Input& input) override {
    if (real_) return real_->begin(input);
    desk_->begin(input, size(), 0);
  }
  void end() override { desk_->end(); }
  void present(const Canvas& canvas, Color background) override {
    if (painted_) real().present(canvas, background);
    if (checked_) check(canvas, background);
  }
  void forget() override {
    if (real_) real_->forget();
  }
  std::string take_notice() override { return real_ ? real_->take_notice() : std::string(); }
  Pixels read() override { return real().read(); }
  Pixels picture(const Canvas& canvas, Color background) override {
    return real().picture(canvas, background);
  }
  void finish() override { real().finish(); }
  std::unique_ptr<ComputeContext> make_compute_context() override {
    return real().make_compute_context();
  }

 private:
  // The same letters on every machine.
  static std::shared_ptr<Desk> make_desk() {
    setenv("GLASSFORMER_FONTS", "dejavu", 1);
    auto desk = std::make_shared<Desk>(1.0F);
    unsetenv("GLASSFORMER_FONTS");
    return desk;
  }
  FrameTarget& real() {
    if (real_) return *real_;
    desk_->use();
    const ImDrawData* const edited = ImGui::GetDrawData();
    EXPECT_TRUE(edited == nullptr || edited->TotalVtxCount == 0)
        << "the line that is edited has no letters: set Options::painted";
    real_ = make_offscreen(width_, height_, desk_);
    return *real_;
  }
  void check(const Canvas& canvas, Color background) {
    read_into(in_parts_);
    // The very same commands are painted whole as before: a software driver takes long.
    const ImDrawData* const by_imgui = ImGui::GetDrawData();
    const bool plain = by_imgui == nullptr || by_imgui->TotalVtxCount == 0;
    if (!plain || background != checked_on_ || !same(canvas.commands(), checked_commands_)) {
      real_->forget();
      real_->present(canvas, background);
      read_into(whole_);
      checked_commands_.clear();
      if (plain) checked_commands_ = canvas.commands();
      checked_on_ = background;
    }
    if (in_parts_ == whole_) return;
    int left = width_, top = height_, right = 0, bottom = 0;
    for (int i = 0; i < width_ * height_; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (in_parts_[at] == whole_[at]) continue;
      const int x = i % width_, y = height_ - 1 - i / width_;
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = std::max(bottom, y);
    }
    ADD_FAILURE() << "painted in parts, the frame differs within x " << left << "–" << right
                  << ", y " << top << "–" << bottom;
  }

  // What was presented last, as it lies in the framebuffer, which is still bound: a pixel a number,
  // rows from the bottom. Pixels that are turned and copied take longer than to paint them.
  void read_into(std::vector<std::uint32_t>& pixels) const {
    pixels.resize(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
    glReadPixels(0, 0, width_, height_, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, pixels.data());
  }

  static bool same(const std::vector<Command>& a, const std::vector<Command>& b) {
    return std::ranges::equal(a, b, [](const Command& x, const Command& y) {
      return x.kind == y.kind && x.rect == y.rect && x.points == y.points && x.color == y.color &&
             x.thickness == y.thickness && x.radius == y.radius && x.type == y.type &&
             x.text == y.text && x.image == y.image && x.clip == y.clip && x.layer == y.layer;
    });
  }

  int width_, height_;
  std::shared_ptr<Desk> desk_;
  std::unique_ptr<FrameTarget> real_;
  bool painted_, checked_;
  std::vector<std::uint32_t> in_parts_;
  // What was painted whole last, and what of; no commands: something else was there too.
  std::vector<std::uint32_t> whole_;
  std::vector<Command> checked_commands_;
  Color checked_on_;
};

}  // namespace

Driver::Driver(std::string_view lesson, const Options& options)
    : target_(std::make_unique<LazyTarget>(options)),
      app_(std::make_unique<App>(shipped(), options.settings, *target_)) {
  app_->open(find_lesson(lesson));
  rest();
}

void Driver::frame(double seconds) {
  time += seconds;
  input_.time = time;
  input_.still = !moving;
  app_->frame(input_);
  input_.keys.clear();
  input_.typed.clear();
  input_.wheel = input_.wheel_x = 0;
  input_.double_click = false;
  input_.dropped_files.clear();
}

void Driver::rest() {
  constexpr int kMost = 200;
  for (int i = 0; i < kMost; ++i) {
    frame();
    if (i > 0 && !app_->wants_frame()) return;
  }
  ADD_FAILURE() << "after " << kMost << " frames something still moves";
}

void Driver::move(Vec to) {
  input_.mouse = to;
  frame();
  frame();  // what is hovered shows in the frame after
}

void Driver::press_at(Vec at) {
  move(at);
  input_.down = true;
  frame();
}

void Driver::drag_by(Vec by) {
  input_.mouse = input_.mouse + by;
  frame();
}

void Driver::release() {
  input_.down = false;
  frame();
}

void Driver::click(Vec at) {
  press_at(at);
  release();
  frame();
}

void Driver::double_click(Vec at) {
  click(at);
  input_.down = input_.double_click = true;
  frame();
  release();
  frame();
}

void Driver::wheel(Vec at, float notches) {
  move(at);
  input_.wheel = notches;
  frame();
  frame();
}

void Driver::press(Key key, bool ctrl, bool shift) {
  input_.keys.push_back({key, ctrl, shift, false});
  input_.ctrl = ctrl;
  input_.shift = shift;
  frame();
  input_.ctrl = input_.shift = false;
  frame();
}

void Driver::strike(Key key, bool ctrl) {
  input_.keys.push_back({key, ctrl, false, false});
  input_.ctrl = ctrl;
  frame();
  input_.ctrl = false;
}

void Driver::type(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    input_.typed = std::string(text.substr(i, end - i));
    frame();
    i = end;
  }
  frame();
}

void Driver::drop(const std::string& file) {
  input_.dropped_files = {file};
  frame();
  frame();
}

std::vector<const Command*> Driver::texts() const {
  std::vector<const Command*> seen;
  for (const Command& command : app_->canvas().commands()) {
    if (command.kind != Command::Kind::text) continue;
    if (command.text.find_first_not_of(' ') == std::string::npos) continue;
    if (!command.clip.contains(command.rect.center())) continue;
    seen.push_back(&command);
  }
  return seen;
}

bool Driver::shows(std::string_view text) const {
  for (const Command* command : texts()) {
    if (command->text == text) return true;
  }
  return false;
}

bool Driver::shows_part(std::string_view text) const {
  for (const Command* command : texts()) {
    if (command->text.find(text) != std::string::npos) return true;
  }
  return false;
}

bool Driver::says(std::string_view words) const {
  std::string all;
  for (const Command* command : texts()) all += command->text + ' ';
  return all.find(words) != std::string::npos;
}

Vec Driver::where(std::string_view text) {
  return where_in(text, {0, 0, target_->size().x, target_->size().y});
}

Vec Driver::where_in(std::string_view text, Rect area) {
  for (const bool all : {false, true}) {
    if (all && !shows("More")) break;
    if (all) press(Key::o);  // an option that the step does not speak of
    const Command* found = nullptr;
    for (const Command* command : texts()) {
      if (command->text != text || !area.contains(command->rect.center())) continue;
      if (found == nullptr || command->layer > found->layer) found = command;
    }
    if (found != nullptr) return found->rect.center();
  }
  ADD_FAILURE() << "not on screen: “" << text << "”";
  return {-1, -1};
}

std::string Driver::text_at(Vec place) const {
  const Command* found = nullptr;
  for (const Command* command : texts()) {
    if (!command->rect.contains(place)) continue;
    if (found == nullptr || command->layer >= found->layer) found = command;
  }
  return found == nullptr ? std::string() : found->text;
}

double Driver::number_at(Vec place) const {
  return parse_number(text_at(place)).value_or(std::nan(""));
}

void Driver::go_to(std::string_view path) {
  const auto& steps = session().lesson().steps;
  const auto found = std::find_if(steps.begin(), steps.end(),
                                  [&](const Step& step) { return step.focus == path; });
  ASSERT_NE(found, steps.end()) << "no step is about " << path;
  session().step = static_cast<int>(found - steps.begin());
  session().enter_step();
  rest();
  if (session().asking()) session().answer();
  rest();
}

void Driver::go_to_step(std::string_view title) {
  const auto& steps = session().lesson().steps;
  const auto found = std::find_if(steps.begin(), steps.end(),
                                  [&](const Step& step) { return title_of(step) == title; });
  ASSERT_NE(found, steps.end()) << "no step is called " << title;
  session().step = static_cast<int>(found - steps.begin());
  session().enter_step();
  rest();
}

Vec Driver::find_cell(const std::string& path, int row, int col) {
  const Target wanted{Target::Kind::cell, path, row, col, 0, 0};
  const std::string number = format_cell(value(path, row, col));
  for (const bool whole : {false, true}) {
    if (whole) {  // the stage has the matrices of the step alone
      press(Key::f);
      rest();
    }
    std::vector<Vec> places;
    for (const bool exact : {true, false}) {  // in a narrow cell it has fewer digits
      for (const Command* command : texts()) {
        const bool same = command->text == number || command->text == "?";
        if (same == exact && (same || command->type.face == Face::number)) {
          places.push_back(command->rect.center());
        }
      }
    }
    for (const Vec place : places) {
      move(place);
      if (session().hover == wanted) return place;
    }
  }
  ADD_FAILURE() << path << "[" << row << ", " << col << "] = " << number << " is not on screen";
  return {-1, -1};
}

double Driver::value(const std::string& path, int row, int col) {
  const Tape& tape = session().run()->tape;
  const Var var = tape.find(path);
  if (!var || !tape.value(var).contains(row, col)) {
    ADD_FAILURE() << "no cell " << path << "[" << row << ", " << col << "]";
    return std::nan("");
  }
  return tape.value(var)(row, col);
}

// As the shell lays them out.
Rect Driver::side() const {
  const Vec size = target_->size();
  const float logical = size.x / scale();
  const float w = (logical >= 1500 ? 400.0F : logical >= 1200 ? 340.0F : 310.0F) * scale();
  return {size.x - w, 60 * scale(), w, size.y - 60 * scale()};
}

Rect Driver::bottom() const {
  const Vec size = target_->size();
  return {0, size.y - 76 * scale(), size.x - side().w, 76 * scale()};
}

}  // namespace glassformer::testing
