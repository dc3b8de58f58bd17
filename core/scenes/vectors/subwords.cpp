#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/embed/vectors/subwords.h"
#include "core/embed/vectors/word_list.h"
#include "core/nn/axes.h"
#include "core/scenes/options.h"
#include "core/scenes/records/subwords.h"
#include "core/scenes/sheet.h"
#include "core/scenes/vectors/company.h"
#include "core/tensor/error.h"
#include "core/text/tokenize.h"

// fastText's words as sums of their character n-grams (Bojanowski et al. 2017, section 3.2; lecture
// 004). Nodes: has B [words, n-grams], how often each word has each n-gram; z, a row for each
// n-gram, or for each bucket into which they are hashed; sum = B Z, the words' vectors; count, how
// many n-grams each has; shared = B Bᵀ; unit and cosine. One step with a context word: v, scores of
// all words, own, the rows of the chosen word's n-grams, parts = own vᵀ, score, p, loss; gradient,
// step.z, and after.*: z, sum, scores behind the step.
namespace glassformer {

namespace {

// Rows of about length 1, each from the seed and its own name, so that typing another word leaves
// the n-grams of the others as they are.
LeafPtr random_rows(Material& material, const char* name, const std::vector<std::string>& labels,
                    int d) {
  Mat rows = material.words(name, labels, d)->value;
  const double length = std::sqrt(static_cast<double>(d));
  for (Real& cell : rows.cells()) cell = static_cast<Real>(cell / length);
  return std::make_shared<Leaf>(std::move(rows));
}

class Subword {
 public:
  explicit Subword(const Inputs& inputs) : inputs_(inputs), sheet_(inputs, run_) {}

  Run run() {
    read();
    name_words();
    name_step();
    sheet_.tell();
    run_.output = record_.cosine;
    run_.records.add(std::move(record_));
    return std::move(run_);
  }

 private:
  Tape& tape() { return run_.tape; }

  void read() {
    if (inputs_.text[0].empty()) {
      throw UserError("subwords: there are no words; type some at the top");
    }
    run_.tokens[0] = tokenize(inputs_.text[0]);
    for (const std::string& token : run_.tokens[0]) all_.add(token);
    word_ = {"word", labels_of(all_), -1};
    const int last = static_cast<int>(all_.size());
    const auto chosen = [&](const NumberKey& key) {
      return std::min(static_cast<int>(number(inputs_, std::string(key.name))), last) - 1;
    };
    record_.word = chosen(subwords_options::word);
    record_.other = chosen(subwords_options::other);
    settings_.on = true;
    settings_.min_n = static_cast<int>(number(inputs_, "min_n"));
    settings_.max_n = std::max(settings_.min_n, static_cast<int>(number(inputs_, "max_n")));
    settings_.buckets = static_cast<int>(number(inputs_, "buckets"));
    for (int i = 0; i < last; ++i) find_grams(i);
  }

  // The rows of one word: those of its n-grams, then its own if it was learned.
  void find_grams(int word) {
    const std::string text(all_[static_cast<std::size_t>(word)]);
    std::vector<SubwordsRecord::Gram> grams;
    if (settings_.buckets > 0) {
      const std::vector<std::int32_t> buckets = subword_buckets(text, settings_);
      std::size_t i = 0;
      each_subword(text, settings_, [&](std::string_view gram, int length) {
        grams.push_back({std::string(gram), length, buckets[i++]});
      });
    } else {
      each_subword(text, settings_, [&](std::string_view gram, int length) {
        grams.push_back({std::string(gram), length, rows_.add(std::string(gram)).id});
      });
    }
    grams_.push_back(std::move(grams));
  }

  // Words that the training has met have a row of their own besides.
  void add_own_rows() {
    if (number(inputs_, "own") == 0) return;
    const std::string list = text(inputs_, "unseen");
    const std::set<std::string> unseen = words_listed(list);
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const std::string word(all_[i]);
      if (unseen.contains(word)) continue;
      grams_[i].push_back({word, 0, static_cast<int>(labels_.size())});
      labels_.push_back(fmt::format("({})", word));
    }
  }

  void name_words() {
    if (settings_.buckets > 0) {
      for (int i = 1; i <= settings_.buckets; ++i) labels_.push_back(fmt::format("bucket {}", i));
    } else {
      labels_ = labels_of(rows_);
    }
    add_own_rows();
    if (labels_.empty()) {
      throw UserError(
          "subwords: no word has an n-gram of this length; take a shorter one, or longer words");
    }
    const int words = static_cast<int>(all_.size()), rows = static_cast<int>(labels_.size());
    const int d = static_cast<int>(number(inputs_, "d_model"));
    check_memory(inputs_, 4.0 * words * (rows + words) + 6.0 * rows * d,
                 fmt::format("{} words with {} n-grams", words, rows));
    Mat has(words, rows);
    for (int i = 0; i < words; ++i) {
      for (const SubwordsRecord::Gram& gram : grams_[static_cast<std::size_t>(i)])
        has(i, gram.row) += 1;
    }
    for (SubwordsRecord::Gram gram : grams_[static_cast<std::size_t>(record_.word)]) {
      gram.with_other = record_.other != record_.word && has(record_.other, gram.row) > 0;
      record_.grams.push_back(std::move(gram));
    }
    gram_ = {"n-gram", labels_, -1};
    has_ = sheet_.put(std::move(has), {"has", "B", Role::mask, word_, gram_,
                                       all_cells("How often the word has this n-gram.")});
    z_ = sheet_.put(random_rows(sheet_.material(), "z", labels_, d),
                    {"z", "Z", Role::key, gram_, numbered("d")});
    sum_ = (has_ * z_).as("sum", "B Z", Role::query);
    record_.has = has_;
    record_.count = sum_cols(has_).as("count", "n", Role::plain);
    record_.shared = (has_ * transposed(has_)).as("shared", "B B^{\\top}", Role::plain);
    const Part unit = unit_rows(sum_).as("unit", "\\hat S");
    record_.cosine = (unit * transposed(unit)).as("cosine", "\\cos");
  }

  // The chosen word stands near the context word: their product should be large. As skip-gram with
  // negative sampling, without its negatives.
  void name_step() {
    const int d = static_cast<int>(number(inputs_, "d_model"));
    const double alpha = number(inputs_, "alpha");
    const Axis context{"context", {text(inputs_, "context")}, -1},
        word{"word", {axis_label(word_, record_.word)}, -1};
    Axis own{"n-gram", {}, -1};
    std::vector<int> ids;
    for (const SubwordsRecord::Gram& gram : record_.grams) {
      own.labels.push_back(labels_[static_cast<std::size_t>(gram.row)]);
      ids.push_back(gram.row);
    }
    const Part v = sheet_.put(random_rows(sheet_.material(), "v", context.labels.words(), d),
                              {"v", "v", Role::value, context, numbered("d")});
    const Part before = (sum_ * transposed(v)).as("scores", "B Z v^{\\top}");
    record_.scores = before;
    if (ids.empty()) return;
    const Part rows = gather(z_, ids).as("own", "Z_{w}", {.rows = own});
    record_.vector = sum_rows(rows).as("vector", "s_{w}", {.role = Role::query, .rows = word});
    const Part parts = (rows * transposed(v)).as("parts", "z_{g} \\cdot v");
    const Part score = sum_rows(parts).as("score", "s", {.rows = word});
    const Part p = sigmoid(score).as("p", "\\sigma(s)", Role::probability);
    record_.parts = parts;
    record_.score = score;
    run_.loss = (-1 * log_sigmoid(score)).as("loss", "J", Role::plain);
    const Part error = (ones(tape(), {1, 1}) - p).as("error", "1 - p", like(score));
    // The same for each n-gram of the word, and nothing for all others.
    const Part chosen = error * slice_rows(has_, record_.word, 1);
    const Part by = transposed(chosen) * v;
    Part step;
    {
      const Tape::Scope scope(tape(), "step");
      step = (alpha * by).as("z", "\\Delta Z", like(z_));
      record_.step = gather(step, ids).as("own", "\\Delta Z_{w}", {.rows = own});
    }
    const Tape::Scope scope(tape(), "after");
    const Part z = (z_ + step).as("z", "Z'");
    const Part sum = (has_ * z).as("sum", "B Z'", Role::query);
    const Part scores = (sum * transposed(v)).as("scores", "B Z' v^{\\top}");
    record_.gain = (scores - before).as("gain", "\\Delta s");
  }

  const Inputs& inputs_;
  Run run_;
  Sheet sheet_;
  SubwordsRecord record_;
  WordList all_, rows_;  // words, and their n-grams
  SubwordSettings settings_;
  std::vector<std::vector<SubwordsRecord::Gram>> grams_;  // of each word
  std::vector<std::string> labels_;                       // of the rows of z
  Axis word_, gram_;
  Part has_, z_, sum_;
};

Run run_subwords(const Inputs& inputs) {
  return Subword(inputs).run();
}

const RegisterScene registered{
    {.name = "subwords",
     .what =
         "Words as the sums of their character n-grams: what words share, a word that was never "
         "seen, and one step that reaches all words with the same n-grams.",
     .subject = Subject::word_vectors,
     .options =
         {shown_in_view(integer_option(
              std::string(subwords_options::word.name), "word", "Which word is looked at, from 1.",
              subwords_options::word.initial, 1, static_cast<double>(max_tokens))),
          shown_in_view(integer_option(std::string(subwords_options::other.name), "other",
                                       "Which word it is compared with, from 1.",
                                       subwords_options::other.initial, 1,
                                       static_cast<double>(max_tokens))),
          integer_option("min_n", "\\text{from}", "The fewest characters of an n-gram.", 3, 1, 12),
          integer_option("max_n", "\\text{to}", "The most characters of an n-gram.", 3, 1, 12),
          integer_option("buckets", "\\text{buckets}",
                         "Into how many rows the n-grams are hashed; 0: each has a row of its own.",
                         0, 0, 1000),
          toggle_option("own", "\\text{own row}",
                        "A word that the training has met has a row of its own besides.", false),
          text_option("unseen", "Words that the training has not met: they have no own row."),
          text_option("context", "The context word of the step.", "home"),
          number_option("alpha", "\\alpha", "The learning rate: how far the step goes.", 0.1, 0,
                        10),
          width_option(8), seed_option()},
     .sentences = 1,
     .run = run_subwords}};

}  // namespace

}  // namespace glassformer
