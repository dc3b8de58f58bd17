#!/usr/bin/env python3
"""Would the tests notice? Puts one fault after the other into a copy of the sources, builds it and
runs the tests that must fail.

Faults come from tests/mutants/mutants.tsv. Its columns, separated by tabs: file, text, replacement,
program and filter of the tests ("core_tests Adam*"), and why they fail. ⏎ in a text is the end of a
line. A text that does not stand exactly once in its file is an error: the table is out of date.
With --random they are drawn from the lines of core/ and app/ and held against all tests of the
program that has the file, the nearest first. With --stale nothing is built: texts that are gone
are named.

Exit code: 0 every fault was noticed, 1 some passed, 2 the table is out of date."""

import argparse
import collections
import concurrent.futures
import pathlib
import queue
import random
import re
import subprocess
import sys
import time

import building

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "tests/mutants/mutants.tsv"
Fault = collections.namedtuple("Fault", "file text replacement tests why")

# What a hurried hand may change: an operator, a constant, a sign, a condition.
CHANGES = [(r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" / ", " * "), (r" < ", " <= "),
           (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "),
           (r" != ", " == "), (r" && ", " || "), (r" \|\| ", " && "), (r"\b0\b", "1"),
           (r"\b1\b", "2"), (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"std::min\(", "std::max("),
           (r"std::max\(", "std::min("), (r" \+= ", " -= "), (r"\+\+(\w)", r"--\1"),
           (r"^(\s+)(\w[\w.\->\[\]()]* (?:\+|-|\*)?= .*;|\w[\w.\->]*\(.*\);)$", r"\1;")]


def sources():
    if not (ROOT / ".git").exists():
        return [str(file.relative_to(ROOT)) for folder in ("core", "app", "shaders", "tests")
                for file in sorted((ROOT / folder).rglob("*")) if file.is_file()]
    names = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT,
                           check=True, capture_output=True, text=True).stdout.split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


def of_the_table(table, only):
    faults = []
    for number, line in enumerate(table.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != len(Fault._fields):
            sys.exit(f"{table.name}:{number}: {len(columns)} columns; a row has "
                     f"{len(Fault._fields)}, separated by tabs: {', '.join(Fault._fields)}")
        columns[1:3] = [text.replace("⏎", "\n") for text in columns[1:3]]
        fault = Fault(*columns)
        if only in fault.file or only in fault.tests:
            faults.append(fault)
    return faults


def at_random(count, seed, only):
    """Lines of functions: indented, no comment, not of a declaration that only names things."""
    draw = random.Random(seed)
    places = []
    for name in sources():
        if not re.match(r"(core|app)/.*\.cpp$", name) or only not in name or name == "app/main.cpp":
            continue
        text = (ROOT / name).read_text()
        for line in text.splitlines():
            if not line.startswith("  ") or "//" in line or '"' in line or text.count(line) != 1:
                continue
            for pattern, by in CHANGES:
                changed = re.sub(pattern, by, line, count=1)
                if changed != line:
                    places.append(Fault(name, line, changed, name.split("/")[0] + "_tests *", ""))
    return draw.sample(places, min(count, len(places)))


def near(file):
    """Filters of the tests to try first: of the file itself, then of its folder."""
    path = pathlib.Path(file)
    inside = str(path.with_suffix("")).split("/", 1)[1]
    header, folder, close, beside = str(path.with_suffix(".h")), path.parts[1], [], []
    for test in sorted((ROOT / "tests" / path.parts[0]).rglob("*_test.cpp")):
        text = test.read_text()
        suites = {f"{suite}.*:*/{suite}.*"
                  for suite in re.findall(r"^TEST(?:_[FP])?\(\s*(\w+),", text, re.M)}
        if f'"{header}"' in text or test.stem == path.stem + "_test" or inside in str(test):
            close += suites
        elif folder in test.parts:
            beside += suites
    return [":".join(sorted(set(filters))) for filters in (close, beside) if filters]


def one(fault, copy, place, timeout):
    """noticed, passed, no program, or no test, and the test that noticed."""
    program, _, tests = fault.tests.partition(" ")
    if not copy.build_with(fault, program, place):
        return "no program", ""
    for some in near(fault.file) + ["*"] if tests == "*" else [tests]:
        became, test = copy.run(program, some, place, timeout)
        if became == "noticed" or (became == "no test" and tests != "*"):
            return became, test
    return "passed", ""


def print_table(count):
    print(f"\n{'folder':22}{'rows':>6}{'noticed':>9}{'passed':>8}{'other':>7}")
    total = collections.Counter()
    for folder, of in sorted(count.items()):
        total += of
        other = of.total() - of["noticed"] - of["passed"]
        print(f"{folder:22}{of.total():6}{of['noticed']:9}{of['passed']:8}{other:7}")
    visible = total["noticed"] + total["passed"]
    print(f"\n{total['noticed']} of {visible} faults noticed, {total.total() - visible} others")
    return total["noticed"] == total.total()


def main():
    parse = argparse.ArgumentParser(description=__doc__,
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("--table", type=pathlib.Path, default=TABLE, help="another table of faults")
    parse.add_argument("--only", default="", help="rows whose file or tests have this text")
    parse.add_argument("--random", type=int, metavar="N", help="so many faults drawn at random")
    parse.add_argument("--seed", type=int, default=1, help="of --random (1)")
    parse.add_argument("--stale", action="store_true", help="only look for texts that are gone")
    parse.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/mutants",
                       help="the copy and its build (build/mutants)")
    parse.add_argument("--built", type=pathlib.Path, metavar="BUILD",
                       help="take this build of the sources (build/release), where it is up to date")
    parse.add_argument("--timeout", type=int, default=600, help="seconds for the tests of one fault")
    parse.add_argument("--jobs", type=int, default=1, help="so many faults at a time (1)")
    wanted = parse.parse_args()
    faults = (at_random(wanted.random, wanted.seed, wanted.only) if wanted.random
              else of_the_table(wanted.table, wanted.only))
    stale = [f for f in faults if not (ROOT / f.file).is_file()
             or (ROOT / f.file).read_text().count(f.text) != 1]
    for fault in stale:
        print(f"{fault.file}: does not have exactly once: {fault.text}", file=sys.stderr)
    if stale:
        return 2
    if wanted.stale:
        return 0
    built = wanted.built and wanted.built.resolve()
    copy = building.Copy(ROOT, wanted.folder.resolve(), sources(), built)
    programs = sorted({fault.tests.split()[0] for fault in faults})
    copy.build(programs)
    if not wanted.random:
        for program in programs:
            of_it = {f.tests.partition(" ")[2] for f in faults if f.tests.split()[0] == program}
            became, test = copy.run(program, ":".join(sorted(of_it)), None, 10 * wanted.timeout)
            if became == "noticed":
                sys.exit(f"{program}: {test} fails without any fault; mend it first")
    places = queue.Queue()
    for number in range(wanted.jobs):
        places.put(copy.folder / f"build/fault-{number}")

    def try_it(fault):
        place, start = places.get(), time.monotonic()
        try:
            return *one(fault, copy, place, wanted.timeout), time.monotonic() - start
        finally:
            places.put(place)

    count = collections.defaultdict(collections.Counter)
    with concurrent.futures.ThreadPoolExecutor(wanted.jobs) as pool:
        for fault, (became, test, seconds) in zip(faults, pool.map(try_it, faults)):
            print(f"{became:10} {seconds:5.1f} s  {fault.file}  {fault.text.strip()}  →  "
                  f"{fault.replacement.strip()}  {test}", flush=True)
            count["/".join(fault.file.split("/")[:2])][became] += 1
    return 0 if print_table(count) else 1


if __name__ == "__main__":
    sys.exit(main())
