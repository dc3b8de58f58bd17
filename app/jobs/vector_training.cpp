#include "app/jobs/vector_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <utility>

#include "app/card/vector_engines.h"
#include "core/embed/corpus/encoded_text.h"
#include "core/embed/corpus/encoded_wordnet.h"
#include "core/embed/corpus/wordnet.h"
#include "core/embed/count_based/trainings.h"
#include "core/embed/eval/evaluate.h"
#include "core/embed/eval/questions.h"
#include "core/formats/byte_source.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"
#include "core/text/corpus.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

using Source = WordTrainingPlan::Source;

constexpr std::uint64_t kSeed = 1;

// The checkpoint of trainings on texts of one's own: there is one, and it belongs to the training
// that began last. Those before it may still be ending, and must not write over it.
class KeptCheckpoint {
 public:
  // At once: a frame waits for it. The rest may wait until another training has written.
  static int begin() { return ++last_; }
  // Calls `use` if the training is still the one that began last.
  template <class Use>
  static void as_owner(int training, const Use& use) {
    const std::scoped_lock lock(mutex_);
    if (training == last_) use();
  }

 private:
  static inline std::mutex mutex_;
  static inline std::atomic<int> last_ = 0;
};

// A training on the text of a plan. Its vectors also say to which group each word belongs, or which
// text they were learned from.
class OnText : public VectorTraining {
 public:
  // `number` names a training that is kept; 0: it is not.
  OnText(std::unique_ptr<VectorTraining> training, const WordTrainingPlan& plan,
         const EncodedText& text, int number)
      : training_(std::move(training)), number_(number) {
    if (plan.source == Source::world) {
      const Corpus corpus;
      for (std::size_t w = 0; w < text.words.size(); ++w) {
        groups_.push_back(corpus.group(text.words[w]));
      }
    } else if (plan.source == Source::wordnet) {
      name_ = "WordNet's text";
      groups_ = text.groups;
    } else {
      name_ = plan.text.filename().string();
      notes_.push_back(summary(text) + ".");
      // Which file it is stands beside them.
      const std::string file = plan.text.string() + ": ";
      for (const std::string& note : text.notes) {
        notes_.push_back(note.starts_with(file) ? note.substr(file.size()) : note);
      }
    }
  }

  double train(std::uint64_t amount) override {
    const double loss = training_->train(amount);
    if (!diverged()) return loss;
    throw UserError(
        "the training diverged: its vectors hold numbers that are infinite or none at all; "
        "choose a smaller rate");
  }
  double loss() const override { return training_->loss(); }
  std::uint64_t done() const override { return training_->done(); }
  std::uint64_t total() const override { return training_->total(); }
  std::string counted() const override { return training_->counted(); }
  std::string described() const override { return training_->described(); }
  std::string fallback() const override { return training_->fallback(); }
  std::vector<std::string> notes() const override { return notes_; }
  bool diverged() const override { return training_->diverged(); }
  WordVectors snapshot() const override { return told(training_->snapshot()); }
  WordVectors first(std::size_t words) const override { return told(training_->first(words)); }
  WordVectors finish() override { return told(training_->finish()); }
  void save(const std::filesystem::path& file) const override {
    KeptCheckpoint::as_owner(number_, [&] {
      std::error_code failed;  // then the writing says why
      std::filesystem::create_directories(file.parent_path(), failed);
      training_->save(file);
    });
  }
  void restore(const std::filesystem::path& file) override {
    KeptCheckpoint::as_owner(number_, [&] { training_->restore(file); });
  }

 private:
  WordVectors told(WordVectors vectors) const {
    const std::size_t words = std::min(groups_.size(), vectors.words.size());
    vectors.groups.assign(groups_.begin(), groups_.begin() + static_cast<std::ptrdiff_t>(words));
    if (!name_.empty()) vectors.origin += ", learned from " + name_;
    return vectors;
  }
  std::unique_ptr<VectorTraining> training_;
  const int number_;
  std::string name_;  // of a text that is not the program's own
  std::vector<std::string> groups_, notes_;
};

EncodedText read_text_of(const WordTrainingPlan& plan, const ReadingProgress& progress) {
  switch (plan.source) {
    case Source::world:
      return encode_text(Corpus().text(Corpus::usual_sentences, kSeed), {}, plan.min_count,
                         "the default corpus");
    case Source::wordnet:
      return encode_wordnet(plan.text, plan.min_count, progress);
    case Source::file:
      break;
  }
  return encode_text_file(plan.text, plan.words, plan.min_count, progress);
}

// The text as numbers of its words; the last one is kept, so that starting over begins at once.
EncodedTextPtr encoded(const WordTrainingPlan& plan, const ReadingProgress& progress) {
  struct Key {
    Source source = Source::world;
    std::filesystem::path file;
    bool lower = false;
    WordOptions::Signs signs = WordOptions::Signs::keep;
    WordOptions::Unit unit = WordOptions::Unit::words;
    bool elisions_apart = false;
    int min_count = 0;
    std::uintmax_t bytes = 0;
    std::filesystem::file_time_type changed;
    bool operator==(const Key&) const = default;
  };
  static std::mutex mutex;
  static Key kept_key;
  static EncodedTextPtr kept;
  Key key{plan.source,
          plan.text,
          plan.words.lower,
          plan.words.signs,
          plan.words.unit,
          plan.words.elisions_apart,
          plan.min_count,
          0,
          {}};
  std::error_code none;
  if (plan.source == Source::file) {
    key.bytes = std::filesystem::file_size(plan.text, none);
    key.changed = std::filesystem::last_write_time(plan.text, none);
  }
  {
    const std::scoped_lock lock(mutex);
    if (kept && kept_key == key) return kept;
  }
  auto made = std::make_shared<const EncodedText>(read_text_of(plan, progress));
  const std::scoped_lock lock(mutex);
  kept_key = key;
  return kept = std::move(made);
}

int dimensions(const WordTrainingPlan& plan) {
  using Model = WordTrainingPlan::Model;
  switch (plan.model) {
    case Model::word2vec:
      return plan.word2vec.dim;
    case Model::glove:
      return plan.glove.dim;
    case Model::lsa:
      return plan.lsa.dim;
    case Model::bengio:
      break;
  }
  return plan.bengio.dim;
}

// A text of one's own may have more words than vectors of them fit into memory: every word has one
// as an input and one as an output, and the window shows a copy of both.
void check_size(const WordTrainingPlan& plan, const EncodedText& text) {
  constexpr double numbers = 4;  // of so many rows, each 4 bytes
  check_memory(fmt::format("{}: learning {} with {} numbers each", plan.text.string(),
                           number_of(text.words.size(), "different word"), dimensions(plan)),
               numbers * 4 * static_cast<double>(text.words.size()) * dimensions(plan),
               "give fewer dimensions or a larger min-count");
}

std::unique_ptr<VectorTraining> model_of(const WordTrainingPlan& plan, EncodedTextPtr text,
                                         const std::shared_ptr<Backend>& backend,
                                         const KeepGoing& keep_going) {
  using Model = WordTrainingPlan::Model;
  if (plan.model == Model::glove) return glove_training(std::move(text), plan.glove, keep_going);
  if (plan.model == Model::lsa) return lsa_training(std::move(text), plan.lsa, keep_going);
  if (plan.model == Model::bengio) return nplm_training(std::move(text), plan.bengio);
  SkipGramEnginePtr engine =
      why_no_engine(plan.word2vec).empty() ? skip_gram_engine(backend) : nullptr;
  return word2vec_training(std::move(text), plan.word2vec, std::move(engine));
}

std::unique_ptr<VectorTraining> make_training(const WordTrainingPlan& plan,
                                              const std::shared_ptr<Backend>& backend,
                                              const ReadingProgress& progress, int number) {
  if (plan.restart && number > 0) {
    std::error_code none;
    KeptCheckpoint::as_owner(number, [&] { std::filesystem::remove(plan.checkpoint, none); });
  }
  const EncodedTextPtr text = encoded(plan, progress);
  if (plan.source == Source::file) check_size(plan, *text);
  const KeepGoing keep_going = [&] { return progress(1); };
  return std::make_unique<OnText>(model_of(plan, text, backend, keep_going), plan, *text, number);
}

}  // namespace

WordTrainingPlan window_training_plan(Source source) {
  WordTrainingPlan plan;
  const UsualSizes usual = usual_sizes(source);
  plan.source = source;
  if (source == Source::wordnet) plan.text = wordnet_folder();
  plan.min_count = usual.min_count;
  plan.word2vec.subwords.buckets = 50'000;  // enough for a text that one watches
  plan.word2vec.dim = plan.glove.dim = plan.lsa.dim = usual.dim;
  plan.bengio.dim = 50;
  plan.word2vec.deterministic = true;  // a seed is a promise: the same again tomorrow
  plan.word2vec.seed = plan.glove.seed = plan.lsa.seed = plan.bengio.seed = kSeed;
  return plan;
}

UsualSizes usual_sizes(Source source) {
  return source == Source::world ? UsualSizes{50, 1} : UsualSizes{100, 5};
}

std::filesystem::path wordnet_folder() {
  return usual_wordnet_folder();
}

bool wordnet_is_there() {
  std::error_code none;
  return std::filesystem::exists(wordnet_folder() / "data.noun", none);
}

std::function<double(const WordVectors&)> analogy_score() {
  return [sections = std::vector<QuestionSection>()](const WordVectors& vectors) mutable {
    if (sections.empty()) {
      const std::string questions = Corpus().questions();
      sections = read_questions(*bytes_in_memory(questions), "the default corpus");
    }
    const AnalogyScore score = evaluate_analogies(vectors, sections);
    return score.answered > 0 ? score.accuracy() : std::numeric_limits<double>::quiet_NaN();
  };
}

std::unique_ptr<VectorTraining> training_of(const WordTrainingPlan& plan) {
  return make_training(
      plan, nullptr, [](double) { return true; }, 0);
}

VectorTrainingJob::Body word_training(const WordTrainingPlan& plan,
                                      const std::shared_ptr<Backend>& backend) {
  const bool own = plan.source != Source::world;
  const bool kept = plan.source == Source::file && plan.in_rounds();
  const bool slow = plan.model == WordTrainingPlan::Model::bengio;
  VectorTrainingPace pace;
  // A step with a loss over all words may take a thousand times as long as another, and a text of
  // one's own may have many: the window must be able to pause it.
  pace.round = slow ? 2'000 : own ? 10'000 : 20'000;
  pace.round_seconds = own || slow ? 0.1 : 0;
  pace.score_every = own ? 0.1 : 0.02;  // among many words questions take a while
  pace.score = analogy_score();
  if (own) pace.watched_words = 3000;  // twice what the map shows
  if (kept) pace.checkpoint = plan.checkpoint;
  pace.checkpoint_optional = true;
  const int number = kept ? KeptCheckpoint::begin() : 0;
  return [=, pace = std::move(pace)](VectorTrainingJob& job) {
    const ReadingProgress progress = [&job](double share) {
      VectorTrainingSnapshot reading;
      reading.progress = share;
      return job.publish(std::move(reading));
    };
    return vector_training_body(
        [&](const KeepGoing&) { return make_training(plan, backend, progress, number); },
        pace)(job);
  };
}

}  // namespace glassformer
