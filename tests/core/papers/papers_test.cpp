// tests/core/papers/papers.tsv lists what papers give; here is what of ours each row is held
// against. A formula that is only checked against another way to compute it may be wrong in both.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>

#include "core/decode/decode.h"
#include "core/embed/corpus/encoded_text.h"
#include "core/embed/count_based/cooccurrence.h"
#include "core/embed/count_based/glove.h"
#include "core/embed/count_based/glove_step.h"
#include "core/embed/count_based/lsa.h"
#include "core/embed/train/alias_table.h"
#include "core/embed/train/word2vec_state.h"
#include "core/grad/ops.h"
#include "core/models/gpt.h"
#include "core/models/transformer.h"
#include "core/nn/axes.h"
#include "core/nn/convolution.h"
#include "core/nn/position.h"
#include "core/nn/score.h"
#include "core/project/affinities.h"
#include "core/project/tsne.h"
#include "core/text/alignment.h"
#include "core/text/bleu.h"
#include "core/train/adam.h"
#include "core/train/adam_step.h"
#include "tests/support/paths.h"

namespace glassformer {
namespace {

using Numbers = std::vector<double>;
using Figure = std::function<double(const Numbers&)>;

int whole(double number) {
  return static_cast<int>(number);
}

Var ones(Tape& tape, int rows, int cols) {
  return tape.input(Mat(rows, cols, 1));
}

Var cells(Tape& tape, const Numbers& numbers) {
  Mat row(1, whole(static_cast<double>(numbers.size())));
  std::transform(numbers.begin(), numbers.end(), row.cells().begin(),
                 [](double number) { return static_cast<Real>(number); });
  return tape.input(std::move(row));
}

double only(const Tape& tape, Var var) {
  return static_cast<double>(tape.value(var)(0, 0));
}

double of(Var (*op)(Tape&, Var), double x) {
  Tape tape;
  return only(tape, op(tape, cells(tape, {x})));
}

double layer_norm_of(const Numbers& n) {
  Tape tape;
  const Var normed = layer_norm(tape, cells(tape, {n[0], n[1]}), ones(tape, 1, 2),
                                tape.input(Mat(1, 2)), n[2] * n[2]);
  return static_cast<double>(tape.value(normed)(0, 1));
}

double scaled_dot(const Numbers& n) {
  Tape tape;
  const Var q = ones(tape, 1, whole(n[0])), k = ones(tape, 1, whole(n[0]));
  return only(tape, scaled_dot_score(tape, q, k, {}));
}

double glu(const Numbers& n) {
  Tape tape;
  const Params none;
  Pass pass = Pass::traced(tape, none);
  return only(tape, gated_linear_unit(pass, cells(tape, n), axes::none));
}

double glorot_bound(const Numbers& n) {
  Real largest = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Params params;
    params.add_uniform("w", {whole(n[0]), whole(n[1])}, seed);
    for (const Real cell : params.value(0).cells()) largest = std::max(largest, std::abs(cell));
  }
  return static_cast<double>(largest);
}

// The last of the steps that these gradients make, at the last of the numbers as the rate.
double adam_step(const Numbers& n) {
  AdamSettings settings;
  settings.clip = 0;
  Real first = 0, second = 0, weight = 0, before = 0;
  for (std::size_t i = 0; i + 1 < n.size(); ++i) {
    const auto gradient = static_cast<Real>(n[i]);
    before = weight;
    AdamStep(settings, static_cast<std::int64_t>(i) + 1, std::abs(n[i]), n.back())
        .move(1, &gradient, &first, &second, &weight);
  }
  return static_cast<double>(before) - static_cast<double>(weight);
}

double clipped(const Numbers& n) {
  AdamSettings settings;
  settings.beta_1 = 0;  // so that the mean is the gradient itself
  settings.clip = n[1];
  Real first = 0, second = 0, weight = 0;
  const Real gradient = 1;
  AdamStep(settings, 1, n[0], 1).move(1, &gradient, &first, &second, &weight);
  return static_cast<double>(first);
}

double smoothed_loss(const Numbers& n) {
  Tape tape;
  return only(tape, cross_entropy(tape, cells(tape, {n[0], n[1]}), {0}, n[2]));
}

double millions(const std::vector<Parameter>& parameters) {
  return static_cast<double>(parameter_count(parameters)) / 1e6;
}

double gpt_millions(const Numbers& n) {
  GptConfig config;
  config.vocab_size = whole(n[0]);
  return millions(Gpt(config).parameters());
}

// Of a text in which one word has the share f.
double kept_share(const Numbers& n) {
  std::string text = "rare";
  for (int i = 1; i < whole(std::lround(1 / n[0])); ++i) text += " often";
  const auto encoded = std::make_shared<const EncodedText>(encode_text(text, {}, 1, "t"));
  Word2VecConfig config;
  config.dim = 2;
  config.sample = n[1];
  const Word2VecState state(encoded, config);
  return state.keep[static_cast<std::size_t>(encoded->words.find("rare"))] * 0x1p-32;
}

double noise_of_second(const Numbers& n) {
  const std::vector<std::uint64_t> counts{static_cast<std::uint64_t>(n[0]),
                                          static_cast<std::uint64_t>(n[1])};
  return noise_table(counts, n[2]).probabilities()[1];
}

double alpha_of(InputRows input) {
  Word2VecConfig config;
  config.input = input;
  return best_alpha(config);
}

double count_away(const Numbers& n) {
  std::string text = "here";
  for (int i = 1; i < whole(n[0]); ++i) text += " between";
  const EncodedText encoded = encode_text(text + " there", {}, 1, "t");
  CountOptions options;
  options.window = 10;
  options.distance = true;
  for (const Cooccurrence& cell : cooccurrences(encoded, options)) {
    if (encoded.words[static_cast<std::size_t>(cell.word)] == "here" &&
        encoded.words[static_cast<std::size_t>(cell.context)] == "there") {
      return static_cast<double>(cell.count);
    }
  }
  return 0;
}

// Of one of so many points in a circle: as many on either side.
double tsne_neighbours(const Numbers& n) {
  RowsBuilder builder(static_cast<std::size_t>(n[1]), 2);
  for (std::size_t i = 0; i < builder.count(); ++i) {
    builder[i][0] = static_cast<float>(std::cos(2 * M_PI * static_cast<double>(i) / n[1]));
    builder[i][1] = static_cast<float>(std::sin(2 * M_PI * static_cast<double>(i) / n[1]));
  }
  const Affinities found = affinities(builder.finish(), n[0]);
  double neighbours = 0;
  for (std::size_t i = 0; i < found.starts[1]; ++i) neighbours += found.p[i] > 0 ? 1 : 0;
  return neighbours;
}

double perplexity_of(const Numbers& n) {
  std::vector<float> squared, shares(static_cast<std::size_t>(n[1]));
  for (std::size_t i = 0; i < shares.size(); ++i) squared.push_back(static_cast<float>(i + 1));
  neighbour_shares(squared, n[0], shares);
  double bits = 0;
  for (const float share : shares) {
    if (share > 0) bits -= static_cast<double>(share) * std::log2(static_cast<double>(share));
  }
  return std::exp2(bits);
}

double brevity(const Numbers& n) {
  const auto words = [](double count) {
    std::string text;
    for (int i = 0; i < whole(count); ++i) text += "w" + std::to_string(i) + " ";
    return text;
  };
  const std::vector<std::string> made{words(n[0])}, right{words(n[1])};
  return corpus_bleu(made, right).brevity_penalty;
}

double seven_the(const Numbers&) {
  const std::vector<std::string> made{"the the the the the the the"};
  const std::vector<std::vector<std::string>> right{
      {"the cat is on the mat", "there is a cat on the mat"}};
  return corpus_bleu(made, right).precisions[0];
}

double alignment_errors(const Numbers& n) {
  std::vector<Link> predicted, truth;
  for (int i = 0; i < whole(n[1]); ++i) predicted.push_back({i, i < n[0] ? 0 : 1});
  for (int i = 0; i < whole(n[2]); ++i) truth.push_back({i, 0});
  AlignmentErrors errors;
  errors.add(predicted, truth);
  return errors.rate();
}

Figure constant(double value) {
  return [value](const Numbers&) { return value; };
}

const std::map<std::string, Figure>& figures() {
  static const std::map<std::string, Figure> all{
      {"sinusoid",
       [](const Numbers& n) {
         return sinusoidal_positions(whole(n[0]) + 1, whole(n[2]))(whole(n[0]), whole(n[1]));
       }},
      {"rotary angle",
       [](const Numbers& n) { return rotary_angles({whole(n[0])}, whole(n[2]))(0, whole(n[1])); }},
      {"ALiBi slope", [](const Numbers& n) { return alibi_slope(whole(n[0]), whole(n[1])); }},
      {"ALiBi bias",
       [](const Numbers& n) {
         return alibi_bias({9, 9}, n[0])(whole(n[1]), whole(n[2]));
       }},
      {"scaled dot product", scaled_dot},
      {"layer norm", layer_norm_of},
      {"GELU", [](const Numbers& n) { return of(gelu, n[0]); }},
      {"GELU by tanh", [](const Numbers& n) { return of(gelu_tanh, n[0]); }},
      {"gated linear unit", glu},
      {"Glorot bound", glorot_bound},
      {"warm-up rate",
       [](const Numbers& n) {
         return warmup_rate(static_cast<std::int64_t>(n[0]), whole(n[1]), whole(n[2]));
       }},
      {"Adam β₁", constant(AdamSettings().beta_1)},
      {"Adam β₂", constant(AdamSettings().beta_2)},
      {"Adam ε", constant(AdamSettings().epsilon)},
      {"Adam's first step", adam_step},
      {"Adam's second step", adam_step},
      {"clipped gradient", clipped},
      {"smoothed loss", smoothed_loss},
      {"length penalty", [](const Numbers& n) { return length_penalty(whole(n[0]), n[1]); }},
      {"length penalty's α", constant(DecodeOptions().alpha)},
      {"dropout of the base model", constant(base_transformer().dropout)},
      {"dropout of the big model", constant(big_transformer().dropout)},
      {"label smoothing", constant(base_transformer().label_smoothing)},
      {"million parameters of the base model",
       [](const Numbers&) { return millions(Transformer(base_transformer()).parameters()); }},
      {"million parameters of the big model",
       [](const Numbers&) { return millions(Transformer(big_transformer()).parameters()); }},
      {"million parameters of GPT-2 small", gpt_millions},
      {"kept share of a word", kept_share},
      {"noise", noise_of_second},
      {"noise power", constant(Word2VecConfig().noise_power)},
      {"rate of skip-gram", constant(alpha_of(InputRows::skip_gram))},
      {"rate of CBOW", constant(alpha_of(InputRows::cbow))},
      {"shortest n-gram", constant(SubwordSettings().min_n)},
      {"longest n-gram", constant(SubwordSettings().max_n)},
      {"GloVe weight",
       [](const Numbers& n) { return static_cast<double>(glove_weight(n[0], n[1], n[2])); }},
      {"GloVe power", constant(GloveConfig().power)},
      {"GloVe rate", constant(GloveConfig().rate)},
      {"GloVe window", constant(GloveConfig().window)},
      {"count of a word away", count_away},
      {"PPMI context power", constant(LsaConfig().context_power)},
      {"SVD value power", constant(LsaConfig().value_power)},
      {"t-SNE exaggeration", constant(TsneSettings().exaggeration)},
      {"exaggerated iterations", constant(TsneSettings().exaggerated)},
      {"neighbours of t-SNE", tsne_neighbours},
      {"perplexity", perplexity_of},
      {"BLEU brevity", brevity},
      {"BLEU of seven the", seven_the},
      {"alignment errors", alignment_errors},
  };
  return all;
}

struct Given {
  std::string what;
  Numbers in;
  double out = 0, within = 0;
  std::string source;
};

std::vector<Given> given() {
  std::vector<Given> rows;
  std::ifstream file(testing::source_dir() / "tests/core/papers/papers.tsv");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string> columns(1);
    for (const char c : line) {
      if (c == '\t') {
        columns.emplace_back();
      } else {
        columns.back() += c;
      }
    }
    EXPECT_EQ(columns.size(), 5u) << line;
    columns.resize(5);
    Given row{columns[0], {}, std::stod(columns[2]), std::stod(columns[3]), columns[4]};
    std::istringstream numbers(columns[1]);
    for (double number = 0; numbers >> number;) row.in.push_back(number);
    rows.push_back(std::move(row));
  }
  return rows;
}

TEST(Papers, GiveTheFiguresThatWeHave) {
  const std::vector<Given> rows = given();
  ASSERT_FALSE(rows.empty());
  std::set<std::string> named;
  for (const Given& row : rows) {
    named.insert(row.what);
    const auto ours = figures().find(row.what);
    ASSERT_NE(ours, figures().end()) << "nothing of ours is held against " << row.what;
    EXPECT_NEAR(ours->second(row.in), row.out, std::abs(row.out) * row.within)
        << row.what << ": " << row.source;
    EXPECT_FALSE(row.source.empty()) << row.what;
  }
  EXPECT_EQ(named.size(), figures().size()) << "a figure that no row of the table asks for";
}

}  // namespace
}  // namespace glassformer
