import CConvolution
import Foundation
import PhotoGeometry
import HostPlatform
import Testing
import _TestSupport

@testable import SmartCrop

@Suite struct `Importance network` {
  private func standardWeights() throws -> Data {
    try #require(ImportanceModel.standardBytes)
  }

  private func colours(seed: UInt64) -> ColourPlanes {
    ColourPlanes(.scene(seed: seed, width: 128, height: 128))
  }

  private func picture(seed: UInt64) -> NetworkPicture { NetworkPicture(colours(seed: seed)) }

  @Test func `the library's weights are complete and match their digest`() throws {
    let bytes = try standardWeights()
    let networks = bytes.dropLast(AppealModel.byteCount)
    #expect(
      SHA256.hash(Array(networks)).map { String(format: "%02x", $0) }.joined()
        == ImportanceModel.digest
    )
    #expect(ImportanceModel(bytes) != nil)
    #expect(ImportanceModel.standard != nil)
    #expect(bytes.count < 870_000)
  }

  @Test func `damaged weights are refused`() throws {
    let bytes = try standardWeights()
    #expect(ImportanceModel(bytes.dropLast()) == nil)
    #expect(ImportanceModel(bytes + [0]) == nil)
    // The last numbers of both are in single precision; this makes them infinite.
    let infinity: [UInt8] = [0, 0, 0x80, 0x7F]
    #expect(ImportanceModel(bytes.dropLast(4) + infinity) == nil)
    #expect(ImportanceModel(bytes.dropLast(AppealModel.byteCount + 4) + infinity) == nil)
  }

  /// The last grid of the plain implementation for a picture.
  private func expected(_ weights: NetworkWeights, _ colour: ColourPlanes) -> [Double] {
    let cells = colour.red.samples.indices.flatMap { cell in
      [colour.red, colour.green, colour.blue].map { ($0.samples[cell] / 255 - 0.45) * 4 }
    }
    let picture = ReferenceNetwork.Grid(side: 128, channels: 3, values: cells)
    return ReferenceNetwork(weights: weights).logits(of: picture).values.map(Double.init)
  }

  @Test func `agrees with the plain implementation`() throws {
    let bytes = try standardWeights().prefix(NetworkWeights.byteCount(of: .importance))
    let weights = try #require(NetworkWeights(bytes, .importance))
    let colour = colours(seed: 5)
    let values = expected(weights, colour)
    let maps = MapNetwork(weights).read(NetworkPicture(colour)) { maps, _ in NetworkMaps(maps) }
    let total = (0..<1024).reduce(0) { $0 + exp(values[6 * $1 + 1]) }
    let totalKeep = (0..<1024).reduce(0) { $0 + exp(values[6 * $1 + 5]) }
    for cell in 0..<1024 {
      let logits = Array(values[(6 * cell)..<(6 * cell + 6)])
      #expect(abs(Double(maps.object.samples[cell]) - 1 / (1 + exp(-logits[0]))) < 1e-4)
      #expect(abs(Double(maps.gaze.samples[cell]) - exp(logits[1]) / total) < 1e-4)
      #expect(abs(Double(maps.face.samples[cell]) - 1 / (1 + exp(-logits[2]))) < 1e-4)
      #expect(abs(Double(maps.thing.samples[cell]) - 1 / (1 + exp(-logits[3]))) < 1e-4)
      #expect(abs(Double(maps.keep.samples[cell]) - exp(logits[5]) / totalKeep) < 1e-4)
    }
  }

  @Test(arguments: [(1, NetworkOutput.heads), (2, .heads), (3, .extents)])
  func `of heads and of extents agrees with the plain implementation`(
    place: Int, output: NetworkOutput
  ) throws {
    let before = [NetworkOutput.importance, .heads, .heads].prefix(place).reduce(0) {
      $0 + NetworkWeights.byteCount(of: $1)
    }
    let bytes = try standardWeights().dropFirst(before).prefix(
      NetworkWeights.byteCount(of: output))
    let weights = try #require(NetworkWeights(bytes, output))
    let colour = colours(seed: 6)
    let values = expected(weights, colour)
    let network = MapNetwork(weights)
    network.read(NetworkPicture(colour)) { grid, _ in
      let maps = output.count
      for index in 0..<(maps * 1024) {
        let (cell, map) = (index / maps, index % maps)
        let found = grid.row(cell / 32)[cell % 32 * grid.channels + map]
        #expect(abs(Double(found) - values[index]) < 1e-4 * max(1, abs(values[index])))
      }
    }
  }

  @Test(arguments: [(3, 1, 8, 16), (4, 2, 3, 8), (2, 2, 16, 8), (1, 1, 8, 5)])
  func `a convolution adds up what its kernel covers, with zeros outside`(
    shape: (kernel: Int, stride: Int, inputs: Int, outputs: Int)
  ) {
    var random = SplitMix64(seed: 2)
    func numbers(_ count: Int) -> [Float] {
      (0..<count).map { _ in .random(in: -1...1, using: &random) }
    }
    let side = 8
    let values = numbers(side * side * shape.inputs)
    let weights = numbers(shape.kernel * shape.kernel * shape.inputs * shape.outputs)
    let bias = numbers(shape.outputs)
    let convolution = Convolution(
      kernel: shape.kernel, stride: shape.stride, inputs: shape.inputs, weights: weights, bias: bias
    )
    let source = FeatureGrid(side: side, channels: shape.inputs)
    for (index, value) in values.enumerated() {
      let row = index / (side * shape.inputs)
      source.row(row)[index % (side * shape.inputs)] = value
    }
    let target = FeatureGrid(side: side / shape.stride, channels: 8 * ((shape.outputs + 7) / 8))
    convolution.apply(to: source, into: target)
    let expected = ReferenceNetwork.convolved(
      ReferenceNetwork.Grid(side: side, channels: shape.inputs, values: values), weights, bias,
      kernel: shape.kernel, stride: shape.stride, padding: shape.kernel >= 3 ? 1 : 0)
    for (index, value) in expected.values.enumerated() {
      let (cell, output) = (index / shape.outputs, index % shape.outputs)
      let row = target.row(cell / target.side)
      #expect(abs(row[cell % target.side * target.channels + output] - value) < 1e-5)
    }
  }

  @Test func `sums are identical to the last bit with registers of any size`() {
    var random = SplitMix64(seed: 3)
    let (inputs, cells, outputs) = (5, 12, CCONVOLUTION_OUTPUTS)
    func numbers(_ count: Int) -> [Float] {
      (0..<count).map { _ in .random(in: -1...1, using: &random) }
    }
    let (rowStride, run) = ((cells + 2) * inputs, 3 * inputs)
    let (source, weights, bias) = (
      numbers(3 * rowStride), numbers(3 * run * outputs), numbers(outputs)
    )
    var expected: [UInt32] = []
    for (cell, output) in (0..<cells).flatMap({ cell in (0..<outputs).map { (cell, $0) } }) {
      var sum = bias[output]
      for (row, place) in (0..<3).flatMap({ row in (0..<run).map { (row, $0) } }) {
        sum +=
          weights[(row * run + place) * outputs + output]
          * source[row * rowStride + cell * inputs + place]
      }
      expected.append(sum.bitPattern)
    }
    #expect(Set(expected).count > 20)
    for isWide in cconvolution_is_wide() ? [false, true] : [false] {
      var target = [Float](repeating: 0, count: cells * outputs)
      source.withUnsafeBufferPointer { source in
        weights.withUnsafeBufferPointer { weights in
          bias.withUnsafeBufferPointer { bias in
            target.withUnsafeMutableBufferPointer { target in
              var row = cconvolution_row(
                source: source.baseAddress, source_row: rowStride, source_cell: inputs, kernel: 3,
                run: run, weights: weights.baseAddress, bias: bias.baseAddress,
                target: target.baseAddress, target_cell: outputs, cells: cells)
              cconvolution_add_up(&row, isWide)
            }
          }
        }
      }
      #expect(target.map(\.bitPattern) == expected)
    }
  }

  @Test(arguments: 1...2)
  func `gives mirrored results for a mirrored picture`(seed: UInt64) throws {
    let model = try #require(ImportanceModel.standard)
    let image = AnalysisImage.scene(seed: seed, width: 60, height: 44)
    let maps = model.look(at: NetworkPicture(ColourPlanes(image))).maps
    let mirrored = model.look(at: NetworkPicture(ColourPlanes(image.mirrored))).maps
    for (plane, other) in [(maps.object, mirrored.object), (maps.face, mirrored.face)] {
      for y in 0..<32 {
        for x in 0..<32 {
          #expect(abs(plane.samples[32 * y + x] - other.samples[32 * y + 31 - x]) < 1e-4)
        }
      }
    }
  }

  @Test func `gives the same bits every time, whatever ran before on the same grids`() throws {
    let model = try #require(ImportanceModel.standard)
    let first = model.look(at: picture(seed: 1)).maps
    _ = model.look(at: picture(seed: 2))
    let again = model.look(at: picture(seed: 1)).maps
    #expect(first.object.samples == again.object.samples)
    #expect(first.gaze.samples == again.gaze.samples)
  }

  @Test func `probabilities lie between 0 and 1 and densities add up to 1`() throws {
    let maps = try #require(ImportanceModel.standard).look(at: picture(seed: 4)).maps
    for plane in [maps.object, maps.face, maps.thing] {
      #expect(plane.samples.allSatisfy { (0...1).contains($0) })
    }
    #expect(abs(maps.gaze.total - 1) < 1e-4)
    #expect(abs(maps.glance.total - 1) < 1e-4)
    #expect(abs(maps.keep.total - 1) < 1e-4)
  }
}
