#!/usr/bin/env python3
"""Judge the costs of a window that is away from the photo's middle or off balance (decision 0144).

  place.py --prepared DIR --maps DIR SET...

The maps are those of 'crop-bench maps --prepared DIR', whose last is the importance; each photo's should be by a network that has not seen it. Sets with
a crop that a person chose are judged by the overlap with it along one axis: at its size on both axes, or on the one that a window of its
shape moves along where it spans the other. Sets with masks or points are judged by what a crop keeps over the most that any keeps, mean over
1:1, 1134:530 and 1134:1182. Heads are left out. Prints one line for each pair of costs. Needs numpy and Pillow.
"""
import argparse, json
from pathlib import Path
import numpy as np
from PIL import Image

PLACES, SIDE, SPANS = 101, 128, .98
RATIOS = [1, 1134 / 530, 1134 / 1182]
COSTS = [(.3, 0), *((position, balance) for position in (0, .3, .6, 1) for balance in (.5, 1, 1.5, 2, 3))]


def importance(path):
    """The last of the maps in a file."""
    data, place, found = path.read_bytes(), 0, None
    while place < len(data):
        width, height = np.frombuffer(data[place:place + 8], "<u4").tolist()
        end = place + 8 + 4 * width * height
        found, place = np.frombuffer(data[place + 8:end], "<f4").reshape(height, width).astype(float), end
    return found


def sums(profile):
    """Running sums of a profile's shares, and of these times their places."""
    shares = profile / max(profile.sum(), 1e-12)
    middles = (np.arange(len(shares)) + .5) / len(shares)
    return [np.concatenate([[0], np.cumsum(v)]) for v in (shares, shares * middles)]


def inside(table, starts, share):
    at = lambda places: np.interp(places * (len(table) - 1), np.arange(len(table)), table)
    return at(starts + share) - at(starts)


def profile(plane, axis, low=0, high=1):
    """The sums along an axis, 0 for left to right, of the part between two fractions of the other axis."""
    lines = plane.shape[axis]
    cells = np.arange(lines)
    part = np.clip(np.minimum(cells + 1, high * lines) - np.maximum(cells, low * lines), 0, 1)
    return part @ plane if axis == 0 else plane @ part


def truth(entry, folder):
    if "mask" in entry:
        return np.asarray(Image.open(folder / entry["mask"]).convert("L").resize((SIDE, SIDE), Image.BOX), float)
    grid = np.zeros((SIDE, SIDE))
    for x, y in entry["points"]:
        grid[min(SIDE - 1, int(y * SIDE)), min(SIDE - 1, int(x * SIDE))] += 1
    return grid


def cases(entry, folder, plane):
    """Per window: its share along the axis on which it moves, its starts, the importance's profile there, and the value of each place."""
    if "crop" in entry:
        crop = entry["crop"]
        for axis in (0, 1):
            start, share, low, span = crop[axis], min(crop[axis + 2], 1 - crop[axis]), crop[1 - axis], crop[3 - axis]
            if share > SPANS or (max(crop[2:]) > SPANS and span <= SPANS):
                continue
            starts = np.linspace(0, 1 - share, PLACES)
            common = np.maximum(0, np.minimum(start, starts) + share - np.maximum(start, starts))
            yield share, starts, profile(plane, axis, low, min(1, low + span)), common / (2 * share - common)
        return
    marked, shape = truth(entry, folder), entry["width"] / entry["height"]
    for ratio in RATIOS:
        axis, share = (0 if shape > ratio else 1), min(ratio / shape, shape / ratio)
        starts = np.linspace(0, 1 - share, PLACES)
        kept = inside(sums(profile(marked, axis))[0], starts, share)
        yield share, starts, profile(plane, axis), kept / max(kept.max(), 1e-9)


class Windows:
    """All windows of a set."""

    def __init__(self, folder, names, maps):
        rows = []
        for entry in json.loads((folder / "annotations.json").read_text()):
            if {"crop", "mask", "points"} & entry.keys():
                plane = importance(maps / f"{names[str(folder / 'images' / entry['image'])]}.maps")
                rows += [self.row(*case) for case in cases(entry, folder, plane)]
        self.retained, self.distance, self.lean, self.worth = (np.array(column) for column in zip(*rows))

    @staticmethod
    def row(share, starts, profile, worth):
        shares, moments = (inside(table, starts, share) for table in sums(profile))
        middles = starts + share / 2
        return shares, (middles - .5) ** 2, ((moments / np.maximum(shares, 1e-9) - middles) / share) ** 2, worth

    def mean(self, position, balance):
        """The value of the best places; ties go to the middle."""
        values = self.retained - position * self.distance - balance * self.lean - 1e-9 * np.abs(np.arange(PLACES) - PLACES // 2)
        return self.worth[np.arange(len(values)), values.argmax(1)].mean()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prepared", type=Path, required=True)
    parser.add_argument("--maps", type=Path, required=True)
    parser.add_argument("sets", type=Path, nargs="+", metavar="SET")
    options = parser.parse_args()
    names = {row.split("\t")[0]: row.split("\t")[3] for row in (options.prepared / "index.tsv").read_text().splitlines()}
    sets = [Windows(folder, names, options.maps) for folder in options.sets]
    print(f"{'position':>10}{'balance':>10}" + "".join(f"{folder.parent.name + '/' + folder.name:>18}" for folder in options.sets))
    for position, balance in COSTS:
        print(f"{position:>10}{balance:>10}" + "".join(f"{s.mean(position, balance):>18.4f}" for s in sets))


if __name__ == "__main__":
    main()
