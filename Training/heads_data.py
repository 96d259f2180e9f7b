#!/usr/bin/env python3
"""Make the arrays that heads.py learns from.

  heads_data.py OUT PHOTOS FACES SET...
  heads_data.py --animals OUT PHOTOS SET...

PHOTOS is the photos.json of data.py, for the folds; FACES is a folder with yunet-SET.json, what a published detector finds in the sets nobody marked faces in: per
photo [x, y, width, height, score] in 0..1. With --animals the heads are those of animals, of animal-heads.txt; what stands not in it shows no animal. OUT gets

  images.npy  photos x 256 x 256 x 3 bytes: the photo stretched to a square
  unknown.npy photos x 64 x 64 bytes: above 0 where nobody knows whether there is a head
  photos.json per photo: set, image, fold, heads [x, y, width, height] in 0..1, of each whether it shows its face (1, 0, or -1: unknown),
              whether all heads are known, and whether they are animals' ones

Needs jax, numpy and Pillow.
"""
import argparse, hashlib, json
from pathlib import Path
import numpy as np
from PIL import Image
from heads import overlap
from train import FACES_ON_MARKS, NO_FACES, NO_FACES_PHOTOS

SIDE, UNKNOWN = 256, 64
SETS = ["fddb", "eyecrowd", "dlib", "cats_feral", "sed2", "caltech_objects", "human_seg", "ccp_people", "pennfudan", "coco", "emod_gaze",
        "ecssd", "osie", "salicon", "imgsal"]
LEAST = .8  # minimum score of a face
SMALLEST = .08  # minimum height of a head, relative to the photo; YuNet misses faces of smaller heads


def head(face):
    """The head around a face that YuNet found, as people mark heads: medians of 267 faces of FDDB."""
    x, y, width, height, _ = face
    return [x - .041 * width, y - .184 * height, 1.1 * width, 1.216 * height]


def corners(box):
    return [*box[:2], box[0] + box[2], box[1] + box[3]]


def shows_face(head_, faces):
    """Whether YuNet sees the face of a head."""
    most = max((overlap(corners(head_), corners(head(f))) for f in faces), default=0)
    return 1 if most > .3 else 0 if most < .1 and head_[3] >= SMALLEST else -1


def row(folder, entry, faces):
    """A photo's picture, the areas where heads are unknown, its heads and which of them show their faces; None if nothing is known."""
    name, set_ = f"{folder.name}/{entry['image']}", folder.name
    image = Image.open(folder / "images" / entry["image"]).convert("RGB")
    unknown, heads, known = np.zeros((UNKNOWN, UNKNOWN), np.uint8), [], True
    if "faces" in entry:
        heads = entry["faces"]
    elif not (name in NO_FACES_PHOTOS or set_ in NO_FACES and "buddha" not in name):
        heads, known, unknown[:] = [head(f) for f in faces.get(entry["image"], []) if f[4] >= LEAST], False, 255
        if set_ in FACES_ON_MARKS:
            unknown = np.asarray(Image.open(folder / entry["mask"]).convert("L").resize((UNKNOWN, UNKNOWN), Image.BOX))
        elif not heads:
            return None
    way = Image.BOX if min(image.size) > SIDE else Image.BILINEAR
    # Sets of faces mark no head that is turned away.
    shown = [shows_face(h, faces.get(entry["image"], [])) if set_ == "eyecrowd" else 1 for h in heads]
    return np.asarray(image.resize((SIDE, SIDE), way)), unknown, heads, shown, known


def animal_heads():
    """Per photo its animals' heads, and whether it may have more."""
    marks = {}
    for name, *numbers in map(str.split, Path(__file__).with_name("animal-heads.txt").read_text().splitlines()):
        heads, has_more = marks.get(name, ([], False))
        marks[name] = (heads, True) if numbers == ["more"] else (heads + [[float(n) for n in numbers]], has_more)
    return marks


def animal_row(folder, entry, marks):
    """Like row(), for animals' heads."""
    heads, has_more = marks.get(f"{folder.name}/{entry['image']}", ([], False))
    if has_more and not heads:
        return None
    image = Image.open(folder / "images" / entry["image"]).convert("RGB")
    unknown = np.full((UNKNOWN, UNKNOWN), 255 * has_more, np.uint8)
    return np.asarray(image.resize((SIDE, SIDE), Image.BILINEAR)), unknown, heads, [-1] * len(heads), not has_more


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--animals", action="store_true")
    parser.add_argument("sets", type=Path, nargs="+", metavar="SET")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    folds = {f"{p['set']}/{p['image']}": p.get("fold") for p in json.loads(options.photos.read_text())}
    images, unknowns, photos = [], [], []
    if options.animals:
        folders, marks = sorted(options.sets), animal_heads()
    else:
        faces, *folders = options.sets
        folders = sorted((f for f in folders if f.name in SETS), key=lambda f: SETS.index(f.name))
    for folder in folders:
        seen = {} if options.animals else json.loads((faces / f"yunet-{folder.name}.json").read_text())
        for entry in json.loads((folder / "annotations.json").read_text()):
            found = animal_row(folder, entry, marks) if options.animals else row(folder, entry, seen)
            if found:
                name = f"{folder.name}/{entry['image']}"
                images.append(found[0]), unknowns.append(found[1])
                fold = folds.get(name)
                if fold is None and options.animals:  # at random, so that some animals' heads are left out too
                    fold = int(hashlib.sha256(name.encode()).hexdigest(), 16) % 3
                photos.append({"set": folder.name, "image": entry["image"], "fold": fold,
                               "heads": found[2], "shown": found[3], "known": found[4], "animals": options.animals})
    np.save(options.out / "images.npy", np.array(images))
    np.save(options.out / "unknown.npy", np.array(unknowns))
    (options.out / "photos.json").write_text(json.dumps(photos))
    print(f"{len(photos)} photos, {sum(len(p['heads']) for p in photos)} heads")


if __name__ == "__main__":
    main()
