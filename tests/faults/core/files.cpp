#include "tests/faults/core/files.h"

#include <fmt/format.h>
#include <zip.h>

#include <stdexcept>
#include <utility>

#include "core/embed/corpus/encoded_text.h"
#include "core/embed/eval/question_file.h"
#include "core/embed/files/read_vectors.h"
#include "core/embed/files/write_vectors.h"
#include "core/embed/train/vector_training.h"
#include "core/formats/file.h"
#include "core/formats/npy.h"
#include "core/formats/output_folder.h"
#include "core/formats/safetensors.h"
#include "core/lesson/lesson.h"
#include "core/models/checkpoint.h"
#include "core/text/pairs_file.h"
#include "core/train/training.h"
#include "tests/core/embed/files/some_vectors.h"
#include "tests/core/models/tiny_checkpoint.h"
#include "tests/faults/core/small.h"

namespace glassformer::testing {

namespace {

using Folder = std::filesystem::path;

WordVectors some_vectors(int version = 1) {
  WordVectors made = some({"a", "the", "robot", "must", "obey"}, 4);
  made.vectors = rows_of(5, 4, static_cast<float>(version));
  made.counts = {9, 7, 5, 3, 1};
  return made;
}

std::string told(const WordVectors& v) {
  std::string all = v.warning;
  for (std::size_t i = 0; i < v.words.size(); ++i) {
    all += fmt::format("\n{} {}", v.words[i], fmt::join(v.vectors[i], " "));
  }
  return all;
}

ReadFile vectors_file(std::string what, std::string name, VectorFormat format) {
  return {std::move(what), name,
          [=](const Folder& folder) { write_vectors(folder / name, some_vectors(), format); },
          [=](const Folder& folder) { return told(*read_vectors(folder / name)); }};
}

ReadFile text_file(std::string what, std::string name, std::string bytes,
                   std::function<std::string(const Folder& file)> read) {
  return {std::move(what), name, [=](const Folder& folder) { write_file(folder / name, bytes); },
          [=](const Folder& folder) { return read(folder / name); }};
}

void make_zip(const Folder& file) {
  const std::string text = "2 2\na 1 2\nb 3 4\n";
  zip_t* const archive = zip_open(file.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  zip_source_t* const source = zip_source_buffer(archive, text.data(), text.size(), 0);
  zip_file_add(archive, "words.txt", source, 0);
  if (zip_close(archive) != 0) throw std::runtime_error("no zip archive could be made");
}

// fastText's own format, of three words and two buckets.
std::string fasttext_bytes() {
  std::string bytes;
  const auto put = [&](auto number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  const std::vector<std::string> words{"one", "two", "three"};
  const std::int32_t count = 3, buckets = 2;
  for (const std::int32_t n : {793'712'314, 12, 2, 5, 1, 1, 5, 1, 2, 1, buckets, 3, 4, 100}) put(n);
  put(0.0);
  for (const std::int32_t n : {count, count, 0}) put(n);
  put(std::int64_t{1});
  put(std::int64_t{-1});
  for (const std::string& word : words) {
    bytes += word + '\0';
    put(std::int64_t{1});
    put(std::int8_t{0});
  }
  for (const int rows : {count + buckets, count}) {
    put(std::uint8_t{0});
    put(std::int64_t{rows});
    put(std::int64_t{2});
    for (int i = 0; i < 2 * rows; ++i) put(static_cast<float>(i));
  }
  return bytes;
}

std::string bytes_of(const Checkpoint& model) {
  return safetensors_bytes(to_tensors(model));
}

Checkpoint tiny(int version) {
  return tiny_checkpoint(small_config(), static_cast<std::uint64_t>(version));
}

std::string pairs_text() {
  std::string text;
  for (const SentencePair& pair : some_pairs()) text += pair.source + "\t" + pair.target + "\n";
  return text;
}

}  // namespace

const std::vector<ReadFile>& read_files() {
  static const std::vector<ReadFile> all{
      vectors_file("our vectors", "v.safetensors", VectorFormat::safetensors),
      vectors_file("word2vec's binary vectors", "v.bin", VectorFormat::word2vec_binary),
      vectors_file("word2vec's text", "v.txt", VectorFormat::word2vec_text),
      vectors_file("packed text", "v.txt.gz", VectorFormat::word2vec_text),
      vectors_file("GloVe's text", "v.glove", VectorFormat::glove_text),
      vectors_file("a table and its metadata", "vectors.tsv", VectorFormat::projector_table),
      vectors_file("an array and its words", "v.npy", VectorFormat::npy),
      text_file("fastText's binary vectors", "f.bin", fasttext_bytes(),
                [](const Folder& file) { return told(*read_vectors(file)); }),
      {"an archive", "v.zip", [](const Folder& folder) { make_zip(folder / "v.zip"); },
       [](const Folder& folder) { return told(*read_vectors(folder / "v.zip")); }},
      {"our model", "m.safetensors",
       [](const Folder& folder) {
         write_safetensors(folder / "m.safetensors", to_tensors(tiny(1)));
       },
       [](const Folder& folder) { return bytes_of(load_checkpoint(folder / "m.safetensors")); }},
      {"a GPT-2 of Hugging Face", "gpt2", [](const Folder& folder) { make_gpt2(folder / "gpt2"); },
       [](const Folder& folder) { return bytes_of(load_checkpoint(folder / "gpt2")); }},
      text_file("a lesson", "l.json", write_lesson(find_lesson("masked-scores")),
                [](const Folder& file) { return write_lesson(read_lesson(file)); }),
      text_file("pairs of sentences", "p.tsv", pairs_text(),
                [](const Folder& file) {
                  std::string all;
                  for (const SentencePair& pair : read_pairs(file).pairs) {
                    all += pair.source + "|" + pair.target + "\n";
                  }
                  return all;
                }),
      text_file("questions", "q.txt",
                ": capitals\nathens greece rome italy\nrome italy oslo norway\n",
                [](const Folder& file) {
                  const QuestionFilePtr read = read_question_file(file);
                  return fmt::format("{} {}", read->questions(), read->sections.front().name);
                }),
      text_file("rated pairs", "r.csv", "king,queen,8.5\ncat,dog,7.25\n",
                [](const Folder& file) {
                  std::string all;
                  const QuestionFilePtr read = read_question_file(file);
                  for (const RatedPair& pair : read->pairs) {
                    all += fmt::format("{} {} {}\n", pair.first, pair.second, pair.rating);
                  }
                  return all;
                }),
      text_file("a text", "t.txt", "a robot must obey\nthe robot obeys a human\n",
                [](const Folder& file) {
                  const EncodedText text = encode_text_file(file, {}, 1);
                  std::string all = fmt::format("{} {}", text.all, fmt::join(text.notes, ";"));
                  for (std::size_t i = 0; i < text.words.size(); ++i) {
                    all += fmt::format(" {}", text.words[i]);
                  }
                  return all;
                }),
      {"the checkpoint of a translator", "c.checkpoint",
       [](const Folder& folder) {
         Training begun(some_plan(), some_pairs(), {});
         begun.step();
         begun.save_checkpoint(folder / "c.checkpoint");
       },
       [](const Folder& folder) {
         Training resumed(some_plan(), some_pairs(), {});
         resumed.resume(folder / "c.checkpoint");
         return bytes_of(resumed.checkpoint());
       }},
      {"the checkpoint of word vectors", "w.checkpoint",
       [](const Folder& folder) {
         const auto begun = some_word2vec();
         begun->train(100);
         begun->save(folder / "w.checkpoint");
       },
       [](const Folder& folder) {
         const auto resumed = some_word2vec();
         resumed->restore(folder / "w.checkpoint");
         return told(resumed->snapshot());
       }},
  };
  return all;
}

const std::vector<WrittenFile>& written_files() {
  const auto vectors = [](std::string what, std::string name, VectorFormat format) {
    return WrittenFile{std::move(what), name, [=](const Folder& folder, int version) {
                         write_vectors(folder / name, some_vectors(version), format);
                       }};
  };
  static const std::vector<WrittenFile> all{
      vectors("our vectors", "v.safetensors", VectorFormat::safetensors),
      vectors("word2vec's binary vectors", "v.bin", VectorFormat::word2vec_binary),
      vectors("word2vec's text", "v.txt", VectorFormat::word2vec_text),
      vectors("packed text", "v.txt.gz", VectorFormat::word2vec_text),
      vectors("GloVe's text", "v.glove", VectorFormat::glove_text),
      vectors("a table and its metadata", "vectors.tsv", VectorFormat::projector_table),
      vectors("an array and its words", "v.npy", VectorFormat::npy),
      {"our model", "m.safetensors",
       [](const Folder& folder, int version) {
         write_safetensors(folder / "m.safetensors", to_tensors(tiny(version)));
       }},
      {"a lesson", "l.json",
       [](const Folder& folder, int version) {
         static const Lesson shipped = find_lesson("masked-scores");
         Lesson lesson = shipped;
         lesson.at_step = version;
         write_file(folder / "l.json", write_lesson(lesson));
       }},
      {"a matrix", "x.npy",
       [](const Folder& folder, int version) {
         write_file(folder / "x.npy", npy_bytes(Mat(3, 4, static_cast<Real>(version))));
       }},
      {"two files of one folder", "a.txt",
       [](const Folder& folder, int version) {
         OutputFolder out(folder);
         out.add("a.txt", "a" + std::to_string(version));
         out.add("b.txt", "b" + std::to_string(version));
         out.finish();
       }},
      {"the checkpoint of a translator", "c.checkpoint",
       [](const Folder& folder, int version) {
         TrainingPlan plan = some_plan();
         plan.settings.seed = static_cast<std::uint64_t>(version);
         Training begun(plan, some_pairs(), {});
         begun.step();
         begun.save_checkpoint(folder / "c.checkpoint");
       }},
      {"the checkpoint of word vectors", "w.checkpoint",
       [](const Folder& folder, int version) {
         const auto begun = some_word2vec(static_cast<std::uint64_t>(version));
         begun->train(100);
         begun->save(folder / "w.checkpoint");
       }},
  };
  return all;
}

}  // namespace glassformer::testing
