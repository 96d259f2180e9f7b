#!/usr/bin/env python3
"""Make the arrays that heads.py learns from.

  photoprep crop --json --analysis heuristic --aspect 1:1 -- SET/images/* ... > FACES
  heads_data.py OUT PHOTOS FACES SET...

PHOTOS is the photos.json of data.py, for the folds; FACES has what the cascades find in the sets nobody marked faces in. OUT gets

  images.npy  photos x 256 x 256 x 3 bytes: the photo stretched to a square
  unknown.npy photos x 64 x 64 bytes: above 0 where nobody knows whether there is a head
  photos.json per photo: set, image, fold, heads [x, y, width, height] in 0..1 and whether all heads are known

Needs numpy and Pillow.
"""
import argparse, json
from pathlib import Path
import numpy as np
from PIL import Image
from train import FACES_ON_MARKS, NO_FACES, NO_FACES_PHOTOS

SIDE, UNKNOWN = 256, 64
SETS = ["fddb", "eyecrowd", "dlib", "cats_feral", "sed2", "caltech_objects", "human_seg", "ccp_people", "pennfudan", "coco", "emod_gaze",
        "ecssd", "osie"]


def head(face):
    """The head around a face that the cascade found, as people mark heads (WholeHead.swift)."""
    x, y, width, height = (face[k] for k in ("x", "y", "width", "height"))
    return [x + .05 * width, y - .24 * height, .9 * width, 1.355 * height]


def row(folder, entry, faces):
    """A photo's picture, what is unknown of it and its heads; None when nothing is known."""
    name, set_ = f"{folder.name}/{entry['image']}", folder.name
    image = Image.open(folder / "images" / entry["image"]).convert("RGB")
    unknown, heads, known = np.zeros((UNKNOWN, UNKNOWN), np.uint8), [], True
    if "faces" in entry:
        heads = entry["faces"]
    elif not (name in NO_FACES_PHOTOS or set_ in NO_FACES and "buddha" not in name):
        heads, known, unknown[:] = [head(f) for f in faces.get(name, [])], False, 255
        if set_ in FACES_ON_MARKS:
            unknown = np.asarray(Image.open(folder / entry["mask"]).convert("L").resize((UNKNOWN, UNKNOWN), Image.BOX))
        elif not heads:
            return None
    way = Image.BOX if min(image.size) > SIDE else Image.BILINEAR
    return np.asarray(image.resize((SIDE, SIDE), way)), unknown, heads, known


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("out", "photos", "faces"):
        parser.add_argument(name, type=Path)
    parser.add_argument("sets", type=Path, nargs="+", metavar="SET")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    folds = {f"{p['set']}/{p['image']}": p.get("fold") for p in json.loads(options.photos.read_text())}
    faces = {}
    for line in map(json.loads, options.faces.read_text().splitlines()):
        if "crop" in line:
            path = Path(line["path"])
            found = [r["rect"] for r in line.get("regions", []) if r["origin"] == "detector"]
            faces[f"{path.parent.parent.name}/{path.name}"] = found
    images, unknowns, photos = [], [], []
    for folder in sorted((f for f in options.sets if f.name in SETS), key=lambda f: SETS.index(f.name)):
        for entry in json.loads((folder / "annotations.json").read_text()):
            found = row(folder, entry, faces)
            if found:
                images.append(found[0]), unknowns.append(found[1])
                photos.append({"set": folder.name, "image": entry["image"], "fold": folds.get(f"{folder.name}/{entry['image']}"),
                               "heads": found[2], "known": found[3]})
    np.save(options.out / "images.npy", np.array(images))
    np.save(options.out / "unknown.npy", np.array(unknowns))
    (options.out / "photos.json").write_text(json.dumps(photos))
    print(f"{len(photos)} photos, {sum(len(p['heads']) for p in photos)} heads")


if __name__ == "__main__":
    main()
