"""A copy of the sources and its build, in which one file at a time is another.

A fault costs one file to compile and one program to link: the changed file lies beside the copy,
its object takes the place of the right one in the command that links the program, and nothing is
restored or built again afterwards."""

import collections
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

# The tests of these run the program itself.
RUN_THE_PROGRAM = {"app_tests": "glassformer", "docs_tests": "glassformer"}


class Copy:
    """With `built`, a build of the sources themselves that is up to date: nothing is copied."""

    def __init__(self, root, folder, names, built=None):
        self.folder, self.build_folder = folder, built or folder / "build/dev"
        self.sources = root if built else folder
        if built:
            return
        for name in names:  # one that did not change keeps its time, so that little is built again
            target, content = folder / name, (root / name).read_bytes()
            if target.is_file() and target.read_bytes() == content:
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod((root / name).stat().st_mode)
        subprocess.run(["cmake", "--preset", "dev", "-DGLASSFORMER_TESTS=ON"], cwd=folder,
                       check=True, stdout=subprocess.DEVNULL)

    def build(self, programs):
        wanted = set(programs) | {RUN_THE_PROGRAM[p] for p in programs if p in RUN_THE_PROGRAM}
        subprocess.run(["ninja", "-C", self.build_folder, *sorted(wanted)], check=True,
                       stdout=subprocess.DEVNULL)
        self.link_commands = {program: self._link_command(program) for program in wanted}
        self.compile_commands = {}
        for entry in json.loads((self.build_folder / "compile_commands.json").read_text()):
            words = shlex.split(entry["command"])
            self.compile_commands[words[words.index("-o") + 1]] = (entry["file"], words)
        self.users = collections.defaultdict(list)  # of a file: the objects that include it
        deps = subprocess.run(["ninja", "-C", self.build_folder, "-t", "deps"], check=True,
                              capture_output=True, text=True).stdout
        for line in deps.splitlines():
            if not line.startswith(" "):
                found = line.partition(": #deps")[0]
            elif line.endswith((".h", ".cpp")):
                self.users[os.path.normpath(self.build_folder / line.strip())].append(found)

    def _link_command(self, program):
        lines = subprocess.run(["ninja", "-C", self.build_folder, "-t", "commands", program],
                               check=True, capture_output=True, text=True).stdout
        line = next(l for l in reversed(lines.splitlines()) if re.search(rf" -o \S*{program} ", l))
        words = shlex.split(line)
        return words[2:words.index("&&", 2)] if words[:2] == [":", "&&"] else words

    def build_with(self, fault, program, place):
        """Whether it compiles and links: PROGRAM with the fault, and what its tests run, in PLACE."""
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        links = {p: self.link_commands[p] for p in (program, RUN_THE_PROGRAM.get(program)) if p}
        original = self.sources / fault.file
        text = original.read_text()
        changed = place / "sources" / fault.file
        changed.parent.mkdir(parents=True)
        changed.write_text(text.replace(fault.text, fault.replacement))
        if fault.file.startswith("shaders/"):  # they stand in a source that CMake wrote
            original = self.build_folder / "shaders.cpp"
            all_of_them = original.read_text()
            changed = place / "sources/shaders.cpp"
            changed.write_text(all_of_them.replace(text, text.replace(fault.text, fault.replacement)))
        objects = self.users[str(original)]
        others = {}
        for number, name in enumerate(objects):
            if not any(name in words for words in links.values()):
                continue
            others[name] = str(place / f"{number}.o")
            file, words = self.compile_commands[name]
            source = file
            if file == str(original):
                source = str(changed)
            elif not fault.file.endswith(".h"):  # one of several that are compiled as one
                source = str(place / f"sources/{number}.cpp")
                together = pathlib.Path(file).read_text()
                pathlib.Path(source).write_text(together.replace(f'"{original}"', f'"{changed}"'))
            words = [source if w == file else others[name] if w == name else
                     "-O1" if w == "-O3" else w for w in words]
            # Its own header comes first, and a warning is no reason to refuse a fault.
            words[1:1] = ["-I" + str(place / "sources")]
            launcher = [shutil.which("ccache")] if shutil.which("ccache") else []
            if subprocess.run(launcher + words + ["-w"], cwd=self.build_folder,
                              capture_output=True).returncode != 0:
                return False
        if not others:
            sys.exit(f"{fault.file}: {program} has no such file")
        for name, words in links.items():
            if not any(word in others for word in words):
                shutil.copy(self._program(name, None), place)
                continue
            words = [others.get(w, w) for w in words]
            words[words.index("-o") + 1] = str(place / name)
            quick = ["-fuse-ld=lld"] if shutil.which("ld.lld") else []
            done = subprocess.run(words + quick, cwd=self.build_folder, capture_output=True)
            if done.returncode != 0:
                return False
        return True

    def _program(self, name, place):
        if place:
            return place / name
        return self.build_folder / ("" if name == "glassformer" else "tests") / name

    def run(self, program, tests, place, timeout):
        """What became of them, and the test that noticed."""
        environment = dict(os.environ, OMP_WAIT_POLICY="passive")
        if place and program in RUN_THE_PROGRAM:
            environment["GLASSFORMER_TESTED"] = str(place / RUN_THE_PROGRAM[program])
        try:
            done = subprocess.run([self._program(program, place), f"--gtest_filter={tests}",
                                   "--gtest_fail_fast"], cwd=self.sources, capture_output=True,
                                  text=True, errors="replace", timeout=timeout, env=environment)
            output = done.stdout
            became = "passed" if done.returncode == 0 else "noticed"
        except subprocess.TimeoutExpired as stopped:
            output = (stopped.stdout or b"").decode(errors="replace")
            became = "noticed"  # it no longer ends
        if "Running 0 tests" in output:
            became = "no test"
        failed = re.findall(r"\[  FAILED  \] ([^\s,]+)", output) or re.findall(r"\[ RUN      \] (\S+)", output)
        return became, failed[0 if "FAILED" in output else -1] if failed and became == "noticed" else ""
