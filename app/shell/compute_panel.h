#pragma once

#include <functional>
#include <memory>

#include "app/card/graphics_card.h"
#include "app/jobs/both_ways.h"
#include "app/kept/settings.h"
#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Where the numbers are computed: the chip in the top bar says it with the time of the last pass;
// the panel that hangs from it lets the user choose, and holds the two against each other.
class ComputePanel {
 public:
  // The card is made when it is first asked for.
  explicit ComputePanel(std::function<const GraphicsCard&()> card) : card_(std::move(card)) {}

  void draw_chip(Ui& ui, const Session& session, Rect area);  // opens and closes the panel
  bool is_open() const { return open_; }
  void close();
  void draw(Ui& ui, Session& session, Settings& settings, Rect whole);

 private:
  void draw_comparison(Ui& ui, const Session& session, const GraphicsCard& card, Rect area);

  std::function<const GraphicsCard&()> card_;
  std::unique_ptr<BothWays> both_;
  RunPtr asked_;  // the run that is being compared
  Rect chip_;
  bool open_ = false;
};

}  // namespace glassformer
