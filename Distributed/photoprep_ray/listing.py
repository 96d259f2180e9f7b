"""What there is to prepare: photos below a folder, and the shards they are cut into."""

import hashlib
from dataclasses import dataclass

# How the names of photos end, as in photoprep's own walk (its decision 0004).
PHOTO_ENDINGS = frozenset(
    "jpg jpeg jpe jfif png webp heic heif hif avif tif tiff gif jxl bmp dng cr2 cr3 nef arw raf orf pef rw2".split())
SIDECAR_ENDING = ".focus.json"
# A shard ends at a photo by its name once it has half of its bytes, in one of so many cases: a photo that
# comes or goes then moves the ends of few shards.
CUT_IN = 64


@dataclass(frozen=True)
class Photo:
    """One file to stage: a photo, or the sidecar that goes with photos."""

    path: str  # below the source, with '/'
    size: int
    tag: str  # ETag or time of change: another tag is another file

    @property
    def is_sidecar(self):
        return self.path.endswith(SIDECAR_ENDING)


@dataclass(frozen=True)
class Shard:
    """Some photos that one task prepares."""

    name: str
    files: tuple

    @property
    def photos(self):
        return [file.path for file in self.files if not file.is_sidecar]


def find(fs, root, skipped=lambda path: None):
    """Yields photos and sidecars below a folder, folder by folder, in the order of their names.

    One folder's names are held at a time. `skipped` is told of every file that is no photo by its name;
    what is hidden is skipped.
    """
    folders = [root.rstrip("/")]
    while folders:
        folder = folders.pop()
        # Without the listing that fsspec keeps: it may be older than the folder, and grows.
        entries = sorted(fs.ls(folder, detail=True, refresh=True) if "s3" in fs.protocol
                         else fs.ls(folder, detail=True), key=lambda entry: entry["name"])
        below = []
        for entry in entries:
            path = entry["name"].removeprefix(root).lstrip("/")
            name = path.rsplit("/", 1)[-1]
            if not name or name.startswith("."):
                continue
            if entry["type"] == "directory":
                below.append(entry["name"])
            elif name.rsplit(".", 1)[-1].lower() in PHOTO_ENDINGS or name.endswith(SIDECAR_ENDING):
                tag = entry.get("ETag") or entry.get("etag") or entry.get("mtime") or entry.get("LastModified") or ""
                yield Photo(path, entry["size"], str(tag).strip('"'))
            else:
                skipped(path)
        folders.extend(reversed(below))
        fs.invalidate_cache(folder)


def cut(files, limit, salt):
    """Cuts files into shards of about `limit` bytes, each photo with its sidecar.

    A shard's name is made from what is in it and from `salt`, which stands for how photos are prepared.
    """
    group, size = [], 0
    for unit in with_sidecars(files):
        if group and (size >= limit or size >= limit // 2 and is_cut(unit[0].path)):
            yield shard(group, salt)
            group, size = [], 0
        group.extend(unit)
        size += sum(file.size for file in unit)
    if group:
        yield shard(group, salt)


def with_sidecars(files):
    """Yields each photo with the sidecar beside it, of `a.jpg`: `a.jpg.focus.json` or `a.focus.json`.

    Sidecars sort next to their photos; those that are left over when a folder ends go with no photo.
    """
    folder, photos, sidecars = None, [], {}

    def units():
        for photo in photos:
            stem = photo.path.rsplit(".", 1)[0]
            names = (photo.path + SIDECAR_ENDING, stem + SIDECAR_ENDING)
            yield [photo, *(sidecars[name] for name in names if name in sidecars)]

    for file in files:
        place = file.path.rpartition("/")[0]
        if place != folder:
            yield from units()
            folder, photos, sidecars = place, [], {}
        if file.is_sidecar:
            sidecars[file.path] = file
        else:
            photos.append(file)
    yield from units()


def is_cut(path):
    return int.from_bytes(hashlib.sha256(path.encode()).digest()[:4], "big") % CUT_IN == 0


def shard(files, salt):
    # `a.focus.json` may belong to `a.jpg` and to `a.png`; it is staged once.
    files = tuple(dict.fromkeys(files))
    lines = [f"{file.path}\0{file.size}\0{file.tag}\n" for file in files]
    return Shard(name_of([salt, *lines]), files)


def name_of(parts):
    """A name made from texts: 16 hexadecimal digits of their SHA-256."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:16]
