#!/usr/bin/env python3
"""Learn how likely a person would gladly show a photo.

  appeal.py WEIGHTS CROPS OUT.numbers [--open-terms]

WEIGHTS is what pack.py made of the networks, CROPS holds the folders sets and train. --open-terms leaves out the sets whose terms are for research only, or none. A network's summary of a photo is the mean of each channel, mirror images taken
together, of its grids of 16x16, 8x8 and 4x4 cells. On those of all networks the grades of photo-grades.txt are regressed, 0 (one would not show it) to 3 (one of the best): ridge
regression. Some photos are added in other light and blurred, with lower grades, as what is in them stays. A logistic regression on what it says of photos it has not seen makes of that
how likely a photo has one of the two better grades. OUT.numbers gets b and w of Sources/SmartCrop/Network/ImportanceModel.swift in single precision. Prints how well it ranks
photos and whole sets of photos that it has not seen. Needs jax, numpy and Pillow; takes four minutes.
"""
import sys
from pathlib import Path
import numpy as np
import jax, jax.numpy as jnp
from PIL import Image, ImageFilter, ImageOps
import network
from train import CLOSED

RIDGE = 100  # 10 to 300 differ by .002 in the correlation
DAMAGED, EACH = 2200, 3  # photos that are added three times, each time damaged in another way
SAY = .5  # weight of a damaged photo, relative to an undamaged one
# The damage and how many grades it costs: stops of light, or blur in thousandths of the longer side.
DAMAGES = [("light", -1, .15), ("light", -2, .6), ("light", -3, 1.2), ("light", 1, .15), ("light", 2, .6), ("light", 3, 1.2), ("blur", 4, .4), ("blur", 10, 1.2)]


def grades(closed, file=Path(__file__).with_name("photo-grades.txt")):
    """Photos as set/image, without some sets, and their grades; the mean if a photo was graded twice."""
    rows = [line.rsplit(" ", 1) for line in file.read_text().splitlines() if line.split("/")[0] not in closed]
    return [name for name, _ in rows], np.array([float(grade) for _, grade in rows])


def photo(crops, name):
    folder, file = name.split("/")
    path = next(p for part in ("sets", "train") if (p := crops / part / folder / "images" / file).exists())
    return ImageOps.exif_transpose(Image.open(path)).convert("RGB")


def seen(image):
    way = Image.BOX if min(image.size) >= network.INPUT else Image.BILINEAR
    return np.asarray(image.resize((network.INPUT, network.INPUT), way))


def damaged(image, kind, amount):
    image = image.copy()
    image.thumbnail((640, 640))
    if kind == "blur":
        return image.filter(ImageFilter.GaussianBlur(amount * max(image.size) / 1000))
    s = np.asarray(image, np.float32) / 255
    light = np.clip(np.where(s <= .04045, s / 12.92, ((s + .055) / 1.055) ** 2.4) * 2. ** amount, 0, 1)
    s = np.where(light <= .0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - .055)
    return Image.fromarray((s * 255 + .5).astype(np.uint8))


def summaries(weights, images):
    """The summaries of all networks, one after the other: photos x 416."""
    networks = network.unpacked(weights)
    summary = jax.jit(lambda x: jnp.concatenate([network.summary(layers, coefficients, x) for layers, coefficients in networks], -1))
    return np.concatenate([np.asarray(summary(network.prepared(jnp.array(images[i:i + 64], jnp.float32)))) for i in range(0, len(images), 64)])


def ridge(x, y, say):
    """The coefficients, and the constant last."""
    x = np.c_[x, np.ones(len(x))]
    penalty = RIDGE * np.diag([1.] * (x.shape[1] - 1) + [0])
    return np.linalg.solve(x.T @ (x * say[:, None]) + penalty, x.T @ (y * say))


def unseen(x, y, parts, extra, extra_y, source):
    """The predictions for each part by a regression without it."""
    said = np.zeros(len(y))
    for part in sorted(set(parts)):
        rest, others = parts != part, parts[source] != part
        c = ridge(np.r_[x[rest], extra[others]], np.r_[y[rest], extra_y[others]], np.r_[np.ones(rest.sum()), np.full(others.sum(), SAY)])
        said[~rest] = x[~rest] @ c[:-1] + c[-1]
    return said


def logistic(said, gladly):
    """Slope and constant, by Newton's steps."""
    x, c = np.c_[said, np.ones(len(said))], np.zeros(2)
    for _ in range(20):
        p = 1 / (1 + np.exp(-x @ c))
        c += np.linalg.solve(x.T @ (x * (p * (1 - p))[:, None]), x.T @ (gladly - p))
    return c


def area(score, which):
    """The area under the curve: how often one of these has a higher value than one of the others."""
    rank = np.argsort(np.argsort(score))
    return (rank[which].sum() - which.sum() * (which.sum() - 1) / 2) / (which.sum() * (~which).sum())


def report(title, said, y):
    top = np.argsort(-said)[:len(y) // 5]
    print(f"{title}: correlation {np.corrcoef(said, y)[0, 1]:.3f}, area for not shown {area(-said, y < .6):.3f}, for the best {area(said, y >= 2.5):.3f}; "
          f"not shown in the best fifth {(y[top] < .6).mean():.3f}, of all {(y < .6).mean():.3f}")


def main():
    if len(sys.argv) not in (4, 5) or sys.argv[4:] not in ([], ["--open-terms"]):
        sys.exit(__doc__)
    weights, crops, out = Path(sys.argv[1]).read_bytes(), Path(sys.argv[2]), sys.argv[3]
    names, y = grades(CLOSED if sys.argv[4:] else ())
    random = np.random.default_rng(5)
    x = summaries(weights, np.array([seen(photo(crops, name)) for name in names]))
    source, images, extra_y = [], [], []
    for i in random.permutation(len(names))[:DAMAGED]:
        for j in random.permutation(len(DAMAGES))[:EACH]:
            kind, amount, cost = DAMAGES[j]
            images.append(seen(damaged(photo(crops, names[i]), kind, amount)))
            source.append(i)
            extra_y.append(max(-.5, y[i] - cost))
    extra, extra_y, source = summaries(weights, np.array(images)), np.array(extra_y), np.array(source)
    mean, spread = x.mean(0), x.std(0) + 1e-6
    x, extra = (x - mean) / spread, (extra - mean) / spread
    said = unseen(x, y, random.integers(0, 8, len(y)), extra, extra_y, source)
    report("photos it has not seen", said, y)
    report("sets it has not seen", unseen(x, y, np.array([name.split("/")[0] for name in names]), extra, extra_y, source), y)
    slope, constant = logistic(said, (y >= 1.5).astype(float))
    c = ridge(np.r_[x, extra], np.r_[y, extra_y], np.r_[np.ones(len(y)), np.full(len(extra), SAY)])
    w = slope * c[:-1] / spread
    np.r_[slope * c[-1] + constant - w @ mean, w].astype("<f4").tofile(out)


if __name__ == "__main__":
    main()
