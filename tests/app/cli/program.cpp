#include "tests/app/cli/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "tests/support/temporary_folder.h"

namespace glassformer::testing {

namespace {

std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

int open_for_writing(const std::string& file) {
  return ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
}

// A pipe whose reading end is closed already.
int open_closed_pipe() {
  int ends[2];
  if (::pipe(ends) != 0) return -1;
  ::close(ends[0]);
  return ends[1];
}

// In the child, where nothing may allocate any more.
[[noreturn]] void become(const std::vector<char*>& argv, const std::vector<char*>& environment,
                         int out, int err, bool ignore_pipe) {
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  if (ignore_pipe) std::signal(SIGPIPE, SIG_IGN);
  ::execve(argv[0], argv.data(), environment.data());
  std::_Exit(127);
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> list;
  for (std::string& s : strings) list.push_back(s.data());
  list.push_back(nullptr);
  return list;
}

}  // namespace

Ran run_program(const std::vector<std::string>& arguments, const Setting& setting) {
  const TemporaryFolder folder;
  const std::string out_file =
      setting.stdout_to.empty() ? (folder / "out").string() : setting.stdout_to;
  // Another build of it, where one asks for that: with a fault that these tests must notice.
  const char* other = std::getenv("GLASSFORMER_TESTED");
  const std::string kib_file = (folder / "kib").string();
  std::vector<std::string> argv{GLASSFORMER_MEASURED, kib_file,
                                other != nullptr ? other : GLASSFORMER_PROGRAM};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  std::vector<std::string> environment = setting.environment;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    // What fills memory when it is asked for would make all of it count.
    if (std::string_view(*variable).starts_with("MALLOC_PERTURB_=")) continue;
    environment.emplace_back(*variable);
  }
  const std::vector<char*> argv_pointers = pointers(argv);
  const std::vector<char*> environment_pointers = pointers(environment);
  const int out = setting.close_reader ? open_closed_pipe() : open_for_writing(out_file);
  const int err = open_for_writing((folder / "err").string());
  if (out < 0 || err < 0) throw std::runtime_error("no file for the output of the program");

  const pid_t child = ::fork();
  if (child == 0) {
    become(argv_pointers, environment_pointers, out, err, setting.close_reader);
  }
  ::close(out);
  ::close(err);
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) {
    throw std::runtime_error("the program could not be run");
  }
  Ran ran;
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (setting.stdout_to.empty()) ran.out = contents(out_file);
  ran.err = contents(folder / "err");
  ran.peak_bytes = std::atol(contents(kib_file).c_str()) * 1024;
  return ran;
}

}  // namespace glassformer::testing
