#!/usr/bin/env python3
"""Pack trained numbers: pack.py IMPORTANCE.numbers HEADS.numbers ANIMALS.numbers EXTENTS.numbers OUT.weights [APPEAL.numbers VERSION FOLDER]

The numbers are those of train.py, heads.py, extents.py and appeal.py. Kernels become bytes, with one factor per output: the greatest number of its kernel is 127. OUT.weights is what
'crop-bench --weights' and appeal.py read. With those of the appeal, a version and a folder the bytes are also put into the library, as base64 literals in
FOLDER/StandardWeights.swift and the files StandardWeights+Heads, +Animals and +Extents beside it, with the version and their SHA-256. Needs numpy (and jax, for the list of
layers).
"""
import base64, hashlib, sys
from pathlib import Path
import numpy as np
import network


def packed(numbers):
    layers, rest = network.unfolded(numbers)
    parts = []
    for kernel, bias in layers:
        factors = np.maximum(abs(kernel).max((0, 1, 2)) / 127, 1e-12).astype("<f4")
        parts += [np.round(kernel / factors).astype(np.int8), factors, bias]
    return b"".join((p if p.dtype == np.int8 else p.astype("<f4")).tobytes() for p in [*parts, rest])


def literal(data):
    """Few long lines, as a committed file may have at most 300 kB."""
    text = base64.b64encode(data).decode()
    return "\n".join("    " + text[i:i + 8000] for i in range(0, len(text), 8000))


def swift(version, importance, heads, animals, extents, appeal):
    """The source files."""
    yield "StandardWeights", f'''/// The weights that come with the library; `Training/MODEL.md` says what they have learned from and where they fail.
///
/// Written by `Training/pack.py`; not meant to be read or changed by hand.
package enum StandardWeights {{
  /// A number that grows with every training.
  package static let version = {version}
  /// The SHA-256 of the bytes of all networks, by which crops are known that they chose.
  package static let digest = "{hashlib.sha256(importance + heads + animals + extents).hexdigest()}"
  /// The bytes of `MapNetwork`, as in `NetworkWeights`.
  package static let importance = """
{literal(importance)}
    """
  /// The bytes of `AppealModel`.
  package static let appeal = """
{literal(appeal)}
    """
}}
'''
    for name, what, data in (("heads", "the `HeadNetwork` that knows people", heads), ("animals", "the `HeadNetwork` that knows animals", animals),
                             ("extents", "the network of `SubjectExtents`", extents)):
        yield f"StandardWeights+{name.title()}", f'''extension StandardWeights {{
  /// The bytes of {what}, as in `NetworkWeights`; written by `Training/pack.py`.
  package static let {name} = """
{literal(data)}
    """
}}
'''


def main():
    if len(sys.argv) not in (6, 9):
        sys.exit(__doc__)
    networks = [packed(np.fromfile(path, "<f2").astype(np.float32)) for path in sys.argv[1:5]]
    appeal = [Path(path).read_bytes() for path in sys.argv[6:7]]
    Path(sys.argv[5]).write_bytes(b"".join(networks + appeal))
    if appeal:
        for name, text in swift(int(sys.argv[7]), *networks, *appeal):
            Path(sys.argv[8], f"{name}.swift").write_text(text)


if __name__ == "__main__":
    main()
