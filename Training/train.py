#!/usr/bin/env python3
"""Train the importance network.

  train.py DATA OUT [--fold N [--of 9]] [--open-terms] [--steps N] [--seed N]

DATA is made by data.py. --fold 0, 1 or 2 leaves that third of the scored photos out, --fold 0 to 8 --of 9 that ninth;
without it the network sees all. --open-terms leaves out the sets whose terms are for research only, or none. Writes OUT.numbers (half precision, for pack.py) and OUT.csv (the learning curve: mean losses
of the steps since the line before and, with a fold, those of the left-out photos without augmentation). Needs jax, numpy
and Pillow; the same machine, versions and seed give the same weights.
"""
import argparse, csv, json, time
from pathlib import Path
import numpy as np
import jax, jax.numpy as jnp
from PIL import Image
import network

BATCH, RATE, DECAY, AVERAGE = 16, 3e-3, .05, .998
# How often a photo of a set is drawn: more often the closer its marks are to what a crop should keep, and the more they can be trusted.
SHARE = {"ecssd": 12, "osie": 9, "fddb": 4, "eyecrowd": 3, "imgsal": 3, "sed2": 1.5, "caltech_objects": 1, "human_seg": .7, "ccp_people": .5,
         "cats_feral": .7, "coco": 1, "pennfudan": .5, "scene_gaze": 1.2, "emod_gaze": 1.2, "dlib": .2, "salicon": 10}
GAZE = ["osie"]  # free viewing of everyday scenes; other sets' viewers and scenes differ, so they train a separate map
OBJECTS = ["ecssd", "sed2", "imgsal", "caltech_objects", "human_seg", "ccp_people"]
THINGS = ["cats_feral", "coco", "pennfudan"]
# Faces are not marked in these, as there are none: whole sets, and photos that were checked for it.
NO_FACES = ["cats_feral", "sed2", "caltech_objects"]
# Sets with terms for research only, or without terms; README.md has all terms.
CLOSED = ["ecssd", "fddb", "imgsal", "sed2", "human_seg", "pennfudan", "salicon", "fcdb", "msrc", "imagenet", "flickr8k", "pets", "wildlife"]
NO_FACES_PHOTOS = set((Path(__file__).parent / "no-faces.txt").read_text().split())
FACES_ON_MARKS = ["ecssd", "human_seg", "pennfudan", "coco"]  # no face lies outside the marks


def is_left_out(photo, fold, count):
    """Whether a photo belongs to a fold of three or nine; photos without a fold are never left out."""
    return fold is not None and photo.get("fold") is not None and photo["fold"] % count == fold


class Photos:
    def __init__(self, folder, fold, count, closed=()):
        self.images = np.load(folder / "images.npy", mmap_mode="r")
        self.marks = np.load(folder / "marks.npy", mmap_mode="r")
        self.photos = json.loads((folder / "photos.json").read_text())
        usable = [i for i, p in enumerate(self.photos) if p["set"] in SHARE]
        self.training = np.array([i for i in usable if not is_left_out(self.photos[i], fold, count) and self.photos[i]["set"] not in closed])
        self.left_out = np.array([i for i in usable if is_left_out(self.photos[i], fold, count)])
        sets = [self.photos[i]["set"] for i in self.training]
        chance = np.array([SHARE[s] / sets.count(s) for s in sets])
        self.chance = chance / chance.sum()
        self.flags = np.array([self.flagged(p) for p in self.photos], np.float32)

    @staticmethod
    def flagged(photo):
        """Whether the photo teaches: object, gaze, face, thing, glance; face only outside of the marks; the object that a teacher saw."""
        name, has = photo["set"], photo["has"]
        taught = has[3] and name not in OBJECTS
        none = (name in NO_FACES and "buddha" not in photo["image"]) or f"{name}/{photo['image']}" in NO_FACES_PHOTOS
        return [name in OBJECTS or taught, name in GAZE, has[2] or none, name in THINGS, has[1] and name not in GAZE + ["salicon"],
                name in FACES_ON_MARKS, taught]

    def drawn(self, random):
        chosen = random.choice(self.training, BATCH, p=self.chance)
        images, marks = zip(*(self.cropped(i, random) for i in chosen))
        images = np.stack(images).astype(np.float32)
        # Noise of a different strength for every photo; made here, as jax's random numbers cost more than the network.
        strength = random.random((BATCH, 1, 1, 1), np.float32) * 20
        images += strength * (random.random(images.shape, np.float32) - .5)
        return images, np.stack(marks), self.flags[chosen]

    def cropped(self, i, random):
        """Most photos are cut to 65 % or more of their sides."""
        box = np.array([0., 0, 1, 1])
        if random.random() < .6:
            sides = np.minimum(1, random.uniform(.65, 1) * np.exp(random.normal(0, .08, 2)))
            start = random.random(2) * (1 - sides)
            box = np.concatenate([start, start + sides])
        way = Image.BILINEAR if random.random() < .7 else Image.BOX
        return self.view(i, box, way)

    def view(self, i, box, way):
        image = Image.fromarray(self.images[i]).resize((network.INPUT,) * 2, way, tuple(box * self.images.shape[1]))
        marks = [Image.fromarray(m).resize((network.SIDE,) * 2, Image.BOX, tuple(box * self.marks.shape[2])) for m in self.marks[i]]
        return np.asarray(image), np.stack(marks)

    def whole(self, chosen):
        images, marks = zip(*(self.view(i, np.array([0., 0, 1, 1]), Image.BOX) for i in chosen))
        return np.stack(images), np.stack(marks), self.flags[chosen]


def jittered(key, images):
    """Colours as other cameras and lights would give them, grey photos, and a grey patch over a part."""
    keys = jax.random.split(key, 7)
    shape = (len(images), 1, 1, 1)
    x = images / 255
    x = jax.random.uniform(keys[0], shape, minval=.75, maxval=1.3) * (x + .8 * x * (1 - x) * jax.random.uniform(keys[1], shape, minval=-1))
    grey = x.mean(-1, keepdims=True)
    saturation = jax.random.uniform(keys[2], shape, minval=.4, maxval=1.5) * (jax.random.uniform(keys[3], shape) > .08)
    x = grey + saturation * (x - grey) + .04 * jax.random.normal(keys[4], (len(images), 1, 1, 3))
    centre = jax.random.uniform(keys[5], (len(images), 2, 1, 1, 1))
    place = (jnp.arange(network.INPUT) + .5) / network.INPUT
    half = jax.random.uniform(keys[6], shape, minval=-.1, maxval=.12)
    patch = (abs(place[None, :, None, None] - centre[:, 0]) < half) & (abs(place[None, None, :, None] - centre[:, 1]) < half)
    return jnp.clip(jnp.where(patch, .45, x), 0, 1) * 255


def retained(maps, axis, cells):
    """The share inside every window of some cells that spans the other axis."""
    table = jnp.pad(jnp.cumsum(maps.sum(1 + axis), 1), ((0, 0), (1, 0)))
    return table[:, cells:] - table[:, :-cells]


def mean_over(values, weights):
    return (values * weights).sum() / (weights.sum() + 1e-3)


def lost_by_windows(density, wanted, flags):
    """The share of the target that a soft choice of window loses, over four sizes and both axes."""
    wanted = wanted + 1e-9
    lost = 0
    for axis in (0, 1):
        for cells in (14, 19, 24, 28):
            best = retained(wanted, axis, cells)
            best = best / (best.max(1, keepdims=True) + 1e-9)
            lost += (1 - (jax.nn.softmax(30 * retained(density, axis, cells), 1) * best).sum(1)) / 8
    return mean_over(lost, flags * (wanted.sum((1, 2)) > .5))


def divergence(density, wanted):
    """The Kullback-Leibler divergence of a density from the target, for cells, rows and columns."""
    wanted = wanted / (wanted.sum((1, 2), keepdims=True) + 1e-6)
    lost = lambda d, w: (w * (jnp.log(w + 1e-9) - jnp.log(d + 1e-9))).reshape(len(w), -1).sum(1)
    return lost(density, wanted) + lost(density.sum(1), wanted.sum(1)) + lost(density.sum(2), wanted.sum(2))


def losses(logits, marks, flags):
    """Each map's loss over the photos that teach it."""
    marks = marks / 255
    marked, gaze, face = marks[:, 0], marks[:, 1], marks[:, 2]
    object_ = jnp.where(flags[:, 6, None, None] > 0, marks[:, 3], marked)
    maps = network.maps(logits)
    entropy = lambda k, truth: jax.nn.softplus(logits[..., k]) - truth * logits[..., k]
    dice = lambda k, truth: 1 - (2 * (maps[..., k] * truth).sum((1, 2)) + 1) / ((maps[..., k] + truth).sum((1, 2)) + 1)
    squared = maps[..., 0] ** 2 + 1e-6
    around = jax.lax.reduce_window(marked, -jnp.inf, jax.lax.max, (1, 3, 3), (1, 1, 1), "SAME")
    face_cells = jnp.maximum(flags[:, 2, None, None], .5 * flags[:, 5, None, None] * (around < .05))
    teaches = jnp.maximum(flags[:, 0], flags[:, 1])
    kept = flags[:, 0] * (1 - flags[:, 1])
    share = lambda m: m / (m.sum((1, 2), keepdims=True) + 1e-6)
    wanted = network.SIDE ** 2 * (flags[:, 1, None, None] * share(gaze) + kept[:, None, None] * share(object_))
    has_face = flags[:, 2] * (face.sum((1, 2)) > .5)
    return {"object": mean_over(2 * entropy(0, object_).mean((1, 2)) + dice(0, object_), flags[:, 0])
            + 2 * lost_by_windows(squared / squared.sum((1, 2), keepdims=True), object_, flags[:, 0]),
            "gaze": mean_over(divergence(maps[..., 1], gaze), flags[:, 1]) + 4 * lost_by_windows(maps[..., 1], gaze, flags[:, 1]),
            "face": 4 * (entropy(2, face) * face_cells).mean((1, 2)).mean() + .5 * mean_over(dice(2, face), has_face),
            "thing": .5 * mean_over(entropy(3, marked).mean((1, 2)) + .5 * dice(3, marked), flags[:, 3]),
            "keep": 2 * lost_by_windows(maps[..., 5], wanted, teaches)
            + .15 * mean_over(divergence(maps[..., 5], wanted), teaches),
            "glance": .7 * mean_over(divergence(maps[..., 4], gaze), flags[:, 4])}


def moved(state, renewed, gradient, t, rate):
    """The state after one step of AdamW (Loshchilov, Hutter 2019); the averages of the parameters are kept in the end."""
    parameters, _, first, second, average = state
    first = jax.tree.map(lambda a, g: .9 * a + .1 * g, first, gradient)
    second = jax.tree.map(lambda a, g: .99 * a + .01 * g * g, second, gradient)
    parameters = jax.tree.map(lambda p, m, v: p * (1 - rate * DECAY * (p.ndim > 1)) - rate * (m / (1 - .9 ** t)) / (jnp.sqrt(v / (1 - .99 ** t)) + 1e-8),
                              parameters, first, second)
    weight = jnp.minimum(AVERAGE, t / (t + 10))
    average = jax.tree.map(lambda a, p: weight * a + (1 - weight) * p, average, parameters)
    return parameters, renewed, first, second, average


@jax.jit
def step(state, t, rate, key, images, marks, flags):
    """One step, and its losses."""
    parameters, statistics = state[:2]

    def loss(parameters):
        keys = jax.random.split(key)
        dropout = (jax.random.uniform(keys[0], (len(images), 1, 1, network.LAYERS[-1][4])) > .1) / .9
        logits, renewed = network.forward(parameters, statistics, network.prepared(jittered(keys[1], images)), True, dropout)
        parts = losses(logits, marks, flags)
        return sum(parts.values()), (renewed, parts)

    (_, (renewed, parts)), gradient = jax.value_and_grad(loss, has_aux=True)(parameters)
    return moved(state, renewed, gradient, t, rate), parts


@jax.jit
def measured(parameters, images):
    """The statistics of a batch under given parameters."""
    return network.forward(parameters, {}, network.prepared(images.astype(jnp.float32)), True)[1]


@jax.jit
def judged(parameters, statistics, images, marks, flags):
    logits, _ = network.forward(parameters, statistics, network.prepared(images.astype(jnp.float32)), False)
    return losses(logits, marks.astype(jnp.float32), flags)


def mean_of(trees):
    return jax.tree.map(lambda *leaves: sum(leaves) / len(leaves), *trees)


def settled(parameters, photos, random):
    """Statistics for parameters that were averaged and so have never seen a batch: the mean of those of 40."""
    return mean_of([measured(parameters, photos.drawn(random)[0]) for _ in range(40)])


def train(photos, steps, seed, report):
    random, key = np.random.default_rng(seed), jax.random.key(seed)
    parameters, statistics = network.initial(seed)
    zeros = jax.tree.map(jnp.zeros_like, parameters)
    state, recent = (parameters, statistics, zeros, zeros, parameters), []
    for t in range(1, steps + 1):
        images, marks, flags = photos.drawn(random)
        rate = RATE / 2 * (1 + np.cos(np.pi * t / steps)) * min(1, t / 100)
        state, parts = step(state, t, rate, jax.random.fold_in(key, t), images, marks.astype(np.float32), flags)
        recent.append(parts)
        if t % 100 == 0 or t == steps:
            settled_at = random if t == steps else np.random.default_rng(t)
            report(t, mean_of(recent), state[4], settled(state[4], photos, settled_at) if t % 600 == 0 or t == steps else None)
            recent = []
    return state[4], settled(state[4], photos, random)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--fold", type=int)
    parser.add_argument("--of", type=int, choices=[3, 9], default=3)
    parser.add_argument("--open-terms", action="store_true")
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.fold is not None and not 0 <= options.fold < options.of:
        parser.error(f"--fold is 0 to {options.of - 1}")
    photos, start = Photos(options.data, options.fold, options.of, CLOSED if options.open_terms else ()), time.process_time()
    curve = csv.writer(open(f"{options.out}.csv", "w", newline=""), lineterminator="\n")
    curve.writerow(["step", "photos", *network.MAPS])

    def report(t, parts, parameters, statistics):
        rows = [("training", parts)]
        if statistics is not None and len(photos.left_out):
            batches = np.array_split(photos.left_out, -(-len(photos.left_out) // 64))
            rows.append(("left out", mean_of([judged(parameters, statistics, *photos.whole(b)) for b in batches])))
        for name, values in rows:
            curve.writerow([t, name, *(f"{float(values[m]):.4f}" for m in network.MAPS)])
            print(f"{time.process_time() - start:6.0f} s", t, name, *(f"{m} {float(values[m]):.4f}" for m in network.MAPS), flush=True)

    parameters, statistics = train(photos, options.steps, options.seed, report)
    numbers = np.concatenate([n.ravel() for n in network.folded(parameters, statistics)])
    Path(f"{options.out}.numbers").write_bytes(numbers.astype("<f2").tobytes())


if __name__ == "__main__":
    main()
