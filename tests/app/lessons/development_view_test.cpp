// The view of docs/development.md, word for word, and that it does what is said of it there.
#include "app/views/view.h"

#include <gtest/gtest.h>

#include "app/views/parts/matrix_panel.h"
#include "core/formats/file.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

class WeightsOnly : public View {
 public:
  std::string_view name() const override { return "weights-only"; }
  std::string_view help() const override { return "The attention weights, and nothing else."; }
  void begin_parts(Ui& ui, Session& session) override { panel_.begin(ui, session); }
  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view,
                                     Rect area) override {
    const RunPtr run = session.run();
    if (run->sites.empty()) return {};
    panel_.draw(ui, session, run->sites[0].weights, area, {});
    return {run->tape.node(run->sites[0].weights).path};
  }
  void end_parts(Ui& ui, Session& session) override { panel_.end(ui, session); }

 private:
  MatrixPanel panel_;
};

const RegisterView registered{"weights-only",
                              [] { return std::unique_ptr<View>(new WeightsOnly); },
                              {.parts = {{.name = "weights only"}}}};

}  // namespace
}  // namespace glassformer

namespace glassformer::testing {
namespace {

TEST(DevelopmentPage, ShowsAViewWhoseMatrixIsEditedLikeEveryOther) {
  const TemporaryFolder folder;
  const std::string file = (folder / "mine.json").string();
  write_file(file, R"({"id": "mine", "title": "Mine", "model": "attention", "view": "weights-only",
      "places": {"hero": "weights only"}, "tokens": ["a", "b"], "given": {"scores": [[1, 2], [0, 3]], "v": [[1, 0], [0, 1]]},
      "steps": [{"title": "one", "text": "Only the weights.", "focus": "weights"}]})");
  Driver d("masked-scores");
  d.drop(file);
  ASSERT_EQ(d.session().lesson().id, "mine");
  d.click(d.find_cell("weights", 0, 1));
  ASSERT_TRUE(d.session().chosen);
  EXPECT_EQ(d.session().chosen->path, "weights");
  EXPECT_FALSE(d.shows("mask")) << "nothing else is drawn";
}

}  // namespace
}  // namespace glassformer::testing
