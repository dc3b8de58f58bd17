#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/cli/command_options.h"
#include "app/cli/output.h"
#include "app/cli/vectors_argument.h"
#include "app/cli/vectors_parts.h"
#include "core/embed/corpus/wordnet.h"
#include "core/embed/files/default_vectors.h"
#include "core/embed/search/neighbours.h"
#include "core/embed/search/why_near.h"
#include "core/embed/search/why_text.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

struct Arguments {
  std::vector<std::string> words;
  std::string text, wordnet = usual_wordnet_folder().string(), set;
  int window = 5, count = 10, sentences = 3;
  bool json = false;
};

using Json = nlohmann::ordered_json;

WhyTextPtr read_text(const Arguments& a) {
  if (!a.text.empty()) return text_of_file(a.text);
  if (a.set == "world") return world_text();
  // For who waits at a terminal; in a file or a pipe it would stand among what went wrong.
  return wordnet_text(a.wordnet, [] {
    if (::isatty(STDERR_FILENO) != 1) return;
    std::fputs("glassformer: reading WordNet; its text is kept, so this is done once\n", stderr);
  });
}

Json as_json(const std::vector<std::string>& lines) {
  Json list = Json::array();
  for (const std::string& line : lines) list.push_back(readable(line));
  return list;
}

void append(std::string& text, const std::string& head, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  text += "\n" + head + "\n";
  for (const std::string& line : lines) text += "  " + readable(line) + "\n";
}

// The shipped vectors that were trained on the text, of these words; nothing if they lack one.
std::vector<std::vector<float>> shipped_rows(const Arguments& a,
                                             const std::vector<std::string>& words) {
  if (!a.text.empty()) return {};
  const WordVectorsPtr v = a.set == "world" ? default_vectors() : real_vectors();
  std::vector<std::vector<float>> rows;
  for (const std::string& word : words) {
    const int id = v->words.find(word);
    if (id < 0) return {};
    rows.push_back(unit(v->vectors[static_cast<std::size_t>(id)]));
  }
  return rows;
}

std::string rest_line(double rest, std::size_t more) {
  return more == 0 ? std::string() : fmt::format("{:.4f}  {} more\n", rest, more);
}

int run_near(const Arguments& a, const WhyText& text, const std::vector<int>& ids,
             const std::vector<std::string>& names) {
  const ContextCounts counts(text.counted, a.window);
  const WhyNear why = why_near(text.counted, counts, ids[0], ids[1]);
  const WhyLines lines = lines_with(text.each_line, WhyText::cut, names[0], names[1],
                                    static_cast<std::size_t>(a.sentences));
  const std::size_t shown = std::min(why.contexts.size(), static_cast<std::size_t>(a.count));
  const std::string one = readable(names[0]), other = readable(names[1]);
  if (a.json) {
    Json list = Json::array();
    for (std::size_t i = 0; i < shown; ++i) {
      const SharedContext& c = why.contexts[i];
      list.push_back({{"context", readable(c.word)},
                      {"share", c.share},
                      {"first", c.of_a},
                      {"second", c.of_b}});
    }
    print(Json{{"words", {one, other}},
               {"cosine", why.cosine},
               {"shared", why.contexts.size()},
               {"contexts", list},
               {"both", as_json(lines.both)},
               {"only_first", as_json(lines.only_a)},
               {"only_second", as_json(lines.only_b)}}
              .dump(2) +
          "\n");
    return 0;
  }
  std::string told;
  if (const auto rows = shipped_rows(a, names); !rows.empty()) {
    told += fmt::format("{:.4f}  cosine of the two vectors\n", cosine(rows[0], rows[1]));
  }
  told += fmt::format("{:.4f}  cosine of their contexts in the text, the sum over {}:\n",
                      why.cosine, number_of(why.contexts.size(), "shared context"));
  double rest = why.cosine;
  for (std::size_t i = 0; i < shown; ++i) {
    const SharedContext& c = why.contexts[i];
    told += fmt::format("{:.4f}  {:<16} {:.2f} with {}, {:.2f} with {}\n", c.share,
                        readable(c.word), c.of_a, one, c.of_b, other);
    rest -= c.share;
  }
  told += rest_line(std::max(0.0, rest), why.contexts.size() - shown);
  append(told, "both:", lines.both);
  append(told, one + ":", lines.only_a);
  append(told, other + ":", lines.only_b);
  print(told);
  return 0;
}

// Of an analogy, the contexts that carry it and those that speak against it: the first and the last
// so many of its list.
struct Sides {
  std::vector<CarryingContext> carry, against;
  double rest = 0;
  std::size_t more = 0;
};

// "+0.1405", "−0.0367", "0".
std::string signed_part(double value) {
  if (value == 0) return "0";
  return fmt::format("{}{:.4f}", value < 0 ? "−" : "+", std::abs(value));
}

Sides sides_of(const WhyAnalogy& why, std::size_t count) {
  Sides sides;
  sides.rest = why.score;
  const auto take = [&](std::vector<CarryingContext>& side, const CarryingContext& context) {
    side.push_back(context);
    sides.rest -= context.share;
  };
  for (std::size_t i = 0; i < why.contexts.size() && i < count; ++i) {
    if (why.contexts[i].share > 0) take(sides.carry, why.contexts[i]);
  }
  for (std::size_t i = why.contexts.size(); i > 0 && sides.against.size() < count; --i) {
    if (why.contexts[i - 1].share >= 0) break;
    take(sides.against, why.contexts[i - 1]);
  }
  sides.more = why.contexts.size() - sides.carry.size() - sides.against.size();
  return sides;
}

Json as_json(const std::vector<CarryingContext>& side) {
  Json list = Json::array();
  for (const CarryingContext& c : side) {
    list.push_back({{"context", readable(c.word)},
                    {"share", c.share},
                    {"parts", Json::array({c.parts[0], c.parts[1], c.parts[2]})},
                    {"weights", Json::array({c.of[0], c.of[1], c.of[2], c.of[3]})}});
  }
  return list;
}

// "the vectors", from which the answer is as near.
std::string analogy_of_vectors(const std::vector<std::vector<float>>& rows,
                               const std::string& question) {
  if (rows.empty()) return {};
  std::vector<float> target(rows[0].size());
  for (std::size_t d = 0; d < target.size(); ++d) {
    target[d] = rows[1][d] - rows[0][d] + rows[2][d];
  }
  return fmt::format("{:.4f}  {}, by the vectors\n", cosine(target, rows[3]), question);
}

int run_analogy(const Arguments& a, const WhyText& text, const std::vector<int>& ids,
                const std::vector<std::string>& names) {
  const ContextCounts counts(text.counted, a.window);
  const WhyAnalogy why = why_analogy(text.counted, counts, {ids[0], ids[1], ids[2], ids[3]}, 5);
  const Sides sides = sides_of(why, static_cast<std::size_t>(a.count));
  std::vector<std::string> words;
  for (const std::string& name : names) words.push_back(readable(name));
  const auto answer = [&](const Scored& one) {
    return readable(text.counted.words[static_cast<std::size_t>(one.id)]);
  };
  if (a.json) {
    Json answers = Json::array();
    for (const Scored& one : why.answers) {
      answers.push_back({{"word", answer(one)}, {"score", one.score}});
    }
    print(Json{{"words", words},
               {"score", why.score},
               {"contexts", why.contexts.size()},
               {"carry", as_json(sides.carry)},
               {"against", as_json(sides.against)},
               {"answers", answers}}
              .dump(2) +
          "\n");
    return 0;
  }
  const std::string question =
      fmt::format("cos({} − {} + {}, {})", words[1], words[0], words[2], words[3]);
  std::string told = analogy_of_vectors(shipped_rows(a, names), question);
  told += fmt::format("{:.4f}  {}, by the contexts in the text, the sum over {} of {}:\n",
                      why.score, question, number_of(why.contexts.size(), "context"), words[3]);
  const auto list = [&](const std::vector<CarryingContext>& side) {
    for (const CarryingContext& c : side) {
      told += fmt::format("{}{:.4f}  {:<16} {} {}, {} {}, {} {}\n", c.share < 0 ? "−" : "",
                          std::abs(c.share), readable(c.word), signed_part(c.parts[1]), words[1],
                          signed_part(c.parts[0]), words[0], signed_part(c.parts[2]), words[2]);
    }
  };
  list(sides.carry);
  told += rest_line(sides.rest, sides.more);
  if (!sides.against.empty()) told += "\nagainst it:\n";
  list(sides.against);
  told += "\nnearest by the contexts:\n";
  for (const Scored& one : why.answers) told += fmt::format("{:.4f}  {}\n", one.score, answer(one));
  print(told);
  return 0;
}

int run(const Arguments& a) {
  if (a.words.size() == 3) {
    throw UserError("name two words, or the four of an analogy: man king woman queen");
  }
  const WhyTextPtr text = read_text(a);
  std::vector<int> ids;
  std::vector<std::string> names;
  for (const std::string& word : a.words) {
    const int id = find_word(*text, word);
    const std::string name(text->counted.words[static_cast<std::size_t>(id)]);
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) {
      throw UserError(readable(name) + ": stands there twice; name words that differ");
    }
    ids.push_back(id);
    names.push_back(name);
  }
  return ids.size() == 4 ? run_analogy(a, *text, ids, names) : run_near(a, *text, ids, names);
}

}  // namespace

std::function<int()> declare_vectors_why(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("words", arguments->words, "Two words of the text, or the four of an analogy")
      .required()
      .expected(2, 4);
  app.add_option("--set", arguments->set,
                 "Whose text: real, WordNet's; world, the small world's; real if left out")
      .one_of({"real", "world"});
  app.add_option("--text", arguments->text, "A text of your own instead (UTF-8, also gz or zip)")
      .check(file_name);
  app.add_option("--wordnet", arguments->wordnet, "Where WordNet's data files lie")
      .check(file_name)
      .shows_default();
  app.add_option("--window", arguments->window, "Words of context on either side")
      .range(1, 100)
      .shows_default();
  app.add_option("--count", arguments->count,
                 "How many contexts are shown, for an analogy of either side")
      .range(1, 100'000)
      .shows_default();
  app.add_option("--sentences", arguments->sentences,
                 "How many sentences with both words, and with each alone")
      .range(0, 1000)
      .shows_default();
  app.add_flag("--json", arguments->json, "As JSON");
  const CommandOptions declared = app;
  return [arguments, declared] {
    if (!arguments->text.empty()) {
      declared.refuse({"--set", "--wordnet"}, "says nothing of a text of your own; leave it out");
    }
    if (arguments->set == "world") {
      declared.refuse({"--wordnet"}, "says nothing of --set world; leave it out");
    }
    return run(*arguments);
  };
}

}  // namespace glassformer
