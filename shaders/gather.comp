// y_ij = table_(ids_i)j. Backward (without atomics, so always in the same order): the places where
// an id occurs stand together, and a thread adds them all up for one column of its row.
layout(local_size_x = 128) in;

layout(location = 0) uniform int cells;  // in packs
layout(location = 1) uniform int cols;   // in packs
layout(location = 2) uniform int table_rows;  // BACKWARD: of this binding

#ifdef BACKWARD
layout(std430, binding = 0) readonly buffer Dy { Pack dy_[]; };
layout(std430, binding = 1) readonly buffer Numbers { int numbers_[]; };
layout(std430, binding = 2) buffer Table { Pack dtable_[]; };
// In `numbers`: of each id that occurs the id and where its places begin, one more to end with, and
// the places, rows of dy.
layout(location = 3) uniform int distinct;
// Of the places of each id only so many, from this one on.
layout(location = 4) uniform int from;
layout(location = 5) uniform int most;
#else
layout(location = 3) uniform int first_row;  // of the table in this binding …
layout(location = 4) uniform int row_count;  // … and how many
layout(std430, binding = 0) readonly buffer Table { Pack table_[]; };
layout(std430, binding = 1) readonly buffer Ids { int ids_[]; };
layout(std430, binding = 2) writeonly buffer Y { Pack y_[]; };
#endif

void make(uint at) {
  const int row = int(at / uint(cols)), col = int(at % uint(cols));
#ifdef BACKWARD
  const int id = clamp(numbers_[2 * row], 0, table_rows - 1);
  const int begin = numbers_[2 * row + 1] + from;
  const int end = min(numbers_[2 * row + 3], begin + most);
  const int first_place = 2 * (distinct + 1);
  Pack sum = Pack(0.0);
  for (int i = begin; i < end; ++i) sum += dy_[numbers_[first_place + i] * cols + col];
  dtable_[id * cols + col] += sum;
#else
  const int from = clamp(ids_[row], 0, table_rows - 1) - first_row;
  if (from >= 0 && from < row_count) y_[at] = table_[from * cols + col];
#endif
}

void main() {
  for (uint i = 0u; i < EACH; ++i) {
    if (CELL(i) < uint(cells)) make(CELL(i));
  }
}
