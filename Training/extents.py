#!/usr/bin/env python3
"""Train the network of the subject's extents.

  extents.py CROPS MAPS OUT [--teacher FILE] [--open-terms] [--steps N] [--seed N]

CROPS has the folder train, MAPS what teacher.py wrote of its sets. Photos and marks are those of extents/: all of what a person would mind to see cut,
and its core. Scored sets, and the photos of extents/left-out.txt, teach nothing. With FILE, which extents_teacher.py wrote, it learns mostly what that says of each view,
as a network as small as this one learns marks alone by heart; without it fewer views and steps are of use. Writes OUT.numbers (half precision, for pack.py; the maps
that the library reads alone) and prints mean losses, at the end those of the photos left out and how far their boxes' sides are off. Needs jax, numpy and Pillow;
computes on a GPU where jax has one.
"""
import argparse, json, time
from pathlib import Path
import numpy as np
import jax, jax.numpy as jnp
from PIL import Image
import network
from heads_data import animal_heads
from train import CLOSED, jittered, mean_of, moved

BATCH, RATE, SIDE, STORED = 96, 3e-3, network.SIDE, 192
# Pools, views of each photo in a pool, and steps, with a teacher and without: no array of a pool has 2^31 bytes.
TAUGHT, ALONE = (5, 4, 40_850), (2, 3, 20_000)
# The whole subject, its core, and a crop that a person chose (FCDB) end above, below, at both sides, and left more than right; the last maps teach the layers alone.
BOXES = ("whole", "core", "crop")
NAMES = [f"{box} {end}" for box in BOXES for end in ("top", "bottom", "sides", "left")] + ["whole", "core", "object"]
SIGNS = np.array([-1 if name.endswith("left") else 1 for name in NAMES], np.float32)
READ = [NAMES.index(f"{box} {end}") for ends in (("top", "bottom", "sides"), ("left",)) for box in BOXES[:2] for end in ends]
MASKS = ["msrc", "ccp_people", "ccp_more", "human_seg", "sed2", "caltech_objects", "pennfudan", "imgsal"]
SHARE = {"eye": 4, "made": 2, "crop": 2, "none": 1}  # how often photos are drawn, by what is known about them
TRUST = {"eye": 1, "made": .4}  # made: from masks and single animals' heads
LEAST = (.6, .55, .55)  # of each box that a view has to show
WHOLE = .12  # of the views show all of a photo
BLUR = .022  # of the photo: what two people's marks differ by
HARD = .25  # what marks weigh where a teacher speaks as well
HERE = Path(__file__).parent / "extents"


def marks():
    """Per photo the whole and the core as left, top, right, bottom in 0…1; None for no subject."""
    found = {}
    for path in sorted(HERE.glob("*.txt")):
        for name, *numbers in map(str.split, path.read_text().splitlines()) if path.stem != "left-out" else ():
            boxes = np.array([float(n) for n in numbers if n != "-"]).reshape(-1, 4) / 100
            found[f"{path.stem}/{name}"] = boxes if len(boxes) else None
    return found


def mask_box(path):
    mask = np.asarray(Image.open(path).convert("L")) > 127
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    return [columns[0] / mask.shape[1], rows[0] / mask.shape[0], (columns[-1] + 1) / mask.shape[1], (rows[-1] + 1) / mask.shape[0]] if len(rows) else None


def drawn(count, random):
    """The parts of photos that views show, as left, top, right, bottom."""
    sides = np.minimum(1, random.uniform(.55, 1, (count, 1)) * np.exp(random.normal(0, .12, (count, 2))))
    sides[random.random(count) < WHOLE] = 1
    start = random.random((count, 2)) * (1 - sides)
    return np.concatenate([start, start + sides], 1)


def within(boxes, trust, parts):
    """Where boxes end in views of these parts, and how far each box can be trusted: not at all where a view shows too little of it."""
    start, sides = np.tile(parts[:, :2], 2)[:, None], np.tile(parts[:, 2:] - parts[:, :2], 2)[:, None]
    inside = (boxes - start) / sides
    ends = np.clip(inside, 0, 1)
    area = lambda b: (b[..., 2] - b[..., 0]) * (b[..., 3] - b[..., 1])
    return ends.astype(np.float32), (trust * (area(ends) >= LEAST * area(inside))).astype(np.float32)


class Photos:
    """All photos, small, with what is known about each: the object that U²-Net sees, if it does, 3 boxes, and the trust in each."""

    def __init__(self, crops, maps, closed=()):
        by_eye, animals, out = marks(), animal_heads(), set((HERE / "left-out.txt").read_text().split())
        rows, chance, left_out = [], [], []
        for folder in sorted(p for p in (crops / "train").iterdir() if p.is_dir() and p.name not in closed):
            objects = dict(np.load(maps / f"{folder.name}.npz")) if (maps / f"{folder.name}.npz").exists() else {}
            for entry in json.loads((folder / "annotations.json").read_text()):
                name = f"{folder.name}/{entry['image']}"
                boxes, kind = self.known(folder, entry, by_eye.get(name), name in by_eye, animals.get(name))
                trust = [(TRUST.get(kind, 0), TRUST.get(kind, 0), 1)[j] * (box is not None) for j, box in enumerate(boxes)]
                image = Image.open(folder / "images" / entry["image"]).convert("RGB").resize((STORED, STORED), Image.BILINEAR)
                seen = objects.get(entry["image"])
                rows.append((np.asarray(image), np.zeros((64, 64), np.uint8) if seen is None else seen, seen is not None,
                             [np.zeros(4) if box is None else box for box in boxes], trust))
                chance.append(SHARE[kind] + SHARE["crop"] * (boxes[2] is not None))
                left_out.append(name in out)
        self.images, self.objects, self.taught, self.boxes, self.trust = map(np.array, zip(*rows))
        self.left_out, self.learned = np.flatnonzero(left_out), np.flatnonzero(~np.array(left_out))
        self.chance = np.array(chance)[self.learned] / np.array(chance)[self.learned].sum()

    @staticmethod
    def known(folder, entry, marked, is_marked, heads):
        crop = [*entry["crop"][:2], *np.add(entry["crop"][:2], entry["crop"][2:])] if "crop" in entry else None
        if is_marked:
            return ([*marked, crop] if marked is not None else [None, None, crop]), "eye"
        whole = mask_box(folder / entry["mask"]) if folder.name in MASKS and "mask" in entry else None
        alone = heads and len(heads[0]) == 1 and not heads[1]
        core = [*heads[0][0][:2], *np.add(heads[0][0][:2], heads[0][0][2:])] if alone else None
        return [whole, core, crop], "made" if whole or core else "none"

    def pool(self, number, each):
        """The photos of a pool's views and the parts that these show; the same for every seed, as the teacher speaks of these views."""
        return np.repeat(self.learned, each), drawn(len(self.learned) * each, np.random.default_rng(number))

    def views(self, photos, parts, random):
        pixels = [Image.fromarray(self.images[i]).resize((network.INPUT,) * 2, Image.BILINEAR if random.random() < .7 else Image.BOX, tuple(part * STORED))
                  for i, part in zip(photos, parts)]
        seen = [Image.fromarray(self.objects[i]).resize((SIDE, SIDE), Image.BOX, tuple(part * self.objects.shape[1])) for i, part in zip(photos, parts)]
        return *(np.stack([np.asarray(v) for v in column]) for column in (pixels, seen)), *within(self.boxes[photos], self.trust[photos], parts), np.float32(self.taught[photos])


def densities(logits, box):
    """Logarithms of how likely each column or row is the left, upper, right and lower end."""
    at = lambda end: logits[..., NAMES.index(f"{box} {end}")]
    def line(values, across):
        flat = jax.nn.log_softmax(values.reshape(len(values), -1), 1).reshape(values.shape)
        return jax.nn.logsumexp(flat, across)
    return [line(at("sides") + at("left"), 1), line(at("top"), 2), line(at("sides") - at("left"), 1), line(at("bottom"), 2)]


def filled(ends):
    """The chance that a cell lies between the ends with these densities."""
    sums = jnp.cumsum(ends, 2) - ends / 2
    part = lambda first, last: sums[:, first] * (1 - sums[:, last])
    return part(1, 3)[:, :, None] * part(0, 2)[:, None, :]


def losses(logits, seen, ends, weights, taught, said=None):
    mean = lambda values, weight: (values * weight).sum() / len(values)
    def overlap(name, truth):
        logit = logits[..., NAMES.index(name)]
        chance, cross = jax.nn.sigmoid(logit), (jax.nn.softplus(logit) - truth * logit).mean((1, 2))
        return cross, 1 - (2 * (chance * truth).sum((1, 2)) + 1) / ((chance + truth).sum((1, 2)) + 1)
    cross, dice = overlap("object", seen / 255)
    found = {"object": mean(2 * cross + dice, taught)}
    place = (jnp.arange(SIDE) + .5) / SIDE
    for j, box in enumerate(BOXES):
        wanted = jnp.exp(-.5 * ((place - ends[:, j, :, None]) / BLUR) ** 2) + 1e-6
        wanted, weight = wanted / wanted.sum(2, keepdims=True), weights[:, j]
        if said is not None and box != "crop":
            teacher, share = said[:, 4 * j:4 * j + 4].astype(jnp.float32), HARD * weight[:, None, None]
            wanted, weight = share * wanted + (1 - share) * teacher / teacher.sum(2, keepdims=True), 1
        off = sum((wanted[:, k] * (jnp.log(wanted[:, k] + 1e-9) - line)).sum(1) for k, line in enumerate(densities(logits, box)))
        found[f"{box} ends"] = mean(off, weight) * (.15 if box == "crop" else .3)
        if box != "crop":
            cross, dice = overlap(box, filled(wanted))
            found[box] = mean(2 * cross + .5 * dice, weight)
    return found


@jax.jit
def step(data, state, chosen, t, rate, key):
    images, *truth = (column[chosen] for column in data)
    keys = jax.random.split(key, 4)
    images = images + 20 * jax.random.uniform(keys[2], (BATCH, 1, 1, 1)) * (jax.random.uniform(keys[3], images.shape) - .5)
    x = network.prepared(jittered(keys[1], images))

    def loss(parameters):
        dropout = (jax.random.uniform(keys[0], (BATCH, 1, 1, network.LAYERS[-1][4])) > .1) / .9
        logits, renewed = network.forward(parameters, state[1], x, True, dropout, SIGNS)
        parts = losses(logits, *truth)
        return sum(parts.values()), (renewed, parts)

    (_, (renewed, parts)), gradient = jax.value_and_grad(loss, has_aux=True)(state[0])
    return moved(state, renewed, gradient, t, rate), parts


@jax.jit
def measured(parameters, images):
    return network.forward(parameters, {}, network.prepared(images.astype(jnp.float32)), True, signs=SIGNS)[1]


def judge(parameters, statistics, photos, random):
    """The losses on left-out photos, and the mean and median difference of each side from the marks."""
    images, *truth = photos.views(photos.left_out, np.tile([0., 0, 1, 1], (len(photos.left_out), 1)), random)
    logits = network.forward(parameters, statistics, network.prepared(images.astype(np.float32)), False, signs=SIGNS)[0]
    print("left out", *(f"{name} {float(value):.4f}" for name, value in losses(logits, *truth).items()))
    for j, box in enumerate(BOXES[:2]):
        sums = np.cumsum(np.exp(np.stack(densities(logits, box), 1)), 2)
        middle = [[np.interp(.5, [0, *line], np.arange(SIDE + 1) / SIDE) for line in photo] for photo in sums]
        off = abs(np.array(middle) - truth[1][:, j])[truth[2][:, j] > 0]
        print(f"  {box}: left, top, right and bottom are off by {off.mean(0).round(3)} in the mean, {np.median(off, 0).round(3)} in the median")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("crops", type=Path)
    parser.add_argument("maps", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--teacher", type=Path)
    parser.add_argument("--open-terms", action="store_true")
    parser.add_argument("--steps", type=int)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random, key = np.random.default_rng(options.seed), jax.random.key(options.seed)
    photos, (pools, each, steps) = Photos(options.crops, options.maps, CLOSED if options.open_terms else ()), TAUGHT if options.teacher else ALONE
    steps, said = options.steps or steps, [()] * pools
    if options.teacher:
        found, views = np.load(options.teacher), len(photos.learned) * each * pools
        if found.shape != (views, 8, SIDE):
            parser.error(f"{options.teacher} speaks of {len(found)} views and there are {views}: let extents_teacher.py write one of these photos")
        said = [(part,) for part in np.split(found, pools)]
    data = [tuple(jnp.asarray(column) for column in (*photos.views(*photos.pool(k, each), random), *said[k])) for k in range(pools)]
    parameters, statistics = network.initial(options.seed, [0.] * 12 + [-1, -1, -1])
    state = parameters, statistics, *[jax.tree.map(jnp.zeros_like, parameters)] * 2, parameters
    draw, start = lambda: random.choice(len(photos.chance), BATCH, p=photos.chance) * each + random.integers(0, each, BATCH), time.time()
    for t in range(1, steps + 1):
        rate = RATE / 2 * (1 + np.cos(np.pi * t / steps)) * min(1, t / 300)
        state, parts = step(data[t % pools], state, draw(), t, rate, jax.random.fold_in(key, t))
        if t % 500 == 0 or t == steps:
            print(f"{time.time() - start:6.0f} s", t, *(f"{name} {float(value):.4f}" for name, value in parts.items()), flush=True)
    statistics = mean_of([measured(state[4], data[k % pools][0][draw()]) for k in range(30)])
    judge(state[4], statistics, photos, random)
    *trunk, kernel, bias = network.folded(state[4], statistics)
    numbers = [*trunk, kernel[:, READ], bias[READ]]
    Path(f"{options.out}.numbers").write_bytes(np.concatenate([n.ravel() for n in numbers]).astype("<f2").tobytes())


if __name__ == "__main__":
    main()
