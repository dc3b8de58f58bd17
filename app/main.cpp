#include "app/cli/command.h"
#include "app/platform/folders.h"

int main(int argc, char** argv) {
  glassformer::forget_relative_folders();
  return glassformer::run_command_line(argc, argv);
}
