#!/bin/bash
# Pictures and a window whose cache folder, where the graphics driver keeps its shaders too, lies on
# a disk that is full, or fills up later: nothing ends by a signal, pictures are whole, and a session
# that cannot be kept is said not to be.
# No training begins on a full disk, and what one has learned when its disk fills up is kept where
# there is room.
#   tests/smoke/full_disk.sh GLASSFORMER
# The disks are tmpfs, mounted where nobody else sees them. Exit code 77: they may not be mounted.
set -u
program=$(realpath "$1")
if [ "${2:-}" != mounted ]; then
  unshare --map-root-user --mount sh -c 'mount -t tmpfs none /mnt' 2>/dev/null ||
    { echo "skipped: no disk of one's own may be mounted here"; exit 77; }
  exec unshare --map-root-user --mount "$0" "$program" mounted
fi

folder=$(mktemp -d)
server='' window_process=''
clean() {
  [ -n "$window_process" ] && kill -9 "$window_process" 2>/dev/null
  [ -n "$server" ] && kill "$server" 2>/dev/null
  wait 2>/dev/null
  umount "$folder"/disk-* 2>/dev/null
  rm -rf "$folder"
}
trap clean EXIT
mkfifo "$folder/never"
fail() {
  echo "failed: $*"
  cat "$folder/log" 2>/dev/null
  exit 1
}
until_true() {  # WHAT COMMAND…
  local what=$1 i
  shift
  for ((i = 0; i < 300; ++i)); do
    "$@" >/dev/null 2>&1 && return 0
    read -rt 0.1 <>"$folder/never"
  done
  fail "$what"
}
disk() {  # NAME SIZE
  mkdir -p "$folder/disk-$1" && mount -t tmpfs -o "size=$2" none "$folder/disk-$1"
}
fill() { dd if=/dev/zero of="$folder/disk-$1/full" bs=4k 2>/dev/null; }
export XDG_CONFIG_HOME=$folder/config LIBGL_ALWAYS_SOFTWARE=1
unset MESA_SHADER_CACHE_DIR MESA_GLSL_CACHE_DIR MESA_SHADER_CACHE_DISABLE WAYLAND_DISPLAY

for size in 64k 1m 4m; do
  disk "$size" "$size"
  fill "$size"
  XDG_CACHE_HOME=$folder/disk-$size "$program" show multi-head -o "$folder/$size.png" \
    >"$folder/log" 2>&1 || fail "a picture with a full disk of $size ends with $?"
  tail -c 8 "$folder/$size.png" | grep -q IEND || fail "with a full disk of $size it is half a picture"
done

for ((i = 0; i < 4000; ++i)); do echo "one two three four five six seven eight"; done >"$folder/text"
mkdir "$folder/room"
train() {  # KIND DISK: in place of the shell, so that a signal reaches it
  local options=("$folder/text" --min-count 1 --epochs 1000000)
  [ "$1" = translate ] && options=(--sentences 200 --steps 1000000)
  TMPDIR=$folder/room exec "$program" train "$1" "${options[@]}" --threads 1 \
    -o "$folder/disk-$2/m.safetensors" >"$folder/out" 2>"$folder/log"
}
learning() {  # after two seconds of work; what comes before takes a tenth of one
  [ "$(awk '{ print $14 }' "/proc/$window_process/stat")" -gt $((2 * $(getconf CLK_TCK))) ]
}
for kind in vectors translate; do
  (train $kind 1m)
  is=$?
  [ $is -eq 2 ] || fail "train $kind on a full disk ends with $is"
  grep -q "are free; make room" "$folder/log" || fail "train $kind does not say that the disk is full"
  grep -q loss "$folder/log" && fail "train $kind trains although the disk is full"

  disk $kind 20m
  train $kind $kind &
  window_process=$!
  until_true "train $kind learns" learning
  fill $kind
  kill -INT "$window_process"
  wait "$window_process"
  is=$?
  window_process=''
  [ $is -eq 2 ] || fail "train $kind whose disk fills up ends with $is"
  kept=$(grep -o "$folder/room/[^ ]*m.safetensors" "$folder/log") ||
    fail "train $kind does not say where it is kept"
  "$program" info "$kept" >"$folder/out" || fail "what train $kind kept is not whole: $kept"
  [ ! -e "$folder/disk-$kind/m.safetensors" ] || fail "train $kind left a model on the full disk"
done

# Files of one folder: all or none. The first two files of a tokenizer have room, and so have some
# pictures of a tour.
disk folders 1m
head -c $((1016 * 1024)) /dev/zero >"$folder/disk-folders/most"
"$program" train tokenizer "$folder/text" --kind bytes --size 280 -o "$folder/disk-folders/new/pieces" \
  >"$folder/log" 2>&1 && fail "a tokenizer was written where it has no room"
grep -q "No space left" "$folder/log" || fail "train tokenizer does not say that the disk is full"
rm "$folder/disk-folders/most"
"$program" tour "$folder/disk-folders/tour" >"$folder/log" 2>&1 && fail "a tour was written where it has no room"
grep -q "No space left" "$folder/log" || fail "tour does not say that the disk is full"
[ -z "$(ls -A "$folder/disk-folders")" ] || fail "something is left on the full disk: $(ls -A "$folder/disk-folders")"

command -v Xvfb >/dev/null && command -v xdotool >/dev/null ||
  { echo "pictures with full disks are whole; Xvfb or xdotool is missing for the window"; exit 0; }
Xvfb -displayfd 3 -noreset -screen 0 1280x800x24 3>"$folder/display" >/dev/null 2>&1 &
server=$!
until_true "a display" test -s "$folder/display"
DISPLAY=:$(cat "$folder/display")
export DISPLAY
find_window() {
  kill -0 "$window_process" 2>/dev/null || fail "the window ended"
  window=$(xdotool search --onlyvisible --pid "$window_process" 2>/dev/null | tail -n 1)
  [ -n "$window" ]
}
start() {  # DISK
  XDG_CACHE_HOME=$folder/disk-$1/cache XDG_CONFIG_HOME=$folder/disk-$1/config \
    "$program" gui multi-head >"$folder/log" 2>&1 &
  window_process=$!
  until_true "a window" find_window
  until_true "the keyboard" \
    sh -c "xdotool windowfocus $window && [ \"\$(xdotool getwindowfocus)\" = $window ]"
}
use() {
  local i
  xdotool mousemove --window "$window" 600 400
  for ((i = 0; i < 8; ++i)); do xdotool key --clearmodifiers Right key t key m; done
}
ended() { ! kill -0 "$window_process" 2>/dev/null; }
stop() {  # WHAT
  kill -TERM "$window_process" 2>/dev/null
  until_true "an end" ended
  wait "$window_process"
  local is=$?
  window_process=''
  [ "$is" -eq 0 ] || fail "$1 ends with $is"
  grep -q "not kept: " "$folder/log" || fail "$1: nothing says that the session is not kept"
}
start 4m
use
stop "a window on a full disk"
disk later 40m
start later
fill later
use
stop "a window whose disk fills up"
echo "trainings, pictures and windows with full disks: none ends by a signal, each says what is not kept"
