#!/bin/bash
# A real window on a display of its own (Xvfb), used at random for so many seconds: clicks, drags,
# wheel, keys, typing, lesson after lesson. It must be there at the end, leave by Ctrl Q with 0, and
# its memory is told.
#   tests/smoke/soak.sh GLASSFORMER SECONDS [SEED]
# Exit code 77: Xvfb or xdotool is missing, nothing was tried.
set -u
program=$1
seconds=$2
RANDOM=${3:-1}
for tool in Xvfb xdotool; do
  command -v $tool >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done
folder=$(mktemp -d)
server='' process=''
clean() {
  [ -n "$process" ] && kill "$process" 2>/dev/null
  [ -n "$server" ] && kill "$server" 2>/dev/null
  wait 2>/dev/null
  rm -rf "$folder"
}
trap clean EXIT
mkfifo "$folder/never"
fail() { echo "failed: $*"; cat "$folder/log"; exit 1; }
until_true() {  # COMMAND…: at most 60 seconds
  local i
  for ((i = 0; i < 600; ++i)); do
    "$@" >/dev/null 2>&1 && return 0
    read -rt 0.1 <>"$folder/never"
  done
  return 1
}
Xvfb -displayfd 3 -noreset -screen 0 1600x1000x24 3>"$folder/display" >/dev/null 2>&1 &
server=$!
until_true test -s "$folder/display" || fail "no display"
DISPLAY=:$(cat "$folder/display")
export DISPLAY XDG_CONFIG_HOME=$folder/config XDG_CACHE_HOME=$folder/cache LIBGL_ALWAYS_SOFTWARE=1
export GLASSFORMER_TELL_MEMORY=1
unset WAYLAND_DISPLAY
"$program" gui >"$folder/log" 2>&1 &
process=$!
find_window() { window=$(xdotool search --onlyvisible --pid "$process" 2>/dev/null | tail -n 1); [ -n "$window" ]; }
until_true find_window || fail "no window"
until_true sh -c "xdotool windowfocus $window && [ \"\$(xdotool getwindowfocus)\" = $window ]" || fail "no keyboard"

memory() { awk '/^VmRSS/ { print int($2 / 1024) }' "/proc/$process/status"; }
# What it holds itself, as it told last.
live() { awk '/^memory in use:/ { n = $4 } END { print n + 0 }' "$folder/log"; }
# Of the heap what the program holds, as opposed to what was freed and lies there: what still is
# resident once it has rested, when what is free goes back.
rested() {
  local i
  for ((i = 0; i < 40; ++i)); do read -rt 0.1 <>"$folder/never"; done
  memory
}
at_first=$(memory) events=0 highest=0 told=$SECONDS
keys=(Right Right Right Left space n m f p a Home End 1 2 3 ctrl+z ctrl+y ctrl+r t l slash Escape Return Delete plus minus F5 Page_Down)
words=("a robot must obey" "the black cat sleeps" "rome" "-" "seven robots dream of sheep")
point() { echo $((RANDOM % 1600)) $((RANDOM % 1000)); }
end=$((SECONDS + seconds))
while ((SECONDS < end)); do
  kill -0 "$process" 2>/dev/null || fail "the program ended after $events events"
  case $((RANDOM % 6)) in
    0 | 1) xdotool mousemove --window "$window" $(point) click 1 ;;
    2) xdotool mousemove --window "$window" $(point) mousedown 1 mousemove --window "$window" $(point) mouseup 1 ;;
    3) xdotool click $((4 + RANDOM % 2)) ;;
    4) xdotool key --clearmodifiers "${keys[RANDOM % ${#keys[@]}]}" ;;
    5) ((RANDOM % 8)) || xdotool key ctrl+l type "${words[RANDOM % ${#words[@]}]}" ;;
  esac 2>/dev/null
  ((++events))
  if ((SECONDS >= told + 60)); then
    told=$SECONDS
    now=$(memory)
    ((now > highest)) && highest=$now
    echo "after $((SECONDS - end + seconds)) s and $events events: $now MB resident, $(live) MB live"
  fi
done
at_last=$(memory)
at_rest=$(rested)
((at_last > highest)) && highest=$at_last
xdotool key Escape key Escape key --clearmodifiers ctrl+q
gone() { ! kill -0 "$process" 2>/dev/null; }
until_true gone || fail "it does not leave by Ctrl Q"
wait "$process"
code=$?
process=''
((code == 0)) || fail "exit code $code"
echo "$events events in $seconds s, resident: $at_first MB at first, $at_last at last, $highest at most, $at_rest at rest, $(live) MB live"
