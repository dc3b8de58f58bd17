#!/usr/bin/env python3
"""Would the tests notice? Puts one fault after the other into a copy of the sources, builds it and
runs the tests that must fail.

Faults come from tests/mutants/mutants.tsv. Its columns, separated by tabs: file, text, replacement,
program and filter of the tests ("core_tests Adam*"), and why they fail. A text that does not stand
exactly once in its file is an error: the table is out of date. With --random they are drawn from
the lines of core/ and app/ and held against all tests of the program that has the file. With
--stale nothing is built: texts that are gone are named.

Exit code: 0 every fault was noticed, 1 some passed, 2 the table is out of date."""

import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys

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
    names = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT,
                           check=True, capture_output=True, text=True).stdout.split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


def copy_to(folder):
    """A file that did not change keeps its time, so that little is built again."""
    for name in sources():
        target, content = folder / name, (ROOT / name).read_bytes()
        if target.is_file() and target.read_bytes() == content:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        target.chmod((ROOT / name).stat().st_mode)


def of_the_table(only):
    faults = []
    for number, line in enumerate(TABLE.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != len(Fault._fields):
            sys.exit(f"{TABLE.name}:{number}: {len(columns)} columns; a row has "
                     f"{len(Fault._fields)}, separated by tabs: {', '.join(Fault._fields)}")
        fault = Fault(*columns)
        if only in fault.file or only in fault.tests:
            faults.append(fault)
    return faults


def at_random(count, seed, only):
    """Lines of functions: indented, no comment, not of a declaration that only names things."""
    draw = random.Random(seed)
    places = []
    for name in sources():
        if not re.match(r"(core|app)/.*\.cpp$", name) or only not in name:
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


def one(fault, folder, timeout):
    """noticed, passed, or no program."""
    path = folder / fault.file
    text = path.read_text()
    path.write_text(text.replace(fault.text, fault.replacement))
    program, _, tests = fault.tests.partition(" ")
    try:
        if subprocess.run(["ninja", "-C", folder / "build/dev", program],
                          capture_output=True).returncode != 0:
            return "no program"
        try:
            done = subprocess.run([folder / "build/dev/tests" / program, f"--gtest_filter={tests}",
                                   "--gtest_brief=1"], cwd=folder, capture_output=True, text=True,
                                  timeout=timeout)
        except subprocess.TimeoutExpired:
            return "noticed"  # it no longer ends
        if "Running 0 tests" in done.stdout or " 0 tests from" in done.stdout:
            return "no test"
        return "passed" if done.returncode == 0 else "noticed"
    finally:
        path.write_text(text)


def main():
    parse = argparse.ArgumentParser(description=__doc__,
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("--only", default="", help="rows whose file or tests have this text")
    parse.add_argument("--random", type=int, metavar="N", help="so many faults drawn at random")
    parse.add_argument("--seed", type=int, default=1, help="of --random (1)")
    parse.add_argument("--stale", action="store_true", help="only look for texts that are gone")
    parse.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/mutants",
                       help="the copy and its build (build/mutants)")
    parse.add_argument("--timeout", type=int, default=600, help="seconds for the tests of one fault")
    wanted = parse.parse_args()
    faults = (at_random(wanted.random, wanted.seed, wanted.only) if wanted.random
              else of_the_table(wanted.only))
    stale = [f for f in faults if not (ROOT / f.file).is_file()
             or (ROOT / f.file).read_text().count(f.text) != 1]
    for fault in stale:
        print(f"{fault.file}: does not have exactly once: {fault.text}", file=sys.stderr)
    if stale:
        return 2
    if wanted.stale:
        return 0
    copy_to(wanted.folder)
    subprocess.run(["cmake", "--preset", "dev", "-DGLASSFORMER_TESTS=ON"], cwd=wanted.folder,
                   check=True, stdout=subprocess.DEVNULL)
    count = collections.defaultdict(collections.Counter)
    for fault in faults:
        became = one(fault, wanted.folder, wanted.timeout)
        print(f"{became:10}  {fault.file}  {fault.text.strip()}  →  {fault.replacement.strip()}",
              flush=True)
        count["/".join(fault.file.split("/")[:2])][became] += 1
    print(f"\n{'folder':22}{'rows':>6}{'noticed':>9}{'passed':>8}{'other':>7}")
    total = collections.Counter()
    for folder, of in sorted(count.items()):
        total += of
        other = of.total() - of["noticed"] - of["passed"]
        print(f"{folder:22}{of.total():6}{of['noticed']:9}{of['passed']:8}{other:7}")
    visible = total["noticed"] + total["passed"]
    print(f"\n{total['noticed']} of {visible} faults noticed, {total.total() - visible} others")
    return 0 if total["noticed"] == total.total() else 1


if __name__ == "__main__":
    sys.exit(main())
