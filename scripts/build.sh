# Read by ./run and ./test, after scripts/packages.sh.

# configure_and_build PRESET TESTS [TARGET…]: says nothing and takes a tenth of a second when nothing
# changed. TESTS is 1 if the targets are tests: ./run does without GoogleTest.
configure_and_build() {
  local preset=$1 tests=$2 folder=$root/build/$1 options=()
  shift 2
  mkdir -p "$folder"
  exec 9>"$folder/.lock"
  if ! flock -n 9; then
    say "Another build is going on in $folder; waiting for it."
    flock 9
  fi
  # A folder that was moved or copied remembers where it was.
  if [[ -f $folder/CMakeCache.txt ]] &&
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    options=(--fresh)
  fi
  if ((tests)); then
    grep -qsx 'GLASSFORMER_TESTS:BOOL=ON' "$folder/CMakeCache.txt" ||
      options+=(-D GLASSFORMER_TESTS=ON)
  elif [[ ! -f $folder/CMakeCache.txt ]]; then
    options+=(-D GLASSFORMER_TESTS=OFF)
  fi
  if [[ ! -f $folder/build.ninja || ${#options[@]} -gt 0 ||
    $root/CMakePresets.json -nt $folder/build.ninja ]]; then
    if ! (cd "$root" && cmake --preset "$preset" "${options[@]}" >&2 9>&-); then
      ((foreign_system)) && say_how_elsewhere
      fail "The build could not be configured; the message above says what is missing."
    fi
  fi
  if ! ninja -C "$folder" -n "$@" 2>/dev/null 9>&- | grep -q '^ninja: no work to do'; then
    ninja -C "$folder" -j "$(nproc)" "$@" >&2 9>&- ||
      fail "The build failed; the first error above says where."
  fi
  exec 9>&-
}
