#include "app/views/vectors/word_training_options.h"

#include <algorithm>
#include <type_traits>

namespace glassformer {

namespace {

using Plan = WordTrainingPlan;
using Model = WordTrainingPlan::Model;
using Shown = bool (*)(const Plan&);
using Options = std::vector<WordTrainingOption>;

bool always(const Plan&) {
  return true;
}
bool of_word2vec(const Plan& p) {
  return p.model == Model::word2vec;
}
bool of_glove(const Plan& p) {
  return p.model == Model::glove;
}
bool of_lsa(const Plan& p) {
  return p.model == Model::lsa;
}
bool of_bengio(const Plan& p) {
  return p.model == Model::bengio;
}
bool with_noise(const Plan& p) {
  return of_word2vec(p) && p.word2vec.objective == Objective::negative_sampling;
}
bool with_subwords(const Plan& p) {
  return of_word2vec(p) && p.word2vec.subwords.on;
}
bool with_mean(const Plan& p) {
  return of_word2vec(p) && (p.word2vec.input == InputRows::cbow || p.word2vec.subwords.on);
}
bool with_ppmi(const Plan& p) {
  return of_lsa(p) && p.lsa.weighting == LsaConfig::Weighting::ppmi;
}
bool of_own_text(const Plan& p) {
  return p.source == Plan::Source::file;
}

template <class Config, class Number>
WordTrainingNumber number(const char* name, const char* meaning, Shown shown, double least,
                          double most, Config Plan::*config, Number Config::*field) {
  return {name,
          meaning,
          shown,
          least,
          most,
          [=](const Plan& p) { return static_cast<double>(p.*config.*field); },
          [=](Plan& p, double v) { p.*config.*field = static_cast<Number>(v); },
          std::is_integral_v<Number> ? 44.0F : 66.0F};
}

template <class Config>
WordTrainingNumber seed(const char* meaning, Shown shown, Config Plan::*config) {
  WordTrainingNumber made = number("seed", meaning, shown, 0, 999'999, config, &Config::seed);
  made.width = 60;
  return made;
}

template <class Config>
WordTrainingSwitch one_of(const char* name, const char* meaning, Shown shown, Config Plan::*config,
                          bool Config::*field) {
  return {name, meaning, shown, [=](const Plan& p) { return p.*config.*field; },
          [=](Plan& p, bool on) { p.*config.*field = on; }};
}

constexpr const char* kDim = "How many numbers stand for one word";
constexpr const char* kWindow = "Words on either side, at most";
constexpr const char* kEpochs = "How many times the text is read";
constexpr const char* kRepeatable =
    "One thread alone changes the rows: the same vectors every time, slower";

WordTrainingChoice model() {
  return {"model",
          {"Skip-gram", "CBOW", "GloVe", "LSA", "Bengio"},
          {"Each word of the window alone is held against the centre word",
           "The mean of the window is held against the centre word",
           "Products of vectors are fitted to the logarithm of how often two words stand together",
           "The strongest directions of a table of how often words stand together, in one go",
           "A neural network predicts the next word from those before it; slow, of 2003"},
          always,
          [](const Plan& p) {
            if (p.model != Model::word2vec) return 1 + static_cast<int>(p.model);
            return p.word2vec.input == InputRows::cbow ? 1 : 0;
          },
          [](Plan& p, int chosen) {
            p.model = static_cast<Model>(std::max(0, chosen - 1));
            if (chosen <= 1)
              p.word2vec.input = chosen == 1 ? InputRows::cbow : InputRows::skip_gram;
          },
          330};
}

void add_word2vec(Options& all) {
  using Config = Word2VecConfig;
  constexpr auto config = &Plan::word2vec;
  all.push_back(WordTrainingChoice{
      "objective",
      {"Negatives", "Tree", "All words"},
      {"The true word is told from a few words of noise",
       "The turns on the way to the true word in a Huffman tree are predicted: rare words have "
       "more of them",
       "A softmax over all words: exact, and slow"},
      of_word2vec,
      [](const Plan& p) { return static_cast<int>(p.word2vec.objective); },
      [](Plan& p, int chosen) { p.word2vec.objective = static_cast<Objective>(chosen); },
      224});
  all.push_back(WordTrainingSwitch{
      "subwords", "A word is the mean of its own row and those of its pieces, as fastText has it",
      of_word2vec, [](const Plan& p) { return p.word2vec.subwords.on; },
      [](Plan& p, bool on) { p.word2vec.subwords.on = on; }});
  all.push_back(WordTrainingSwitch{
      "true gradient",
      "Each of the n rows of a mean gets 1/n of the mean's gradient; else each gets the whole, as "
      "the original programs have it",
      with_mean, [](const Plan& p) { return !p.word2vec.whole_mean_gradient; },
      [](Plan& p, bool on) { p.word2vec.whole_mean_gradient = !on; }});
  all.push_back(one_of("repeatable", kRepeatable, of_word2vec, config, &Config::deterministic));
  all.push_back(one_of("as published",
                       "Word2vec as its papers have it, many times slower; off: the words of a "
                       "window share their negatives, and in the tree nodes near the root take "
                       "smaller steps at a higher rate",
                       of_word2vec, config, &Config::published));
  all.push_back(WordTrainingNumber{
      "n-grams from", "Characters of the shortest piece of a word", with_subwords, 1, 20,
      [](const Plan& p) { return p.word2vec.subwords.min_n; },
      [](Plan& p, double v) {
        p.word2vec.subwords.min_n = static_cast<int>(v);
        p.word2vec.subwords.max_n = std::max(p.word2vec.subwords.max_n, static_cast<int>(v));
      }});
  all.push_back(WordTrainingNumber{"to", "Characters of the longest piece of a word", with_subwords,
                                   1, 20, [](const Plan& p) { return p.word2vec.subwords.max_n; },
                                   [](Plan& p, double v) {
                                     p.word2vec.subwords.max_n = static_cast<int>(v);
                                     p.word2vec.subwords.min_n =
                                         std::min(p.word2vec.subwords.min_n, static_cast<int>(v));
                                   }});
  all.push_back(WordTrainingNumber{
      "buckets", "Rows that the pieces share: with fewer of them more pieces fall together",
      with_subwords, 1, 500'000, [](const Plan& p) { return p.word2vec.subwords.buckets; },
      [](Plan& p, double v) { p.word2vec.subwords.buckets = static_cast<int>(v); }, 80});
  all.push_back(number("dimensions", kDim, of_word2vec, 2, 500, config, &Config::dim));
  all.push_back(number("window", kWindow, of_word2vec, 1, 20, config, &Config::window));
  all.push_back(one_of("window varies",
                       "For each word from 1 to the window, drawn at random: near words count more",
                       of_word2vec, config, &Config::dynamic_window));
  all.push_back(number("negatives", "Words drawn from the noise against each true one", with_noise,
                       1, 50, config, &Config::negative));
  all.push_back(number("power",
                       "The noise is the counts to this power: 1 as in the text, 0 all words alike",
                       with_noise, 0, 2, config, &Config::noise_power));
  all.push_back(number("sample",
                       "Words more frequent than this share of the text are subsampled; 0: none",
                       of_word2vec, 0, 1, config, &Config::sample));
  all.push_back(WordTrainingNumber{"rate", "Learning rate at first", of_word2vec, 1e-5, 1,
                                   [](const Plan& p) {
                                     return p.word2vec.alpha > 0 ? p.word2vec.alpha
                                                                 : best_alpha(p.word2vec);
                                   },
                                   [](Plan& p, double v) { p.word2vec.alpha = v; }, 66});
  all.push_back(number("final rate",
                       "Learning rate at the end, to which it goes in a line; 0: next to nothing, "
                       "the same as at first: it stays",
                       of_word2vec, 0, 1, config, &Config::alpha_end));
  all.push_back(number("epochs", kEpochs, of_word2vec, 1, 100, config, &Config::epochs));
}

void add_glove(Options& all) {
  using Config = GloveConfig;
  constexpr auto config = &Plan::glove;
  all.push_back(one_of("biases",
                       "A number for each word takes up how frequent it is; off: the loss as the "
                       "lecture has it",
                       of_glove, config, &Config::biases));
  all.push_back(WordTrainingSwitch{"repeatable", kRepeatable, of_glove,
                                   [](const Plan& p) { return p.glove.threads == 1; },
                                   [](Plan& p, bool on) { p.glove.threads = on ? 1 : 0; }});
  all.push_back(number("dimensions", kDim, of_glove, 2, 500, config, &Config::dim));
  all.push_back(number("window", kWindow, of_glove, 1, 20, config, &Config::window));
  all.push_back(one_of("1/distance", "A word that is d words away counts 1/d", of_glove, config,
                       &Config::distance));
  all.push_back(one_of("across sentences", "The window goes past the end of a sentence", of_glove,
                       config, &Config::across));
  all.push_back(number("x_max", "Pairs that come this often or more matter alike; rarer ones less",
                       of_glove, 1, 100'000, config, &Config::x_max));
  all.push_back(number("power", "A rarer pair matters (count / x_max) to this power; 0: all alike",
                       of_glove, 0, 2, config, &Config::power));
  all.push_back(number("rate",
                       "AdaGrad's learning rate: each number's steps become shorter by its "
                       "gradients so far",
                       of_glove, 1e-5, 1, config, &Config::rate));
  all.push_back(number("epochs", "How many times all counts are gone through", of_glove, 1, 100,
                       config, &Config::epochs));
}

void add_lsa(Options& all) {
  using Config = LsaConfig;
  constexpr auto config = &Plan::lsa;
  all.push_back(WordTrainingChoice{
      "weighting",
      {"Counts", "Log counts", "PPMI"},
      {"The table is decomposed as it was counted: frequent words rule it",
       "The table holds log(1 + count)",
       "Positive pointwise mutual information: the logarithm of how much more often than by chance "
       "two words stand together, where that is above 0"},
      of_lsa,
      [](const Plan& p) { return static_cast<int>(p.lsa.weighting); },
      [](Plan& p, int chosen) { p.lsa.weighting = static_cast<LsaConfig::Weighting>(chosen); },
      224});
  all.push_back(number("dimensions", "How many directions are kept: numbers that stand for a word",
                       of_lsa, 2, 500, config, &Config::dim));
  all.push_back(number("window", kWindow, of_lsa, 1, 20, config, &Config::window));
  all.push_back(one_of("1/distance", "A word that is d words away counts 1/d", of_lsa, config,
                       &Config::distance));
  all.push_back(number("context power",
                       "Contexts count to this power: 1 as they are; below, rare ones stand out "
                       "less",
                       with_ppmi, 0, 2, config, &Config::context_power));
  all.push_back(number("value power",
                       "A direction is as long as its singular value to this power: 1 as "
                       "decomposed, 0 all alike",
                       of_lsa, 0, 2, config, &Config::value_power));
}

void add_bengio(Options& all) {
  using Config = NplmSettings;
  constexpr auto config = &Plan::bengio;
  all.push_back(
      one_of("direct connection",
             "The words before predict the next one directly too, not only through the hidden "
             "units; slower",
             of_bengio, config, &Config::direct));
  all.push_back(number("dimensions", kDim, of_bengio, 2, 500, config, &Config::dim));
  all.push_back(number("context words", "How many words before the next one are read to predict it",
                       of_bengio, 1, 20, config, &Config::contexts));
  all.push_back(number("hidden units", "Numbers between the words before and the next one",
                       of_bengio, 1, 500, config, &Config::hidden));
  WordTrainingNumber batch = number("batch", "Words that are predicted in one step", of_bengio, 1,
                                    1024, config, &Config::batch);
  batch.width = 60;
  all.push_back(batch);
  all.push_back(number("rate", "Adam's learning rate at first; it falls to 0 in a line", of_bengio,
                       1e-5, 1, config, &Config::rate));
  all.push_back(number("epochs", kEpochs, of_bengio, 1, 100, config, &Config::epochs));
}

// Of the text, whatever learns from it; and the seed, which stands last.
void add_text(Options& all) {
  all.push_back(WordTrainingSwitch{"small letters", "Every letter of the text is made small",
                                   of_own_text, [](const Plan& p) { return p.words.lower; },
                                   [](Plan& p, bool on) { p.words.lower = on; }});
  all.push_back(WordTrainingNumber{"min-count", "Words that come less often than this are left out",
                                   always, 1, 1000, [](const Plan& p) { return p.min_count; },
                                   [](Plan& p, double v) { p.min_count = static_cast<int>(v); }});
  all.push_back(
      seed("Draws the vectors at first, the noise and the windows", of_word2vec, &Plan::word2vec));
  all.push_back(
      seed("Draws the vectors at first, and the order of the counts", of_glove, &Plan::glove));
  all.push_back(seed("Draws the vectors that the decomposition begins with", of_lsa, &Plan::lsa));
  all.push_back(
      seed("Draws the weights at first, and the order of the words", of_bengio, &Plan::bengio));
  all.push_back(WordTrainingChoice{
      "units of the text",
      {"Words", "Characters", "Pieces"},
      {"What stands between spaces", "Each character, for a text without spaces",
       "Parts of words that come together often"},
      of_own_text,
      [](const Plan& p) { return static_cast<int>(p.words.unit); },
      [](Plan& p, int chosen) { p.words.unit = static_cast<WordOptions::Unit>(chosen); },
      260});
  all.push_back(WordTrainingSwitch{"elisions apart", "“l'eau” is two words, “l'” and “eau”",
                                   of_own_text,
                                   [](const Plan& p) { return p.words.elisions_apart; },
                                   [](Plan& p, bool on) { p.words.elisions_apart = on; }});
  all.push_back(WordTrainingChoice{
      "signs",
      {"Signs stay", "Apart", "Dropped"},
      {"Full stops and the like stay on their words", "Each sign is a word of its own",
       "Signs are left out"},
      of_own_text,
      [](const Plan& p) { return static_cast<int>(p.words.signs); },
      [](Plan& p, int chosen) { p.words.signs = static_cast<WordOptions::Signs>(chosen); },
      240});
}

}  // namespace

const std::vector<WordTrainingOption>& word_training_options() {
  static const Options all = [] {
    Options made{model()};
    add_word2vec(made);
    add_glove(made);
    add_lsa(made);
    add_bengio(made);
    add_text(made);
    return made;
  }();
  return all;
}

}  // namespace glassformer
