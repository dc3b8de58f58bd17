#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "app/widgets/ui.h"
#include "core/models/checkpoint.h"

namespace glassformer {

// Which trained model a lesson shows: the chip in the top bar names it, and the panel that hangs
// from it offers those that are shipped, those whose files were opened and the one that was trained
// in the window.
class ModelMenu {
 public:
  // Whether the open lesson shows a model that can be chosen.
  static bool matters(const Session& session);

  // The name of a shipped model; empty for another.
  static std::string shipped_name(const CheckpointPtr& model);

  void add(std::string name, CheckpointPtr model);  // from a file
  float chip_width(const Ui& ui, const Session& session) const;
  void draw_chip(Ui& ui, const Session& session, Rect area);  // opens and closes the panel
  bool is_open() const { return open_; }
  void close() { open_ = false; }
  void draw(Ui& ui, Session& session, Rect whole);

 private:
  struct Entry {
    std::string name, what;
    CheckpointPtr model;
  };
  std::vector<Entry> entries(const Session& session) const;
  std::string name_of(const Session& session) const;

  std::vector<std::pair<std::string, CheckpointPtr>> opened_;
  Rect chip_;
  bool open_ = false;
};

}  // namespace glassformer
