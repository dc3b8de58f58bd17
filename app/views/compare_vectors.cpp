#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/projection.h"
#include "app/trained_sets.h"
#include "app/view.h"
#include "app/views/map_panels.h"
#include "app/views/map_scene.h"
#include "app/views/near_list.h"
#include "app/views/word_search.h"

namespace glassformer {

namespace {

constexpr std::array<const char*, 2> kSides{"left", "right"};
constexpr int kAsGiven = -1;  // a file, or what the lesson says

// Two sets of word vectors beside each other; a word that is touched in one lights in both.
class CompareVectors : public View {
 public:
  std::string_view name() const override { return "compare-vectors"; }
  std::string_view help() const override {
    return "Two sets of vectors over the same words. Choose above each map how its set was made: "
           "what is not there yet is trained in the background. The right map is turned onto the "
           "left one. Hover a word and it lights in both; click it for its neighbours in both: a "
           "dot marks those that both have. Type to search.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    follow(session);
    choose_sets(ui, session);
    read_words(session);
    Rect head = area.take_top(theme.px(36));
    area.take_top(theme.px(10));
    draw_head(ui, session, head);
    draw_legend(ui, area.take_bottom(theme.px(22)));
    area.take_bottom(theme.px(4));
    const float gap = theme.px(22);
    std::array<Rect, 2> columns{area.take_left((area.w - gap) / 2), {}};
    area.take_left(gap);
    columns[1] = area;
    int hovered = -1;
    std::string listed;
    for (std::size_t s = 0; s < 2; ++s) draw_side(ui, session, s, columns[s], hovered, listed);
    hovered_ = hovered >= 0 ? hovered : listed.empty() ? -1 : words_->words.find(listed);
  }

 private:
  void follow(const Session& session) {
    if (lesson_ == session.lesson().id) return;
    lesson_ = session.lesson().id;
    for (std::size_t s = 0; s < 2; ++s) {
      chosen_[s] = session.inputs().vectors[s] ? kAsGiven : 0;
    }
  }

  // Hands the session what was chosen, once it is made.
  void choose_sets(Ui& ui, Session& session) {
    for (std::size_t s = 0; s < 2; ++s) {
      waiting_[s].clear();
      if (chosen_[s] == kAsGiven) continue;
      WordVectorsPtr wanted;  // null: the shipped ones at the left, their outputs at the right
      const int kind = s == 0 ? chosen_[s] : chosen_[s] - 1;
      if (chosen_[s] > 0) {
        const auto index = static_cast<std::size_t>(kind);
        if (!session.trained_sets) session.trained_sets = std::make_shared<TrainedSets>();
        if (ui.input.still) session.trained_sets->wait(index);
        const TrainedSets::Set set = session.trained_sets->get(index);
        if (!set.vectors) {
          ui.request_frame();
          waiting_[s] = !set.failed.empty() ? set.failed
                                            : fmt::format("training {}: {:.0f} %, {:.0f} s left",
                                                          TrainedSets::names()[index],
                                                          100 * set.share, set.seconds_left);
          continue;
        }
        wanted = set.vectors;
      }
      if (!session.busy() && session.inputs().vectors[s] != wanted) session.use(wanted, s);
    }
  }

  // The shared words with their groups, as the run has them.
  void read_words(const Session& session) {
    const RunPtr run = session.run();
    const Var map = run->tape.find("left.map");
    const Node& node = run->tape.node(map);
    if (words_ && stamp_ == node.stamp) return;
    stamp_ = node.stamp;
    const WordVectorsPtr left = shown_vectors(session.shown());
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

  void draw_head(Ui& ui, Session& session, Rect row) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const Rect field = row.take_right(std::min(theme.px(240), row.w * 0.34F));
    row.take_right(theme.px(14));
    if (search_.draw(ui, *words_, words_->words.size(), field)) {
      choose(session, search_.first(*words_));
    }
    const Var overlap = run->tape.find("left.overlap");
    const Target target{Target::Kind::cell, "left.overlap", 0, 0, 0, 0};
    const int k = run->tape.shape(run->tape.find("left.cosine")).cols;
    const double share = run->tape.value(overlap)(0, 0);
    const std::string words = fmt::format("{}: {} of {} neighbours in both", run->tokens[0].front(),
                                          std::lround(share * k), k);
    const Touch touch = ui.touch(Ui::id("overlap"), row);
    if (touch.hovered) session.next_hover = target;
    if (touch.clicked) session.chosen = target;
    ui.canvas.text_in(row, words, theme.heading(), theme.ink);
  }

  // What the colours of the points say, and so the dots of the lists.
  static void draw_legend(Ui& ui, Rect row) {
    const Theme& theme = ui.theme;
    const auto entry = [&](const char* words, Color color) {
      const float width = ui.canvas.width(words, theme.small());
      const Rect mark = row.take_left(theme.px(16));
      ui.canvas.circle({mark.x + theme.px(8), mark.center().y}, theme.px(4), color);
      ui.canvas.text_in(row.take_left(width + theme.px(20)), words, theme.small(), theme.soft_ink);
    };
    entry("the word", theme.tensor(Role::query));
    entry("its neighbour in both", theme.accent);
    entry("only at the left", theme.tensor(Role::key));
    entry("only at the right", theme.tensor(Role::value));
  }

  void choose(Session& session, std::string_view word) {
    lit_ = true;
    if (map_text(session, "map_word", "") == word) return;
    session.post(SetOption{"map_word", std::string(word)});
  }

  void draw_side(Ui& ui, Session& session, std::size_t side, Rect area, int& hovered,
                 std::string& listed) {
    const Theme& theme = ui.theme;
    const std::string scope = kSides[side];
    std::vector<std::string> labels{"skip-gram", "CBOW", "GloVe", "LSA", "Bengio"};
    if (side == 1) labels.insert(labels.begin(), "output");
    const int picked = ui.segments(scope, labels, chosen_[side], area.take_top(theme.px(34)));
    if (picked != chosen_[side]) ui.request_frame();
    chosen_[side] = picked;
    area.take_top(theme.px(6));
    ui.canvas.text_in(area.take_top(theme.px(22)),
                      waiting_[side].empty() ? origin(session, side) : waiting_[side],
                      theme.small(), waiting_[side].empty() ? theme.faint_ink : theme.accent);
    area.take_top(theme.px(6));
    Rect list = area.take_bottom(std::min(area.h * 0.4F, theme.px(270)));
    area.take_bottom(theme.px(10));
    draw_map(ui, session, side, area, hovered);
    const std::string pointed = hovered_ >= 0
                                    ? std::string(words_->words[static_cast<std::size_t>(hovered_)])
                                    : std::string();
    const NearTouch touch = draw_near_list(
        ui, session, {scope, scope + ".cosine", true, pointed, scope + ".found"}, list);
    if (!touch.hovered.empty()) listed = touch.hovered;
    if (!touch.double_clicked.empty()) choose(session, touch.double_clicked);
  }

  static std::string origin(const Session& session, std::size_t side) {
    const std::string begin = std::string(kSides[side]) + ": ";
    for (const std::string& note : session.run()->notes) {
      if (note.starts_with(begin)) return note.substr(begin.size());
    }
    return {};
  }

  void draw_map(Ui& ui, Session& session, std::size_t side, Rect area, int& hovered) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const std::string scope = kSides[side];
    const Var map = run->tape.find(scope + ".map");
    MapScene& scene = scenes_[side];
    scene.place(run->tape.value(map), 0, 0, run->tape.node(map).stamp);
    scene.color(theme, words_, {});
    PointCloud cloud = scene.cloud(scope + " map");
    cloud.touched = hovered_;
    if (!search_.found().empty()) {
      for (const int id : search_.found()) cloud.lit.push_back({id, theme.accent});
    } else if (lit_) {
      light(*run, theme, cloud);
    }
    const CloudTouch touch = draw_point_cloud(ui, cloud, cameras_[side], area);
    if (touch.hovered >= 0) hovered = touch.hovered;
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
      const std::string scope = kSides[s];
      const Var near = run.tape.find(scope + ".cosine"), found = run.tape.find(scope + ".found");
      const Axis& names = run.tape.node(near).label.cols;
      for (int k = 0; k < run.tape.shape(near).cols; ++k) {
        const bool both = run.tape.value(found)(0, k) == 1;
        add(axis_label(names, k), both     ? theme.accent
                                  : s == 0 ? theme.tensor(Role::key)
                                           : theme.tensor(Role::value));
      }
    }
  }

  std::array<int, 2> chosen_{0, 0};  // of the segments; kAsGiven: none of them
  std::array<std::string, 2> waiting_;
  WordVectorsPtr words_;
  std::uint64_t stamp_ = 0;
  std::array<MapScene, 2> scenes_;
  std::array<CloudCamera, 2> cameras_;
  WordSearch search_;
  bool lit_ = true;
  int hovered_ = -1;
  std::string lesson_;
};

const RegisterView registered{"compare-vectors",
                              [] { return std::unique_ptr<View>(new CompareVectors); }};

}  // namespace

}  // namespace glassformer
