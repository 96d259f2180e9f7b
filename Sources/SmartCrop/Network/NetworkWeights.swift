import Foundation

/// The numbers of a ``MapNetwork``, as `Training/pack.py` writes them.
///
/// Per layer of ``NetworkLayer/all`` the kernel (rows, columns, inputs, first half of the outputs) as signed bytes,
/// then the factor of each output in that half that turns the bytes into numbers, then the biases; after all layers the
/// position's coefficients, the head's kernel and its biases. All but the kernels is in single precision,
/// little-endian.
///
/// The second half of every layer's channels sees the mirrored picture as the first sees the picture. Its kernels are
/// the first's turned left to right, the halves of their input exchanged, so they are not stored. The head's kernel is
/// the same for both halves, except for the sign of the odd maps.
struct NetworkWeights: Sendable {
  /// A layer's numbers for both halves.
  struct Layer: Sendable {
    /// Rows, columns, inputs, outputs.
    let kernel: [Float]
    let bias: [Float]
  }

  /// One entry per ``NetworkLayer/all``.
  let layers: [Layer]
  /// The coefficients of x, x², y and y² for each channel of the first half of the first 32×32 layer.
  let position: [Float]
  /// Per channel of the last layer, one number per map.
  let headKernel: [Float]
  let headBias: [Float]

  /// Reads the bytes of one network; `nil` when their number is wrong or one of them is not a number.
  init?(_ bytes: Data, _ output: NetworkOutput) {
    guard bytes.count == Self.byteCount(of: output) else { return nil }
    let content = [UInt8](bytes)
    var next = 0
    func signedBytes(_ count: Int) -> [Float] {
      defer { next += count }
      return content[next..<next + count].map { Float(Int8(bitPattern: $0)) }
    }
    func numbers(_ count: Int) -> [Float] {
      let byteCount = count * MemoryLayout<Float>.size
      defer { next += byteCount }
      return [Float](littleEndian: content[next..<next + byteCount])
    }
    layers = NetworkLayer.all.map { layer in
      let (stored, half) = (signedBytes(layer.storedKernel), layer.outputs / 2)
      let (factors, bias) = (numbers(half), numbers(half))
      let kernel = stored.enumerated().map { $1 * factors[$0 % half] }
      return Layer(kernel: Self.bothHalves(kernel, of: layer), bias: bias + bias)
    }
    position = numbers(Self.positionCount)
    let head = numbers(Self.headChannels / 2 * output.count)
    headKernel = head + head.enumerated().map { $0 % output.count < output.even ? $1 : -$1 }
    headBias = numbers(output.count)
    let all = layers.flatMap { [$0.kernel, $0.bias] } + [position, headKernel, headBias]
    guard all.allSatisfy({ $0.allSatisfy { $0.isFinite } }) else { return nil }
  }

  /// How many bytes there are.
  static func byteCount(of output: NetworkOutput) -> Int {
    let layers = NetworkLayer.all.reduce(0) { sum, layer in
      sum + layer.storedKernel + layer.outputs * MemoryLayout<Float>.size
    }
    let last = positionCount + (headChannels / 2 + 1) * output.count
    return layers + last * MemoryLayout<Float>.size
  }

  private static let positionCount = NetworkLayer.positionTerms * NetworkLayer.all[1].outputs / 2
  /// The channels that the maps are made from.
  private static let headChannels = NetworkLayer.all[NetworkLayer.all.count - 1].outputs

  private static func bothHalves(_ stored: [Float], of layer: NetworkLayer) -> [Float] {
    let (side, inputs, half) = (layer.kernel, layer.inputs, layer.outputs / 2)
    var kernel: [Float] = []
    kernel.reserveCapacity(2 * stored.count)
    for row in 0..<side {
      for column in 0..<side {
        for input in 0..<inputs {
          // The colours are the same in a mirror; all other inputs have two halves.
          let other = inputs == 3 ? input : (input + inputs / 2) % inputs
          let first = ((row * side + column) * inputs + input) * half
          let second = ((row * side + side - 1 - column) * inputs + other) * half
          kernel += stored[first..<(first + half)]
          kernel += stored[second..<(second + half)]
        }
      }
    }
    return kernel
  }
}

extension [Float] {
  /// Reads numbers in single precision, little-endian.
  init(littleEndian bytes: ArraySlice<UInt8>) {
    let size = MemoryLayout<Float>.size
    self = stride(from: bytes.startIndex, to: bytes.endIndex, by: size).map { start in
      Float(bitPattern: bytes[start..<start + size].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
  }
}

/// The maps that a ``MapNetwork`` makes.
struct NetworkOutput: Hashable, Sendable {
  /// How many maps are only mirrored when the picture is.
  let even: Int
  /// How many also change their sign then; they come after the even ones.
  let odd: Int

  /// Object, gaze, face, thing, glance and keep (``NetworkMaps``).
  static let importance = NetworkOutput(even: 6, odd: 0)
  /// Score, width, height, place below each cell, whether the face is seen, and place to the right (``HeadNetwork``).
  static let heads = NetworkOutput(even: 5, odd: 1)
  /// Where the subject and its core end above, below and at both sides, and what sets the left ends off from the right
  /// ones (``SubjectExtents``).
  static let extents = NetworkOutput(even: 6, odd: 2)

  /// The number of maps.
  var count: Int { even + odd }
}
