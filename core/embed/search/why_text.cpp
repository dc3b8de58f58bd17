#include "core/embed/search/why_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/embed/corpus/wordnet.h"
#include "core/embed/corpus/wordnet_sentences.h"
#include "core/embed/search/spelling.h"
#include "core/embed/search/why_index.h"
#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/formats/line_reader.h"
#include "core/tensor/error.h"
#include "core/text/corpus.h"

namespace glassformer {

namespace {

constexpr const char* made_text = "the text that was made";

void each_line_of(const std::string& file, ByteSource& bytes,
                  const std::function<bool(std::string_view)>& take) {
  LineReader lines(bytes, file);
  std::string_view line;
  while (lines.next(line) && take(line)) {
  }
}

WhyTextPtr with_lines(std::shared_ptr<WhyText> text) {
  text->each_line = [made = std::string_view(text->made)](const auto& take) {
    each_line_of(made_text, *bytes_in_memory(made), take);
  };
  return text;
}

WhyTextPtr counted(std::shared_ptr<WhyText> text) {
  text->counted = encode_text(text->made, WhyText::cut, WhyText::min_count, made_text);
  return with_lines(std::move(text));
}

// What was kept, if it is of this WordNet; a cache that cannot be read is made again.
std::shared_ptr<WhyText> kept_text(const std::filesystem::path& file, std::uint64_t of) {
  constexpr std::size_t largest = 1'000'000'000;  // bytes
  std::error_code none;
  if (file.empty() || !std::filesystem::exists(file, none)) return nullptr;
  try {
    return read_why_index(read_file(file, largest), of);
  } catch (const UserError&) {
    return nullptr;
  }
}

// Where it cannot be kept, the next time takes as long.
void keep_text(const std::filesystem::path& file, const WhyText& text, std::uint64_t of) {
  if (file.empty()) return;
  std::error_code none;
  std::filesystem::create_directories(file.parent_path(), none);
  try {
    write_file(file, why_index_bytes(text, of));
  } catch (const UserError&) {
  }
}

// Takes the words of one line after the other.
class LineWords : public WordSplitter::Taker {
 public:
  explicit LineWords(const WordOptions& options) : options_(options) {}
  void read(std::string_view line) {
    begin();
    WordSplitter splitter(options_);
    splitter.feed(line, *this);
    splitter.finish(*this);
  }

 protected:
  virtual void begin() = 0;
  void sentence_end() override {}

 private:
  WordOptions options_;
};

// At a glance, before it is cut into words: whether a line may hold one of some words. It is sure
// where line and word are ASCII; elsewhere letters may be written in more than one way.
class Glance {
 public:
  explicit Glance(std::vector<std::string> words) : words_(std::move(words)) {
    for (const std::string& word : words_) ascii_ = ascii_ && is_ascii(word);
  }
  bool may_hold(std::string_view line) {
    if (!ascii_ || !is_ascii(line)) return true;
    small_.assign(line);
    for (char& c : small_) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    return std::any_of(words_.begin(), words_.end(), [&](const std::string& word) {
      return small_.find(word) != std::string::npos;
    });
  }

 private:
  static bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<signed char>(c) >= 0; });
  }
  std::vector<std::string> words_;
  std::string small_;  // reused
  bool ascii_ = true;
};

// Which of two words a line holds.
class Sought : public LineWords {
 public:
  Sought(const WordOptions& options, std::string_view a, std::string_view b)
      : LineWords(options), a_(a), b_(b) {}
  bool has_a = false, has_b = false;

 private:
  void begin() override { has_a = has_b = false; }
  void word(std::string_view word) override {
    has_a = has_a || word == a_;
    has_b = has_b || word == b_;
  }

  std::string_view a_, b_;
};

// The numbers of a line's words.
class Numbered : public LineWords {
 public:
  Numbered(const WordOptions& options, const WordList& words) : LineWords(options), words_(words) {}
  std::vector<int> ids;

 private:
  void begin() override { ids.clear(); }
  void word(std::string_view word) override {
    if (const int id = words_.find(word); id >= 0) ids.push_back(id);
  }

  const WordList& words_;
};

// Which of some words a piece of a line holds.
class Held : public LineWords {
 public:
  Held(const WordOptions& options, const std::vector<std::string>& words)
      : LineWords(options), words_(words) {}
  int which = -1;

 private:
  void begin() override { which = -1; }
  void word(std::string_view word) override {
    const auto found = std::find(words_.begin(), words_.end(), word);
    if (found != words_.end()) which = static_cast<int>(found - words_.begin());
  }

  const std::vector<std::string>& words_;
};

// Calls with(j) for every context that stands near place i.
template <class With>
void each_beside(const std::vector<int>& ids, int i, const std::vector<int>& contexts, int window,
                 const With& with) {
  const int last = std::min(static_cast<int>(ids.size()) - 1, i + window);
  for (int k = std::max(0, i - window); k <= last; ++k) {
    if (k == i) continue;
    const auto found =
        std::find(contexts.begin(), contexts.end(), ids[static_cast<std::size_t>(k)]);
    if (found != contexts.end()) with(static_cast<std::size_t>(found - contexts.begin()));
  }
}

// What the vectors of real words were trained on: what WordNet says, and what is told from it.
void write_real_text(const std::filesystem::path& folder,
                     const std::function<void(std::string_view)>& take) {
  const WordNet wordnet = read_wordnet(folder);
  const WordNetTextOptions options{everyday_words(), {}};
  write_wordnet_text(wordnet, options, take);
  write_wordnet_sentences(wordnet, options, 1, take);
}

}  // namespace

WhyTextPtr world_text() {
  auto text = std::make_shared<WhyText>();
  Corpus().write(Corpus::usual_sentences, 1, [&](std::string_view piece) { text->made += piece; });
  return counted(std::move(text));
}

WhyTextPtr wordnet_text(const std::filesystem::path& folder, const std::function<void()>& making) {
  const std::filesystem::path file = why_index_file();
  const std::uint64_t of = fingerprint_of_wordnet(folder);
  if (auto text = kept_text(file, of)) return with_lines(std::move(text));
  std::error_code none;  // what is not there is told by the reading itself
  if (making && std::filesystem::exists(folder / "data.noun", none)) making();
  auto text = std::make_shared<WhyText>();
  write_real_text(folder, [&](std::string_view piece) { text->made += piece; });
  WhyTextPtr made = counted(std::move(text));
  keep_text(file, *made, of);
  return made;
}

WhyTextPtr text_of_file(const std::filesystem::path& file) {
  auto text = std::make_shared<WhyText>();
  text->counted = encode_text_file(file, WhyText::cut, WhyText::min_count);
  text->each_line = [file](const auto& take) {
    each_line_of(file.string(), *open_bytes(file), take);
  };
  return text;
}

int find_word(const WhyText& text, const std::string& typed) {
  if (const int id = text.counted.words.find(typed); id >= 0) return id;
  WordVectors listed;  // for its words alone
  listed.words = text.counted.words;
  const std::string spelling = spelling_of(listed, typed);
  if (spelling.empty()) {
    throw UserError(about_unknown(listed, typed) +
                    fmt::format("; the text must hold it {} times", WhyText::min_count));
  }
  return text.counted.words.find(spelling);
}

WhyLines lines_with(const EachLine& each_line, const WordOptions& options, std::string_view a,
                    std::string_view b, std::size_t count) {
  WhyLines found;
  Sought sought(options, a, b);
  Glance glance({std::string(a), std::string(b)});
  each_line([&](std::string_view line) {
    if (options.lower && !glance.may_hold(line)) return true;
    sought.read(line);
    if (!sought.has_a && !sought.has_b) return true;
    auto& of_kind = sought.has_a && sought.has_b ? found.both
                    : sought.has_a               ? found.only_a
                                                 : found.only_b;
    if (of_kind.size() < count &&
        std::find(of_kind.begin(), of_kind.end(), line) == of_kind.end()) {
      of_kind.emplace_back(line);
    }
    return found.both.size() < count || found.only_a.size() < count || found.only_b.size() < count;
  });
  return found;
}

std::vector<std::vector<std::string>> lines_beside(const WhyText& text,
                                                   const std::vector<int>& words,
                                                   const std::vector<int>& contexts, int window) {
  std::vector<std::vector<std::string>> found(words.size(),
                                              std::vector<std::string>(contexts.size()));
  Numbered line_words(WhyText::cut, text.counted.words);
  std::vector<std::string> named;
  for (const int word : words)
    named.emplace_back(text.counted.words[static_cast<std::size_t>(word)]);
  Glance glance(std::move(named));
  text.each_line([&](std::string_view line) {
    if (!glance.may_hold(line)) return true;
    line_words.read(line);
    const std::vector<int>& ids = line_words.ids;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const auto which = std::find(words.begin(), words.end(), ids[i]);
      if (which == words.end()) continue;
      std::vector<std::string>& lines = found[static_cast<std::size_t>(which - words.begin())];
      each_beside(ids, static_cast<int>(i), contexts, window, [&](std::size_t j) {
        if (lines[j].empty() || line.size() < lines[j].size()) lines[j] = line;
      });
    }
    return true;
  });
  return found;
}

std::vector<LinePiece> pieces_of(std::string_view line, const std::vector<std::string>& words) {
  std::vector<LinePiece> pieces;
  Held held(WhyText::cut, words);
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    if (end > 0) {
      held.read(line.substr(0, end));
      pieces.push_back({std::string(line.substr(0, end)), held.which});
    }
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return pieces;
}

}  // namespace glassformer
