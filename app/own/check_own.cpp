#include "app/own/check_own.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <regex>

#include "app/session/ours.h"
#include "app/session/switches.h"
#include "app/views/view.h"
#include "core/formats/assets.h"
#include "core/formats/file.h"
#include "core/formats/json.h"
#include "core/lesson/form.h"
#include "core/lesson/living_command.h"
#include "core/lesson/living_text.h"
#include "core/lesson/step_title.h"
#include "core/lesson/values.h"
#include "core/lesson/wording.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr std::size_t kMostRules = 1000;

// Numbers that are no claim about a run: 0 and 1, years, and the lectures' own.
bool may_stand(const std::string& number) {
  if (number == "0" || number == "1" || number.starts_with("00")) return true;
  const std::string century = number.size() == 4 ? number.substr(0, 2) : "";
  return century == "18" || century == "19" || century == "20";
}

std::string without_formulas(std::string_view markup) {
  std::string out;
  bool formula = false;
  for (std::size_t i = 0; i < markup.size(); ++i) {
    if (markup[i] == '$' && (i == 0 || markup[i - 1] != '\\')) {
      formula = !formula;
    } else if (!formula) {
      out += markup[i];
    }
  }
  return out;
}

bool is_letter_or_digit(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || byte >= 0x80;
}

// Numbers that are typed into the markup which stands with these things, outside of formulas.
std::vector<std::string> digits_in(const std::string& chosen) {
  std::vector<std::string> found;
  const std::string prose = without_commands(without_formulas(chosen));
  for (std::size_t i = 0; i < prose.size();) {
    if (std::isdigit(static_cast<unsigned char>(prose[i])) == 0) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < prose.size() && (std::isdigit(static_cast<unsigned char>(prose[end])) != 0)) ++end;
    const bool of_name = (i > 0 && (is_letter_or_digit(prose[i - 1]) || prose[i - 1] == '-')) ||
                         (end < prose.size() && is_letter_or_digit(prose[end]));
    const std::string number = prose.substr(i, end - i);
    if (!of_name && !may_stand(number)) found.push_back(number);
    i = end;
  }
  return found;
}

// What stands between “ and ”.
std::vector<std::string> quoted_in(std::string_view text) {
  constexpr std::string_view open = "“", close = "”";
  std::vector<std::string> words;
  for (std::size_t at = text.find(open); at != text.npos; at = text.find(open, at)) {
    at += open.size();
    const std::size_t end = text.find(close, at);
    if (end == text.npos) break;
    words.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string bare(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size() || is_letter_or_digit(text[i + 1]))
      plain += text[i];
  }
  return plain;
}

// Whether these words stand in the text, whole.
bool stands_in(const std::string& text, const std::string& words) {
  for (std::size_t at = text.find(words); at != text.npos; at = text.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    const bool begins = at == 0 || !is_letter_or_digit(text[at - 1]);
    if (begins && (end == text.size() || !is_letter_or_digit(text[end]))) return true;
  }
  return false;
}

// Whether the word is a label of the run, or part of what is typed.
bool on_stage(const std::string& word, const Run& run, const Inputs& inputs) {
  const auto named = [&](const std::vector<std::string>& labels) {
    return std::ranges::any_of(labels, [&](const std::string& one) { return bare(one) == word; });
  };
  for (const std::string& path : run.tape.paths()) {
    const Label& label = run.tape.node(run.tape.find(path)).label;
    if (named(label.rows.labels) || named(label.cols.labels)) return true;
  }
  for (const auto& tokens : run.tokens) {
    if (named(tokens)) return true;
  }
  for (const std::string& text : inputs.text) {
    if (stands_in(text, word)) return true;
  }
  for (const auto& [name, value] : inputs.options) {
    const auto* text = std::get_if<std::string>(&value);
    if (text != nullptr && stands_in(*text, word)) return true;
  }
  return false;
}

// Whether the words are all of the run: written by commands, none of them typed.
bool from_the_run(const std::string& markup) {
  return std::ranges::none_of(without_commands(markup), is_letter_or_digit);
}

class Play {
 public:
  Play(const Lesson& lesson, const OwnThing& thing, std::span<OurWords> words)
      : lesson_(lesson), thing_(thing), words_(words), session_({lesson}) {}

  std::optional<std::vector<std::string>> findings() {
    session_.open(lesson_);
    session_.settle(now_++);
    if (!thing_.bring(session_)) return {};
    // Another model may have turned the lesson into its other form.
    const std::size_t steps = session_.lesson().steps.size();
    for (std::size_t i = 0; i < steps; ++i) step(static_cast<int>(i));
    return std::move(found_);
  }

 private:
  void step(int index) {
    where_ = fmt::format("steps[{}]", index);
    session_.message.clear();
    session_.step = index;
    session_.enter_step();
    session_.settle(now_++);
    if (thing_.text) {
      session_.post(SetText{0, *thing_.text});
      session_.settle(now_++);
    }
    const auto typed = thing_.typed.find(session_.inputs().scene);
    if (typed != thing_.typed.end()) {
      session_.post(typed->second);
      session_.settle(now_++);
    }
    const std::optional<Intent> dragged = thing_.drag ? thing_.drag(session_) : std::nullopt;
    if (thing_.drag && !dragged) return;  // the step has nothing to drag
    if (dragged) {
      session_.post(*dragged);
      session_.settle(now_++);
    }
    if (session_.message_is_error && !session_.message.empty()) {
      // What the stage cannot show is refused in a sentence, and the stage stays as it was.
      const bool matrices_given = thing_.text && !lesson_.inputs.given.empty();
      const bool refused = std::ranges::any_of(words_, [&](const OurWords& one) {
        return one.refusal && is_here(one) && std::regex_search(session_.message, one.pattern);
      });
      const bool is_failure = session_.message.find("failed inside") != std::string::npos;
      const bool may = !is_failure && (refused || matrices_given);
      if (!may) say("", session_.message);
      return;
    }
    const Step& step = session_.lesson().steps[static_cast<std::size_t>(index)];
    living_ = {session_.run().get(), &session_.shown(),
               thing_.ours ? thing_.ours(session_) : ours_of(session_)};
    const Ask* const ask = session_.question();
    // The step sets what is typed to this very value: the lesson is as its author wrote it.
    if (thing_.is_option && living_.own.all) return;
    const std::string said = filled(step.text, living_);
    if (said.empty() && ask == nullptr) say(".text", "there is nothing to read");
    if (said.empty() && ask != nullptr && !step.text.empty())
      say(".text", "it is left out, and nothing stands in its place");
    if (step.ask && ask == nullptr)
      say(".ask", "the question is left out, and nothing stands in its place");
    text(step.text, ".text");
    text(step.line, ".line");
    text(step.invitation, ".try");
    if (ask != nullptr) {
      text(ask->question, ".ask.question");
      text(ask->answer, ".ask.answer");
      text(ask->line, ".ask.line");
    }
    formula(step.formula);
    for (const std::string& one : wrongly_lit(session_)) say("", one);
    const std::string title = title_of(step, living_);
    if (title.empty()) say(".title", "there is no title");
    rules(title, ".title");
    rules(help_, ", help of the view");
  }

  void text(const std::string& markup, const std::string& key) {
    const std::string said = filled(markup, living_);
    if (said.empty()) return;
    for (const std::string& one : broken(said)) say(key, one);
    // So a number is written that is none, as after a division of 0 by 0.
    if (said.find("—") != std::string::npos) say(key, "a dash stands for a number");
    for (const std::string& one : digits_in(chosen(markup, living_))) {
      if (!may_be_typed(one)) say(key, fmt::format("the number {} is typed", one));
    }
    for (const std::string& markup_of_one : quoted_in(chosen(markup, living_))) {
      const std::string one = filled(markup_of_one, living_);
      const bool is_read = !one.empty() && said.find("“" + one + "”") != std::string::npos;
      if (!is_read || from_the_run(markup_of_one)) continue;
      const std::string word = bare(one);
      if (!on_stage(word, *session_.run(), session_.shown()) && !allowed(word)) {
        say(key, fmt::format("“{}” is not on the stage", word));
      }
    }
    rules(said, key);
  }

  void formula(const std::string& markup) {
    if (filled_formula(markup, living_).find("–") != std::string::npos) {
      say(".formula", "a dash stands for what is not there");
    }
  }

  // A line of the list that begins with “ names a word in quotation marks that may always stand.
  bool allowed(const std::string& word) {
    return excused(word, [&](const OurWords& one) { return one.words == "“" + word + "”"; });
  }
  bool may_be_typed(const std::string& number) {
    return excused(number, [&](const OurWords& one) {
      return std::ranges::find(one.numbers, number) != one.numbers.end();
    });
  }
  bool excused(const std::string& what, const std::function<bool(const OurWords&)>& is_named) {
    for (OurWords& one : words_) {
      if (!is_named(one) || !is_here(one)) continue;
      one.excused.insert(what);
      return true;
    }
    return false;
  }
  bool is_here(const OurWords& one) const {
    const bool in_step =
        one.steps.empty() || std::ranges::find(one.steps, session_.step + 1) != one.steps.end();
    return in_step &&
           (one.lessons.empty() || std::ranges::find(one.lessons, lesson_.id) != one.lessons.end());
  }

  void rules(const std::string& said, const std::string& key) {
    for (const OurWords& one : words_) {
      if (one.words.starts_with("“") || one.refusal || one.words.empty() || !is_here(one)) continue;
      std::smatch match;
      if (!std::regex_search(said, match, one.pattern) || may(one)) continue;
      say(key, fmt::format("\"{}\" is true only of what the program brings", match.str()));
    }
  }
  // A condition on a model says nothing where none is shown.
  bool may(const OurWords& one) const {
    if (one.where.empty()) return living_.own.all;
    const bool of_model = one.where.find("model") != std::string::npos,
               of_vectors = one.where.find("vectors") != std::string::npos;
    if (of_model && slot_use(session_.shown(), slots::model.name) == nullptr) return true;
    if (of_vectors && slot_use(session_.shown(), slots::vectors.name) == nullptr) return true;
    return holds(one.where, living_, nullptr);
  }

  void say(const std::string& key, const std::string& what) {
    found_.push_back(fmt::format("{}{}: {}", where_, key, what));
  }

  const Lesson& lesson_;
  const OwnThing& thing_;
  std::span<OurWords> words_;
  Session session_;
  const std::string help_{make_view(lesson_.view)->help()};
  LivingText living_;
  std::string where_;
  std::vector<std::string> found_;
  double now_ = 0;
};

}  // namespace

std::vector<OurWords> read_our_words(const std::filesystem::path& file) {
  Form<OurWords> form("", "");
  form.some("words", "", kinds::text(), &OurWords::words)
      .own("refusal", "", "",
           [](OurWords& held, Json::Value value, const Scene* scene) {
             held.refusal = true;
             held.words = kinds::text().read(value, scene);
           },
           {})
      .some("numbers", "", kinds::texts(100), &OurWords::numbers)
      .some("where", "", kinds::text(), &OurWords::where)
      .some("lessons", "", kinds::texts(100), &OurWords::lessons)
      .some("steps", "", kinds::list(kinds::integer(1, 1000), kMostRules), &OurWords::steps)
      .own("why", "", "", [](OurWords&, Json::Value, const Scene*) {}, {})
      .check([](OurWords& held, Json::Value value) {
        if (held.words.empty() && held.numbers.empty()) {
          fail_missing(value, "words", "what may not stand where something is the user's own");
        }
        try {
          held.pattern = std::regex(held.words);
        } catch (const std::regex_error&) {
          value.fail("\"words\" is no regular expression");
        }
      });
  const Json json = Json::parse(read_file(file, 1 << 20), file);
  kinds::check_list(json.root(), kMostRules);
  std::vector<OurWords> all;
  json.root().each([&](Json::Value value) { all.push_back(form.read(value, nullptr)); });
  return all;
}

std::vector<OurWords> our_words() {
  return read_our_words(assets_folder() / "ours.json");
}

std::optional<std::vector<std::string>> check_own(const Lesson& lesson, const OwnThing& thing,
                                                  std::span<OurWords> words) {
  return Play(lesson, thing, words).findings();
}

std::vector<std::string> needless(const Lesson& lesson, std::span<const OurWords> words) {
  std::vector<std::string> found;
  for (const OurWords& one : words) {
    if (one.lessons != std::vector<std::string>{lesson.id}) continue;
    std::vector<std::string> named = one.numbers;
    if (one.words.starts_with("“")) {
      named = {
          one.words.substr(std::string("“").size(), one.words.size() - std::string("“”").size())};
    }
    for (const std::string& what : named) {
      if (one.excused.contains(what)) continue;
      found.push_back(
          fmt::format("the list of our words lets \"{}\" stand, and nothing says it", what));
    }
  }
  return found;
}

}  // namespace glassformer
