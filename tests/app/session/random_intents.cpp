#include "tests/app/session/random_intents.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/grad/explain.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"

namespace glassformer::testing {

namespace {

// The bits of all that a run holds.
std::string bits_of(const Run& run) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto add = [&](std::uint64_t part) { hash = (hash ^ part) * 0x100000001b3U; };
  const auto add_text = [&](std::string_view text) {
    for (const char c : text) add(static_cast<unsigned char>(c));
  };
  for (const std::string& path : run.tape.paths()) {
    add_text(path);
    const Mat& value = run.tape.value(run.tape.find(path));
    add(static_cast<std::uint64_t>(value.rows()));
    for (const Real cell : value.cells()) add(std::bit_cast<std::uint32_t>(cell));
  }
  for (const auto& tokens : run.tokens) {
    for (const std::string& token : tokens) add_text(token);
  }
  return fmt::format("{} matrices {:x}", run.tape.paths().size(), hash);
}

// What is measured anew each time is never the same twice.
bool is_measured(const Lesson& lesson) {
  const Scene* const scene = find_scene(lesson.inputs.scene);
  return scene == nullptr || scene->subject == Subject::speed;
}

// A word that nobody who reads a message should have to know.
std::string programmers_word(const std::string& message) {
  for (const char* const word : {"std::", "bad_alloc", "basic_string", "vector::", "_M_", "map::at",
                                 "assert", "nullptr", "exception", "bad_variant", "bad_optional",
                                 "logic_error", "failed inside", "stoi", " 0x"}) {
    if (message.find(word) != std::string::npos) return word;
  }
  return {};
}

bool labels_fit(const Axis& axis, int count) {
  return axis.labels.empty() || static_cast<int>(axis.labels.size()) == count;
}

}  // namespace

RandomIntents::RandomIntents(const std::vector<Lesson>& lessons, Choose choose)
    : lessons_(lessons), choose_(std::move(choose)) {
  session_ = std::make_unique<Session>(std::vector<Lesson>{});
  other_lesson();
}

RandomIntents::~RandomIntents() = default;

void RandomIntents::settle() {
  session_->settle(now_ += 1);
}

double RandomIntents::number() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const double odd[] = {0.0, -0.0, 1.0,  -1.0,     1e30,      -1e30, 1e-30, 1e300,
                        0.5, 1000, -nan, infinity, -infinity, nan,   -1e300};
  if (chance(5)) return odd[choose_(std::size(odd))];
  return (static_cast<double>(choose_(6001)) - 3000) / 1000;
}

std::string RandomIntents::words() {
  const char* const parts[] = {
      "the", "cat", "robot", "must", "obey", "Rome",   "ROMA",    "queen", "-",  "été",   "文",
      "😀",   "'s",  ".",     ",",    "1/2",  "\u200e", "a\u0301", "<pad>", "\t", "[UNK]", "paris"};
  std::string text;
  for (std::uint32_t left = choose_(chance(20) ? 40 : 8); left > 0; --left) {
    text += parts[choose_(std::size(parts))];
    if (!chance(8)) text += ' ';
  }
  if (chance(40)) text += "\xff";
  return text;
}

Intent RandomIntents::intent() {
  const Scene& scene = *find_scene(session_->lesson().inputs.scene);
  const Tape& tape = session_->run()->tape;
  const std::vector<std::string> paths = tape.paths();
  const auto cell = [&](std::string& path, int& row, int& col) {
    path = chance(30) || paths.empty() ? "nowhere"
                                       : paths[choose_(static_cast<std::uint32_t>(paths.size()))];
    const Var var = tape.find(path);
    const Shape shape = var ? tape.shape(var) : Shape{2, 2};
    row = static_cast<int>(choose_(static_cast<std::uint32_t>(shape.rows) + (chance(20) ? 2 : 0) +
                                   (shape.rows == 0 ? 1 : 0)));
    col = static_cast<int>(choose_(static_cast<std::uint32_t>(shape.cols) + (chance(20) ? 2 : 0) +
                                   (shape.cols == 0 ? 1 : 0)));
  };
  switch (choose_(8)) {
    case 0:
    case 1: {
      SetCell set;
      cell(set.path, set.cell.row, set.cell.col);
      set.cell.value = number();
      return set;
    }
    case 2: {
      ResetCell reset;
      const Edits& edits = session_->inputs().edits;
      if (!edits.empty() && !chance(4)) {
        auto at = edits.begin();
        std::advance(at, choose_(static_cast<std::uint32_t>(edits.size())));
        reset.path = at->first;
        if (!at->second.empty()) {
          reset.row = at->second.front().row;
          reset.col = at->second.front().col;
        }
        return reset;
      }
      cell(reset.path, reset.row, reset.col);
      return reset;
    }
    case 3:
      return SetText{static_cast<int>(choose_(2)), words()};
    case 4:
    case 5: {
      if (scene.options.empty() || chance(40)) return SetOption{"no such option", 1.0};
      const OptionSpec& spec =
          scene.options[choose_(static_cast<std::uint32_t>(scene.options.size()))];
      if (chance(25)) return SetOption{spec.name, chance(2) ? Option(number()) : Option(words())};
      switch (spec.kind) {
        case OptionSpec::Kind::choice:
          if (spec.choices.empty()) return SetOption{spec.name, words()};
          return SetOption{spec.name,
                           spec.choices[choose_(static_cast<std::uint32_t>(spec.choices.size()))]};
        case OptionSpec::Kind::text:
          return SetOption{spec.name, words()};
        case OptionSpec::Kind::toggle:
          return SetOption{spec.name, static_cast<double>(choose_(2))};
        case OptionSpec::Kind::integer: {
          // Small ones: a pass with the largest takes seconds.
          const double room = std::min(spec.max - spec.min, 12.0);
          return SetOption{spec.name, spec.min + choose_(static_cast<std::uint32_t>(room) + 1)};
        }
        case OptionSpec::Kind::number:
          return SetOption{spec.name, spec.min + (spec.max - spec.min) * choose_(1001) / 1000.0};
      }
      return SetOption{spec.name, 1.0};
    }
    case 6: {
      std::vector<int> order(session_->run()->tokens[0].size());
      std::iota(order.begin(), order.end(), 0);
      for (std::size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[choose_(static_cast<std::uint32_t>(i))]);
      }
      if (chance(10) && !order.empty()) order.back() = static_cast<int>(choose_(4)) - 1;
      return SetOrder{order};
    }
    default:
      return ResetAll{};
  }
}

namespace {

std::string in_words(const Intent& intent) {
  struct Words {
    std::string operator()(const SetCell& set) const {
      return fmt::format("{}[{},{}] = {}", set.path, set.cell.row, set.cell.col, set.cell.value);
    }
    std::string operator()(const ResetCell& reset) const {
      return fmt::format("{}[{},{}] put back", reset.path, reset.row, reset.col);
    }
    std::string operator()(const SetText& set) const {
      return fmt::format("text {} = \"{}\"", set.which, set.text);
    }
    std::string operator()(const SetOption& set) const {
      const double* const number = std::get_if<double>(&set.value);
      return set.name + " = " +
             (number != nullptr ? fmt::format("{}", *number) : std::get<std::string>(set.value));
    }
    std::string operator()(const SetOrder& set) const {
      return fmt::format("order {}", fmt::join(set.order, " "));
    }
    std::string operator()(const ResetAll&) const { return "all put back"; }
  };
  return std::visit(Words{}, intent);
}

}  // namespace

std::string RandomIntents::change() {
  const std::string before = bits_of(*session_->run());
  const Intent wished = intent();
  done_ += "; " + in_words(wished);
  session_->message.clear();
  session_->post(wished);
  settle();
  if (session_->message_is_error && !session_->message.empty()) {
    done_ += " (refused: " + session_->message + ")";
    if (bits_of(*session_->run()) != before) return "a refused change changed what is shown";
    return {};
  }
  states_.push_back(before);
  return {};
}

// As far back as this step goes, forth again, and some of it back.
std::string RandomIntents::undo_and_redo() {
  if (states_.empty()) return {};
  const std::size_t back = 1 + choose_(static_cast<std::uint32_t>(states_.size()));
  std::vector<std::string> forth;
  for (std::size_t i = 0; i < back; ++i) {
    forth.push_back(bits_of(*session_->run()));
    if (!session_->undo()) return "a change cannot be undone";
    settle();
    done_ += "; undo";
    if (bits_of(*session_->run()) != states_[states_.size() - 1 - i]) {
      return "undo does not lead back: " + session_->message;
    }
  }
  const std::size_t again = choose_(static_cast<std::uint32_t>(back) + 1);
  for (std::size_t i = 0; i < again; ++i) {
    if (!session_->redo()) return "what was undone cannot be redone";
    settle();
    done_ += "; redo";
    if (bits_of(*session_->run()) != forth[forth.size() - 1 - i]) {
      return "redo does not lead forth: " + session_->message;
    }
  }
  states_.resize(states_.size() - back + again);
  return {};
}

std::string RandomIntents::steps() {
  const auto count = static_cast<std::uint32_t>(session_->lesson().steps.size());
  if (count == 0) return {};
  session_->step = static_cast<int>(choose_(count));
  session_->enter_step();
  settle();
  if (chance(2)) session_->answer();
  if (chance(3)) session_->head = static_cast<int>(choose_(4));
  done_ += fmt::format("; step {}", session_->step);
  states_.clear();  // undo stays at the step
  return {};
}

std::string RandomIntents::other_lesson() {
  for (int tries = 0; tries < 100; ++tries) {
    const Lesson& lesson = lessons_[choose_(static_cast<std::uint32_t>(lessons_.size()))];
    if (is_measured(lesson)) continue;
    session_->open(lesson);
    settle();
    done_ = lesson.id;
    states_.clear();
    return {};
  }
  return {};
}

// What is saved opens again as it was.
std::string RandomIntents::save_and_open() {
  const std::string before = bits_of(*session_->run());
  const std::string text = write_lesson(session_->snapshot());
  done_ += "; saved and opened";
  Lesson again = parse_lesson(text, "saved.json");
  again.inputs.resources = session_->lesson().inputs.resources;
  session_->open(again);
  settle();
  states_.clear();
  if (bits_of(*session_->run()) != before) return "a saved session opens as something else";
  return {};
}

std::string RandomIntents::explain() {
  const Tape& tape = session_->run()->tape;
  const std::vector<std::string> paths = tape.paths();
  if (paths.empty()) return {};
  const std::string& path = paths[choose_(static_cast<std::uint32_t>(paths.size()))];
  const Var var = tape.find(path);
  const Shape shape = tape.shape(var);
  if (shape.cells() == 0) return {};
  const int row = static_cast<int>(choose_(static_cast<std::uint32_t>(shape.rows)));
  const int col = static_cast<int>(choose_(static_cast<std::uint32_t>(shape.cols)));
  const Explanation told = tape.explain(var, row, col);
  for (const Term& term : told.terms) {
    for (const Cell& factor : term.factors) {
      if (!tape.shape(factor.var).contains(factor.row, factor.col)) {
        return fmt::format("{}[{},{}] is explained by a cell that is not there", path, row, col);
      }
    }
  }
  return {};
}

std::string RandomIntents::look() const {
  if (!session_->run()) return "there is no run";
  const Run& run = *session_->run();
  for (const std::string& path : run.tape.paths()) {
    const Var var = run.tape.find(path);
    if (!var) return path + " cannot be found";
    const Shape shape = run.tape.shape(var);
    if (run.tape.value(var).shape() != shape) return path + " has another shape than its values";
    const Label& label = run.tape.node(var).label;
    if (!labels_fit(label.rows, shape.rows) || !labels_fit(label.cols, shape.cols)) {
      return path + " has other labels than rows and columns";
    }
  }
  if (session_->chosen && session_->chosen->kind == Target::Kind::cell) {
    const Var var = run.tape.find(session_->chosen->path);
    if (!var) return "the chosen cell is of " + session_->chosen->path + ", which is not there";
    if (!run.tape.shape(var).contains(session_->chosen->row, session_->chosen->col)) {
      return "the chosen cell is not there";
    }
  }
  if (const std::string word = programmers_word(session_->message); !word.empty()) {
    return "a programmer's word (" + word + ") is shown: " + session_->message;
  }
  for (const std::string& note : run.notes) {
    if (!programmers_word(note).empty()) return "a programmer's word is shown: " + note;
  }
  return {};
}

std::string RandomIntents::act() {
  std::string wrong;
  try {
    const std::uint32_t kind = choose_(20);
    wrong = kind < 12   ? change()
            : kind < 15 ? undo_and_redo()
            : kind < 17 ? steps()
            : kind < 18 ? explain()
            : kind < 19 ? save_and_open()
                        : other_lesson();
    if (wrong.empty()) wrong = look();
  } catch (const std::exception& error) {
    wrong = std::string("an exception reached the window: ") + error.what();
  }
  return wrong.empty() ? wrong : wrong + ". Done: " + done_;
}

}  // namespace glassformer::testing
