#!/usr/bin/env python3
"""Pack trained numbers: pack.py IMPORTANCE.numbers HEADS.numbers OUT.weights [VERSION FOLDER]

The numbers are those of train.py and heads.py. Kernels become bytes, with one factor per output: the greatest number of its kernel is 127. OUT.weights is what
'crop-bench --weights' reads. With a version and a folder the bytes are also put into the library, as base64 literals in
FOLDER/StandardWeights.swift and StandardWeights+Heads.swift, with the version and their SHA-256. Needs numpy (and jax, for the list of
layers).
"""
import base64, hashlib, sys
from pathlib import Path
import numpy as np
import network


def packed(numbers):
    parts, place = [], 0

    def take(*shape):
        nonlocal place
        place += np.prod(shape)
        return numbers[place - np.prod(shape):place].reshape(shape)

    for _, kernel, _, inputs, outputs in network.LAYERS:
        values, bias = take(kernel * kernel * inputs, outputs // 2), take(outputs // 2)
        factors = np.maximum(abs(values).max(0) / 127, 1e-12).astype("<f4")
        parts += [np.round(values / factors).astype(np.int8), factors, bias]
    parts.append(numbers[place:])
    return b"".join((p if p.dtype == np.int8 else p.astype("<f4")).tobytes() for p in parts)


def literal(data):
    """Few long lines, as a committed file may have 300 kB."""
    text = base64.b64encode(data).decode()
    return "\n".join("    " + text[i:i + 8000] for i in range(0, len(text), 8000))


def swift(importance, heads, version):
    """The two source files."""
    return f'''/// The weights that come with the library; `Training/MODEL.md` says what they have learned from and what they are bad at.
///
/// Written by `Training/pack.py`; not meant to be read or changed by hand.
package enum StandardWeights {{
  /// A number that grows with every training.
  package static let version = {version}
  /// The SHA-256 of the bytes of both networks.
  package static let digest = "{hashlib.sha256(importance + heads).hexdigest()}"
  /// The bytes of `ImportanceNetwork`, as in `NetworkWeights`.
  package static let importance = """
{literal(importance)}
    """
}}
''', f'''extension StandardWeights {{
  /// The bytes of `HeadNetwork`, as in `NetworkWeights`; written by `Training/pack.py`.
  package static let heads = """
{literal(heads)}
    """
}}
'''


def main():
    if len(sys.argv) not in (4, 6):
        sys.exit(__doc__)
    importance, heads = (packed(np.fromfile(path, "<f2").astype(np.float32)) for path in sys.argv[1:3])
    Path(sys.argv[3]).write_bytes(importance + heads)
    if len(sys.argv) == 6:
        for name, text in zip(("StandardWeights", "StandardWeights+Heads"), swift(importance, heads, int(sys.argv[4]))):
            (Path(sys.argv[5]) / f"{name}.swift").write_text(text)


if __name__ == "__main__":
    main()
