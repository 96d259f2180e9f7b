"""Files that are nearly pictures: good and bad ones, each with a kind of damage that has broken decoders.

  mutations.py FOLDER [--seed N] [--count N] [--of FOLDER ...]

Every mutant has a generator of its own, seeded by seed and number: the same numbers give the same files.
"""
import random, struct, zlib
from pathlib import Path

EXTREMES = [0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFFE]
# Containers, whose content often gets the damage.
HEIF_PARENTS = {b"mdia": 0, b"minf": 0, b"stbl": 0, b"meta": 4, b"iprp": 0, b"ipco": 0, b"iinf": 6, b"dinf": 0, b"grpl": 0, b"moov": 0, b"trak": 0}
# Tags that decide how much a TIFF decoder does: size, bits, compression, photometry, strips, tiles, sub-sampling.
TIFF_TAGS = [256, 257, 258, 259, 262, 266, 273, 277, 278, 279, 284, 290, 292, 293, 317, 322, 323, 324, 325, 330, 332,
             338, 339, 347, 512, 513, 514, 519, 520, 521, 529, 530, 531, 532, 34675]
TIFF_COMPRESSIONS = [1, 2, 3, 4, 5, 6, 7, 8, 32766, 32771, 32773, 32809, 32895, 32908, 32909, 32946, 34661, 34676, 34677,
                     34712, 34887, 34892, 34925, 50000, 50001, 52546]


def number(generator, size, order="big"):
    return generator.choice(EXTREMES + [generator.getrandbits(8 * size)]).to_bytes(8, order)[-size:] if order == "big" \
        else generator.choice(EXTREMES + [generator.getrandbits(8 * size)]).to_bytes(8, order)[:size]


def place(generator, data, size=1):
    """An offset, half of the time in the first kilobyte: headers matter more than pixels."""
    end = max(1, len(data) - size)
    return generator.randrange(min(end, 1024) if generator.random() < 0.5 else end)


# Mutations of any file.

def flipped(generator, data):
    data = bytearray(data)
    for _ in range(generator.choice([1, 1, 2, 4, 16, 64])):
        data[place(generator, data)] ^= 1 << generator.randrange(8)
    return bytes(data)


def overwritten(generator, data):
    data = bytearray(data)
    for _ in range(generator.choice([1, 1, 2, 8])):
        size = generator.choice([1, 2, 4, 8])
        at = place(generator, data, size)
        data[at:at + size] = number(generator, size, generator.choice(["big", "little"]))
    return bytes(data)


def truncated(generator, data):
    return data[:generator.randrange(len(data))]


def span(generator, data):
    start = place(generator, data)
    return start, start + generator.choice([1, 2, 4, 16, 256, 4096])


def doubled(generator, data):
    start, end = span(generator, data)
    return data[:end] + data[start:end] * generator.choice([1, 1, 7, 1000]) + data[end:]


def removed(generator, data):
    start, end = span(generator, data)
    return data[:start] + data[end:]


def noisy(generator, data):
    start, end = span(generator, data)
    return data[:start] + generator.randbytes(len(data[start:end])) + data[end:]


ANY = [flipped, overwritten, truncated, doubled, removed, noisy]


# Mutations of a file's parts: each format is split into parts and put together again with correct lengths and checksums.

def shuffled(generator, parts, change):
    """Parts doubled, removed, swapped, moved or changed."""
    parts = list(parts)
    for _ in range(generator.choice([1, 1, 2, 3])):
        if not parts:
            break
        at = generator.randrange(len(parts))
        match generator.randrange(6):
            case 0: parts.insert(generator.randrange(len(parts) + 1), parts[at])
            case 1: parts.pop(at)
            case 2: parts[at:at] = [parts[at]] * min(generator.choice([2, 10, 300]), 1 + 1_000_000 // (1 + len(parts[at][1])))
            case _: parts[at] = change(generator, *parts[at])
    return parts


def changed(generator, kind, data):
    """A part with other content, or another kind."""
    if generator.random() < 0.1:
        return generator.randbytes(len(kind)), data
    return kind, generator.choice(ANY)(generator, data or b"\0")


def png(generator, data):
    parts, at = [], 8
    while at + 8 <= len(data):
        length, = struct.unpack(">I", data[at:at + 4])
        parts.append((data[at + 4:at + 8], data[at + 8:at + 8 + length]))
        at += 12 + length

    def change(generator, kind, data):
        if kind == b"IHDR":
            width, height, *rest = struct.unpack(">IIBBBBB", data) if len(data) == 13 else (1, 1, 8, 2, 0, 0, 0)
            side = lambda: generator.choice([1, 3, 7, 300, 65535, 1000000, 100000000])
            rest = [generator.choice([1, 2, 4, 8, 16]), generator.choice([0, 2, 3, 4, 6]), 0, 0, generator.randrange(2)]
            size = generator.choice([(width, height), (side(), side()), (width, side()), (side(), height)])
            return kind, struct.pack(">IIBBBBB", *size, *rest)
        if kind in (b"IDAT", b"zTXt", b"iCCP") and generator.random() < 0.5:
            return kind, zlib.compress(generator.randbytes(8) * generator.choice([10, 1000, 100000]))
        return changed(generator, kind, data)
    out = data[:8]
    for kind, content in shuffled(generator, parts, change):
        kind = kind.ljust(4)[:4]
        out += struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    return out


def jpeg(generator, data):
    parts, at = [], 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        length = struct.unpack(">H", data[at + 2:at + 4])[0]
        parts.append((data[at + 1:at + 2], data[at + 4:at + 2 + length]))
        at += 2 + length
    scan = data[at:]
    if generator.random() < 0.3:
        scan = generator.choice(ANY)(generator, scan or b"\0")
    if generator.random() < 0.1:
        scan = scan[:-2] * generator.choice([2, 20, 200])

    def change(generator, kind, data):
        if 0xC0 <= kind[0] <= 0xCF and kind[0] not in (0xC4, 0xC8, 0xCC) and generator.random() < 0.7:
            data = bytearray(data)
            for at in range(7, len(data), 3):
                data[at] = generator.choice([0x11, 0x21, 0x12, 0x22, 0x41, 0x14, 0x44, 0x31, 0x33, 0x13, 0])
            if generator.random() < 0.3:
                data[1:5] = number(generator, 2) + number(generator, 2)
            return bytes([generator.choice([*kind, 0xC0, 0xC1, 0xC2, 0xC9, 0xCA])]), bytes(data)
        return changed(generator, kind, data)
    out = data[:2]
    for kind, content in shuffled(generator, parts, change):
        content = content[:65533]
        out += b"\xff" + kind + struct.pack(">H", len(content) + 2) + content
    return out + scan + generator.choice([b"", b"\xff\xd9"])


def webp(generator, data):
    parts, at = [], 12
    while at + 8 <= len(data):
        length, = struct.unpack("<I", data[at + 4:at + 8])
        parts.append((data[at:at + 4], data[at + 8:at + 8 + length]))
        at += 8 + length + length % 2
    if generator.random() < 0.3:
        flags, side = generator.randrange(256), lambda: generator.choice([0, 1, 15, 999, 16382]).to_bytes(3, "little")
        parts.insert(0, (b"VP8X", bytes([flags, 0, 0, 0]) + side() + side()))
    body = b"WEBP"
    for kind, content in shuffled(generator, parts, changed):
        body += kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def heif(generator, data):
    return boxes(generator, data, generator.random() < 0.3)


def boxes(generator, data, at_this_level):
    parts, at = [], 0
    while at + 8 <= len(data):
        length = struct.unpack(">I", data[at:at + 4])[0] or len(data) - at
        length = max(8, length)
        parts.append((data[at + 4:at + 8], data[at + 8:at + length]))
        at += length
    inner = [index for index, part in enumerate(parts) if part[0] in HEIF_PARENTS]
    if inner and not at_this_level:
        index = generator.choice(inner)
        kind, content = parts[index]
        skip = HEIF_PARENTS[kind]
        parts[index] = kind, content[:skip] + boxes(generator, content[skip:], generator.random() < 0.3)
    else:
        parts = shuffled(generator, parts, changed)
    return b"".join(struct.pack(">I", len(content) + 8) + kind.ljust(4)[:4] + content for kind, content in parts)


def tiff(generator, data):
    order = "<" if data[:2] == b"II" else ">"
    out = bytearray(data)
    try:
        start, = struct.unpack(order + "I", data[4:8])
        count, = struct.unpack(order + "H", data[start:start + 2])
        entries = [start + 2 + 12 * index for index in range(count) if start + 14 + 12 * index <= len(data)]
    except struct.error:
        return flipped(generator, data)
    for _ in range(generator.choice([1, 1, 2, 4])):
        at = generator.choice(entries)
        tag, kind, amount, value = struct.unpack(order + "HHII", data[at:at + 12])
        match generator.randrange(5):
            case 0: tag = generator.choice(TIFF_TAGS)
            case 1: kind = generator.randrange(20)
            case 2: amount = generator.choice([0, 1, 2, 3, 4, 255, 65535, 0xFFFFFFFF])
            case _:
                value = generator.choice([0, 1, 2, 3, 4, 8, 12, 16, 32, 64, 10000, 65535, 99999, 0xFFFFFFFF, 8])
                if tag == 259:
                    value = generator.choice(TIFF_COMPRESSIONS)
                if kind == 3 and amount == 1 and order == ">":
                    value = (value & 0xFFFF) << 16
        out[at:at + 12] = struct.pack(order + "HHII", tag, kind, amount, value)
    return bytes(out)


def gif(generator, data):
    size = 13 + (3 << ((data[10] & 7) + 1) if data[10] & 0x80 else 0)
    parts, at = [], size
    while at < len(data) and data[at] in (0x21, 0x2C):
        end = at + 2
        if data[at] == 0x2C and at + 10 <= len(data):
            end = at + 11 + (3 << ((data[at + 9] & 7) + 1) if data[at + 9] & 0x80 else 0)
        while end < len(data) and data[end]:
            end += data[end] + 1
        parts.append((data[at:at + 1], data[at + 1:end + 1]))
        at = end + 1
    head = data[:size] if generator.random() < 0.7 else data[:6] + number(generator, 2) + number(generator, 2) + data[10:size]
    return head + b"".join(map(b"".join, shuffled(generator, parts, changed))) + b";"


def bmp(generator, data):
    """Other numbers in the headers."""
    out = bytearray(data)
    for _ in range(generator.choice([1, 1, 2, 3])):
        at, size = generator.choice([(10, 4), (14, 4), (18, 4), (22, 4), (28, 2), (30, 4), (46, 4), (54, 4), (58, 4), (66, 4), (70, 4), (126, 4), (130, 4)])
        if at + size <= len(out):
            small = generator.choice([0, 1, 2, 3, 4, 8, 12, 16, 24, 32, 40, 64, 108, 124, 300, 65535])
            out[at:at + size] = small.to_bytes(size, "little") if generator.random() < 0.6 else number(generator, size, "little")
    return bytes(out)


def jxl(generator, data):
    """Boxes as in HEIF, or a changed codestream."""
    return boxes(generator, data, True) if data.startswith(b"\0\0\0\x0cJXL ") and generator.random() < 0.5 else flipped(generator, data)


def raw(generator, data):
    """A preview that is changed as other JPEGs are, or another start of the file."""
    at = data.rfind(b"\xff\xd8\xff")
    if at < 0 or generator.random() < 0.5:
        return overwritten(generator, data)
    return data[:at] + jpeg(generator, data[at:])


FORMATS = [(b"BM", bmp), (b"\xff\x0a", jxl), (b"\0\0\0\x0cJXL ", jxl), (b"IIRO", raw), (b"IIU\0", raw), (b"FUJIFILM", raw),
           (b"\x89PNG", png), (b"\xff\xd8", jpeg), (b"RIFF", webp), (b"II*\0", tiff), (b"MM\0*", tiff), (b"GIF8", gif)]


def changer(data):
    """The function that changes the parts of a file with this start; None if it is not a picture."""
    return next((change for start, change in FORMATS if data.startswith(start)), heif if data[4:8] == b"ftyp" else None)


def by_format(generator, data):
    """Damage that keeps the file's lengths and checksums correct, so that it reaches decoders."""
    try:
        return changer(data)(generator, data)
    except (struct.error, IndexError):
        return flipped(generator, data)


def mutant(seed, index, sources):
    """The mutant with a number, and a name that tells how it was made."""
    generator = random.Random(f"{seed}-{index}")
    path = generator.choice(sources)
    data = path.read_bytes()
    way = generator.random()
    if way < 0.6:
        name, data = "parts", by_format(generator, data)
    elif way < 0.7:
        # The start of one file and the rest of another.
        other, cut = generator.choice(sources).read_bytes(), generator.choice([4, 12, 33, 64, 512])
        name, data = "spliced", data[:cut] + other[cut:]
    else:
        change = generator.choice(ANY)
        name, data = change.__name__, change(generator, data)
    if generator.random() < 0.2:
        data = generator.choice(ANY)(generator, data or b"\0")
    return f"{index:05}-{name}-{path.name[-60:]}", data


def usable(paths, limit=200_000):
    """The pictures worth mutating: not large, and in a supported format."""
    return [path for path in sorted(paths) if path.is_file() and path.stat().st_size <= limit
            and changer(path.read_bytes()[:12])]


def main():
    import argparse
    root = Path(__file__).resolve().parent.parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--of", type=Path, nargs="*", default=[root / "Fixtures/images"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    options = parser.parse_args()
    sources = usable(path for folder in options.of for path in folder.rglob("*"))
    options.folder.mkdir(parents=True, exist_ok=True)
    for index in range(options.count):
        name, data = mutant(options.seed, index, sources)
        (options.folder / name).write_bytes(data)


if __name__ == "__main__":
    main()
