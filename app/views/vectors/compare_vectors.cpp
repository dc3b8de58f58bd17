#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/jobs/jobs.h"
#include "app/jobs/projection.h"
#include "app/jobs/trained_sets.h"
#include "app/views/parts/set_option.h"
#include "app/views/vectors/map_scene.h"
#include "app/views/vectors/shared_neighbours.h"
#include "app/views/vectors/word_search.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "core/scenes/chosen.h"
#include "core/scenes/records/compare_vectors.h"

namespace glassformer {

namespace {

constexpr std::array<const char*, 2> kSides{"left", "right"};  // names of controls
constexpr std::array kSlots{slots::vectors, slots::compared};
constexpr std::array<std::string_view, 2> kMaps{"left map", "right map"};
constexpr std::string_view kShared = "neighbours";
const std::vector<PartSpec> kParts{{.name = kMaps[0], .share = 0.5F, .keeps_shape = true},
                                   {.name = kMaps[1], .share = 0.5F, .keeps_shape = true},
                                   {.name = kShared}};
constexpr float kNarrow = 760, kRoomForName = 430;  // px at scale 1
constexpr std::size_t kLsa = 3;                     // among the kinds of TrainedSets
constexpr int kNone = -1;                           // no segment: a file, or what the lesson says

// Two sets of word vectors beside each other; a word that is touched in one lights in both.
class CompareVectors : public View {
 public:
  std::string_view name() const override { return "compare-vectors"; }
  std::string_view help() const override {
    return "Two sets of vectors over the same words. Choose above each map how its set was made: "
           "what is not there yet is trained in the background, and Escape cancels that. The right "
           "map is turned onto the left one. Above a map stands how long the training of its set "
           "took. Hover a word and it lights in both; click it for its neighbours in both: a line "
           "joins those that both have. Type to search.";
  }

  ~CompareVectors() override {
    for (std::size_t s = 0; s < 2; ++s) cancel(s);
  }

  void begin_parts(Ui& ui, Session& session) override {
    follow(ui, session);
    touched_ = -1;
  }
  void end_parts(Ui&, Session&) override { hovered_ = touched_; }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    if (part == kShared) {
      const SharedTouch touch = draw_shared_neighbours(
          ui, session,
          {.titles = {shown_set(session, 0), shown_set(session, 1)},
           .colors = {color_of(ui.theme, 0), color_of(ui.theme, 1)},
           .lit = hovered_ >= 0 ? std::string(words_->words[static_cast<std::size_t>(hovered_)])
                                : std::string()},
          area);
      if (!touch.hovered.empty()) touched_ = words_->words.find(touch.hovered);
      if (!touch.double_clicked.empty()) choose(session, touch.double_clicked);
      return {run->tape.node(nodes_of(*run, 0).cosine).path,
              run->tape.node(nodes_of(*run, 1).cosine).path};
    }
    const std::size_t side = part == kMaps[0] ? 0 : 1;
    draw_set_title(ui, shown_set(session, side), area.take_top(ui.theme.px(28)));
    draw_legend(ui, side, area.take_bottom(ui.theme.px(26)));
    draw_map(ui, session, side, area);
    return {run->tape.node(nodes_of(*run, side).map).path};
  }

  // Which set stands on each side, how far its training is, and which word.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    follow(ui, session);
    const float top = area.y, gap = theme.px(22);
    draw_search(ui, session, area.take_top(theme.px(36)));
    area.take_top(theme.px(8));
    // The right side has two kinds more to choose from: where they would touch, they get more room.
    const float share = area.w < theme.px(kNarrow) ? 0.42F : 0.5F;
    Rect kinds = area.take_top(theme.px(34));
    const float left = (kinds.w - gap) * share;
    draw_segments(ui, session, 0, kinds.take_left(left));
    kinds.take_left(gap);
    draw_segments(ui, session, 1, kinds);
    if (!wanted_[0] && !wanted_[1]) return area.y - top;
    area.take_top(theme.px(8));
    Rect row = area.take_top(theme.px(34));
    const Rect first = row.take_left(left);
    row.take_left(gap);
    if (wanted_[0]) draw_wanted(ui, 0, first);
    if (wanted_[1]) draw_wanted(ui, 1, row);
    return area.y - top;
  }

 private:
  static const CompareVectorsRecord::Side& nodes_of(const Run& run, std::size_t side) {
    return run.records.get<CompareVectorsRecord>().sides[side];
  }

  // A set that is to be shown on one side once it is made.
  struct Wanted {
    std::size_t kind = 0;
    TrainedSets::Set now;
  };

  void follow(Ui& ui, Session& session) {
    sets_ = &session.jobs().trained_sets();
    for (std::size_t s = 0; s < 2; ++s) take_wanted(ui, session, s);
    read_words(session);
  }

  static bool has_outputs(const Session& session) {
    return !chosen_vectors(session.inputs())->outputs.empty();
  }

  // Whether the right side shows, of what ships, this one: LSA or real words.
  static bool ships(const Inputs& inputs, std::string_view set) {
    return !inputs.resources.get(slots::compared) &&
           value_of(inputs, compare_vectors_options::right) == set;
  }
  // The last segment of the right side, behind the outputs and the kinds.
  static int real_segment() { return static_cast<int>(TrainedSets::names().size()) + 1; }

  // The segment of what a side shows. Without outputs of the left set the right one shows the
  // vectors that come with the program.
  static int segment_of(const Session& session, std::size_t side) {
    const WordVectorsPtr given = session.inputs().resources.get(kSlots[side]);
    if (side == 1 && ships(session.inputs(), compare_vectors_options::lsa)) return kLsa + 1;
    if (side == 1 && ships(session.inputs(), compare_vectors_options::real)) return real_segment();
    if (side == 1 && !given) return has_outputs(session) ? 0 : 1;
    const auto kind = given ? TrainedSets::kind_of(given) : 0;
    return kind ? static_cast<int>(*kind + side) : kNone;
  }

  void choose_segment(Session& session, std::size_t side, int segment) {
    cancel(side);
    // What is chosen by hand takes the place of what the lesson set.
    const bool real = side == 1 && segment == real_segment();
    const std::string ours(real ? compare_vectors_options::real : compare_vectors_options::outputs);
    if (side == 1 && value_of(session.inputs(), compare_vectors_options::right) != ours) {
      session.post(set_option(compare_vectors_options::right, ours));
    }
    if (segment == 0 || real)
      return session.use(kSlots[side], nullptr, Session::Reach::this_lesson);
    wanted_[side] = Wanted{static_cast<std::size_t>(segment) - side, {}};
  }

  // Hands the session what was chosen, once it is made.
  void take_wanted(Ui& ui, Session& session, std::size_t side) {
    std::optional<Wanted>& wanted = wanted_[side];
    if (!wanted || !wanted->now.failed.empty()) return;
    if (ui.pressed(Key::escape)) return cancel(side);
    if (ui.input.still) sets_->wait(wanted->kind);
    wanted->now = sets_->get(wanted->kind);
    ui.request_frame();
    if (!wanted->now.vectors || session.busy()) return;
    session.use(kSlots[side], wanted->now.vectors, Session::Reach::this_lesson);
    wanted.reset();
  }

  // Nobody waits for it any more, unless the other side does.
  void cancel(std::size_t side) {
    const auto wanted = std::exchange(wanted_[side], std::nullopt);
    const auto& other = wanted_[1 - side];
    if (wanted && !(other && other->kind == wanted->kind)) sets_->cancel(wanted->kind);
  }

  // The shared words with their groups, as the run has them.
  void read_words(const Session& session) {
    const RunPtr run = session.run();
    const Var map = nodes_of(*run, 0).map;
    const Node& node = run->tape.node(map);
    if (words_ && stamp_ == node.stamp) return;
    stamp_ = node.stamp;
    const WordVectorsPtr left = chosen_vectors(session.shown());
    auto made = std::make_shared<WordVectors>();
    for (const std::string& word : node.label.rows.labels) {
      made->words.add(word);
      const int id = left->words.find(word);
      const auto i = static_cast<std::size_t>(id);
      if (!left->groups.empty()) made->groups.push_back(id >= 0 ? left->groups[i] : std::string());
    }
    words_ = made;
    cameras_ = {};
  }

  void draw_search(Ui& ui, Session& session, Rect row) {
    const Rect field = row.take_right(std::min(ui.theme.px(240), row.w * 0.34F));
    if (search_.draw(ui, *words_, words_->words.size(), field)) {
      choose(session, search_.first(*words_));
    }
  }

  // The colour of what only one side has.
  static Color color_of(const Theme& theme, std::size_t side) {
    return theme.tensor(side == 0 ? Role::key : Role::value);
  }

  // What the colours of the points say.
  static void draw_legend(Ui& ui, std::size_t side, Rect row) {
    const Theme& theme = ui.theme;
    struct Entry {
      const char* words;
      Color color;
    };
    std::vector<Entry> all{{"near in both", theme.accent}};
    for (const std::size_t only : {side, 1 - side}) {
      all.push_back({only == 0 ? "only left" : "only right", color_of(theme, only)});
    }
    all.push_back({"the word", theme.tensor(Role::query)});
    // Its name stands beside the word: where all have no room, it needs no entry.
    const float mark = theme.px(18), gap = theme.px(16);
    const auto width = [&](const Entry& one) {
      return mark + ui.canvas.width(one.words, theme.small());
    };
    float taken = -gap;
    for (const Entry& one : all) taken += width(one) + gap;
    if (taken > row.w) all.pop_back();
    for (const Entry& one : all) {
      Rect place = row.take_left(width(one));
      const Vec center = place.take_left(mark - theme.px(2)).center();
      ui.canvas.circle(center, theme.px(5), one.color);
      place.take_left(theme.px(2));
      text_fitted(ui, place, one.words, theme.small(), theme.soft_ink);
      row.take_left(gap);
    }
  }

  void choose(Session& session, std::string_view word) {
    lit_ = true;
    if (value_of(session.inputs(), compare_vectors_options::word) == word) return;
    session.post(set_option(compare_vectors_options::word, std::string(word)));
  }

  static std::string told_of(const Wanted& wanted) {
    if (!wanted.now.failed.empty()) return wanted.now.failed;
    std::string words = fmt::format("{} is trained: {:.0f} %", TrainedSets::names()[wanted.kind],
                                    100 * wanted.now.share);
    if (wanted.now.seconds_left) words += fmt::format(", {:.0f} s left", *wanted.now.seconds_left);
    return words;
  }

  void draw_segments(Ui& ui, Session& session, std::size_t side, Rect row) {
    std::vector<std::string> labels = TrainedSets::names();
    std::vector<std::string> tips{"Predicts the words around each word; comes with the program",
                                  "Predicts each word from those around it",
                                  "Fitted to how often words stand together",
                                  "The strongest directions of how often words stand together",
                                  "A network that predicts the next word, of 2003"};
    const bool outputs = has_outputs(session);
    if (side == 1) {
      labels.insert(labels.begin(), "output");
      tips.insert(tips.begin(), outputs ? "What the left set learned of a word as what is predicted"
                                        : "The left set has one vector for each word, no outputs");
      labels.emplace_back(row.w > ui.theme.px(kRoomForName) ? "real words" : "real");
      tips.emplace_back("Real words: skip-gram again, but of WordNet's definitions");
    }
    const int lit = segment_of(session, side);
    const int off = side == 1 && !outputs ? 0 : kNone;
    const int picked = ui.segments(kSides[side], labels, lit, row, tips, off);
    if (picked == lit) return;
    choose_segment(session, side, picked);
    ui.request_frame();
  }

  // How far it is; what is shown until then keeps its own name.
  void draw_wanted(Ui& ui, std::size_t side, Rect row) {
    const Theme& theme = ui.theme;
    const Wanted& wanted = *wanted_[side];
    const bool failed = !wanted.now.failed.empty();
    const bool cancelled = ui.button(failed ? "Close" : "Cancel", row.take_right(theme.px(80)));
    row.take_right(theme.px(12));
    const Rect bar = row.take_bottom(theme.px(5));
    ui.canvas.text_in(row, told_of(wanted), theme.small(), failed ? theme.error : theme.ink);
    ui.canvas.fill(bar, theme.panel, theme.px(2));
    const auto share = static_cast<float>(std::clamp(wanted.now.share, 0.0, 1.0));
    ui.canvas.fill({bar.x, bar.y, bar.w * share, bar.h}, theme.accent, theme.px(2));
    if (cancelled) cancel(side);
  }

  // What a side shows, in a few words; the notes of the lesson say it in full.
  static std::string shown_set(const Session& session, std::size_t side) {
    const Inputs& shown = session.shown();
    const WordVectorsPtr vectors = chosen_vectors(shown, kSlots[side]);
    const std::size_t dim = vectors->dim();
    const auto as_shipped = [&](std::string_view set) {
      return fmt::format("{}, {} numbers a word, as shipped", set,
                         session.run()->tape.shape(nodes_of(*session.run(), 1).word).cols);
    };
    if (side == 1 && ships(shown, compare_vectors_options::lsa)) {
      return as_shipped(TrainedSets::names()[kLsa]);
    }
    if (side == 1 && ships(shown, compare_vectors_options::real)) return as_shipped("Real words");
    if (side == 1 && !shown.resources.get(slots::compared)) {
      const WordVectorsPtr left = chosen_vectors(shown);
      if (!left->outputs.empty()) return "Output vectors of the left set";
    }
    const auto kind = TrainedSets::kind_of(vectors);
    if (!kind) return vectors->origin;
    std::string made = "as shipped";
    if (*kind != 0) {
      const double seconds = TrainedSets::seconds_of(*kind);
      made = fmt::format("trained in {:.{}f} s", seconds, seconds < 10 ? 1 : 0);
    }
    return fmt::format("{}, {} numbers a word, {}", TrainedSets::names()[*kind], dim, made);
  }

  void draw_map(Ui& ui, Session& session, std::size_t side, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const Var map = nodes_of(*run, side).map;
    MapScene& scene = scenes_[side];
    scene.place(run->tape.value(map), 0, 0, run->tape.node(map).stamp);
    scene.color(theme, words_, {});
    PointCloud cloud = scene.cloud(fmt::format("{} map", kSides[side]));
    cloud.touched = hovered_;
    if (!search_.light(cloud, theme.accent) && lit_) light(*run, theme, cloud);
    const CloudTouch touch = draw_point_cloud(ui, cloud, cameras_[side], area);
    if (touch.hovered >= 0) touched_ = touch.hovered;
    if (touch.clicked >= 0) {
      search_.clear();
      choose(session, words_->words[static_cast<std::size_t>(touch.clicked)]);
    }
    if (touch.clicked_nothing) {
      search_.clear();
      lit_ = false;
    }
  }

  // The word, and the neighbours that either set gives it: those of both in one colour.
  void light(const Run& run, const Theme& theme, PointCloud& cloud) const {
    const auto add = [&](const std::string& word, Color color) {
      const int id = words_->words.find(word);
      const auto same = [&](const PointCloud::Lit& lit) { return lit.point == id; };
      if (id >= 0 && std::none_of(cloud.lit.begin(), cloud.lit.end(), same)) {
        cloud.lit.push_back({id, color});
      }
    };
    add(run.tokens[0].front(), theme.tensor(Role::query));
    for (std::size_t s = 0; s < 2; ++s) {
      const Var near = nodes_of(run, s).cosine, found = nodes_of(run, s).found;
      const Axis& names = run.tape.node(near).label.cols;
      for (int k = 0; k < run.tape.shape(near).cols; ++k) {
        const bool both = run.tape.value(found)(0, k) == 1;
        add(axis_label(names, k), both ? theme.accent : color_of(theme, s));
      }
    }
  }

  TrainedSets* sets_ = nullptr;  // of the session, which lives longer; null until the first frame
  std::array<std::optional<Wanted>, 2> wanted_;
  WordVectorsPtr words_;
  std::uint64_t stamp_ = 0;
  std::array<MapScene, 2> scenes_;
  std::array<CloudCamera, 2> cameras_;
  WordSearch search_;
  bool lit_ = true;
  int hovered_ = -1;  // in the frame before
  int touched_ = -1;  // in this frame, so far
};

const RegisterView registered{
    "compare-vectors", [] { return std::unique_ptr<View>(new CompareVectors); }, {.parts = kParts}};

}  // namespace

}  // namespace glassformer
