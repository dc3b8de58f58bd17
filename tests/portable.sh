#!/usr/bin/env bash
# portable.sh OBJECTS…: no object but those of core/kernels/*.avx2.cpp and *.avx512.cpp has an
# instruction that some processor of this kind lacks, and those share no code with the others: of a
# function that two objects bring, the linker keeps one, and it might be the wider.
set -euo pipefail
command -v objdump >/dev/null && command -v nm >/dev/null || {
  echo 'objdump and nm (binutils) are missing: skipped'
  exit 77
}
failures=0
others=0
wide=0

# The first lines that hold AVX or tiles: registers of more than 16 bytes, masks, or the names.
wide_instructions() {
  objdump -d --no-show-raw-insn "$1" | grep -E -m 3 $'%[yz]mm|%k[0-7]|\tv[a-z]|\tt(ile|dp)|\t(ld|st)tilecfg' || true
}

for object in "$@"; do
  if [[ $object =~ /core/kernels/[^/]*\.avx(2|512)\.cpp\.o$ ]]; then
    wide=$((wide + 1))
    shared=$(nm -C --defined-only "$object" | grep -E ' [WVu] ' || true)
    if [[ -n $shared ]]; then
      printf '%s shares code with other files; it must be in an unnamed namespace:\n%s\n' \
        "$object" "$shared"
      failures=$((failures + 1))
    fi
    continue
  fi
  others=$((others + 1))
  found=$(wide_instructions "$object")
  [[ -z $found ]] && continue
  printf '%s has instructions that not every processor has:\n%s\n' "$object" "$found"
  failures=$((failures + 1))
done
if ((wide == 0 || others == 0)); then
  echo "nothing to compare: $wide objects for wider vectors, $others others"
  failures=1
fi
# What is looked for is there where it must be: this looks at all, or it finds nothing anywhere.
for object in "$@"; do
  [[ $object =~ /row_kernels\.avx(2|512)\.cpp\.o$ ]] || continue
  [[ -n $(wide_instructions "$object") ]] && continue
  echo "$object has no wide instruction"
  failures=$((failures + 1))
done
echo "$others objects for every processor, $wide for wider vectors"
exit $((failures > 0))
