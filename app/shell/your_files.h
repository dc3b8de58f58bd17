#pragma once

#include <string>

#include "app/kept/recent_files.h"
#include "app/kept/settings.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The head of the list at the left: where one's own files open, and those that were opened lately.
struct YourFilesTouch {
  bool asks = false;           // for the Open dialog
  std::string file = {};       // this one is to be opened
  std::string forgotten = {};  // this one is to leave the list
  float height = 0;            // px that all of it takes
};
YourFilesTouch draw_your_files(Ui& ui, Settings& settings, const RecentFiles& recent, Rect page);

}  // namespace glassformer
