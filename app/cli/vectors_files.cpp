#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command_options.h"
#include "app/cli/long_run.h"
#include "app/cli/output.h"
#include "app/cli/vectors_argument.h"
#include "app/cli/vectors_parts.h"
#include "core/embed/files/write_vectors.h"
#include "core/embed/search/neighbours.h"
#include "core/embed/vectors/learned_subwords.h"
#include "core/embed/vectors/subwords.h"
#include "core/formats/file.h"
#include "core/formats/json.h"
#include "core/project/finite_rows.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

struct InfoArguments {
  VectorsArgument vectors;
  bool json = false;
};

struct Lengths {
  double min = 0, mean = 0, max = 0;
  std::size_t zero = 0, finite = 0;
};

// Of the vectors that have one.
Lengths lengths_of(const Rows& rows) {
  Lengths lengths;
  for (std::size_t r = 0; r < rows.count(); ++r) {
    if (!is_finite(rows[r])) continue;
    double square = 0;  // of finite floats never beyond what a double holds
    for (const double cell : rows[r]) square += cell * cell;
    const double length = std::sqrt(square);
    lengths.min = lengths.finite == 0 ? length : std::min(lengths.min, length);
    lengths.max = std::max(lengths.max, length);
    lengths.mean += length;
    ++lengths.finite;
    if (length == 0) ++lengths.zero;
  }
  if (lengths.finite > 0) lengths.mean /= static_cast<double>(lengths.finite);
  return lengths;
}

std::vector<std::string> first_words(const WordVectors& v) {
  std::vector<std::string> first;
  for (std::size_t i = 0; i < std::min<std::size_t>(8, v.words.size()); ++i) {
    first.push_back(readable(v.words[i]));
  }
  return first;
}

int run_info(const InfoArguments& arguments) {
  const WordVectorsPtr v = open_vectors(arguments.vectors);
  const std::string format = arguments.vectors.file.empty()
                                 ? std::string(name_of(VectorFormat::safetensors))
                                 : std::string(name_of(recognise_vectors(arguments.vectors.file)));
  const Lengths lengths = lengths_of(v->vectors);
  if (arguments.json) {
    nlohmann::ordered_json object{{"format", format},
                                  {"words", v->words.size()},
                                  {"dimensions", v->dim()},
                                  {"outputs", !v->outputs.empty()},
                                  {"counts", !v->counts.empty()},
                                  {"groups", !v->groups.empty()},
                                  {"subwords", v->subwords != nullptr},
                                  {"lengths", {lengths.min, lengths.mean, lengths.max}},
                                  {"zero_vectors", lengths.zero},
                                  {"vectors_not_finite", v->words.size() - lengths.finite},
                                  {"first_words", first_words(*v)},
                                  {"origin", readable(v->origin)},
                                  {"warning", readable(v->warning)}};
    print(object.dump(2) + "\n");
    return 0;
  }
  std::string text = fmt::format("{}\n{} of {}\n", format, number_of(v->words.size(), "word"),
                                 number_of(v->dim(), "dimension"));
  if (lengths.finite > 0) {
    text += fmt::format("lengths from {:.4g} to {:.4g}, {:.4g} on average\n", lengths.min,
                        lengths.max, lengths.mean);
  }
  if (const std::size_t none = v->words.size() - lengths.finite; none > 0) {
    text += fmt::format("{} {} no length: a number of it is infinite or none at all\n", none,
                        none == 1 ? "has" : "have");
  }
  if (lengths.zero > 0)
    text += fmt::format("{} {} zero throughout\n", lengths.zero, lengths.zero == 1 ? "is" : "are");
  const auto yes = [&](bool has, const char* what) {
    if (has) text += fmt::format("has {}\n", what);
  };
  yes(!v->outputs.empty(), "output vectors");
  yes(!v->counts.empty(), "the counts of the words");
  yes(!v->groups.empty(), "the groups of the words");
  if (v->subwords) {
    text += fmt::format("makes vectors of unknown words from n-grams of {} to {} characters\n",
                        v->subwords->min_n, v->subwords->max_n);
  }
  text += fmt::format("first words: {}\n", fmt::join(first_words(*v), " "));
  if (!v->origin.empty()) text += fmt::format("from: {}\n", readable(v->origin));
  print(text);
  return 0;
}

struct ConvertArguments {
  VectorsArgument vectors;
  std::vector<std::string> files;
  std::string format;
  std::string outputs = "keep";
  bool int8 = false, json = false;
  SubwordSettings subwords;
  std::string origin;
};

// As GloVe adds them: each vector at length 1 with its output vector at length 1.
Rows with_outputs_added(const WordVectors& v) {
  if (v.outputs.empty()) {
    throw UserError(
        "--outputs add: there are no output vectors in this file; 'glassformer train vectors' "
        "writes them into .safetensors");
  }
  RowsBuilder sums(v.vectors.count(), v.dim());
  for (std::size_t r = 0; r < sums.count(); ++r) {
    const std::vector<float> own = unit(v.vectors[r]), output = unit(v.outputs[r]);
    for (std::size_t k = 0; k < own.size(); ++k) sums[r][k] = own[k] + output[k];
  }
  return sums.finish();
}

// The vectors as they are to be written; `told` gets what is to be said of that.
WordVectorsPtr changed(const WordVectorsPtr& read, const ConvertArguments& arguments,
                       std::string& told) {
  if (arguments.outputs == "keep" && arguments.subwords.buckets == 0 && arguments.origin.empty()) {
    return read;
  }
  auto made = std::make_shared<WordVectors>(*read);
  if (arguments.outputs == "add") made->vectors = with_outputs_added(*made);
  if (arguments.outputs != "keep") made->outputs = {};
  if (!arguments.origin.empty()) made->origin = arguments.origin;
  if (arguments.subwords.buckets > 0) {
    if (arguments.subwords.max_n < arguments.subwords.min_n) {
      throw UserError("--longest: must not be less than --shortest");
    }
    const LearnedSubwords learned = learn_subwords(*made, arguments.subwords);
    made->subwords = learned.subwords;
    if (!std::isnan(learned.cosine)) {
      told = fmt::format(
          "n-grams learned without every twentieth word make vectors for those with a mean cosine "
          "of {:.3f} to their own",
          learned.cosine);
    }
  }
  return made;
}

int run_convert(ConvertArguments arguments) {
  const std::string out = arguments.files.back();
  std::error_code none;
  if (arguments.files.size() == 2) {
    arguments.vectors.file = arguments.files.front();
  } else if (std::filesystem::is_regular_file(out, none)) {
    throw UserError(out +
                    ": is there already, and would be replaced by the shipped vectors; "
                    "name a second file to convert it, or one that is not there yet");
  }
  const auto format = arguments.format.empty() ? format_for(out) : format_named(arguments.format);
  if (!format) {
    throw UserError(out +
                    ": its ending names no format that is written (of .gz, only .bin, .txt, .vec "
                    "and .glove are); add --format, one of safetensors, word2vec-bin, "
                    "word2vec-text, glove, tsv, npy");
  }
  const std::vector<std::filesystem::path> written = files_of(out, *format);
  check_apart(arguments.vectors.file, written);
  check_apart(arguments.vectors.options.words.string(), written);
  check_second_free(written);
  const Interrupts interrupts;  // Ctrl C leaves nothing half written
  std::string told;
  const WordVectorsPtr v = changed(open_vectors(arguments.vectors), arguments, told);
  const std::string lost = write_vectors(
      out, *v, *format, [&] { return !interrupts.asked(); },
      arguments.int8 ? RowNumbers::bytes : RowNumbers::floats);
  told += (told.empty() || lost.empty() ? "" : "; ") + lost;
  if (arguments.json) {
    nlohmann::ordered_json object{{"file", readable(out)},
                                  {"format", std::string(name_of(*format))},
                                  {"words", v->words.size()},
                                  {"dimensions", v->dim()},
                                  {"note", readable(told)}};
    if (written.size() > 1) object["words_file"] = readable(written[1].string());
    print(object.dump(2) + "\n");
    return 0;
  }
  const std::string second =
      written.size() > 1 ? ", its words in " + written[1].string() : std::string();
  std::fprintf(stderr, "glassformer: %s: %s of %s, %s%s%s%s\n", out.c_str(),
               number_of(v->words.size(), "word").c_str(), number_of(v->dim(), "dimension").c_str(),
               std::string(name_of(*format)).c_str(), second.c_str(), told.empty() ? "" : "; ",
               told.c_str());
  return 0;
}

}  // namespace

std::function<int()> declare_vectors_info(const CommandOptions& app) {
  auto arguments = std::make_shared<InfoArguments>();
  app.add_option("file", arguments->vectors.file, "If left out, the shipped vectors")
      .check(file_name);
  arguments->vectors.usual_real = true;
  add_vector_file_options(app, arguments->vectors);
  app.add_flag("--json", arguments->json, "As JSON");
  return [arguments] { return run_info(*arguments); };
}

std::function<int()> declare_vectors_convert(const CommandOptions& app) {
  auto arguments = std::make_shared<ConvertArguments>();
  app.add_option("files", arguments->files,
                 "[FILE] OUT; with OUT alone, the shipped vectors are written")
      .required()
      .expected(1, 2);
  arguments->vectors.usual_real = true;
  add_vector_file_options(app, arguments->vectors);
  app.add_option("--format", arguments->format,
                 "safetensors, word2vec-bin, word2vec-text, glove, tsv or npy; left out: by the "
                 "ending of OUT")
      .one_of({"safetensors", "word2vec-bin", "word2vec-text", "glove", "tsv", "npy"});
  app.add_flag(
      "--int8", arguments->int8,
      "Of safetensors: whole numbers from -127 to 127 with a scale for each row, a quarter "
      "of the size");
  app.add_option("--outputs", arguments->outputs,
                 "Output vectors: kept, dropped, or added to the vectors, both at length 1")
      .one_of({"keep", "drop", "add"})
      .shows_default();
  app.add_option("--n-grams", arguments->subwords.buckets,
                 "Learns so many rows for the character n-grams of the words, of which unknown "
                 "words are then made; 0: none")
      .range(0, 2'000'000)
      .shows_default();
  app.add_option("--shortest", arguments->subwords.min_n, "Characters of the shortest n-gram")
      .range(1, 20)
      .shows_default();
  app.add_option("--longest", arguments->subwords.max_n, "Characters of the longest n-gram")
      .range(1, 20)
      .shows_default();
  app.add_option("--origin", arguments->origin, "What the file is to say of where it comes from");
  app.add_flag("--json", arguments->json, "What was written, as JSON");
  return [arguments] { return run_convert(*arguments); };
}

}  // namespace glassformer
