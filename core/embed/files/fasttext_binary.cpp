// fastText's own files: settings, dictionary, the matrix of input rows (words, then buckets of
// n-grams) and that of outputs, all little-endian (FastText::saveModel, Dictionary::save). The
// vector of a word is the mean of its own row and those of its n-grams.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/embed/files/vector_collector.h"
#include "core/embed/files/vector_readers.h"
#include "core/embed/train/subword_rows.h"
#include "core/embed/vectors/subwords.h"
#include "core/formats/json.h"

namespace glassformer {

namespace {

constexpr std::int32_t magic = 793'712'314;
constexpr std::int32_t newest = 12;
constexpr std::string_view sentence_end = "</s>";  // the only word that has no n-grams

struct Settings {
  std::int32_t dim, window, epochs, min_count, negative, word_ngrams, loss, model, buckets, min_n,
      max_n, rate_update;
};
constexpr std::int32_t hierarchical_loss = 1, supervised_model = 3;

bool plausible(const Settings& s) {
  const auto within = [](std::int32_t n, std::int32_t low, std::int32_t high) {
    return n >= low && n <= high;
  };
  return within(s.dim, 1, static_cast<std::int32_t>(max_dimensions)) && within(s.loss, 1, 4) &&
         within(s.model, 1, 3) && within(s.buckets, 0, 1'000'000'000) && within(s.min_n, 0, 100) &&
         within(s.max_n, 0, 100) && within(s.word_ngrams, 0, 1000);
}

Settings settings_at(const char* bytes) {
  std::array<std::int32_t, 12> n;
  std::memcpy(n.data(), bytes, sizeof n);
  return {n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11]};
}

class FastTextReader {
 public:
  FastTextReader(ByteReader& in, std::size_t limit) : in_(in), limit_(limit) {}

  WordVectors read() {
    read_settings();
    VectorCollector collector(static_cast<std::size_t>(settings_.dim), limit_);
    std::vector<std::uint64_t> counts = read_dictionary(collector);
    read_matrix(collector);
    auto subwords = std::make_shared<Subwords>();
    subwords->min_n = settings_.min_n;
    subwords->max_n = settings_.max_n;
    subwords->buckets = buckets_->finish();
    compose(collector, *subwords);
    collector.check_all();
    const Rows outputs = read_outputs(collector);
    WordVectors made = collector.finish(in_.named());
    made.counts = std::move(counts);
    made.outputs = outputs;
    if (settings_.max_n > 0 && !subwords->buckets.empty()) made.subwords = std::move(subwords);
    return made;
  }

 private:
  void read_settings() {
    std::int32_t first = 0;
    const std::string_view start = in_.look(sizeof first);
    if (start.size() < sizeof first) in_.fail_cut("its first number");
    std::memcpy(&first, start.data(), sizeof first);
    has_magic_ = first == magic;
    std::int32_t version = 0;
    if (has_magic_) {
      in_.skip(sizeof first);
      version = in_.number<std::int32_t>("its version");
      if (version < 11 || version > newest) {
        in_.fail(
            fmt::format("is of version {} of fastText's format; 11 and {} are read, and files "
                        "from before there were versions",
                        version, newest));
      }
    }
    constexpr std::size_t bytes = sizeof(Settings) + sizeof(double);
    const std::string_view block = in_.look(bytes);
    if (block.size() < bytes) in_.fail_cut("its settings");
    settings_ = settings_at(block.data());
    in_.skip(bytes);
    if (!plausible(settings_)) {
      in_.fail(
          fmt::format("its settings cannot be: {} dimensions, loss {}, model {}, {} buckets, "
                      "n-grams of {} to {} characters; the file is damaged, get it again",
                      settings_.dim, settings_.loss, settings_.model, settings_.buckets,
                      settings_.min_n, settings_.max_n));
    }
    // Old classifiers claim n-grams that they were trained without.
    if (version == 11 && settings_.model == supervised_model) settings_.max_n = 0;
  }

  std::vector<std::uint64_t> read_dictionary(VectorCollector& collector) {
    const auto entries = in_.number<std::int32_t>("its dictionary");
    const auto words = in_.number<std::int32_t>("its dictionary");
    const auto labels = in_.number<std::int32_t>("its dictionary");
    static_cast<void>(in_.number<std::int64_t>("its dictionary"));  // words of the text
    const std::int64_t pruned = has_magic_ ? in_.number<std::int64_t>("its dictionary") : -1;
    if (words < 1 || labels < 0 || entries < words || entries - words != labels) {
      in_.fail(
          fmt::format("claims {} entries, {} words and {} labels, which cannot be; the file is "
                      "damaged, get it again",
                      entries, words, labels));
    }
    if (pruned > 0) {
      in_.fail(
          fmt::format("claims {} pruned n-grams, as quantised models have; those are not read, "
                      "use the model from before it was quantised",
                      pruned));
    }
    std::vector<std::uint64_t> counts;
    std::string_view word;
    for (std::int32_t i = 0; i < entries; ++i) {
      if (!in_.read_until('\0', max_word_bytes, word)) {
        in_.fail(
            fmt::format("entry {} of {} of its dictionary has no end (at byte {}); the file is "
                        "truncated or damaged, get it again",
                        i + 1, entries, in_.position()));
      }
      std::span<float> row;
      const bool is_word = i < words;
      const bool wanted = is_word && !collector.full();
      if (wanted) {
        row = collector.add(word);
        place_.push_back(
            collector.last_was_fresh() ? static_cast<std::int32_t>(collector.size()) - 1 : -1);
      }
      const auto count = in_.number<std::int64_t>("its dictionary");
      const auto type = in_.number<std::int8_t>("its dictionary");
      if (type < 0 || type > 1 || count < 0 || (type == 0) != is_word) {
        in_.fail(
            fmt::format("entry {} of its dictionary has the count {} and the type {}, which "
                        "cannot be; the file is damaged, get it again",
                        i + 1, count, type));
      }
      if (wanted && place_.back() >= 0) counts.push_back(static_cast<std::uint64_t>(count));
    }
    words_ = static_cast<std::uint64_t>(words);
    entries_ = static_cast<std::uint64_t>(entries);
    return counts;
  }

  // Fails for a matrix that was quantised, which is not read.
  void check_dense(std::string_view what) {
    if (!has_magic_) return;
    const auto quantised = in_.number<std::uint8_t>(what);
    if (quantised == 0) return;
    in_.fail(
        "is a quantised model (.ftz), which is not read; use the .bin from before it was "
        "quantised");
  }

  void read_row(std::span<float> to, std::string_view what) {
    if (!in_.read(reinterpret_cast<char*>(to.data()), to.size_bytes())) in_.fail_cut(what);
  }

  void read_matrix(VectorCollector& collector) {
    check_dense("its matrix of input vectors");
    const auto rows = in_.number<std::int64_t>("its matrix of input vectors");
    const auto cols = in_.number<std::int64_t>("its matrix of input vectors");
    const auto buckets = static_cast<std::uint64_t>(settings_.buckets);
    if (cols != settings_.dim || rows < 0 || static_cast<std::uint64_t>(rows) != words_ + buckets) {
      in_.fail(
          fmt::format("its matrix claims {} × {} numbers, but {} words and {} buckets of {} "
                      "dimensions are expected; the file is damaged, get it again",
                      rows, cols, words_, buckets, settings_.dim));
    }
    std::vector<float> spare(static_cast<std::size_t>(settings_.dim));
    for (std::uint64_t i = 0; i < words_; ++i) {
      const std::int32_t place = i < place_.size() ? place_[i] : -1;
      read_row(
          place < 0 ? std::span<float>(spare) : collector.rows()[static_cast<std::size_t>(place)],
          "its vectors of words");
    }
    buckets_.emplace(static_cast<std::size_t>(settings_.dim));
    for (std::uint64_t i = 0; i < buckets; ++i) {
      read_row(buckets_->append(), "its vectors of n-grams");
    }
  }

  void compose(VectorCollector& collector, const Subwords& subwords) {
    if (settings_.max_n == 0 || subwords.buckets.empty()) return;
    const SubwordSettings grams{true, subwords.min_n, subwords.max_n,
                                static_cast<int>(subwords.buckets.count())};
    for (std::size_t i = 0; i < collector.size(); ++i) {
      const std::span<float> row = collector.rows()[i];
      const std::string_view word = collector.words()[i];
      if (word == sentence_end) continue;
      const auto found = subword_buckets(word, grams);
      for (const auto bucket : found) {
        const std::span<const float> part = subwords.buckets[static_cast<std::size_t>(bucket)];
        for (std::size_t k = 0; k < row.size(); ++k) row[k] += part[k];
      }
      for (float& cell : row) cell /= static_cast<float>(found.size() + 1);
    }
  }

  // The outputs of words; those of labels and of the nodes of a tree are nobody's.
  Rows read_outputs(const VectorCollector& collector) {
    if (settings_.loss == hierarchical_loss || settings_.model == supervised_model) return {};
    check_dense("its matrix of output vectors");
    const auto rows = in_.number<std::int64_t>("its matrix of output vectors");
    const auto cols = in_.number<std::int64_t>("its matrix of output vectors");
    if (cols != settings_.dim || rows < 0 || static_cast<std::uint64_t>(rows) != entries_) {
      in_.fail(
          fmt::format("its matrix of outputs claims {} × {} numbers, but {} × {} are expected; "
                      "the file is damaged, get it again",
                      rows, cols, entries_, settings_.dim));
    }
    GrowingRows outputs(static_cast<std::size_t>(settings_.dim));
    std::vector<float> spare(static_cast<std::size_t>(settings_.dim));
    for (std::size_t i = 0; i < place_.size() && outputs.count() < collector.size(); ++i) {
      read_row(place_[i] < 0 ? std::span<float>(spare) : outputs.append(), "its output vectors");
    }
    return outputs.finish();
  }

  ByteReader& in_;
  std::size_t limit_;
  bool has_magic_ = false;
  Settings settings_{};
  std::uint64_t words_ = 0, entries_ = 0;
  std::vector<std::int32_t> place_;  // of each word of the file that is wanted; -1: a duplicate
  std::optional<GrowingRows> buckets_;
};

}  // namespace

bool looks_like_fasttext_binary(std::string_view start) {
  std::int32_t first = 0;
  if (start.size() < sizeof(Settings)) return false;
  std::memcpy(&first, start.data(), sizeof first);
  return first == magic || plausible(settings_at(start.data()));
}

WordVectors read_fasttext_binary(ByteReader& in, std::size_t limit) {
  return FastTextReader(in, limit).read();
}

}  // namespace glassformer
