// The threads of Mesa's software renderer wait for each other in ways that ThreadSanitizer cannot
// see, since the driver is not built with it: what it reports inside of the driver is passed over.
// Our own races are reported as ever.
extern "C" const char* __tsan_default_suppressions();  // NOLINT(bugprone-reserved-identifier)

extern "C" const char* __tsan_default_suppressions() {  // NOLINT(bugprone-reserved-identifier)
  return "race:swrast_dri.so\nmutex:swrast_dri.so\nrace:libgallium\nmutex:libgallium\n";
}
