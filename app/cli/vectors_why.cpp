#include <fmt/format.h>

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
#include "core/embed/search/spelling.h"
#include "core/embed/search/why_near.h"
#include "core/formats/byte_source.h"
#include "core/formats/line_reader.h"
#include "core/tensor/error.h"
#include "core/text/corpus.h"
#include "core/text/number_of.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

constexpr WordOptions cut{true, WordOptions::Signs::drop, false};  // as the shipped sets were cut
constexpr int min_count = 3;

struct Arguments {
  std::vector<std::string> words;
  std::string text, wordnet = usual_wordnet_folder().string(), set;
  int window = 5, count = 10, sentences = 3;
  bool json = false;
};

// A text that is read twice: once counted, once for its lines.
struct Text {
  std::string made;  // where it is no file
  EncodedText counted;
  EachLine each_line;
};

void each_line_of(const std::string& file, ByteSource& bytes,
                  const std::function<bool(std::string_view)>& take) {
  LineReader lines(bytes, file);
  std::string_view line;
  while (lines.next(line) && take(line)) {
  }
}

std::unique_ptr<Text> read_text(const Arguments& a) {
  auto text = std::make_unique<Text>();
  if (!a.text.empty()) {
    text->counted = encode_text_file(a.text, cut, min_count);
    text->each_line = [file = a.text](const auto& take) {
      each_line_of(file, *open_bytes(file), take);
    };
    return text;
  }
  const auto keep = [&](std::string_view piece) { text->made += piece; };
  if (a.set == "world") {
    Corpus().write(Corpus::usual_sentences, 1, keep);
  } else {
    write_wordnet_text(read_wordnet(a.wordnet), keep);
  }
  text->counted = encode_text(text->made, cut, min_count, "the text that was made");
  text->each_line = [made = std::string_view(text->made)](const auto& take) {
    each_line_of("the text that was made", *bytes_in_memory(made), take);
  };
  return text;
}

int find(const EncodedText& text, const std::string& typed) {
  WordVectors listed;  // for its words alone
  listed.words = text.words;
  const std::string spelling = spelling_of(listed, typed);
  if (spelling.empty()) {
    throw UserError(about_unknown(listed, typed) +
                    fmt::format("; the text must hold it {} times", min_count));
  }
  return text.words.find(spelling);
}

nlohmann::ordered_json as_json(const std::vector<std::string>& lines) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const std::string& line : lines) list.push_back(readable(line));
  return list;
}

void append(std::string& text, const std::string& head, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  text += "\n" + head + "\n";
  for (const std::string& line : lines) text += "  " + readable(line) + "\n";
}

// Of the shipped vectors that were trained on the text; nothing if they lack one of the words.
std::string cosine_of_vectors(const Arguments& a, const std::string& one,
                              const std::string& other) {
  if (!a.text.empty()) return {};
  const WordVectorsPtr v = a.set == "world" ? default_vectors() : real_vectors();
  const int x = v->words.find(one), y = v->words.find(other);
  if (x < 0 || y < 0) return {};
  return fmt::format(
      "{:.4f}  cosine of the two vectors\n",
      cosine(v->vectors[static_cast<std::size_t>(x)], v->vectors[static_cast<std::size_t>(y)]));
}

int run(const Arguments& a) {
  const std::unique_ptr<Text> text = read_text(a);
  const int x = find(text->counted, a.words[0]), y = find(text->counted, a.words[1]);
  const std::string one(text->counted.words[static_cast<std::size_t>(x)]);
  const std::string other(text->counted.words[static_cast<std::size_t>(y)]);
  if (x == y) throw UserError(readable(one) + ": is both words; name two");
  const WhyNear why = why_near(text->counted, x, y, a.window);
  const WhyLines lines =
      lines_with(text->each_line, cut, one, other, static_cast<std::size_t>(a.sentences));
  const std::size_t shown = std::min(why.contexts.size(), static_cast<std::size_t>(a.count));
  double rest = why.cosine;
  if (a.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < shown; ++i) {
      const SharedContext& c = why.contexts[i];
      list.push_back({{"context", readable(c.word)},
                      {"share", c.share},
                      {"first", c.of_a},
                      {"second", c.of_b}});
    }
    print(nlohmann::ordered_json{{"words", {readable(one), readable(other)}},
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
  std::string told = cosine_of_vectors(a, one, other);
  told += fmt::format("{:.4f}  cosine of their contexts in the text, the sum over {}:\n",
                      why.cosine, number_of(why.contexts.size(), "shared context"));
  for (std::size_t i = 0; i < shown; ++i) {
    const SharedContext& c = why.contexts[i];
    told += fmt::format("{:.4f}  {:<16} {:.2f} with {}, {:.2f} with {}\n", c.share,
                        readable(c.word), c.of_a, readable(one), c.of_b, readable(other));
    rest -= c.share;
  }
  if (shown < why.contexts.size()) {
    told += fmt::format("{:.4f}  {} more\n", std::max(0.0, rest), why.contexts.size() - shown);
  }
  append(told, "both:", lines.both);
  append(told, readable(one) + ":", lines.only_a);
  append(told, readable(other) + ":", lines.only_b);
  print(told);
  return 0;
}

}  // namespace

std::function<int()> declare_vectors_why(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("words", arguments->words, "Two words of the text").required().expected(2, 2);
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
  app.add_option("--count", arguments->count, "How many shared contexts are shown")
      .range(1, 100'000)
      .shows_default();
  app.add_option("--sentences", arguments->sentences,
                 "How many sentences with both words, and with each alone")
      .range(0, 1000)
      .shows_default();
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] { return run(*arguments); };
}

}  // namespace glassformer
