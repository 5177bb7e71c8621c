"""Compiles each program of this folder plainly and with culprit-cc/culprit-c++, at -O0, -O1 and -O2, and checks that

- the instrumented code passes LLVM's verifier,
- the recorded program prints, exits and dies as the plain one, with CULPRIT_TRACE and without it,
- every trace it leaves opens without damage, and has the tree that the program's TREE lines draw.

What a program needs stands in its comments: "STATUS: 3" (its exit status, by default 0; 128 + n for signal n),
"FLAGS: -pthread", "STDIN: a line", and "TREE:   name(1) = 2", a line a node, as `culprit tree` draws it but indented by two spaces
a level; * stands for anything. A folder is a program of several files, made by its build.sh.

  torture.py FOLDER-OF-PROGRAMS [NAME...]
"""
import concurrent.futures
import fnmatch
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LEVELS = ["-O0", "-O1", "-O2"]
COMPILERS = {".c": ("clang-19", "culprit-cc", ["-std=gnu11"]), ".cpp": ("clang++-19", "culprit-c++", ["-std=c++20"])}


class Failure(Exception):
    pass


def run(command, stdin=b"", **environment):
    """Status (128 + n for signal n), standard output and standard error."""
    variables = {k: v for k, v in os.environ.items() if not k.startswith("CULPRIT")}
    variables.update(environment, LC_ALL="C.UTF-8", NO_COLOR="1")
    try:
        done = subprocess.run([str(c) for c in command], input=stdin, env=variables, capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        raise Failure(f"{' '.join(map(str, command))} did not end within 120 s")
    status = done.returncode if done.returncode >= 0 else 128 - done.returncode
    return status, done.stdout, done.stderr


def must(command, **environment):
    status, out, err = run(command, **environment)
    if status != 0:
        raise Failure(f"{' '.join(map(str, command))}\nexit status {status}\n{(out + err).decode(errors='replace')}")
    return out.decode(errors="replace")


class Program:
    def __init__(self, path):
        self.path = path
        self.name = path.name if path.is_dir() else path.stem
        text = "" if path.is_dir() else path.read_text()

        def words(key):
            return [w.removesuffix(" */").rstrip() for w in re.findall(rf"^(?://|/\*| \*) {key}: ?(.*)$", text, re.M)]

        self.status = int((words("STATUS") or ["0"])[0])
        self.flags = " ".join(words("FLAGS")).split()
        self.stdin = "".join(line + "\n" for line in words("STDIN")).encode()
        self.tree = words("TREE")

    def build(self, apps, level, folder):
        """The plain program and the recorded one."""
        plain, recorded = folder / "plain", folder / "recorded"
        for each in (plain, recorded):
            each.mkdir(parents=True)
        if self.path.is_dir():
            must([self.path / "build.sh", "clang-19", "clang++-19", level, plain])
            must([self.path / "build.sh", apps / "culprit-cc", apps / "culprit-c++", level, recorded])
            return plain / self.name, recorded / self.name
        clang, culprit, standard = COMPILERS[self.path.suffix]
        options = [level, "-w", *standard, *self.flags]
        must([clang, *options, self.path, "-lm", "-o", plain / self.name])
        code, thing = recorded / (self.name + ".bc"), recorded / (self.name + ".o")
        must([apps / culprit, *options, "-c", "-emit-llvm", self.path, "-o", code])
        must(["opt-19", "-passes=verify", "-disable-output", code])
        must([clang, level, "-w", "-Xclang", "-disable-llvm-passes", "-c", code, "-o", thing])
        must([apps / culprit, level, *self.flags, thing, "-lm", "-o", recorded / self.name])
        return plain / self.name, recorded / self.name

    def check(self, apps, level, folder):
        plain, recorded = self.build(apps, level, folder)
        wanted = run([plain], self.stdin)
        if wanted[0] != self.status:
            raise Failure(f"the plain program ended with status {wanted[0]}, not {self.status}")
        trace = folder / "trace"
        for what, environment in (("idle", {}), ("recorded", {"CULPRIT_TRACE": str(trace)})):
            found = run([recorded], self.stdin, **environment)
            for part, a, b in zip(("status", "output", "errors"), wanted, found):
                if a != b:
                    raise Failure(f"{what}: {part} differ\nplain:    {a!r}\n{what}: {b!r}")
        if not trace.exists():
            raise Failure("no trace was written")
        for each in [trace, *folder.glob("trace.[0-9]*")]:
            if each.suffix != ".index":
                self.check_trace(apps, each)

    def check_trace(self, apps, trace):
        info = must([apps / "culprit", "info", trace])
        if re.search(r"damage|missing|broken", info, re.I):
            raise Failure(f"{trace.name} is damaged:\n{info}")
        if self.tree and trace.name == "trace":
            found = [outline(line) for line in must([apps / "culprit", "tree", trace]).splitlines()]
            same = len(found) == len(self.tree) and all(map(fits, found, self.tree))
            if not same:
                raise Failure("\n".join(["the tree differs; wanted:", *self.tree, "found:", *found]))


def outline(line):
    """A line of `culprit tree` without the node's name, the lines drawn and the size, two spaces a level."""
    found = re.match(r" *(?:root|(?:\d+:)?\d+) ((?:[│├└ ][─ ] )*)(.*?)(?:  \(\d+\))?$", line)
    return "  " * (len(found[1]) // 3) + found[2] if found else line


def fits(line, pattern):
    """* is anything, every other character itself; the indentation is never covered by *."""
    def indent(text):
        return len(text) - len(text.lstrip())
    return indent(line) == indent(pattern) and fnmatch.fnmatchcase(line, re.sub(r"([\[?])", r"[\1]", pattern))


def main():
    apps, names = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    programs = [Program(p) for p in sorted(HERE.iterdir())
                if p.suffix in COMPILERS or (p / "build.sh").exists()]
    programs = [p for p in programs if not names or p.name in names]
    if not programs:
        sys.exit("no such program")
    levels = os.environ.get("LEVELS", " ".join(LEVELS)).split()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="torture-"))
    failed = []

    def one(job):
        program, level = job
        place = folder / (program.name + level)
        try:
            program.check(apps, level, place)
            return None
        except Failure as problem:
            return f"FAILED {program.name} {level}: {problem}"
        finally:
            if not os.environ.get("KEEP"):
                shutil.rmtree(place, ignore_errors=True)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for problem in pool.map(one, [(p, level) for p in programs for level in levels]):
            if problem:
                failed.append(problem)
                print(problem, flush=True)
    if not os.environ.get("KEEP"):
        shutil.rmtree(folder, ignore_errors=True)
    else:
        print(folder)
    print(f"{len(programs)} programs, {len(programs) * len(levels) - len(failed)} of {len(programs) * len(levels)} passed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
