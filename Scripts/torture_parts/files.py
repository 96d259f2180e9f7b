"""Hostile files, the ones that hang or abort a naive reader among good photos, and strange names."""
import os, shutil
from . import mutations
from .harness import Skip

# The files of the public sets on which libvips 8.14 hangs or aborts when it guesses the format.
KILLERS = [
    "corkami-images__poly__zgip__pocs__eicar.zip.gz", "corkami-images__poly__zgip__pocs__empty.zip.gz",
    "corkami-images__poly__zgip__pocs__hello.zip.gz", "corkami-images__poly__zgip__pocs__skip6.zip.gz",
    "libvips-testsuite__truncated.svgz", "libgd-tests__gif__bug00005_2.gif",
    "strongcourage-fuzzing-corpus__gif__mozilla__invalid-size.gif",
]


def hostile(bench):
    folder = bench.shared / "hostile"
    if not folder.is_dir():
        raise Skip(f"there is no folder {folder}")
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in (".tsv", ".txt")]
    names = bench.work / "list"
    names.write_bytes(b"\0".join(os.fsencode(path) for path in files))
    run = bench.prep(bench.folder("batch") / "store", "--files-from", names, timeout=3600)
    outcomes = run.of("prepared") + run.of("unchanged") + run.of("rejected")
    codes = codes_of(run)
    bench.check("one batch ends by itself", f"exit {run.status}, {run.seconds:.0f} s", run.status == 2)
    bench.check("one outcome for each file", f"{len(outcomes)} of {len(files)}", len(outcomes) == len(files))
    bench.check("rejections without a code", codes.get("", 0), "" not in codes)
    deaths = codes.get("worker-crashed", 0) + codes.get("timed-out", 0)
    bench.check("crashes and hangs, in workers", deaths, deaths == 0)
    bench.row(bench.name, "rejections by code", ", ".join(f"{n} {c}" for c, n in sorted(codes.items())), None)
    crops(bench, names, len(files), codes)
    worst_cpu, worst_rss = (0, ""), (0, "")
    for path in files[:40] if bench.quick else files:
        one = bench.folder("one")
        run = bench.prep(one / "store", path, timeout=60)
        worst_cpu, worst_rss = max(worst_cpu, (run.cpu, path.name)), max(worst_rss, (run.rss, path.name))
        shutil.rmtree(one)
    bench.check("most CPU of a file, limit 5 s", f"{worst_cpu[0]:.2f} s ({worst_cpu[1]})", worst_cpu[0] <= 5)
    bench.check("most memory, limit 512 MB", f"{worst_rss[0]} MB ({worst_rss[1]})", worst_rss[0] <= 512)
    orientation(bench, folder / "orientation")


def codes_of(run):
    """The count of each reason for a rejection."""
    codes = {}
    for event in run.of("rejected"):
        codes[event["code"]] = codes.get(event["code"], 0) + 1
    return codes


def crops(bench, names, count, wanted):
    """The same files once through `crop`: each has one outcome, the same as in `prep`."""
    run = bench.run("crop", "--json", "--aspect", "1:1", "--files-from", names, timeout=3600)
    outcomes, codes = [event for event in run.events if "path" in event], codes_of(run)
    bench.check("crop, the same batch ends by itself", f"exit {run.status}, {run.seconds:.0f} s", run.status == 2)
    bench.check("crop, one outcome for each file", f"{len(outcomes)} of {count}", len(outcomes) == count)
    bench.check("crop, rejections as in prep", sum(codes.values()), codes == wanted)


def orientation(bench, folder):
    """Photos 1 to 8 of each set show the same upright picture in their small renders."""
    try:
        from PIL import Image, ImageChops, ImageStat
    except ImportError:
        return bench.row(bench.name, "orientation 1-8 upright", "skipped: needs Python's Pillow", None)
    for kind in ("Landscape", "Portrait"):
        store, pictures = bench.folder(kind) / "store", []
        for number in range(1, 9):
            run = bench.prep(store, folder / f"{kind}_{number}.jpg")
            name = run.events[0]["files"]["master"]
            pictures.append(Image.open(store / "WidgetWeaverImages" / name).convert("RGB").resize((64, 64)))
        means = [sum(ImageStat.Stat(ImageChops.difference(pictures[0], other)).mean) / 3 for other in pictures]
        bench.check(f"orientation 1-8 upright, {kind}", f"mean difference {max(means):.1f} of 255", max(means) < 12)


def killers(bench):
    folder = bench.shared / "hostile/sample"
    if not folder.is_dir():
        raise Skip(f"there is no folder {folder}")
    good = sorted(bench.good(100).iterdir())
    alone = bench.folder("alone") / "store"
    bench.prep(alone, *good)
    wanted = bench.content(alone)
    for place, index in {"first": 0, "in the middle": 50, "last": 100}.items():
        bad = [folder / name for name in KILLERS]
        store = bench.folder(place) / "store"
        run = bench.prep(store, *good[:index], *bad, *good[index:])
        codes = sorted({event["code"] for event in run.of("rejected")})
        holds = run.status == 2 and len(run.of("rejected")) == 7 and bench.content(store) == wanted
        bench.check(f"seven killers {place} among 100", f"{len(run.of('prepared'))} prepared, same bytes, {codes}", holds)


# The limits for one mutant; among valid photos, only those of tens of megapixels need more memory.
SECONDS, MEBIBYTES = 5, 512


def mutants(bench):
    """Batches of mutants, with much less memory than photos may use; every one has its outcome."""
    folders = [bench.root / "Fixtures/images", bench.shared / "hostile", bench.shared / "photos/formats"]
    sources = mutations.usable(path for folder in folders for path in folder.rglob("*"))
    count, batch = (200, 200) if bench.quick else (20_000, 1000)
    outcomes, failed, total = {}, [], 0
    for start in range(0, count, batch):
        folder = bench.folder("files")
        for index in range(start, start + batch):
            name, data = mutations.mutant(bench.seed, index, sources)
            (folder / name).write_bytes(data)
        names = bench.work / "list"
        names.write_bytes(b"\0".join(os.fsencode(path) for path in sorted(folder.iterdir())))
        run = bench.prep(bench.folder("batch") / "store", "--max-memory", str(MEBIBYTES), "--files-from", names, timeout=3600)
        for event in run.of("prepared") + run.of("unchanged") + run.of("rejected"):
            total += 1
            code = event.get("code", event["event"])
            outcomes[code] = outcomes.get(code, 0) + 1
            if code in ("worker-crashed", "out-of-memory") or code == "timed-out" and is_slow(bench, event["path"]):
                failed.append(f"{os.path.basename(event['path'])} {code}")
        shutil.rmtree(folder)
        shutil.rmtree(bench.folder("batch"))
    bench.check("one outcome for each", f"{total} of {count}, seed {bench.seed}", total == count)
    text = ", ".join(f"{number} {code}" for code, number in sorted(outcomes.items()))
    bench.row(bench.name, "outcomes", text, None)
    what = f"crashes, and more than {SECONDS} s of CPU or {MEBIBYTES} MiB"
    bench.check(what, "; ".join([str(len(failed)), *failed[:5]]), not failed)


def is_slow(bench, path):
    """Whether a file itself takes too long, not because the machine was busy."""
    one = bench.folder("one")
    run = bench.prep(one / "store", "--timeout", "600", path, timeout=600)
    shutil.rmtree(one)
    return run.cpu > SECONDS


def names(bench):
    folder = bench.folder("names")
    photo = (bench.root / "Fixtures/images/orientation/1.jpg").read_bytes()
    odd = [b"a\nb.jpg", b"-rf.jpg", "🏖️.jpg".encode(), "é.jpg".encode(), "e\u0301.jpg".encode(), b"\xff\xfe.jpg",
           b"x" * 251 + b".jpg", b" .jpg", b"%s%n.jpg", b"$(id).jpg"]
    for index, name in enumerate(odd):
        comment = b"\xff\xfe\0\x03" + bytes([65 + index])
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(photo[:2] + comment + photo[2:])
    run = bench.prep(bench.folder("odd") / "store", folder, timeout=60)
    bench.check("strange names in a folder", f"{len(run.of('prepared'))} of {len(odd)}", len(run.of("prepared")) == len(odd))
    os.chdir(folder)
    run = bench.run("prep", "--json", "--store", bench.folder("given") / "store", "--", *odd, timeout=60)
    bench.check("the same given by name", f"{len(run.of('prepared'))} of {len(odd)}", len(run.of("prepared")) == len(odd))
    os.chdir(bench.work)
    special = bench.folder("special")
    os.mkfifo(special / "fifo.jpg")
    (special / "loop").symlink_to(".")
    (special / "dangling.jpg").symlink_to("nothing")
    (special / "self.jpg").symlink_to("self.jpg")
    (special / "zero.jpg").symlink_to("/dev/zero")
    (special / "photo.jpg").symlink_to(bench.root / "Fixtures/images/orientation/1.jpg")
    (special / "real.jpg").write_bytes(photo)
    run = bench.prep(bench.folder("walked") / "store", special, timeout=60)
    summary = run.of("summary")[0]
    found = f"{summary['skipped']} skipped, {summary['prepared']} prepared"
    bench.check("links, loops and FIFOs beside a photo", found, found == "6 skipped, 1 prepared")
    given = [special / name for name in ("fifo.jpg", "dangling.jpg", "self.jpg", "zero.jpg", "photo.jpg", "loop")]
    run = bench.prep(bench.folder("named") / "store", *given, "/dev/null", "/proc/self/mem", timeout=60)
    codes = [event.get("code", event["event"]) for event in run.events]
    holds = run.status == 2 and run.seconds < 30 and codes.count("prepared") == 1
    bench.check("the same given by name, and devices", ", ".join(codes[:-1]), holds)
