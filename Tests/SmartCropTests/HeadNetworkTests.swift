import Foundation
import PhotoGeometry
import Testing
import _TestSupport

@testable import SmartCrop

@Suite struct `Head network` {
  /// What a cell says: a probability, a size and where the head's middle is from the cell's, in its own sizes.
  private struct Said {
    var probability = 0.9
    var width = 0.25
    var below = 0.0
    var right = 0.0
    var face = 0.5
    static let height = 0.375
  }

  /// The network's last grid with some cells set and all others silent.
  private func grid(_ cells: [[Int]: Said]) -> FeatureGrid {
    let grid = FeatureGrid(side: 32, channels: 8)
    for cell in 0..<1024 { grid.row(cell / 32)[cell % 32 * 8] = -9 }
    for (place, said) in cells {
      let score = log(said.probability / (1 - said.probability))
      let sizes = [log(said.width / 0.2), log(Said.height / 0.2)]
      let face = log(said.face / (1 - said.face))
      let values = ([score] + sizes + [said.below, face, said.right]).map { Float($0) }
      for (map, value) in values.enumerated() { grid.row(place[1])[place[0] * 8 + map] = value }
    }
    return grid
  }

  private func isEqual(_ rect: NormalizedRect, _ other: NormalizedRect) -> Bool {
    abs(rect.x - other.x) < 1e-5 && abs(rect.y - other.y) < 1e-5
      && abs(rect.width - other.width) < 1e-5 && abs(rect.height - other.height) < 1e-5
  }

  @Test func `finds nothing if no cell is sure enough`() {
    let grid = grid([[3, 4]: Said(probability: 0.55)])
    #expect(HeadNetwork.heads(in: grid, atLeast: 0.6).isEmpty)
    #expect(HeadNetwork.heads(in: grid, atLeast: 0.5).count == 1)
  }

  @Test func `reads size and place from a cell`() throws {
    let grid = grid([[15, 15]: Said(below: 0.1, right: -0.2, face: 0.7)])
    let head = try #require(HeadNetwork.heads(in: grid, atLeast: 0.6).first)
    #expect(abs(head.probability - 0.9) < 1e-6 && abs(head.face - 0.7) < 1e-6)
    let (middleX, middleY) = (15.5 / 32 - 0.05, 15.5 / 32 + 0.0375)
    let rect = NormalizedRect(
      x: middleX - 0.125, y: middleY - 0.1875, width: 0.25, height: 0.375)
    #expect(isEqual(head.rect, rect))
  }

  @Test func `averages the cells of one head and keeps two heads apart`() throws {
    let heads = HeadNetwork.heads(
      in: grid([
        [7, 15]: Said(), [8, 15]: Said(right: 0.125), [24, 15]: Said(probability: 0.8),
        [9, 15]: Said(probability: 0.15, width: 0.3),
      ]), atLeast: 0.6)
    #expect(heads.map { ($0.probability * 10).rounded() } == [9, 8])
    // Middles at 7.5 and 8.5 + 1 cells.
    let first = try #require(heads.first)
    #expect(abs(first.rect.x + first.rect.width / 2 - 8.5 / 32) < 1e-5)
  }

  @Test func `clips heads at the photo's border`() throws {
    let heads = HeadNetwork.heads(in: grid([[0, 31]: Said(), [31, 0]: Said()]), atLeast: 0.6)
    #expect(heads.count == 2)
    for head in heads {
      #expect(head.rect.x >= 0 && head.rect.y >= 0 && head.rect.maxX <= 1 && head.rect.maxY <= 1)
      #expect(abs(head.rect.width - (0.5 / 32 + 0.125)) < 1e-5)
    }
  }

  @Test(arguments: 1...3, [false, true])
  func `gives mirrored results for a mirrored picture`(seed: UInt64, ofAnimals: Bool) throws {
    let model = try #require(ImportanceModel.standard)
    let network = ofAnimals ? model.animals : model.heads
    let image = AnalysisImage.scene(seed: seed, width: 60, height: 44)
    let heads = network.look(at: NetworkPicture(ColourPlanes(image)), atLeast: 0).heads
    let mirrored = network.look(at: NetworkPicture(ColourPlanes(image.mirrored)), atLeast: 0).heads
    #expect(heads.count == mirrored.count)
    for (head, other) in zip(heads, mirrored) {
      #expect(abs(head.rect.x - (1 - other.rect.maxX)) < 1e-3)
      #expect(abs(head.rect.y - other.rect.y) < 1e-3)
    }
  }

  @Test func `gives the same bits every time`() throws {
    let network = try #require(ImportanceModel.standard).heads
    func heads(seed: UInt64) -> [HeadNetwork.Head] {
      let colour = ColourPlanes(.scene(seed: seed, width: 64, height: 48))
      return network.look(at: NetworkPicture(colour), atLeast: 0).heads
    }
    let first = heads(seed: 8)
    _ = heads(seed: 9)
    #expect(heads(seed: 8) == first)
  }
}
