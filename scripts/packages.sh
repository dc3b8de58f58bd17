# Read by ./run and ./test, which set `assume_yes` (0 or 1) and `command_line` (how they were called).
# Installs what is missing of the packages that scripts/packages.debian lists.

foreign_system=0  # 1: packages cannot be installed here

# Each argument is a line.
say() { printf '%s\n' "$@" >&2; }
fail() {
  say "$@"
  exit 1
}

# wanted NEED…: the packages that the given needs ask for, a line each.
wanted() {
  local package need purpose
  while read -r package need purpose; do
    [[ -z $package || $package == \#* ]] && continue
    [[ " $* " == *" $need "* ]] && printf '%s\n' "$package"
  done <"$root/scripts/packages.debian"
  return 0
}

# missing PACKAGE…: those of them that are not installed. One call of dpkg-query: about 15 ms.
missing() {
  local installed package
  installed=$(dpkg-query -W -f='${Package}=${db:Status-Status} ' "$@" 2>/dev/null || true)
  for package in "$@"; do
    [[ " $installed" == *" $package=installed "* ]] || printf '%s\n' "$package"
  done
}

purpose_of() {
  awk -v package="$1" '$1 == package { $1 = ""; $2 = ""; sub(/^ +/, ""); print; exit }' \
    "$root/scripts/packages.debian"
}

# as_root COMMAND…: through sudo only when needed.
as_root() {
  if ((EUID == 0)); then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "This needs the rights of root, and there is no sudo here. As root, run:" "  $*"
  fi
}

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 \
    install -y --no-install-recommends "$@" </dev/null
}

apt_update() { as_root apt-get -o DPkg::Lock::Timeout=300 update </dev/null; }

# All of them are known to apt, so its lists need no update.
known_to_apt() { [[ $(apt-cache show --no-all-versions "$@" 2>/dev/null | grep -c '^Package:') -ge $# ]]; }

say_how_elsewhere() {
  say "" \
    "./run and ./test install packages on Debian and Ubuntu only. On this system install these" \
    "yourself, with their development files, and start again:"
  say ""
  grep -E ' (run|test) ' "$root/scripts/packages.debian" | grep -v '^#' | sed -E 's/ +(run|test) +/: /; s/^/  /' >&2
  say ""
  if command -v dnf >/dev/null; then
    say "Fedora:" \
      "  sudo dnf install gcc-c++ cmake ninja-build pkgconf-pkg-config eigen3-devel glfw-devel \\" \
      "  libepoxy-devel mesa-libEGL-devel mesa-dri-drivers cli11-devel json-devel fmt-devel stb-devel \\" \
      "  utf8proc-devel pcre2-devel zlib-devel libzip-devel harfbuzz-devel fribidi-devel gtest-devel \\" \
      "  xorg-x11-server-Xvfb xdotool"
  elif command -v pacman >/dev/null; then
    say "Arch:" \
      "  sudo pacman -S --needed base-devel cmake ninja eigen glfw libepoxy mesa cli11 nlohmann-json \\" \
      "  fmt stb libutf8proc pcre2 zlib libzip harfbuzz fribidi noto-fonts noto-fonts-emoji gtest xorg-server-xvfb xdotool"
  fi
  case $(uname -s) in
    Darwin) say "macOS has no EGL, which glassformer needs, and its OpenGL ends before compute shaders:" \
      "use Linux there, in a virtual machine or a container." ;;
    *) say "Dear ImGui and stb must be found by pkg-config under the names imgui and stb." ;;
  esac
}

# ensure_packages NEED…: all that the needs ask for is there afterwards, or the script ends and says
# what to do.
ensure_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    foreign_system=1
    return
  fi
  local list lacking package
  mapfile -t list < <(wanted "$@")
  mapfile -t lacking < <(missing "${list[@]}")
  ((${#lacking[@]} == 0)) && return
  say "glassformer needs ${#lacking[@]} more packages:"
  for package in "${lacking[@]}"; do
    printf '  %-20s %s\n' "$package" "$(purpose_of "$package")" >&2
  done
  if ((!assume_yes)); then
    if [[ ! -t 0 ]]; then
      fail "Nobody is here to be asked. Install them with" \
        "  $( ((EUID == 0)) || printf 'sudo ')apt-get install ${lacking[*]}" \
        "or let this script do it: $command_line --yes"
    fi
    local answer=
    read -r -p "Install them now with apt-get? [Y/n] " answer || answer=n
    case $answer in
      "" | [Yy]*) ;;
      *) fail "Nothing was installed, so nothing can be built." ;;
    esac
  fi
  if ! known_to_apt "${lacking[@]}"; then apt_update; fi
  if ! apt_install "${lacking[@]}"; then
    say "That failed; once more with fresh package lists."
    apt_update
    apt_install "${lacking[@]}" || fail "apt-get could not install: ${lacking[*]}" \
      "Its messages above say why. On Ubuntu the packages are in 'universe': sudo add-apt-repository universe"
  fi
}

