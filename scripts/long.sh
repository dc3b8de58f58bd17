# Read by ./test. What is longer than an automatic check may be, each part with its own log and a
# line of one table. Together they take longer than most have in one go: the table also shows the
# newest run of each part that was not asked for now, with its day and the state of the sources.

long_parts=(promises memory kills soak asan faults intents tsan fuzz mutants)

# part NAME COMMAND…: the last line that it prints stands in the table. Parts not asked for are left
# out.
part() {
  local name=$1 log=$root/build/long/$1.log row=$root/build/long/$1.row begin=$SECONDS state=ok
  [[ " ${wanted[*]} " == *" $name "* ]] || return 0
  shift
  say "$name …"
  ("$@") >"$log" 2>&1 || state="failed: see ${log#"$root/"}"
  printf '%s %-8s  %-9s %5d s  %s\n' "$(date +%F)" \
    "$(git -C "$root" describe --always --dirty=+ 2>/dev/null || echo '?')" "$name" \
    $((SECONDS - begin)) \
    "$([[ $state == ok ]] && grep -v '^$' "$log" | tail -n 1 | cut -c 1-90 || echo "$state")" >"$row"
  [[ $state == ok ]] || broken=1
}

# The newest run of each part.
table() {
  local name
  for name in "${long_parts[@]}"; do
    [[ ! -f $root/build/long/$name.row ]] || cat "$root/build/long/$name.row"
  done
}

# At the end of one test in a thousand LeakSanitizer, looking for threads, stops with a fault of its
# own. Where nothing else failed, those tests run once more.
sanitized() {  # PRESET [CTEST ARGUMENTS…]
  local printed=$root/build/$1/printed state=0 failed stopped
  local run=(ctest --test-dir "$root/build/$1" --output-on-failure --no-tests=error -j "$(nproc)")
  (configure_and_build "$1" 1)
  "${run[@]}" "${@:2}" | tee "$printed" || state=$?
  failed=$(sed -n 's/.*tests passed, \([0-9]*\) tests failed.*/\1/p' "$printed")
  stopped=$(grep -c 'LeakSanitizer has encountered a fatal error' "$printed" || true)
  grep 'tests passed' "$printed"
  if ((stopped > 0)) && [[ $stopped == "$failed" ]]; then
    state=0
    "${run[@]}" --rerun-failed || state=$?
    ((state > 0)) || echo "all passed, $stopped of them the second time, $(grep -o 'out of .*' "$printed")"
  fi
  return "$state"
}

# Every request for memory and every call, not a sample of them. Each test is a process of its own:
# in one process for all, LeakSanitizer no longer found a thread that lives and reported what it keeps
# ("not found in registry"), probably because thread ids had come again.
faults() {
  GLASSFORMER_FAULTS=${GLASSFORMER_FAULTS:-2000} sanitized asan -R '^core_fault_tests' &&
    GLASSFORMER_FAULTS=${GLASSFORMER_FAULTS:-500} sanitized asan -R '^app_fault_tests' &&
    echo "up to 2000 faults in each test of core_fault_tests, 500 in each of app_fault_tests"
}

intents() {  # SEEDS, HOW MANY WITH EACH
  (configure_and_build asan 1)
  cd "$root"
  seq "$1" | xargs -P "$(nproc)" -I {} env GLASSFORMER_SEED={} GLASSFORMER_INTENTS="$2" \
    build/asan/tests/app_tests --gtest_brief=1 --gtest_filter='RandomIntents*' || return
  echo "$(($1 * $2)) intents, $2 with each of $1 seeds"
}

# The promises: hostile files, the start, an edit within a frame.
promises() {
  (cd "$root" && GLASSFORMER_LONG=1 build/release/tests/app_tests --gtest_brief=1 --gtest_filter='HostileFiles*') || return
  "$root/build/release/glassformer" bench ui --only start edit
}

# What each command holds at its limits, as a table; the last line is the greatest of them.
memory() {
  local table=$root/build/long/memory.table
  (cd "$root" && GLASSFORMER_LONG=1 build/release/tests/app_tests --gtest_brief=1 \
    --gtest_filter='MemoryLimits*') | tee "$table" || return
  sed -n 's/.* \([0-9]*\) MB$/\1/p' "$table" | sort -n | tail -n 1 | sed 's/$/ MB at most of what fits 1 GB/'
}

run_long() {  # [PART…]
  local one
  for one; do
    [[ " ${long_parts[*]} " == *" $one "* ]] ||
      fail "$one is no part of --long. The parts: ${long_parts[*]}."
  done
  (($#)) && wanted=("$@") || wanted=("${long_parts[@]}")
  ensure_packages run test fuzz
  mkdir -p "$root/build/long"
  broken=0
  [[ " ${wanted[*]} " =~ \ (promises|memory|kills|soak)\  ]] && (configure_and_build release 1)
  part promises promises
  part memory memory
  part kills "$root/tests/smoke/kills.sh" "$root/build/release/glassformer" 1000
  part soak "$root/tests/smoke/soak.sh" "$root/build/release/glassformer" "${GLASSFORMER_SOAK:-7200}"
  part asan sanitized asan -E '_fault_tests'  # they are the next part, with more of their faults
  part faults faults
  part intents intents 16 4000
  part tsan sanitized tsan -E '^core_double_tests'  # arithmetic on one thread
  part fuzz run_fuzz
  part mutants "$root/tests/mutants/mutants.py"
  say "" "$(date +%F), $(nproc) cores, $(sed -n 's/^model name\t: //p' /proc/cpuinfo | head -n 1)"
  table >&2
  ((broken == 0))
}
