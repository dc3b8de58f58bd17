// What every compute shader begins with.

// Not isnan() and isinf(): drivers may assume that there are none.
bool is_nan(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u;
}
bool is_infinite(float x) {
  return (floatBitsToUint(x) & 0x7fffffffu) == 0x7f800000u;
}
const float infinity = uintBitsToFloat(0x7f800000u);
const float not_a_number = uintBitsToFloat(0x7fc00000u);
