// measured FILE PROGRAM [ARGUMENT…]: runs a program and writes to FILE how many KiB it held at
// most. What the system counts for a process begins with what its parent held when it was born; a
// test program holds hundreds of MB after many tests, and this one nothing.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

int main(int argc, char** argv) {
  constexpr int kNotRun = 127;
  if (argc < 3) return kNotRun;
  const pid_t child = ::fork();
  if (child == 0) {
    ::execv(argv[2], argv + 2);
    ::_exit(kNotRun);
  }
  int status = 0;
  rusage usage{};
  if (child < 0 || ::wait4(child, &status, 0, &usage) != child) return kNotRun;
  std::FILE* file = std::fopen(argv[1], "w");
  if (file == nullptr) return kNotRun;
  std::fprintf(file, "%ld\n", usage.ru_maxrss);
  std::fclose(file);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
