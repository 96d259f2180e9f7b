import PhotoGeometry
import Testing
import _TestSupport

@testable import SmartCrop

@Suite struct `Scanning with a cascade` {
  private func plane(seed: UInt64, width: Int = 31, height: Int = 14) -> BytePlane {
    var random = SplitMix64(seed: seed)
    let samples = (0..<(width * height)).map { cell in
      UInt8.random(in: 0...127, using: &random) + (cell % 9 < 5 ? 0 : 100)
    }
    return BytePlane(width: width, height: height, samples: samples)
  }

  /// Evaluates one window of 8×8 by adding up its pixels.
  private func passes(_ cascade: Cascade, _ plane: BytePlane, _ x: Int, _ y: Int) -> Bool {
    func sum(_ left: Int, _ top: Int, _ width: Int, _ height: Int, _ power: Int = 1) -> Double {
      (top..<(top + height)).reduce(0.0) { total, row in
        (left..<(left + width)).reduce(total) { total, column in
          let sample = Double(plane.samples[(y + row) * plane.width + x + column])
          return total + (power == 1 ? sample : sample * sample)
        }
      }
    }
    let norm = (36 * sum(1, 1, 6, 6, 2) - sum(1, 1, 6, 6) * sum(1, 1, 6, 6)).squareRoot()
    func goesLeft(_ node: Cascade.Node) -> Bool {
      let value = cascade.features[node.feature].rects.reduce(0.0) {
        $0 + Double($1.weight) * sum($1.x, $1.y, $1.width, $1.height)
      }
      return value < Double(node.threshold) * norm
    }
    func value(_ tree: Cascade.Tree) -> Float {
      var next = 0
      repeat {
        next = goesLeft(tree.nodes[next]) ? tree.nodes[next].left : tree.nodes[next].right
      } while next > 0
      return tree.leaves[-next]
    }
    if norm <= 360 { return false }
    return cascade.stages.allSatisfy { stage in
      stage.trees.reduce(0) { $0 + value($1) } >= stage.threshold
    }
  }

  @Test(arguments: [1, 2])
  func `finds what adding up the pixels of every window finds`(step: Int) throws {
    let cascade = try #require(Cascade(DrawnCascade.haar.utf8))
    let scan = CascadeScan(cascade)
    var found = 0
    for seed in UInt64(1)...4 {
      let plane = plane(seed: seed)
      let plan = CascadeScan.Plan(leastSide: 8, step: 9, denseFactor: step == 1 ? 0 : 2)
      let hits = Set(
        scan.hits(in: plane, plan).map {
          PixelRect(x: Int($0.x), y: Int($0.y), width: 8, height: 8)
        })
      for y in stride(from: 0, through: plane.height - 8, by: step) {
        for x in stride(from: 0, through: plane.width - 8, by: step) {
          let hit = hits.contains(PixelRect(x: x, y: y, width: 8, height: 8))
          #expect(hit == passes(cascade, plane, x, y))
          found += hit ? 1 : 0
        }
      }
      #expect(hits.allSatisfy { $0.x.isMultiple(of: step) && $0.y.isMultiple(of: step) })
    }
    #expect(found > 0)
  }

  /// A map with heads here and there.
  private func heads(seed: UInt64) -> HeadMap {
    var random = SplitMix64(seed: seed)
    let samples = (0..<(6 * 5)).map { _ in
      Bool.random(using: &random) ? 0 : Float.random(in: 0...0.3, using: &random)
    }
    return HeadMap(Plane(width: 6, height: 5, samples: samples))
  }

  @Test(arguments: [1, 2])
  func `no window with a head in its middle is left out, and none is added`(step: Int) throws {
    let scan = CascadeScan(try #require(Cascade(DrawnCascade.haar.utf8)))
    var (kept, dropped) = (0, 0)
    for seed in UInt64(1)...8 {
      let (plane, heads) = (plane(seed: seed, width: 120, height: 60), heads(seed: seed))
      var plan = CascadeScan.Plan(leastSide: 8, denseFactor: step == 1 ? 0 : 9)
      let all = scan.hits(in: plane, plan)
      plan.heads = heads
      let found = Set(scan.hits(in: plane, plan))
      #expect(found.isSubset(of: all))
      for hit in all {
        // Scales are rounded to whole pixels, so a window's place is known to about one of them.
        let size = (width: Double(plane.width), height: Double(plane.height))
        let head = heads.probability(
          in: NormalizedRect(
            x: hit.x / size.width, y: hit.y / size.height, width: hit.side / size.width,
            height: hit.side / size.height))
        #expect(found.contains(hit) || head < 1.5 * CascadeScan.leastHead)
      }
      kept += found.count
      dropped += all.count - found.count
    }
    #expect(kept > 0 && dropped > 0)
  }

  @Test func `where no head is seen there is no window to look at`() throws {
    let scan = CascadeScan(try #require(Cascade(DrawnCascade.haar.utf8)))
    let nobody = HeadMap(Plane(width: 4, height: 4, samples: Array(repeating: 0.01, count: 16)))
    let plane = plane(seed: 2)
    #expect(!scan.hits(in: plane, CascadeScan.Plan(leastSide: 8)).isEmpty)
    #expect(scan.hits(in: plane, CascadeScan.Plan(leastSide: 8, heads: nobody)).isEmpty)
  }

  @Test(arguments: [1, 2, 3])
  func `finds in a mirrored picture the mirrored windows`(seed: UInt64) throws {
    let scan = CascadeScan(try #require(Cascade(DrawnCascade.haar.utf8)))
    let (plane, heads) = (plane(seed: seed, width: 90, height: 40), heads(seed: seed))
    func hits(_ plane: BytePlane, _ heads: HeadMap?) -> [CascadeHit] {
      scan.hitsInBothViews(of: plane, CascadeScan.Plan(leastSide: 8, heads: heads))
    }
    func rounded(_ hits: [CascadeHit], mirrored: Bool) -> [[Int]] {
      hits.map { hit in
        let x = mirrored ? Double(plane.width) - hit.x - hit.side : hit.x
        return [x, hit.y, hit.side].map { Int(($0 * 1000).rounded()) }
      }.sorted { $0.lexicographicallyPrecedes($1) }
    }
    for (map, other) in [(nil, nil), (heads, heads.mirrored)] {
      let found = rounded(hits(plane, map), mirrored: true)
      #expect(!found.isEmpty)
      #expect(rounded(hits(plane.mirrored, other), mirrored: false) == found)
    }
  }

  @Test(arguments: [(1, 1), (7, 30), (8, 8), (30, 7), (320, 9)])
  func `looks at no window larger than the picture`(sides: (Int, Int)) throws {
    let scan = CascadeScan(try #require(Cascade(DrawnCascade.haar.utf8)))
    let hits = scan.hits(in: plane(seed: 3, width: sides.0, height: sides.1), .init(leastSide: 8))
    let fits = hits.allSatisfy {
      $0.x + $0.side <= Double(sides.0) + 1 && $0.y + $0.side <= Double(sides.1) + 1
    }
    #expect(fits)
  }

  @Test func `groups windows that differ by less than a fifth`() {
    let near = [
      CascadeHit(x: 10, y: 10, side: 20), CascadeHit(x: 12, y: 10, side: 20),
      CascadeHit(x: 11, y: 13, side: 20),
    ]
    let far = [CascadeHit(x: 60, y: 10, side: 20)]
    let groups = (near + far).grouped()
    #expect(
      groups == [CascadeHit(x: 11, y: 11, side: 20, count: 3), CascadeHit(x: 60, y: 10, side: 20)])
  }

  @Test func `keeps the larger of two groups that cover each other`() {
    let face = [CascadeHit(x: 10, y: 10, side: 40), CascadeHit(x: 12, y: 10, side: 40)]
    #expect((face + [CascadeHit(x: 20, y: 20, side: 15)]).grouped().map(\.count) == [2])
  }

  /// A skin-coloured step from dark to bright, on which many windows of the drawn cascade pass.
  private var step: AnalysisImage {
    AnalysisImage(width: 60, height: 40) { x, _ in x < 30 ? (60, 40, 32) : (230, 160, 130) }
  }

  @Test func `a detector gives fractions of the picture`() throws {
    let regions = CascadeDetector(try #require(Cascade(DrawnCascade.haar.utf8))).regions(in: step)
    #expect(!regions.isEmpty)
    #expect(regions.allSatisfy { $0.kind == .face && $0.origin == .detector })
    #expect(regions.allSatisfy { $0.rect.x < 0.5 && $0.rect.maxX > 0.5 && $0.rect.maxY <= 1 })
  }

  @Test func `skin is skin in any light, and a grey picture has no say`() {
    let whole = NormalizedRect.full
    func share(_ r: UInt8, _ g: UInt8, _ b: UInt8) -> Double {
      SkinShare(AnalysisImage(width: 20, height: 20) { _, _ in (r, g, b) }).share(in: whole)
    }
    #expect(share(230, 170, 140) == 1 && share(120, 75, 55) == 1)
    #expect(share(40, 120, 220) == 0 && share(60, 160, 60) == 0)
    #expect(share(128, 128, 128) == 0.8)
  }
}
