# Reads headers and C++ files and prints "NUMBER PATH" for each of the latter: files of one number
# can be compiled as one. `per` is how many files a batch should have.
#
# No two files of a batch have a name in common in their unnamed namespaces. Where such a name is
# one that headers declare too, it may be no word at all of another file of the batch, since a call
# there might mean the other one. Files that define a macro, open a namespace, or have a type or a
# constant of their own under a name from a header stay alone: nothing overloads those.

FNR == 1 {
  header = FILENAME ~ /\.h$/
  unnamed = 0
  if (!header) paths[++files] = FILENAME
}

/^#define|^#if|^#pragma GCC|^using namespace/ { alone[files] = !header }
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
  if (header) is_public[name] = 1
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
  if (!header && unnamed) own_fixed[files] = own_fixed[files] " " name
}
/^[A-Za-z_][^({=;]*[ *&][A-Za-z_][A-Za-z0-9_]*[ ]?[({=;[]/ && !/^(namespace|struct|class|enum|using) / {
  name = $0
  match(name, /[({=;[]/)
  sign = substr(name, RSTART, 1)
  sub(/[ ]?[({=;[].*/, "", name)
  sub(/.*[ *&]/, "", name)
  declares(name)
  if (!header && unnamed && sign != "(") own_fixed[files] = own_fixed[files] " " name
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
      if (!header) own_fixed[files] = own_fixed[files] " " name
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
    words[files] = words[files] " " parts[i]
  }
}

function fits(file, batch,    names, count, i) {
  count = split(own[file], names, " ")
  for (i = 1; i <= count; ++i) {
    if ((batch, names[i]) in batch_own) return 0
    if (names[i] in is_public && (batch, names[i]) in batch_words) return 0
  }
  count = split(words[file], names, " ")
  for (i = 1; i <= count; ++i) {
    if (names[i] in is_public && (batch, names[i]) in batch_own) return 0
  }
  return 1
}

function put(file, batch,    names, count, i) {
  ++size[batch]
  count = split(own[file], names, " ")
  for (i = 1; i <= count; ++i) batch_own[batch, names[i]] = 1
  count = split(words[file], names, " ")
  for (i = 1; i <= count; ++i) batch_words[batch, names[i]] = 1
  print batch, paths[file]
}

END {
  for (file = 1; file <= files; ++file) {
    count = split(own[file], names, " ")
    for (i = 1; i <= count; ++i) if (uses[names[i]] > rank[file]) rank[file] = uses[names[i]]
    if (rank[file] > highest) highest = rank[file]
  }
  for (file = 1; file <= files; ++file) {
    count = split(own_fixed[file], names, " ")
    for (i = 1; i <= count; ++i) if (names[i] in is_public) alone[file] = 1
  }
  batches = int((files + per - 1) / per)
  # Those that share a name with most others choose first, each the smallest batch that takes it.
  for (r = highest; r >= 0; --r) {
    for (file = 1; file <= files; ++file) {
      if (rank[file] + 0 != r) continue
      best = 0
      for (batch = 1; batch <= batches && !alone[file]; ++batch) {
        if (!closed[batch] && (!best || size[batch] < size[best]) && fits(file, batch)) best = batch
      }
      if (!best) {
        best = ++batches
        closed[best] = alone[file]
      }
      put(file, best)
    }
  }
}
