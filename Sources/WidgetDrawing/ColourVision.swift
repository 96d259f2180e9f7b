internal import Imaging

/// The colour vision of the person who sees a picture.
public enum ColourVision: String, CaseIterable, Hashable, Sendable {
  case usual
  /// Without the cones for long waves.
  case protanopia
  /// Without the cones for middle waves.
  case deuteranopia
  /// Without the cones for short waves.
  case tritanopia

  /// The matrix for linear red, green and blue, by rows: Machado, Oliveira and Fernandes 2009, severity 1.
  private var matrix: [SIMD3<Float>]? {
    switch self {
    case .usual: nil
    case .protanopia:
      [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
      ]
    case .deuteranopia:
      [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
      ]
    case .tritanopia:
      [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
      ]
    }
  }

  /// Changes pixels of red, green, blue and opacity; the opacity is not changed.
  func apply(to bytes: inout [UInt8]) {
    guard let matrix else { return }
    let curve = SRGBCurve.light
    for start in stride(from: 0, to: bytes.count, by: 4) {
      let light = SIMD3(
        curve[Int(bytes[start])], curve[Int(bytes[start + 1])], curve[Int(bytes[start + 2])])
      for (band, row) in matrix.enumerated() {
        bytes[start + band] = SRGBCurve.sample(nearest: (row * light).sum())
      }
    }
  }
}
