#!/usr/bin/env python3
"""Make the training arrays from folders of marked photos.

  data.py OUT SET... [--objects DIR]

SET is a folder with images/ and annotations.json; README.md lists the sets and what their marks mean. DIR has what teacher.py wrote, a file a set. OUT gets

  images.npy  photos x 192 x 192 x 3 bytes: the photo stretched to a square
  marks.npy   photos x 4 x 96 x 96 bytes: what people marked, where they looked (a density), faces, what a published network takes for objects
  photos.json per photo: set, image, fold and which of the four it has

Photos of the scored sets get a fold each, 0 to 8, three of which make a third; the same photo in two of these sets gets the
same fold in both, found by the correlation of 16x16 grey pictures, also mirrored. All other photos have no fold. Needs numpy and Pillow.
"""
import argparse, json, zlib
from pathlib import Path
import numpy as np
from PIL import Image, ImageDraw

SIDE, MARKS, FOLDS, SAME = 192, 96, 9, .95
SCORED = ["ecssd", "osie", "fddb", "retargetme"]
GAZE_MAPS = ["emod_gaze", "salicon"]  # their masks are densities of gaze


def density(plane):
    """Scaled so that the maximum is 255; gaze is only compared within a photo."""
    return np.round(255 * plane / max(plane.max(), 1e-9)).astype(np.uint8)


def gaze(points):
    plane = np.zeros((MARKS, MARKS), np.float32)
    for x, y in points:
        plane[min(MARKS - 1, max(0, int(y * MARKS))), min(MARKS - 1, max(0, int(x * MARKS)))] += 1
    # 3 % of the side, about the area seen sharply. Pillow blurs bytes only, hence the transform.
    frequencies = np.fft.fftfreq(MARKS)
    kernel = np.exp(-2 * (np.pi * .03 * MARKS) ** 2 * (frequencies[:, None] ** 2 + frequencies ** 2))
    return density(np.maximum(np.fft.ifft2(np.fft.fft2(plane) * kernel).real, 0))


def heads(boxes):
    """The ellipses inside the boxes, with soft edges: small heads cover parts of cells."""
    factor = 4
    image = Image.new("L", (MARKS * factor, MARKS * factor))
    for x, y, width, height in boxes:
        ImageDraw.Draw(image).ellipse([v * MARKS * factor for v in (x, y, x + width, y + height)], fill=255)
    return np.asarray(image.resize((MARKS, MARKS), Image.BOX))


def row(folder, entry, objects):
    marks, has = np.zeros((4, MARKS, MARKS), np.uint8), [False] * 4
    if "mask" in entry:
        which = 1 if folder.name in GAZE_MAPS else 0
        mask = np.asarray(Image.open(folder / entry["mask"]).convert("L").resize((MARKS, MARKS), Image.BOX))
        marks[which], has[which] = density(mask.astype(float)) if which else mask, True
    if "points" in entry:
        marks[1], has[1] = gaze(entry["points"]), True
    if "faces" in entry:
        marks[2], has[2] = heads(entry["faces"]), True
    if entry["image"] in objects:
        marks[3], has[3] = np.asarray(Image.fromarray(objects[entry["image"]]).resize((MARKS, MARKS), Image.BILINEAR)), True
    image = Image.open(folder / "images" / entry["image"]).convert("RGB")
    grey = np.asarray(image.convert("L").resize((16, 16), Image.BOX), np.float32).ravel()
    way = Image.BOX if min(image.size) >= SIDE else Image.BILINEAR
    return np.asarray(image.resize((SIDE, SIDE), way)), marks, has, (grey - grey.mean()) / (grey.std() + 1e-6)


def folds(names, greys):
    """The fold of every photo, from the name of the first photo that shows the same."""
    greys = np.array(greys) / 16
    mirrored = greys.reshape(-1, 16, 16)[:, :, ::-1].reshape(-1, 256)
    same = np.maximum(greys @ greys.T, greys @ mirrored.T) > SAME
    first = np.arange(len(names))
    for _ in range(4):
        first = np.array([first[row].min() for row in same])
    shared = [(names[i], names[j]) for i in range(len(names)) for j in range(i) if same[i, j]]
    print(f"{len(shared)} pairs of scored photos show the same:", *shared)
    return [zlib.crc32(names[i].encode()) % FOLDS for i in first]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("sets", type=Path, nargs="+", metavar="SET")
    parser.add_argument("--objects", type=Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    images, marks, photos, greys = [], [], [], []
    for folder in options.sets:
        taught = options.objects / f"{folder.name}.npz" if options.objects else None
        objects = dict(np.load(taught)) if taught and taught.exists() else {}
        for entry in json.loads((folder / "annotations.json").read_text()):
            image, mark, has, grey = row(folder, entry, objects)
            images.append(image), marks.append(mark), greys.append(grey)
            photos.append({"set": folder.name, "image": entry["image"], "has": has})
    scored = [i for i, photo in enumerate(photos) if photo["set"] in SCORED]
    names = [f"{photos[i]['set']}/{photos[i]['image']}" for i in scored]
    for i, fold in zip(scored, folds(names, [greys[i] for i in scored])):
        photos[i]["fold"] = fold
    np.save(options.out / "images.npy", np.array(images))
    np.save(options.out / "marks.npy", np.array(marks))
    (options.out / "photos.json").write_text(json.dumps(photos))
    print(f"{len(photos)} photos")


if __name__ == "__main__":
    main()
