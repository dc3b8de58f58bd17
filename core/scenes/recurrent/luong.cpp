#include <fmt/format.h>

#include <utility>

#include "core/nn/axes.h"
#include "core/nn/local_attention.h"
#include "core/nn/score.h"
#include "core/scenes/options.h"
#include "core/scenes/records/luong.h"
#include "core/scenes/sheet.h"

// Luong's choices (Luong et al. 2015, section 3; lecture 004): the decoder's new state s asks the
// encoder's states h under three scores, over all words or over some of them.
//   dot      e_j = s · h_j
//   general  e_j = s W h_jᵀ
//   concat   e_j = v · tanh(s W + h_j V)
//   local-m  dot, over the words within D of position t
//   local-p  dot, over the words within D of p = S σ(v_p · tanh(s W_p)), and the weights times
//            exp(−(j − p)² / 2σ²) with σ = D / 2; they are not divided by their sum again
// Then s̃ = tanh([c; s] W_c), of the dot's context, and what input feeding gives the next step,
// [y; s̃]. Positions j count from 0. Nodes: h, s, positions; in the scopes dot, general, concat,
// local-m and local-p what each makes, with scores, weights and output; joined, wc, attentional,
// word, fed.
namespace glassformer {

namespace {

class Luong {
 public:
  explicit Luong(const Inputs& inputs)
      : inputs_(inputs), sheet_(inputs, run_), reach_(number(inputs, "reach")) {}

  Run run() {
    read();
    record_.dot = way("dot", [&] { return global(dot(s_)); });
    record_.general = way("general", [&] { return global(general()); });
    record_.concat = way("concat", [&] { return global(concat()); });
    record_.local_m = way("local-m", [&] { return local_m(); });
    record_.local_p = way("local-p", [&] { return local_p(); });
    feed();
    run_.records.add(record_);
    sheet_.tell();
    return std::move(run_);
  }

 private:
  void read() {
    constexpr int width = 2;
    run_.tokens = {sentence(inputs_, 0), sentence(inputs_, 1)};
    words_ = {"source word", run_.tokens[0], 0};
    ask_ = {"output word", run_.tokens[1], 1};
    h_ = sheet_.take("h", "H", Role::value, any(4, words_), any(width, numbered("unit")), 1);
    const auto [words, units] = h_.shape();
    s_ = sheet_.take("s", "s", Role::query, exactly(1, ask_, ""), cols_of(h_), 1);
    check_memory(inputs_, 40.0 * words * units, fmt::format("{} words", words));
    check_labels(inputs_, run_.tokens[0], words, "encoder states");
    check_labels(inputs_, run_.tokens[1], 1, "queries");
    for (int k = 1; k <= units; ++k) context_.labels.push_back(fmt::format("c {}", k));
    Mat places(words, 1);
    for (int j = 0; j < words; ++j) places(j, 0) = static_cast<Real>(j);
    places_ = sheet_.put(std::move(places), {"positions", "j", Role::position, words_, none_});
    record_.states = h_;
    record_.query = s_;
    record_.reach = reach_;
  }

  template <class Weights>
  LuongRecord::Way way(const char* name, const Weights& weights) {
    const Tape::Scope scope(sheet_.tape(), name);
    LuongRecord::Way made;
    made.first = Var{sheet_.tape().size()};
    const auto [scores, alpha] = weights();
    made.weights = alpha;
    made.context = (alpha * h_).as("output", "c", {.cols = context_});
    AttentionSite site;
    site.name = name;
    site.q = s_;
    site.k = site.v = h_;
    site.place.kind = AttentionPlace::Kind::cross;
    site.scores = scores;
    site.weights = made.weights;
    site.context = made.context;
    run_.sites.push_back(site);
    return made;
  }

  struct Weighed {
    Part scores, weights;
  };
  static Weighed global(Part scores) { return {scores, softmax(scores).as("weights", "\\alpha")}; }

  Part dot(Part query) {
    return sheet_.at(dot_score(sheet_.tape(), query, h_, {ask_, words_, ""}, "e"));
  }

  Part general() {
    const Part w = sheet_.take("w", "W_{a}", Role::query_weight, cols_of(h_), cols_of(h_));
    return dot((s_ * w).as("sw", "sW_{a}"));
  }

  Part concat() {
    const Axis hidden = numbered("a");
    const Part w = sheet_.take("w", "W", Role::query_weight, cols_of(h_).over(none_),
                               any(h_.shape().cols, hidden));
    const Part v = sheet_.take("v", "V", Role::key_weight, cols_of(h_).over(none_), cols_of(w));
    const Part vector = sheet_.take("vector", "v", Role::plain, exactly(1, none_, ""), cols_of(w),
                                    weight_deviation(w.shape().cols));
    const Part hv = (h_ * v).as("hv", "HV", {.cols = hidden});
    return sheet_.at(additive_row(sheet_.tape(), s_, "s", ask_, w, hv, vector))
        .as("scores", "e", {.rows = ask_});
  }

  LocalRows near() const { return {{h_.shape().rows}, reach_, ask_, words_}; }

  Weighed local_m() {
    const Part t = sheet_.put(Mat(1, 1, static_cast<Real>(number(inputs_, "t"))),
                              {"place", "t", Role::position, ask_, none_});
    record_.place_m = t;
    const Part away = distance(t, places_).as("distance", "|j - t|");
    const Part scores = dot(s_);
    return {scores, sheet_.at(attend_near(pass_, scores, away.value(), near()))};
  }

  Weighed local_p() {
    const int units = h_.shape().cols;
    const Part w = sheet_.take("w", "W_{p}", Role::query_weight, cols_of(h_).over(none_),
                               any(units, numbered("a")));
    const Part v = sheet_.take("v", "v_{p}", Role::plain, exactly(1, none_, ""), cols_of(w),
                               weight_deviation(units));
    record_.place_p = predicted_place(pass_, s_, w, v, near(), "", w.cols());
    const Part scores = dot(s_);
    const Around around = attend_around(pass_, scores, record_.place_p, places_, near());
    record_.before = around.before;
    record_.bell = around.bell;
    return {scores, sheet_.at(around.weights)};
  }

  // s̃, and what input feeding gives the next step.
  void feed() {
    const Part joined =
        concat_cols({sheet_.at(record_.dot.context), s_})
            .as("joined", "[c; s]", {.role = Role::plain, .cols = numbered("unit")});
    const Part wc = sheet_.take("wc", "W_{c}", Role::output_weight, cols_of(joined),
                                any(h_.shape().cols, numbered("unit")));
    const Part mixed = (joined * wc).as("mixed", "[c; s]W_{c}", Role::plain);
    const Part attentional = tanh(mixed).as("attentional", "\\tilde{s}", Role::output);
    const Part word = sheet_.take("word", "y", Role::input, exactly(1, ask_, "one word is fed"),
                                  any(2, numbered("d")), 1);
    run_.output = concat_cols({word, attentional})
                      .as("fed", "[y; \\tilde{s}]", {.cols = numbered("d + unit")});
  }

  const Inputs& inputs_;
  Run run_;
  Sheet sheet_;
  const Params nothing_learned_;
  const Pass pass_ = Pass::traced(run_.tape, nothing_learned_);
  LuongRecord record_;
  double reach_;
  Part h_, s_, places_;
  Axis words_, ask_, none_ = numbered("");
  Axis context_ = numbered("unit");  // labelled, so that its numbers are told from positions
};

const RegisterScene registered{
    {.name = "luong",
     .what = "One state of a decoder under Luong's scores, over all words and over those near a "
             "position; the attentional state and input feeding.",
     .subject = Subject::attention,
     .options = {number_option("reach", "D", "How far from its position a local attention sees.", 2,
                               0.5, 16),
                 number_option("t", "t",
                               "The position that local-m takes: that of the output word, "
                               "counted from 0.",
                               0, 0, 64),
                 seed_option()},
     .givens = {"h", "s", "general.w", "concat.w", "concat.v", "concat.vector", "local-p.w",
                "local-p.v", "wc", "word"},
     .run = [](const Inputs& inputs) { return Luong(inputs).run(); }}};

}  // namespace

}  // namespace glassformer
