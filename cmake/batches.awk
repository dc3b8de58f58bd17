# Reads headers and C++ files and prints "NUMBER PATH" for each of the latter: files of one number
# can be compiled as one. `per` is how many files a batch should have, `root` the folder, with its
# slash, from which #include names headers.
#
# No two files of a batch have a name in common in their unnamed namespaces. Where such a name is
# also one of a header that a file of the batch includes, it may be no word at all of another file
# of the batch, since that might mean the other one; a type or a constant, which nothing overloads,
# may not be there at all beside a file that includes the header. Files that define a macro or open
# a namespace stay alone.
#
# `known`, if given, is a file of such lines of an earlier time: who stood there together stays
# together, and a file that is new stands alone. So one more file costs its own compilation, not
# that of all batches.

FNR == 1 {
  header = FILENAME ~ /\.h$/
  unnamed = 0
  if (!header) paths[++files] = FILENAME
  at = header ? substr(FILENAME, length(root) + 1) : files
}

/^#define|^#if|^#pragma GCC|^using namespace/ { alone[files] = !header }
/^#include "/ {
  split($0, parts, "\"")
  includes[at] = includes[at] " " parts[2]
}
/^#/ { next }
/^namespace \{/ { unnamed = 1 }
/^\}  \/\/ namespace$/ { unnamed = 0 }

{
  sub(/\/\/.*/, "")
  gsub(/\[\[[a-z_]+\]\] /, "")
  gsub(/"([^"\\]|\\.)*"/, "")
}

# A declaration begins at the start of a line.
function declares(name) {
  if (name ~ /^(registered|declare|Arguments)$/) return
  if (header) {
    if (!((at, name) in is_public)) in_header[at] = in_header[at] " " name
    is_public[at, name] = 1
  }
  else if ((unnamed || /^static /) && !((files, name) in has_own)) {
    has_own[files, name] = 1
    own[files] = own[files] " " name
    ++uses[name]
  }
}

/^(struct|class|enum) |^using [A-Za-z0-9_]+ =/ {
  count = split($0, parts, /[ :={;]+/)
  name = parts[2] == "class" ? parts[3] : parts[2]
  declares(name)
  if (!header && unnamed) is_fixed[files, name] = 1
}
/^[A-Za-z_][^({=;]*[ *&][A-Za-z_][A-Za-z0-9_]*[ ]?[({=;[]/ && !/^(namespace|struct|class|enum|using) / {
  name = $0
  match(name, /[({=;[]/)
  sign = substr(name, RSTART, 1)
  sub(/[ ]?[({=;[].*/, "", name)
  sub(/.*[ *&]/, "", name)
  declares(name)
  if (!header && unnamed && sign != "(") is_fixed[files, name] = 1
}

# More names of a declaration: "constexpr float kRow = 20, kGap = 4", on one line or several.
unnamed && /^const/ { listing = 1 }
listing {
  count = split($0, parts, ",")
  for (i = 1; i <= count; ++i) {
    if (match(parts[i], /^ *[A-Za-z_][A-Za-z0-9_]*( =|\{)/)) {
      name = parts[i]
      sub(/^ */, "", name)
      sub(/( =|\{).*/, "", name)
      declares(name)
      if (!header) is_fixed[files, name] = 1
    }
  }
}
/;/ { listing = 0 }

!header {
  gsub(/(\.|->|::)[A-Za-z_][A-Za-z0-9_]*/, " ")  # members
  count = split($0, parts, /[^A-Za-z0-9_]+/)
  for (i = 1; i <= count; ++i) {
    if ((files, parts[i]) in has_word) continue
    has_word[files, parts[i]] = 1
  }
}

# All names of the headers that a file includes, and of those that these include.
function reach(file, from,    headers, count, names, n, i, j) {
  count = split(includes[from], headers, " ")
  for (i = 1; i <= count; ++i) {
    if ((file, headers[i]) in reached) continue
    reached[file, headers[i]] = 1
    n = split(in_header[headers[i]], names, " ")
    for (j = 1; j <= n; ++j) knows[file, names[j]] = 1
    reach(file, headers[i])
  }
}

# Whether two files can stand in one batch, as far as the names of the first go.
function beside(file, other,    names, count, i, name) {
  count = split(own[file], names, " ")
  for (i = 1; i <= count; ++i) {
    name = names[i]
    if ((other, name) in has_own) return 0
    if (!((other, name) in knows)) {
      if ((file, name) in knows && (other, name) in has_word) return 0
    } else if ((file, name) in is_fixed || (other, name) in has_word) {
      return 0
    }
  }
  return 1
}

function fits(file, batch,    others, count, i) {
  count = split(members[batch], others, " ")
  for (i = 1; i <= count; ++i) {
    if (!beside(file, others[i]) || !beside(others[i], file)) return 0
  }
  return 1
}

function put(file, batch) {
  ++size[batch]
  members[batch] = members[batch] " " file
  print batch, paths[file]
}

END {
  for (file = 1; file <= files; ++file) {
    count = split(own[file], names, " ")
    for (i = 1; i <= count; ++i) if (uses[names[i]] > rank[file]) rank[file] = uses[names[i]]
    if (rank[file] > highest) highest = rank[file]
  }
  for (file = 1; file <= files; ++file) reach(file, file)
  batches = int((files + per - 1) / per)
  for (file = 1; file <= files; ++file) place_of[paths[file]] = file
  while (known && (getline line < known) > 0) {
    split(line, parts, " ")
    file = place_of[substr(line, length(parts[1]) + 2)]
    repeated = 1
    if (parts[1] > batches) batches = parts[1]
    if (!file || alone[file] || placed[file] || !fits(file, parts[1])) continue
    placed[file] = 1
    put(file, parts[1])
  }
  # Those that share a name with most others choose first, each the smallest batch that takes it.
  for (r = highest; r >= 0; --r) {
    for (file = 1; file <= files; ++file) {
      if (rank[file] + 0 != r || placed[file]) continue
      best = 0
      for (batch = 1; batch <= batches && !alone[file] && !repeated; ++batch) {
        if (!closed[batch] && (!best || size[batch] < size[best]) && fits(file, batch)) best = batch
      }
      if (!best) {
        best = ++batches
        closed[best] = alone[file] || repeated
      }
      put(file, best)
    }
  }
}
