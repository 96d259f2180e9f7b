"""Every call that changes a store fails, one after the other."""
import errno, shutil, subprocess
from pathlib import Path
from .harness import Skip

# The words that the message must use for each error; they are those of PhotoprepError.
WORDS = {
    "ENOSPC": "no space is left", "EDQUOT": "no space is left", "EIO": "reported an error",
    "EACCES": "permission was denied", "EROFS": "read-only", "EMFILE": "too many files are open",
}
# SQLite keeps the system's error number only for a full disk; these are its other words for a failing disk.
CATALOG_WORDS = ["no space is left", "reported an error", "read-only", "cannot be opened"]

OF_CATALOG = "The catalog cannot be"


def names(code, message):
    """Whether a message names an error correctly."""
    words = CATALOG_WORDS if OF_CATALOG in message else [WORDS.get(code, "")]
    return any(word in message for word in words)


class Calls:
    """The program with calls.c in front of the C library."""

    def __init__(self, bench):
        self.bench = bench
        self.library = bench.folder("library") / "calls.so"
        compiler = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
        if not compiler:
            raise Skip("needs a C compiler called cc, gcc or clang")
        source = Path(__file__).with_name("calls.c")
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-w", "-o", self.library, source, "-ldl"], check=True)

    def run(self, store, photos, at=0, how="0", stays=False):
        env = {"LD_PRELOAD": str(self.library), "TORTURE_STORE": str(store), "TORTURE_AT": str(at),
               "TORTURE_HOW": how, "TORTURE_COUNT": str(self.bench.work / "count")}
        if stays:
            env["TORTURE_STAYS"] = "1"
        return self.bench.prep(store, *photos, "--jobs", "1", env=env, timeout=120)

    def count(self, store, photos):
        self.run(store, photos)
        return int((self.bench.work / "count").read_text())


def points(bench, count):
    return range(1, count + 1, bench.every)


def said_by(run):
    """The last error that a run reported, about itself or a photo."""
    return (run.err.strip() or " ".join(event["message"] for event in run.of("rejected")))[-160:]


def faults(bench):
    calls, photos = Calls(bench), sorted(bench.good(3).iterdir())
    reference = bench.folder("reference") / "store"
    bench.prep(reference, photos[0])
    start = bench.folder("start") / "store"
    shutil.copytree(reference, start, dirs_exist_ok=True)
    count = calls.count(reference, photos)
    wanted = bench.content(reference)
    for name in [*WORDS, "ENOSPC for good", "EINTR", "short"]:
        fault(bench, calls, photos, start, wanted, count, name)


def fault(bench, calls, photos, start, wanted, count, name):
    """One kind of fault at every call of a run that adds two photos to a store of one."""
    code, stays = name.split()[0], "good" in name
    how = "short" if code == "short" else str(getattr(errno, code))
    must_pass = code in ("EINTR", "short")
    ended, went_on, wrong, unnamed, said = 0, 0, [], [], 0
    for at in points(bench, count):
        store = bench.folder("fault") / "store"
        shutil.copytree(start, store, dirs_exist_ok=True)
        run = calls.run(store, photos, at, how, stays)
        said = max(said, sum(line.startswith("photoprep: ") for line in run.err.splitlines()))
        if run.status == 0:
            went_on += 1
        elif run.status == 1 and run.err:
            ended += 1
            # SQLite treats an interrupted sync as a failing disk, and photoprep has no handler that could interrupt one (0612).
            is_excused = code == "EINTR" and OF_CATALOG in run.err
            if must_pass and not is_excused:
                wrong.append(f"call {at}: {said_by(run)}")
            if not names(code, run.err):
                unnamed.append(f"{at}: {run.err.strip()[-160:]}")
        else:
            wrong.append(f"call {at}: exit {run.status}")
        again = bench.prep(store, *photos)
        if again.status or bench.content(store) != wanted or bench.leftovers(store) or not bench.is_whole(store):
            wrong.append(f"call {at}: not whole afterwards")
        shutil.rmtree(store.parent)
    holds = not wrong and not unnamed and said <= 1
    figure = f"{ended} ended the run, {went_on} did without; most messages {said}"
    where = f"{len(points(bench, count))} of {count} calls"
    bench.check(f"{name} at {where}", figure + "".join(f"; {text}" for text in wrong[:2] + unnamed[:2]), holds)
