"""Shared by all parts of torture: runs of the program, good photos, byte-for-byte comparison of stores, the table."""
import json, os, subprocess, time
from pathlib import Path


class Skip(Exception):
    """Raised with the reason why a part cannot run here."""


def timeless(value):
    """A part of a record without the values that may differ between two runs."""
    return {key: item for key, item in value.items() if key not in ("preparedAt", "sources")}


class Run:
    """How one run of the program ended."""

    def __init__(self, status, out, err, cpu, seconds, rss):
        self.status, self.err, self.cpu, self.seconds, self.rss = status, err, cpu, seconds, rss
        self.events = [json.loads(line) for line in out.splitlines() if line.startswith("{")]

    def of(self, kind):
        return [event for event in self.events if event.get("event") == kind]


class Bench:
    def __init__(self, root, program, shared, work, seed, quick, every):
        self.root, self.program, self.shared, self.work = root, program, shared, work
        self.seed, self.quick, self.every, self.rows, self.failed = seed, quick, every, [], False
        self.name = ""

    def part(self, name):
        self.name = name
        print(f"torture: {name} …", flush=True)
        return self

    def row(self, part, what, figure, holds):
        """One line of the table; `holds` is None for a part that is only measured or was skipped."""
        self.rows.append((part, what, str(figure), {None: "", True: "yes", False: "NO"}[holds]))
        print("  ".join(self.rows[-1]), flush=True)
        self.failed = self.failed or holds is False

    def check(self, what, figure, holds):
        self.row(self.name, what, figure, bool(holds))

    def print_table(self):
        rows = [("part", "what", "figure", "holds"), *self.rows]
        widths = [max(len(row[i]) for row in rows) for i in range(4)]
        for row in rows:
            print("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip())

    def folder(self, name):
        path = self.work / self.name / name
        path.mkdir(parents=True, exist_ok=True)
        return path

    def run(self, *arguments, env=None, timeout=600, program=None):
        """Runs the program to its end and returns how it went; a run past its time is killed."""
        out, err = self.work / "out", self.work / "err"
        start = time.monotonic()
        with open(out, "wb") as o, open(err, "wb") as e:
            process = subprocess.Popen([program or self.program, *map(os.fspath, arguments)], stdout=o, stderr=e,
                                       stdin=subprocess.DEVNULL, env={**os.environ, **(env or {})})
            deadline = start + timeout
            while True:
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    break
                if time.monotonic() > deadline:
                    process.kill()
                time.sleep(0.005)
        process.returncode = os.waitstatus_to_exitcode(status)
        return Run(process.returncode, out.read_text(errors="replace"), err.read_text(errors="replace"),
                   usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss // 1024)

    def prep(self, store, *arguments, **named):
        return self.run("prep", "--json", "--store", store, *arguments, **named)

    def start(self, *arguments):
        """Starts the program without waiting; its events go to the file, which is returned too."""
        out = self.work / "started"
        handle = open(out, "wb")
        process = subprocess.Popen([self.program, *map(os.fspath, arguments)], stdout=handle,
                                   stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        handle.close()
        return process, out

    def good(self, count):
        """A folder of good photos, all different: fixtures with a comment of their own (JPEG marker COM)."""
        folder = self.folder(f"good-{count}")
        sources = sorted((self.root / "Fixtures/images/orientation").glob("*.jpg"))
        sources += sorted((self.root / "Fixtures/images/scenes").glob("*.jpg"))
        for index in range(count):
            data = sources[index % len(sources)].read_bytes()
            text = b"%06d" % index
            comment = b"\xff\xfe" + (len(text) + 2).to_bytes(2, "big") + text
            (folder / f"{index:04}.jpg").write_bytes(data[:2] + comment + data[2:])
        return folder

    def content(self, store):
        """Every image with its bytes, and every record except its time and its sources."""
        tree = {}
        for path in sorted((store / "WidgetWeaverImages").iterdir()):
            tree[path.name] = path.read_bytes()
        for path in sorted((store / "Photos").iterdir()):
            record = json.loads(path.read_bytes(), object_hook=timeless)
            tree[path.name] = json.dumps(record, sort_keys=True)
        return tree

    def is_whole(self, store):
        """Whether `store check` finds nothing wrong, bytes included."""
        return self.run("store", "check", "--read-data", "--json", "--store", store).status == 0

    def leftovers(self, store):
        """The files that only a run in progress may have."""
        private = store / ".photoprep"
        return [path for name in ("staging", "journal") for path in (private / name).rglob("*")]

    def workers(self):
        """The process IDs of this program's workers whose owner is gone; workers of other runs still have theirs."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                serves = (folder / "cmdline").read_bytes().rstrip(b"\0") == b"photoprep\0worker"
                owner = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue
            if serves and self.runs(folder) and not self.runs(Path("/proc") / owner):
                found.append(int(folder.name))
        return found

    def runs(self, folder):
        """Whether the process of a folder in /proc is one of this program."""
        try:
            return os.path.samefile(folder / "exe", self.program)
        except OSError:
            return False
