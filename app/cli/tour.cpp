#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/long_run.h"
#include "app/cli/output.h"
#include "app/cli/picture_options.h"
#include "core/formats/output_folder.h"
#include "core/lesson/step_title.h"
#include "core/tensor/error.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

struct Arguments {
  PictureOptions picture;
  std::string folder;
};

struct Page {
  std::string file;
  std::string lesson;
  std::string step;
};

std::string html(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

// One page that holds every picture and shows one at a time; the arrow keys turn the leaves. It
// needs no network and, without scripts, still lists the pictures.
std::string index_page(const std::vector<Page>& pages, bool dark) {
  std::string list;
  for (const Page& page : pages) {
    list += fmt::format(
        "<figure><img loading=\"lazy\" src=\"{}\" alt=\"{}: {}\"><figcaption>{} — "
        "{}</figcaption></figure>\n",
        html(page.file), html(page.lesson), html(page.step), html(page.lesson), html(page.step));
  }
  return fmt::format(R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>glassformer: a tour</title>
<style>
body {{ margin: 0; background: {}; color: {}; font: 16px/1.5 sans-serif; text-align: center }}
img {{ max-width: 100vw; max-height: calc(100vh - 4rem) }}
figure {{ margin: 1rem 0 }}
body.paged figure {{ display: none; margin: 0 }}
body.paged figure.now {{ display: block }}
</style></head><body>
{}<script>
const leaves = [...document.querySelectorAll('figure')];
let now = Math.max(0, Math.min(leaves.length - 1, (parseInt(location.hash.slice(1)) || 1) - 1));
function turn(by) {{
  leaves[now].classList.remove('now');
  now = Math.max(0, Math.min(leaves.length - 1, now + by));
  leaves[now].classList.add('now');
  history.replaceState(null, '', '#' + (now + 1));
}}
document.body.classList.add('paged');
turn(0);
addEventListener('keydown', e => {{
  if (['ArrowRight', 'PageDown', ' '].includes(e.key)) {{ turn(1); e.preventDefault(); }}
  if (['ArrowLeft', 'PageUp'].includes(e.key)) {{ turn(-1); e.preventDefault(); }}
  if (e.key === 'Home') turn(-leaves.length);
  if (e.key === 'End') turn(leaves.length);
}});
addEventListener('click', e => turn(e.clientX < innerWidth / 3 ? -1 : 1));
</script></body></html>
)",
                     dark ? "#14161a" : "#fcfcfa", dark ? "#eceef2" : "#1b1e24", list);
}

int tour(const Arguments& arguments) {
  const std::filesystem::path folder = arguments.folder;
  OutputFolder out(folder);
  const Interrupts interrupts;  // Ctrl C leaves nothing half written
  const auto target = make_target(arguments.picture);
  App app(shipped_lessons(), picture_settings(arguments.picture), *target);
  const std::vector<Lesson> lessons = app.session().lessons();
  std::vector<Page> pages;
  for (std::size_t i = 0; i < lessons.size(); ++i) {
    const Lesson& lesson = lessons[i];
    app.open(lesson);
    const int steps = std::max(1, static_cast<int>(lesson.steps.size()));
    for (int step = 0; step < steps; ++step) {
      if (interrupts.asked()) {
        throw UserError(fmt::format("stopped after {}: nothing was written",
                                    number_of(pages.size(), "picture")));
      }
      app.session().step = step;
      app.session().enter_step();
      const bool named = step < static_cast<int>(lesson.steps.size());
      draw_still(app);
      const std::string file = fmt::format("{:02}-{}-{:02}.png", i + 1, lesson.id, step + 1);
      out.add(file, [&](const std::filesystem::path& place) { app.save(place); });
      pages.push_back({file, lesson.title,
                       named ? title_of(lesson.steps[static_cast<std::size_t>(step)]) : ""});
    }
  }
  out.add("index.html", index_page(pages, arguments.picture.theme == "dark"));
  out.finish();
  print(fmt::format("{} of {}; open {}\n", number_of(pages.size(), "picture"),
                    number_of(lessons.size(), "lesson"), (folder / "index.html").string()));
  return 0;
}

std::function<int()> declare(const CommandOptions& app) {
  auto arguments = std::make_shared<Arguments>();
  app.add_option("folder", arguments->folder, "Folder for the pictures; made if it is not there")
      .required()
      .type_name("DIR");
  declare_picture(app, arguments->picture);
  return [arguments] { return tour(*arguments); };
}

const RegisterCommand registered{
    {.name = "tour",
     .summary = "Draw every step of every lesson, with a page to leaf through",
     .examples = "  glassformer tour /tmp/tour --theme dark --size 1280x720",
     .set_up = declare}};

}  // namespace

}  // namespace glassformer
