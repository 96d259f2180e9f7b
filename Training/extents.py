#!/usr/bin/env python3
"""Train the network of the subject's extents.

  extents.py CROPS MAPS OUT [--open-terms] [--steps N] [--stop N] [--seed N]

CROPS has the folder train, MAPS what teacher.py wrote of its sets. Photos and marks are those of extents/: all of what a person would mind to see cut,
and its core. Scored sets, and the photos of extents/left-out.txt, teach nothing. The learning rate falls over --steps steps, and --stop ends before. Writes OUT.numbers
(half precision, for pack.py; the maps that the library reads alone, divided by SOFTENED) and prints mean losses, at the end those of the photos left out and how far
their boxes' sides are off. Needs jax, numpy and Pillow; computes on a GPU where jax has one.
"""
import argparse, json, time
from pathlib import Path
import numpy as np
import jax, jax.numpy as jnp
from PIL import Image
import network
from heads_data import animal_heads
from train import CLOSED, jittered, mean_of, moved

BATCH, RATE, VIEWS, SIDE = 96, 3e-3, 6, network.SIDE
# The whole subject, its core, and a crop that a person chose (FCDB) end above, below, at both sides, and left more than right; the last maps teach the layers alone.
BOXES = ("whole", "core", "crop")
NAMES = [f"{box} {end}" for box in BOXES for end in ("top", "bottom", "sides", "left")] + ["whole", "core", "object"]
SIGNS = np.array([-1 if name.endswith("left") else 1 for name in NAMES], np.float32)
READ = [NAMES.index(f"{box} {end}") for ends in (("top", "bottom", "sides"), ("left",)) for box in BOXES[:2] for end in ends]
MASKS = ["msrc", "ccp_people", "ccp_more", "human_seg", "sed2", "caltech_objects", "pennfudan", "imgsal"]
SHARE = {"eye": 4, "made": 2, "crop": 2, "none": 1}  # how often photos are drawn, by what is known about them
TRUST = {"eye": 1, "made": .4}  # made: from masks and single animals' heads
LEAST = (.6, .55, .55)  # of each box that a view has to show
BLUR = .022  # of the photo: what two people's marks differ by
SOFTENED = 1.5  # corrects overconfident outputs: the value among 1, 1.5, 2 and 3 that improves the most crops
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


class Photos:
    """Views of all photos, with what is known about each: 3 boxes, the trust in each, and the object that the teacher sees."""

    def __init__(self, crops, maps, closed, random):
        by_eye, animals, out = marks(), animal_heads(), set((HERE / "left-out.txt").read_text().split())
        rows, self.left_out, chance = [], [], []
        for folder in sorted(p for p in (crops / "train").iterdir() if p.is_dir() and p.name not in closed):
            objects = dict(np.load(maps / f"{folder.name}.npz")) if (maps / f"{folder.name}.npz").exists() else {}
            for entry in json.loads((folder / "annotations.json").read_text()):
                name = f"{folder.name}/{entry['image']}"
                boxes, kind = self.known(folder, entry, by_eye.get(name), name in by_eye, animals.get(name))
                image = Image.open(folder / "images" / entry["image"]).convert("RGB").resize((192, 192), Image.BILINEAR)
                chance.append(0 if name in out else SHARE[kind] + SHARE["crop"] * (boxes[2] is not None))
                if name in out:
                    self.left_out.append(len(chance) - 1)
                rows += [self.view(image, objects.get(entry["image"]), boxes, TRUST.get(kind, 0), k, random) for k in range(VIEWS)]
        self.data = tuple(np.array(column) for column in zip(*rows))
        self.chance = np.array(chance) / sum(chance)

    @staticmethod
    def known(folder, entry, marked, is_marked, heads):
        crop = [*entry["crop"][:2], *np.add(entry["crop"][:2], entry["crop"][2:])] if "crop" in entry else None
        if is_marked:
            return ([*marked, crop] if marked is not None else [None, None, crop]), "eye"
        whole = mask_box(folder / entry["mask"]) if folder.name in MASKS and "mask" in entry else None
        alone = heads and len(heads[0]) == 1 and not heads[1]
        core = [*heads[0][0][:2], *np.add(heads[0][0][:2], heads[0][0][2:])] if alone else None
        return [whole, core, crop], "made" if whole or core else "none"

    @staticmethod
    def view(image, object_, boxes, trust, k, random):
        sides = np.minimum(1, random.uniform(.62, 1) * np.exp(random.normal(0, .1, 2))) if k else np.ones(2)
        start = random.random(2) * (1 - sides)
        part = np.concatenate([start, start + sides])
        pixels = np.asarray(image.resize((network.INPUT,) * 2, Image.BILINEAR if random.random() < .7 else Image.BOX, tuple(part * 192)))
        seen = np.zeros((SIDE, SIDE), np.uint8)
        if object_ is not None:
            seen = np.asarray(Image.fromarray(object_).resize((SIDE, SIDE), Image.BOX, tuple(part * len(object_))))
        ends, weights = np.zeros((3, 4), np.float32), np.zeros(3, np.float32)
        for j, box in enumerate(boxes):
            if box is not None:
                inside = (np.array(box) - np.tile(start, 2)) / np.tile(sides, 2)
                ends[j] = np.clip(inside, 0, 1)
                area = lambda b: max(0, b[2] - b[0]) * max(0, b[3] - b[1])
                weights[j] = (1 if j == 2 else trust) * (area(ends[j]) >= LEAST[j] * area(inside))
        return pixels, seen, ends, weights, np.float32(object_ is not None)


def densities(logits, box):
    """Logarithms of how likely each column or row is the left, upper, right and lower end."""
    at = lambda end: logits[..., NAMES.index(f"{box} {end}")]
    def line(values, across):
        flat = jax.nn.log_softmax(values.reshape(len(values), -1), 1).reshape(values.shape)
        return jax.nn.logsumexp(flat, across)
    return [line(at("sides") + at("left"), 1), line(at("top"), 2), line(at("sides") - at("left"), 1), line(at("bottom"), 2)]


def filled(box):
    cells = jnp.arange(SIDE)
    part = lambda first, last: jnp.clip(cells + 1 - first[:, None] * SIDE, 0, 1) * jnp.clip(last[:, None] * SIDE - cells, 0, 1)
    return part(box[:, 1], box[:, 3])[:, :, None] * part(box[:, 0], box[:, 2])[:, None, :]


def losses(logits, seen, ends, weights, taught):
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
        wanted /= wanted.sum(2, keepdims=True)
        off = sum((wanted[:, k] * (jnp.log(wanted[:, k]) - line)).sum(1) for k, line in enumerate(densities(logits, box)))
        found[f"{box} ends"] = mean(off, weights[:, j]) * (.15 if box == "crop" else .3)
        if box != "crop":
            cross, dice = overlap(box, filled(ends[:, j]))
            found[box] = mean(2 * cross + .5 * dice, weights[:, j])
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


def judge(parameters, statistics, photos, data):
    """The losses on left-out photos, and the mean and median difference of each side from the marks."""
    chosen = np.array(photos.left_out) * VIEWS
    images, *truth = (np.asarray(column[chosen]) for column in data)
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
    parser.add_argument("--open-terms", action="store_true")
    parser.add_argument("--steps", type=int, default=76_400)
    parser.add_argument("--stop", type=int, default=50_925)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random, key = np.random.default_rng(options.seed), jax.random.key(options.seed)
    photos, start = Photos(options.crops, options.maps, CLOSED if options.open_terms else (), random), time.time()
    data = tuple(jnp.asarray(column) for column in photos.data)
    parameters, statistics = network.initial(options.seed, [0.] * 12 + [-1, -1, -1])
    state = parameters, statistics, *[jax.tree.map(jnp.zeros_like, parameters)] * 2, parameters
    draw = lambda count: random.choice(len(photos.chance), count, p=photos.chance) * VIEWS + random.integers(0, VIEWS, count) * (random.random(count) > .15)
    for t in range(1, options.stop + 1):
        rate = RATE / 2 * (1 + np.cos(np.pi * min(1, t / options.steps))) * min(1, t / 300)
        state, parts = step(data, state, draw(BATCH), t, rate, jax.random.fold_in(key, t))
        if t % 500 == 0 or t == options.stop:
            print(f"{time.time() - start:6.0f} s", t, *(f"{name} {float(value):.4f}" for name, value in parts.items()), flush=True)
    statistics = mean_of([measured(state[4], data[0][draw(BATCH)]) for _ in range(30)])
    judge(state[4], statistics, photos, data)
    *trunk, kernel, bias = network.folded(state[4], statistics)
    numbers = [*trunk, kernel[:, READ] / SOFTENED, bias[READ] / SOFTENED]
    Path(f"{options.out}.numbers").write_bytes(np.concatenate([n.ravel() for n in numbers]).astype("<f2").tobytes())


if __name__ == "__main__":
    main()
