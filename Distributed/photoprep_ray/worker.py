"""What one task does, on whatever machine: prepare a shard, or merge stores. No word of Ray."""

import errno
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass

import fsspec

from .listing import name_of

IMAGES = "WidgetWeaverImages"
CATALOG = "catalog.tar.gz"
# What of a store is one part: records, settings, and the catalog over the records.
PART_FILES = ("Photos", ".photoprep/store.json", ".photoprep/catalog.sqlite")
# How many files travel at once.
TRANSFERS = 16
# photoprep's code of a device, or somebody's share of it, that is full.
NO_SPACE = "no-space"


class Unfit(Exception):
    """This machine cannot do it, and another may."""


@dataclass(frozen=True)
class Job:
    """What all tasks of a run share."""

    source: str
    store: str
    program: str
    options: tuple
    version: str
    scratch: str | None = None


def version(program):
    """What the program says of itself and its libraries: other libraries, other bytes."""
    return subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout


def part_path(store, name):
    return f"{store.rstrip('/')}/parts/{name}.tar.gz"


def events_path(store, name):
    return f"{store.rstrip('/')}/parts/{name}.events.jsonl"


def prepare(job, shard):
    """Prepares a shard and ships it; returns its event lines. Doing it twice does it once."""
    fs, store = fsspec.core.url_to_fs(job.store)
    if fs.exists(part_path(store, shard.name)):
        return earlier_events(job, shard.name)
    require(job)
    with scratch(job) as folder:
        stage(job, shard, folder / "photos")
        lines = run_prep(job, shard.photos, folder)
        images = sorted((folder / "store" / IMAGES).iterdir())
        put(fs, images, [f"{store}/{IMAGES}/{image.name}" for image in images])
        events = folder / "events.jsonl"
        events.write_text("".join(line + "\n" for line in lines))
        put(fs, [events], [events_path(store, shard.name)])
        # Last: the shard is done when its part is there.
        put(fs, [pack(folder)], [part_path(store, shard.name)])
    return lines


def earlier_events(job, name):
    """The event lines of a shard that is done; what was prepared then is unchanged now."""
    fs, store = fsspec.core.url_to_fs(job.store)
    lines = fs.cat_file(events_path(store, name)).decode().splitlines()
    events = [json.loads(line) for line in lines]
    for event in events:
        if event["event"] == "prepared":
            event["event"] = "unchanged"
        elif event["event"] == "summary":
            event["unchanged"], event["prepared"] = event["unchanged"] + event["prepared"], 0
    return [json.dumps(event, sort_keys=True, separators=(",", ":")) for event in events]


def merge(job, names):
    """Merges parts into one; returns its name and the lines of conflicts."""
    name = name_of(["merge", *names])
    fs, store = fsspec.core.url_to_fs(job.store)
    if fs.exists(part_path(store, name)):
        return name, fs.cat_file(events_path(store, name)).decode().splitlines()
    require(job)
    with scratch(job) as folder:
        archives = [folder / f"{each}.tar.gz" for each in names]
        fs.get([part_path(store, each) for each in names], [str(path) for path in archives])
        for archive, each in zip(archives, names):
            unpack(archive, folder / each)
            archive.unlink()
        call([job.program, "store", "init", "--store", "store"], folder)
        lines = call(
            [job.program, "store", "merge", *names, "--images", "leave", "--store", "store", "--json"], folder)
        conflicts = [line for line in lines if json.loads(line)["event"] == "conflict"]
        events = folder / "events.jsonl"
        events.write_text("".join(line + "\n" for line in conflicts))
        put(fs, [events], [events_path(store, name)])
        put(fs, [pack(folder)], [part_path(store, name)])
    return name, conflicts


def finish(job, name):
    """Makes a part the store's catalog."""
    fs, store = fsspec.core.url_to_fs(job.store)
    with scratch(job) as folder:
        fs.get_file(part_path(store, name), str(folder / CATALOG))
        put(fs, [folder / CATALOG], [f"{store}/{CATALOG}"])


def fetch(address, target, photos=()):
    """Makes a plain store on this disk: all records, and the images of all photos or of those named."""
    fs, store = fsspec.core.url_to_fs(address)
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        archive = pathlib.Path(folder, CATALOG)
        fs.get_file(f"{store}/{CATALOG}", str(archive))
        unpack(archive, target)
    images = target / IMAGES
    images.mkdir(exist_ok=True)
    names = []
    for record in sorted((target / "Photos").iterdir()):
        if photos and not record.name.startswith(tuple(photos)):
            continue
        named = json.loads(record.read_bytes())["photoprep"]["files"].values()
        names += [file["name"] for file in named if not (images / file["name"]).exists()]
    get(fs, [f"{store}/{IMAGES}/{name}" for name in names], [images / name for name in names])
    return len(names)


def require(job):
    """Refuses to work with another program than the rest of the run."""
    found = version(job.program)
    if found != job.version:
        raise Unfit(f"{os.uname().nodename}: '{job.program} --version' differs from the driver's:\n{found}"
                    "Install the same photoprep and libraries on all machines.")


@contextmanager
def scratch(job):
    """A folder on local disk for one task; removes those of tasks that were killed. A full disk is `Unfit`."""
    place = pathlib.Path(job.scratch or tempfile.gettempdir())
    for old in place.glob("photoprep-ray-*-*"):
        owner = re.fullmatch(r"photoprep-ray-(\d+)-.*", old.name)
        if owner and not pathlib.Path("/proc", owner[1]).exists():
            shutil.rmtree(old, ignore_errors=True)
    try:
        with tempfile.TemporaryDirectory(prefix=f"photoprep-ray-{os.getpid()}-", dir=place) as folder:
            yield pathlib.Path(folder)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise Unfit(f"{os.uname().nodename}: {place}: {error.strerror}") from None


def stage(job, shard, folder):
    """Brings a shard's files to local disk, under their paths below the source."""
    fs, source = fsspec.core.url_to_fs(job.source)
    places = [folder / file.path for file in shard.files]
    folder.mkdir()
    for place in places:
        place.parent.mkdir(parents=True, exist_ok=True)
    get(fs, [f"{source.rstrip('/')}/{file.path}" for file in shard.files], places)
    for file, place in zip(shard.files, places):
        found = place.stat().st_size
        if found != file.size:
            raise OSError(errno.EIO, f"{found} of {file.size} bytes came; the file has changed or the transfer broke", file.path)


def run_prep(job, paths, folder):
    """Runs photoprep over staged photos, from their folder, so that records have paths below the source."""
    lines = call(
        [job.program, "prep", "--files-from", "-", "--json", "--store", str(folder / "store"), "--jobs", "1", *job.options],
        folder / "photos", "\0".join(paths))
    for event in map(json.loads, lines):
        # The disk's fault, not the photo's.
        if event.get("code") == NO_SPACE:
            raise OSError(errno.ENOSPC, event["message"])
    return lines


def call(command, folder, text=None):
    """Runs a command of photoprep; 2 means that some were rejected, which is a result."""
    done = subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True)
    if done.returncode in (0, 2):
        return done.stdout.splitlines()
    if "space left on" in done.stderr or "is full" in done.stderr:
        raise OSError(errno.ENOSPC, done.stderr[-2000:])
    raise RuntimeError(f"{' '.join(command[:3])}: exit {done.returncode}: {done.stderr[-2000:]}")


def pack(folder):
    """Packs what of a store is a part; times to the nanosecond, by which the catalog knows its records."""
    archive = folder / "part.tar.gz"
    subprocess.run(
        ["tar", "--create", "--gzip", "--format=posix", "--file", archive, "--directory", folder / "store", *PART_FILES],
        check=True)
    return archive


def unpack(archive, folder):
    folder.mkdir(exist_ok=True)
    subprocess.run(["tar", "--extract", "--gzip", "--file", archive, "--directory", folder], check=True)


def get(fs, remote, local):
    if remote:
        fs.get(remote, [str(path) for path in local], batch_size=TRANSFERS)


def put(fs, local, remote):
    """Puts files under names where each is whole or not there."""
    if not local:
        return
    if "file" not in fs.protocol:
        # Objects come into being whole.
        fs.put([str(path) for path in local], remote, batch_size=TRANSFERS)
        return
    for path, target in zip(local, remote):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        staged = f"{target}.{os.getpid()}-{os.urandom(4).hex()}"
        shutil.copyfile(path, staged)
        os.replace(staged, target)
