#!/usr/bin/env bash
# All tests of the graphics card over an OpenGL that orders transfers and dispatches by fences alone
# (tests/app/gpu/reordering.h), once for each seed. Every shader that they compile, with every set of
# definitions, is then given to a second compiler, Khronos' glslang, if it is there.
# card_over_reordering.sh APP_TESTS [SEED…]
set -euo pipefail
app_tests=$1
shift
seeds=("$@")
((${#seeds[@]})) || seeds=(1)

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Those that replace the same functions of OpenGL see to the layer themselves.
for seed in "${seeds[@]}"; do
  GLASSFORMER_TEST_REORDERING=$seed GLASSFORMER_TEST_SHADERS=$folder \
    "$app_tests" --gtest_brief=1 \
    --gtest_filter='Gpu*:*/Gpu*:*OnCard*:VectorEngines*:VectorFaults*:*Limits*:ManyCells*:OpNumbers*-GpuSelfTest.*'
  echo "seed $seed: as it should be"
done

count=$(find "$folder" -type f | wc -l)
((count > 100)) || { echo "only $count shaders were compiled; are their sources still seen?"; exit 1; }
if ! command -v glslangValidator >/dev/null; then
  echo "skipped: glslangValidator is not installed; $count shaders were not given to it"
  exit 0
fi
refused=0
for shader in "$folder"/*; do
  glslangValidator "$shader" >"$folder.log" 2>&1 && continue
  echo "glslang refuses $(basename "$shader"):"
  head -n 20 "$folder.log"
  refused=1
done
rm -f "$folder.log"
((!refused)) || exit 1
echo "glslang takes all $count shaders"
