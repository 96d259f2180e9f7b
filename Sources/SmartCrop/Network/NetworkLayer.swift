/// One convolution of ``MapNetwork``.
struct NetworkLayer: Hashable, Sendable {
  /// The role of a layer; the cases are in the order in which the numbers are stored.
  enum Name: Int, CaseIterable, Sendable {
    case stem
    case down1, block1, down2, block2, block2b, down3, block3, block3b, block3c, down4, block4
    case up3, mix3, up2, mix2, up1, mix1
  }

  /// Its name, as in `Training/network.py`.
  let name: Name
  /// The side of its square kernel.
  ///
  /// Kernels of 3 and 4 use one cell of zeros around the grid, others none.
  let kernel: Int
  /// The cells of its input from one output cell to the next.
  let stride: Int
  /// Channels in and out.
  let inputs: Int
  let outputs: Int
  /// The side of the output grid.
  let side: Int

  /// The network's layers, one per name.
  static let all = [
    NetworkLayer(name: .stem, kernel: 4, stride: 2, inputs: 3, outputs: 16, side: 64),
    NetworkLayer(name: .down1, kernel: 2, stride: 2, inputs: 16, outputs: 24, side: 32),
    NetworkLayer(name: .block1, kernel: 3, stride: 1, inputs: 24, outputs: 24, side: 32),
    NetworkLayer(name: .down2, kernel: 2, stride: 2, inputs: 24, outputs: 48, side: 16),
    NetworkLayer(name: .block2, kernel: 3, stride: 1, inputs: 48, outputs: 48, side: 16),
    NetworkLayer(name: .block2b, kernel: 3, stride: 1, inputs: 48, outputs: 48, side: 16),
    NetworkLayer(name: .down3, kernel: 2, stride: 2, inputs: 48, outputs: 80, side: 8),
    NetworkLayer(name: .block3, kernel: 3, stride: 1, inputs: 80, outputs: 80, side: 8),
    NetworkLayer(name: .block3b, kernel: 3, stride: 1, inputs: 80, outputs: 80, side: 8),
    NetworkLayer(name: .block3c, kernel: 3, stride: 1, inputs: 80, outputs: 80, side: 8),
    NetworkLayer(name: .down4, kernel: 2, stride: 2, inputs: 80, outputs: 80, side: 4),
    NetworkLayer(name: .block4, kernel: 3, stride: 1, inputs: 80, outputs: 80, side: 4),
    NetworkLayer(name: .up3, kernel: 1, stride: 1, inputs: 80, outputs: 80, side: 4),
    NetworkLayer(name: .mix3, kernel: 3, stride: 1, inputs: 80, outputs: 80, side: 8),
    NetworkLayer(name: .up2, kernel: 1, stride: 1, inputs: 80, outputs: 48, side: 8),
    NetworkLayer(name: .mix2, kernel: 3, stride: 1, inputs: 48, outputs: 48, side: 16),
    NetworkLayer(name: .up1, kernel: 1, stride: 1, inputs: 48, outputs: 24, side: 16),
    NetworkLayer(name: .mix1, kernel: 3, stride: 1, inputs: 24, outputs: 24, side: 32),
  ]

  static let inputSide = 128
  static let mapSide = 32
  /// The terms of the position: x, x², y and y².
  static let positionTerms = 4

  /// How many numbers of the kernel are stored: those of the first half of the outputs.
  var storedKernel: Int { kernel * kernel * inputs * outputs / 2 }
}
