#!/usr/bin/env python3
"""Train the network that finds heads.

  heads.py DATA OUT [--from NUMBERS] [--fold N] [--open-terms] [--steps N] [--seed N]

DATA is made by heads_data.py. --from goes on from a network trained before: animals' heads from people's. --fold 0, 1 or 2 leaves that third of the scored photos out; without it the network sees all. --open-terms leaves out the sets whose terms are for research only, or none. Writes
OUT.numbers (half precision, for pack.py) and OUT.csv (the learning curve: mean losses and overlap of the steps since the line before).
With a fold it prints how many of the left-out heads are found, and how much else is. Needs jax, numpy and Pillow; the same machine,
versions and seed give the same weights.
"""
import argparse, csv, json, time
from pathlib import Path
import numpy as np
import jax, jax.numpy as jnp
from PIL import Image
import network
from train import CLOSED, is_left_out, jittered, mean_of, moved

BATCH, RATE, LONGEST = 16, 3e-3, 5  # LONGEST limits the norm of a step's gradient
SIDE, INPUT = network.SIDE, network.INPUT
# Score, width, height, place below, whether the face is seen, place to the right.
BIAS, SIGNS = (-3., 0, 0, 0, 0, 0), np.array([1, 1, 1, 1, 1, -1], np.float32)
FACE = .3  # the weight of a face's loss
UNIT, SMALLEST, LARGEST = .2, -4, 2.5  # HeadNetwork in NetworkMaps.swift
# How often a photo is drawn from a set; from others with heads that a detector found, with heads of animals, and without any head.
SHARE = {"fddb": .24, "eyecrowd": .22, "dlib": .02, "found": .28, "animals": .76, "none": .24}
# How far the marks of a head's edges can be trusted; FDDB's are those that are scored.
TRUST = {"fddb": 1, "eyecrowd": .4, "dlib": .1, "found": .4, "animals": .6}
PLACE = (np.arange(SIDE) + .5) / SIDE
X, Y = np.meshgrid(PLACE, PLACE)


def group(photo):
    if not photo["heads"]:
        return "none"
    return "animals" if photo["animals"] else photo["set"] if photo["set"] in SHARE else "none" if photo["known"] else "found"


class Photos:
    def __init__(self, folder, fold, closed=()):
        self.images = np.load(folder / "images.npy", mmap_mode="r")
        self.unknown = np.load(folder / "unknown.npy", mmap_mode="r")
        self.photos = json.loads((folder / "photos.json").read_text())
        is_out = [is_left_out(p, fold, 3) for p in self.photos]
        training = [i for i, out in enumerate(is_out) if not out and self.photos[i]["set"] not in closed]
        groups = {name: [i for i in training if group(self.photos[i]) == name] for name in SHARE}
        self.groups = {name: found for name, found in groups.items() if found}
        self.share = np.array([SHARE[name] for name in self.groups])
        self.headless = [i for i in training if self.photos[i]["known"] and not self.photos[i]["heads"]]
        self.left_out = [i for i, p in enumerate(self.photos) if is_out[i] and p["known"] and (p["set"] == "fddb" or p["animals"] or not p["heads"])]

    def drawn(self, random):
        rows = [self.sample(random) for _ in range(BATCH)]
        images = np.stack([r[0] for r in rows]).astype(np.float32)
        images += random.random((BATCH, 1, 1, 1), np.float32) * 20 * (random.random(images.shape, np.float32) - .5)
        return images, tuple(np.stack([r[1][k] for r in rows]) for k in range(5))

    def view(self, i, box, size=(INPUT, INPUT), way=Image.BILINEAR):
        side = self.images.shape[1]
        return np.asarray(Image.fromarray(self.images[i]).resize(size, way, tuple(np.clip(np.array(box) * side, 0, side))))

    def whole(self, chosen):
        return np.stack([self.view(i, [0, 0, 1, 1], way=Image.BOX) for i in chosen]).astype(np.float32)

    def sample(self, random):
        """A photo cut around one of its heads, sometimes smaller in front of another photo, and the targets for it."""
        name = random.choice(list(self.groups), p=self.share / self.share.sum())
        i = self.groups[name][random.integers(len(self.groups[name]))]
        heads = [np.array([*h, shown], float) for h, shown in zip(self.photos[i]["heads"], self.photos[i]["shown"])]
        box, place = cut(heads, random), np.array([0., 0, 1, 1])
        if random.random() < (.3 if name in ("fddb", "found", "animals") else .1):
            image, place = self.composed(i, box, random)
        else:
            image = self.view(i, box, way=Image.BILINEAR if random.random() < .7 else Image.BOX)
        return image, targets(*self.seen(i, heads, box, place, TRUST.get(name, 0)))

    def composed(self, i, box, random):
        """A photo pasted into one without heads, and where."""
        size = np.minimum(1, random.uniform(.45, .95) * np.exp(random.normal(0, .12, 2)))
        start = random.random(2) * (1 - size)
        ends = np.round(np.concatenate([start, start + size]) * INPUT).astype(int)
        ends[2:] = np.maximum(ends[2:], ends[:2] + 8)
        image = np.array(self.view(self.headless[random.integers(len(self.headless))], [0, 0, 1, 1]))
        image[ends[1]:ends[3], ends[0]:ends[2]] = self.view(i, box, (ends[2] - ends[0], ends[3] - ends[1]))
        return image, ends / INPUT

    def seen(self, i, heads, box, place, trust):
        """The heads of which at least half is visible, and the cells about which nothing is known."""
        scale = (place[2:] - place[:2]) / (box[2:] - box[:2])
        unknown, seen = np.zeros((SIDE, SIDE), bool), []
        size = [max(1, round(v * SIDE)) for v in place[2:] - place[:2]]
        mask = np.asarray(Image.fromarray(self.unknown[i]).resize(size, Image.BOX, tuple(np.clip(box * len(self.unknown[i]), 0, len(self.unknown[i]))))) > 0
        row, column = int(place[1] * SIDE), int(place[0] * SIDE)
        mask = mask[:SIDE - row, :SIDE - column]
        unknown[row:row + mask.shape[0], column:column + mask.shape[1]] = mask
        for head in heads:
            start, size = (head[:2] - box[:2]) * scale + place[:2], head[2:4] * scale
            first, last = np.maximum(start, place[:2]), np.minimum(start + size, place[2:])
            if (last <= first).any():
                continue
            if (last - first).prod() < .5 * size.prod():
                near = 1 / SIDE
                unknown |= (X > first[0] - near) & (X < last[0] + near) & (Y > first[1] - near) & (Y < last[1] + near)
            else:
                seen.append((*first, *(last - first), trust, head[4]))
        return sorted(seen, key=lambda h: -h[2] * h[3]), unknown


def cut(heads, random):
    """The part of a photo to show: mostly around a head, so large that the head gets a height of 10 to 75 %."""
    if heads and random.random() < .8:
        chance = np.sqrt([h[3] for h in heads])
        head = heads[random.choice(len(heads), p=chance / chance.sum())]
        height = np.clip(head[3] / np.exp(random.uniform(np.log(.1), np.log(.75))), .22, 1)
        width = np.clip(height * np.exp(random.normal(0, .25)), .22, 1)
        left = np.clip(head[0] + head[2] / 2 - width * random.uniform(.08, .92), 0, 1 - width)
        top = np.clip(head[1] + head[3] / 2 - height * random.uniform(.15, .85), 0, 1 - height)
        return np.array([left, top, left + width, top + height])
    if random.random() < .6:
        sides = np.minimum(1, random.uniform(.5, 1) * np.exp(random.normal(0, .15, 2)))
        start = random.random(2) * (1 - sides)
        return np.concatenate([start, start + sides])
    return np.array([0., 0, 1, 1])


def targets(heads, unknown):
    """Per cell: whether it is in the middle of a head, the weight of that, the head (centre and size), the weight of its box, and
    for the face 1 if it is visible or -1 if not, times its weight."""
    nearest = np.full((SIDE, SIDE), np.inf)
    positive, weight = np.zeros((SIDE, SIDE), np.float32), np.where(unknown, 0, 1).astype(np.float32)
    box, trusted, shows = np.zeros((SIDE, SIDE, 4), np.float32), np.zeros((SIDE, SIDE), np.float32), np.zeros((SIDE, SIDE), np.float32)
    for left, top, width, height, trust, shown in heads:
        x, y = left + width / 2, top + height / 2
        if min(width, height) < .8 / SIDE:  # too small to be seen
            away = np.maximum(abs(X - x) / (width / 2 + 1e-6), abs(Y - y) / (height / 2 + 1e-6))
            weight[(away < 1.5 + 1 / (SIDE * min(width, height))) & (positive == 0)] = 0
            continue
        ellipse = ((X - x) / (width / 2)) ** 2 + ((Y - y) / (height / 2)) ** 2
        weight[(ellipse < 1.25) & (positive == 0)] = 0
        core = ellipse < .36
        if not core.any():
            distance = (X - x) ** 2 + (Y - y) ** 2
            core = distance == distance.min()
        distance = np.sqrt(ellipse * width * height)
        core &= distance < nearest
        if core.any():
            few = 1 / np.sqrt(core.sum())
            nearest[core], positive[core], weight[core] = distance[core], 1, 2.5 * few
            trusted[core], box[core] = trust * few, [x, y, width, height]
            shows[core] = few * (0 if shown < 0 else 2 * shown - 1)
    return positive, weight, box, trusted, shows


def edges(maps):
    """Left, top, right and bottom of each cell's head, 0 to 1."""
    size = lambda k: UNIT * jnp.exp(jnp.clip(maps[..., k], SMALLEST, LARGEST))
    width, height = size(1), size(2)
    x, y = PLACE[None, None, :] + maps[..., 5] * width, PLACE[None, :, None] + maps[..., 3] * height
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def losses(maps, wanted):
    """The focal loss of the score (Lin et al. 2017), and of the box the generalised overlap (Rezatofighi et al. 2019) and its edges."""
    positive, weight, box, trusted, shows = wanted
    chance = jax.nn.sigmoid(maps[..., 0])
    entropy = jax.nn.softplus(maps[..., 0]) - positive * maps[..., 0]
    right = jnp.where(positive > 0, chance, 1 - chance)
    score = (.5 * (1 - right) ** 1.5 * entropy * weight).sum() / (weight * positive).sum().clip(8)
    left, top, right, bottom = edges(maps)
    x, y, width, height = (box[..., k] for k in range(4))
    wanted_left, wanted_right, wanted_top, wanted_bottom = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    both = (jnp.clip(jnp.minimum(right, wanted_right) - jnp.maximum(left, wanted_left), 0)
            * jnp.clip(jnp.minimum(bottom, wanted_bottom) - jnp.maximum(top, wanted_top), 0))
    either = (right - left) * (bottom - top) + width * height - both + 1e-9
    hull = ((jnp.maximum(right, wanted_right) - jnp.minimum(left, wanted_left))
            * (jnp.maximum(bottom, wanted_bottom) - jnp.minimum(top, wanted_top)) + 1e-9)
    apart = ((abs(left - wanted_left) + abs(right - wanted_right)) / (width + 1e-3)
             + (abs(top - wanted_top) + abs(bottom - wanted_bottom)) / (height + 1e-3))
    overlap = both / either
    place = ((1 - overlap + (hull - either) / hull + .5 * apart) * trusted).sum() / (trusted.sum() + 1)
    face = (jax.nn.softplus(-maps[..., 4] * jnp.sign(shows)) * abs(shows)).sum() / (abs(shows).sum() + 1)
    return {"score": score, "place": place, "face": face, "overlap": (overlap * trusted).sum() / (trusted.sum() + 1e-3)}


@jax.jit
def step(state, t, rate, key, images, wanted):
    """One step, with the gradient clipped to a norm, and its losses."""
    parameters, statistics = state[:2]

    def loss(parameters):
        keys = jax.random.split(key)
        dropout = (jax.random.uniform(keys[0], (len(images), 1, 1, network.LAYERS[-1][4])) > .1) / .9
        maps, renewed = network.forward(parameters, statistics, network.prepared(jittered(keys[1], images)), True, dropout, SIGNS)
        parts = losses(maps, wanted)
        return parts["score"] + parts["place"] + FACE * parts["face"], (renewed, parts)

    (_, (renewed, parts)), gradients = jax.value_and_grad(loss, has_aux=True)(parameters)
    length = jnp.sqrt(sum((g * g).sum() for g in jax.tree.leaves(gradients)))
    gradients = jax.tree.map(lambda g: g * jnp.minimum(1, LONGEST / length), gradients)
    return moved(state, renewed, gradients, t, rate), parts


@jax.jit
def measured(parameters, images):
    """The statistics of a batch under given parameters."""
    return network.forward(parameters, {}, network.prepared(images), True, signs=SIGNS)[1]


@jax.jit
def judged(parameters, statistics, images):
    maps, _ = network.forward(parameters, statistics, network.prepared(images), False, signs=SIGNS)
    return jax.nn.sigmoid(maps[..., 0]), jnp.stack(edges(maps), -1)


def overlap(a, b):
    both = max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both + 1e-12)


def found(chances, boxes, least):
    """The most confident guesses, without those of a head already found."""
    heads = []
    for k in np.argsort(-chances.ravel()):
        chance, box = chances.ravel()[k], boxes.reshape(-1, 4)[k]
        if chance < least:
            break
        if all(overlap(box, other) <= .45 for other in heads):
            heads.append(box)
    return heads


def report_left_out(photos, parameters, statistics):
    """Prints the share of left-out heads that are found and the false findings, for three minimum probabilities."""
    rows = []
    for batch in np.array_split(photos.left_out, -(-len(photos.left_out) // 32)):
        rows += zip(batch, *map(np.asarray, judged(parameters, statistics, photos.whole(batch))))
    for least in (.3, .4, .5, .6, .7, .8):
        count, hit, wrong = 0, 0, 0
        for i, chances, boxes in rows:
            heads = [(x, y, x + w, y + h) for x, y, w, h in photos.photos[i]["heads"]]
            guesses = found(chances, boxes, least)
            count, hit = count + len(heads), hit + sum(any(overlap(g, h) > .4 for g in guesses) for h in heads)
            wrong += sum(all(overlap(g, h) < .3 for h in heads) for g in guesses)
        print(f"at least {least}: {hit} of {count} heads, {wrong} others in {len(rows)} photos", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--fold", type=int, choices=[0, 1, 2])
    parser.add_argument("--open-terms", action="store_true")
    parser.add_argument("--from", dest="before", type=Path)
    parser.add_argument("--steps", type=int, default=4500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    photos, start = Photos(options.data, options.fold, CLOSED if options.open_terms else ()), time.process_time()
    random, key = np.random.default_rng(options.seed), jax.random.key(options.seed)
    parameters, statistics = network.initial(options.seed, BIAS)
    if options.before:
        some = network.prepared(jnp.concatenate([photos.drawn(random)[0] for _ in range(6)]))
        parameters, statistics = network.continued(np.fromfile(options.before, "<f2").astype(np.float32), some, BIAS)
    zeros = jax.tree.map(jnp.zeros_like, parameters)
    state, recent = (parameters, statistics, zeros, zeros, parameters), []
    with open(f"{options.out}.csv", "w", newline="") as file:
        curve = csv.writer(file, lineterminator="\n")
        curve.writerow(["step", "score", "place", "face", "overlap"])
        for t in range(1, options.steps + 1):
            images, wanted = photos.drawn(random)
            rate = RATE / 2 * (1 + np.cos(np.pi * t / options.steps)) * min(1, t / 100)
            state, parts = step(state, t, rate, jax.random.fold_in(key, t), images, wanted)
            recent.append(parts)
            if t % 100 == 0 or t == options.steps:
                values = mean_of(recent)
                curve.writerow([t, *(f"{float(values[k]):.4f}" for k in ("score", "place", "face", "overlap"))])
                print(f"{time.process_time() - start:6.0f} s", t, *(f"{k} {float(v):.4f}" for k, v in values.items()), flush=True)
                recent = []
    settled = mean_of([measured(state[4], photos.drawn(random)[0]) for _ in range(40)])
    if photos.left_out:
        report_left_out(photos, state[4], settled)
    numbers = np.concatenate([n.ravel() for n in network.folded(state[4], settled)])
    Path(f"{options.out}.numbers").write_bytes(numbers.astype("<f2").tobytes())


if __name__ == "__main__":
    main()
