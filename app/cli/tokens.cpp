#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <memory>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/memory_option.h"
#include "app/cli/output.h"
#include "app/cli/tokenizer_argument.h"
#include "core/formats/byte_source.h"
#include "core/formats/file.h"
#include "core/formats/json.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"

// A text as the pieces that a tokenizer makes of it.
namespace glassformer {

namespace {

struct Arguments {
  std::string text, tokenizer, file, side = "source";
  bool given = false;  // the text, as an argument
  bool sided = false;  // a side, as an option
  bool json = false, ids = false, lines = false, plain = false, framed = false;
};

// The file as it is, but for what packs it: a tokenizer sees every byte.
std::string bytes_of(const std::string& file) {
  std::error_code none;
  const auto size = std::filesystem::file_size(file, none);
  if (!none) {
    check_memory(fmt::format("{}: cutting a text of {} into pieces", file, readable_size(size)),
                 8.0 * static_cast<double>(size), "take a part of it");
  }
  const std::unique_ptr<ByteSource> source = open_bytes(file);
  std::string text;
  std::vector<char> buffer(1 << 20);
  while (const std::size_t read = source->read_some(buffer.data(), buffer.size())) {
    text.append(buffer.data(), read);
    check_memory(file + ": what is packed in it", static_cast<double>(text.size()),
                 "take a part of it");
  }
  return text;
}

// What a terminal shows: a space is seen, and a break breaks no line.
std::string visible(std::string_view piece) {
  std::string shown;
  for (const char c : piece) {
    if (c == ' ') {
      shown += "␣";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      shown += fmt::format("<0x{:02X}>", static_cast<unsigned char>(c));
    } else {
      shown += c;
    }
  }
  return shown;
}

class Writer {
 public:
  Writer(const Tokenizer& tokenizer, const Arguments& a) : tokenizer_(tokenizer), a_(a) {}
  ~Writer() = default;
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void write(const std::vector<int>& ids) {
    if (a_.json) {
      write_json(ids);
    } else if (a_.ids) {
      write_ids(ids, " ");
      out_ += '\n';
    } else {
      for (const int id : ids) {
        fmt::format_to(std::back_inserter(out_), "{:>7}  {}\n", id,
                       visible(tokenizer_.pieces()[static_cast<std::size_t>(id)]));
      }
    }
    if (out_.size() > 1 << 20) flush();
  }
  void flush() {
    print(out_);
    out_.clear();
  }

 private:
  void write_ids(const std::vector<int>& ids, std::string_view between) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (i > 0) out_ += between;
      const fmt::format_int written(ids[i]);
      out_.append(written.data(), written.size());
    }
  }
  void write_json(const std::vector<int>& ids) {
    out_ += "{\"ids\": [";
    write_ids(ids, ", ");
    out_ += "], \"pieces\": [";
    for (std::size_t i = 0; i < ids.size(); ++i) {
      out_ += (i > 0 ? ", " : "") + json_string(tokenizer_.written(ids[i]));
    }
    out_ += "]}\n";
  }

  const Tokenizer& tokenizer_;
  const Arguments& a_;
  std::string out_;
};

// visit(line) for each, without its end.
template <class Visit>
void each_line_of(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

int run(const Arguments& a) {
  if (a.given == !a.file.empty()) {
    throw UserError(a.given ? "a text and --file are two texts; give one of them"
                            : "there is no text; give one in quotation marks, or --file FILE");
  }
  if (a.lines && a.given && a.text.find('\n') == std::string::npos) {
    throw UserError(
        "--lines says nothing of a text of one line; leave it out, or name the file of the lines "
        "with --file");
  }
  if (a.json && a.ids) throw UserError("--ids and --json are two ways to print; choose one");
  const TokenizerPtr tokenizer = a.sided ? open_side(a.tokenizer, a.side == "target")
                                         : open_tokenizer_or_model(a.tokenizer, false);
  const std::string text = a.given ? a.text : bytes_of(a.file);
  tell_special(*tokenizer, text, a.plain);
  const SpelledOut special = a.plain ? SpelledOut::text : SpelledOut::one_piece;
  const Tokenizer::Frame frame = a.framed ? tokenizer->frame() : Tokenizer::Frame{};
  Writer writer(*tokenizer, a);
  std::size_t number = 0;
  const auto one = [&](std::string_view part) {
    ++number;
    std::vector<int> ids;
    try {
      ids = tokenizer->encode_whole(part, special);
    } catch (const UserError& error) {
      if (a.file.empty()) throw;
      throw UserError(
          fmt::format("{}{}: {}", a.file, a.lines ? fmt::format(":{}", number) : "", error.what()));
    }
    ids.insert(ids.begin(), frame.before.begin(), frame.before.end());
    ids.insert(ids.end(), frame.after.begin(), frame.after.end());
    writer.write(ids);
  };
  if (a.lines) {
    each_line_of(text, one);
  } else {
    one(text);
  }
  writer.flush();
  return 0;
}

std::function<int()> declare(const CommandOptions& app) {
  auto a = std::make_shared<Arguments>();
  app.add_option("TEXT", a->text, "The text to cut into pieces").type_name("");
  app.add_option("--tokenizer", a->tokenizer,
                 "A tokenizer.json, vocab.json with merges.txt beside it, vocab.txt, a .model of "
                 "sentencepiece, a folder with these, or a model and its tokenizer")
      .type_name("FILE|FOLDER|MODEL")
      .required();
  app.add_option("--file", a->file, "Read the text from FILE, plain or gzipped").type_name("FILE");
  app.add_flag("--lines", a->lines, "Each line is a text of its own");
  app.add_flag("--plain", a->plain,
               "Read special tokens in the text, as <|endoftext|> or [MASK], as text; without it "
               "each is one piece");
  app.add_flag("--add-special", a->framed,
               "Add what a model of this kind wants around a text, as [CLS] and [SEP]");
  app.add_option("--side", a->side, "Of a translator: the tokenizer of the source or the target")
      .one_of({"source", "target"})
      .shows_default();
  app.add_flag("--ids", a->ids, "The ids alone, a line for each text");
  app.add_flag("--json", a->json,
               "The ids, and the pieces as the vocabulary writes them, as JSON; with --lines one "
               "object a line");
  declare_memory(app);
  const CommandOptions declared = app;
  return [a, declared] {
    a->given = declared.count("TEXT") > 0;
    a->sided = declared.count("--side") > 0;
    return run(*a);
  };
}

const RegisterCommand registered{
    {.name = "tokens",
     .summary = "Cut a text into the pieces that a tokenizer makes of it, with their ids",
     .examples = "  glassformer tokens \"Hello world\" --tokenizer ~/models/gpt2/\n"
                 "  glassformer tokens \"the [MASK] cat\" --tokenizer vocab.txt --add-special\n"
                 "  glassformer tokens --file text.txt --lines --ids --tokenizer t5.model",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
