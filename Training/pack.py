#!/usr/bin/env python3
"""Pack trained numbers: pack.py OUT.numbers OUT.weights [VERSION StandardWeights.swift]

Kernels become bytes, with one factor per output: the greatest number of its kernel is 127. OUT.weights is what
'crop-bench --weights' reads. With a version and a Swift file the bytes are also put into the library, as a base64 literal
with the version and their SHA-256 beside it. Needs numpy (and jax, for the list of layers).
"""
import base64, hashlib, sys, textwrap
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


def swift(data, version):
    lines = "\n".join("    " + line for line in textwrap.wrap(base64.b64encode(data).decode(), 92))
    return f'''/// The weights that come with the library; `Training/MODEL.md` says what they have learned from and what they are bad at.
///
/// Written by `Training/pack.py`; not meant to be read or changed by hand.
enum StandardWeights {{
  /// A number that grows with every training.
  static let version = {version}
  /// The SHA-256 of the bytes.
  static let digest = "{hashlib.sha256(data).hexdigest()}"
  /// The bytes of ``NetworkWeights``.
  static let base64 = """
{lines}
    """
}}
'''


def main():
    if len(sys.argv) not in (3, 5):
        sys.exit(__doc__)
    data = packed(np.frombuffer(Path(sys.argv[1]).read_bytes(), "<f2").astype(np.float32))
    Path(sys.argv[2]).write_bytes(data)
    if len(sys.argv) == 5:
        Path(sys.argv[4]).write_text(swift(data, int(sys.argv[3])))


if __name__ == "__main__":
    main()
