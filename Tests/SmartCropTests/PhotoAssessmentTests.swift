import PhotoGeometry
import Testing
import _TestSupport

@testable import SmartCrop

@Suite("Photo assessment")
struct PhotoAssessmentTests {
  private static let size = PixelSize(width: 300, height: 200)

  /// Coloured discs on a shaded ground, drawn at a blur and a noise.
  private func scene(blur: Double = 0, noise: Double = 0) -> ColourPlanes {
    var random = SplitMix64(seed: 4)
    func disc(_ x: Int, _ y: Int) -> Int? {
      let place = (x % 60 - 30) * (x % 60 - 30) + (y % 50 - 25) * (y % 50 - 25)
      return place < 280 ? x / 60 + y / 50 : nil
    }
    func plane(_ colour: (Int) -> Float) -> Plane {
      var samples: [Float] = []
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width {
          samples.append(disc(x, y).map(colour) ?? Float(70 + x / 6))
        }
      }
      var plane = Plane(width: Self.size.width, height: Self.size.height, samples: samples)
      if blur > 0 { plane = plane.blurred(sigma: blur) }
      return plane.mapped { value in
        let grain = (0..<4).reduce(0.0) { sum, _ in sum + Double.random(in: -1...1, using: &random)
        }
        return min(255, max(0, (value + Float(grain * noise)).rounded()))
      }
    }
    return ColourPlanes(
      red: plane { Float(200 - 20 * ($0 % 4)) }, green: plane { Float(60 + 40 * ($0 % 3)) },
      blue: plane { Float(40 + 50 * ($0 % 5)) })
  }

  private func assessment(
    _ colour: ColourPlanes, hasCamera: Bool = true, appeal: Double? = nil,
    with regions: [FocusRegion] = []
  ) -> PhotoAssessment {
    let size = PixelSize(width: colour.red.width, height: colour.red.height)
    let pixels = colour.red.samples.indices.flatMap { i in
      [colour.red, colour.green, colour.blue].map { UInt8($0.samples[i]) }
    }
    let image = AnalysisImage(size: size, pixels: pixels)
    var analysis = CropAnalyzer(options: CropOptions(model: nil)).analyze(image, focus: regions)
    analysis.appeal = appeal
    let frames = [PixelSize(width: 100, height: 100), PixelSize(width: 200, height: 100)]
    let choices = frames.map { analysis.crop(to: AspectRatio($0), in: size, frame: $0) }
    let luma = colour.luma.samples.map { UInt8($0.rounded()) }
    return PhotoAssessment(
      of: image, DetailPlane(size: size, samples: luma), analysis, choices,
      for: frames, in: size, hasCamera: hasCamera)
  }

  /// The scene below a bar of a tone, with strokes in it unless there is no caption; bold ones reach from side to side.
  private func captioned(
    _ ground: Float, _ ink: Float?, isBelow: Bool = false, isBold: Bool = false
  ) -> ColourPlanes {
    let (bar, columns, stroke) = isBold ? (50, 3..<297, 3) : (50, 20..<160, 2)
    func plane(_ scene: Plane) -> Plane {
      let width = scene.width
      var samples = [Float](repeating: ground, count: width * bar)
      for y in 15..<25 {
        for x in columns where x % 4 < stroke { if let ink { samples[y * width + x] = ink } }
      }
      return Plane(
        width: width, height: scene.height + bar,
        samples: isBelow ? scene.samples + samples : samples + scene.samples)
    }
    // Noise, as pixels like their neighbours are of a screen.
    let scene = scene(noise: 3)
    return ColourPlanes(red: plane(scene.red), green: plane(scene.green), blue: plane(scene.blue))
  }

  @Test func `a caption in a bar makes a picture without a camera a document`() {
    for (ground, ink) in [(Float(255), Float(10)), (5, 240)] {
      for (isBelow, isBold) in [(false, false), (true, false), (false, true), (true, true)] {
        let picture = captioned(ground, ink, isBelow: isBelow, isBold: isBold)
        #expect(assessment(picture, hasCamera: false, appeal: 0.9).kind == .document)
        #expect(assessment(picture, hasCamera: true, appeal: 0.9).kind == .photo)
      }
    }
    // Without a bar, without writing, and in a tone of photos.
    for picture in [scene(noise: 3), captioned(255, nil), captioned(128, 10)] {
      #expect(assessment(picture, hasCamera: false, appeal: 0.9).kind == .photo)
    }
  }

  /// The scene with strokes over it, white with a black outline: all of a part of its columns.
  private func lettered(_ columns: Range<Int>, _ rows: Range<Int>) -> ColourPlanes {
    func plane(_ scene: Plane) -> Plane {
      var scene = scene
      for y in rows {
        for x in columns { scene.samples[y * scene.width + x] = x % 8 < 4 ? 250 : 10 }
      }
      return scene
    }
    let scene = scene(noise: 3)
    return ColourPlanes(red: plane(scene.red), green: plane(scene.green), blue: plane(scene.blue))
  }

  @Test func `outlined letters over a picture without a camera make it a document`() {
    for rows in [10..<30, 170..<190] {
      let picture = lettered(60..<240, rows)
      #expect(assessment(picture, hasCamera: false, appeal: 0.9).kind == .document)
      #expect(assessment(picture, hasCamera: true, appeal: 0.9).kind == .photo)
    }
    // At one side, in the middle, and as low as a fence.
    for (columns, rows) in [(20..<200, 10..<30), (60..<240, 90..<110), (60..<240, 10..<13)] {
      let picture = lettered(columns, rows)
      #expect(assessment(picture, hasCamera: false, appeal: 0.9).kind == .photo)
    }
  }

  /// Sharpness and strength of a plane that is one block, pixel by pixel as docs/how-photos-are-chosen.md has them.
  private func edges(
    _ samples: [UInt8], width: Int, height: Int, noise: Float
  ) -> (sharpness: Float, strength: Float) {
    let limit = 3 * Float(2).squareRoot() * noise
    let (core, blurCore) = (Int((9 * limit).rounded()), Int(limit.rounded()))
    var (edges, lost) = (0, 0)
    for y in 5..<height - 5 {
      for x in 5..<width - 5 {
        func at(_ x: Int, _ y: Int) -> Int { Int(samples[y * width + x]) }
        let steps = [
          (at(x, y) - at(x - 1, y), at(x + 4, y) - at(x - 5, y)),
          (at(x, y) - at(x, y - 1), at(x, y + 4) - at(x, y - 5)),
        ]
        for (step, blurred) in steps {
          let edge = max(0, 9 * abs(step) - core)
          edges += edge
          lost += max(0, edge - max(0, abs(blurred) - blurCore))
        }
      }
    }
    let pixels = (width - 10) * (height - 10)
    return (Float(lost) / Float(edges), Float(edges) / Float(9 * pixels))
  }

  @Test(arguments: [(32, 32), (41, 35), (42, 63), (63, 33)])
  func `edges computed sixteen columns at a time equal those computed one at a time`(
    width: Int, height: Int
  ) throws {
    var random = SplitMix64(seed: UInt64(width))
    let samples = (0..<width * height).map { place in
      UInt8((place % width) * 3 + (place / 7 % 5) * 8 + Int.random(in: 0...9, using: &random))
    }
    let size = PixelSize(width: width, height: height)
    let blocks = try #require(DetailBlocks(DetailPlane(size: size, samples: samples)))
    let plain = edges(samples, width: width, height: height, noise: blocks.noise)
    #expect(blocks.sharpness == [plain.sharpness] && blocks.strength == [plain.strength])
  }

  @Test func `the score falls with every step of blur, because its sharpness falls`() {
    let steps = [0, 1, 2, 4].map { assessment(scene(blur: $0)) }
    for (sharper, softer) in zip(steps, steps.dropFirst()) {
      #expect(sharper.score.total > softer.score.total)
      #expect((sharper.score[.sharpness] ?? 0) > (softer.score[.sharpness] ?? 1))
    }
    #expect((steps[3].score[.sharpness] ?? 1) < 0.15)
  }

  @Test func `noise costs more than the sharpness it seems to add`() {
    let steps = [0, 4, 8].map { assessment(scene(noise: $0)) }
    for (clean, noisy) in zip(steps, steps.dropFirst()) {
      #expect(clean.score.total > noisy.score.total)
      #expect((clean.score[.noise] ?? 0) > (noisy.score[.noise] ?? 1))
    }
  }

  @Test func `too little or too much light costs exposure`() {
    func exposed(_ gain: Float) -> Double {
      func plane(_ plane: Plane) -> Plane { plane.mapped { min(255, ($0 * gain).rounded()) } }
      let scene = scene()
      return assessment(
        ColourPlanes(red: plane(scene.red), green: plane(scene.green), blue: plane(scene.blue))
      ).score[.exposure] ?? 0
    }
    #expect(exposed(1) > exposed(0.3) && exposed(1) > exposed(2.5))
  }

  @Test func `a wall, a covered lens and a pocket are blank`() {
    for level in [Float(2), 120, 250] {
      let plane = Plane(width: 300, height: 200, repeating: level)
      #expect(assessment(ColourPlanes(red: plane, green: plane, blue: plane)).kind == .blank)
    }
    #expect(assessment(scene()).kind == .photo)
  }

  @Test func `rows of print without heads are a document, and no camera's photo is a screenshot`() {
    var random = SplitMix64(seed: 9)
    var samples = [Float](repeating: 0, count: 320 * 320)
    for y in 0..<320 {
      for x in 0..<320 {
        let isLine = y % 12 < 6 && x > 20 && x < 300
        let isInk = isLine && Int.random(in: 0..<3, using: &random) == 0
        samples[y * 320 + x] = isInk ? 40 : 226 + Float.random(in: -2...2, using: &random).rounded()
      }
    }
    let page = Plane(width: 320, height: 320, samples: samples)
    #expect(assessment(ColourPlanes(red: page, green: page, blue: page)).kind == .document)
    // A page on its side is one too, and poles before a bright sky are none.
    func kind(_ tone: (Int, Int) -> Float) -> PhotoKind {
      let tones = samples.indices.map { tone($0 % 320, $0 / 320) }
      let plane = Plane(width: 320, height: 320, samples: tones)
      return assessment(ColourPlanes(red: plane, green: plane, blue: plane)).kind
    }
    #expect(kind { x, y in samples[x * 320 + y] } == .document)
    #expect(kind { x, y in x % 16 < 4 ? 40 : samples[y % 2 * 320] } == .photo)
    let place = NormalizedRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
    for kind in [FocusRegion.Kind.face, .animalFace] {
      let head = FocusRegion(place, kind: kind, origin: .detector)
      #expect(
        assessment(ColourPlanes(red: page, green: page, blue: page), with: [head]).kind == .photo)
    }
    let screen = page.mapped { $0 > 200 ? 245 : $0 }
    let colours = ColourPlanes(red: screen, green: screen, blue: screen)
    #expect(assessment(colours, hasCamera: false).kind == .screenshot)
    #expect(assessment(colours, hasCamera: true).kind == .document)
    #expect(assessment(colours, hasCamera: true, appeal: 0.5).kind == .photo)
    // A receipt on a dark table is a document if its appeal is low.
    let table = page.samples.indices.map { place in
      let (x, y) = (place % 320, place / 320)
      return x > 100 && x < 220 && y > 40 && y < 280
        ? page.samples[place] : Float(60 + (x * 7 + y * 3) % 23)
    }
    let receipt = Plane(width: 320, height: 320, samples: table)
    let picture = ColourPlanes(red: receipt, green: receipt, blue: receipt)
    #expect(assessment(picture, appeal: 0.05).kind == .document)
    #expect(assessment(picture, appeal: 0.15).kind == .photo)
  }

  @Test func `an estimate is an upper limit for the photo's score`() throws {
    let whole = assessment(scene())
    let estimate = whole.estimate
    #expect(!whole.score.isEstimate && estimate.score.isEstimate && estimate.kind == .photo)
    #expect(estimate.score[.sharpness] == nil && estimate.score[.noise] == nil)
    #expect(estimate.score[.colour] == whole.score[.colour])
    #expect(estimate.score.total > whole.score.total && estimate.score.total <= 1)
    let blurred = assessment(scene(blur: 4)).estimate
    #expect(blurred.score.total > assessment(scene(blur: 4)).score.total + 0.1)
    #expect(try #require(PhotoScore(named: estimate.score.named)).isEstimate)
  }

  @Test func `a score reads back as it was written, and its weights sum to 1`() throws {
    let score = assessment(scene()).score
    let read = try #require(PhotoScore(named: score.named))
    #expect(abs(read.total - score.total) < 1e-3)
    #expect(score[.heads] == nil)
    #expect(abs(PhotoScore.Term.allCases.reduce(0) { $0 + $1.weight } - 1) < 1e-9)
    #expect(PhotoScore(named: ["sharpness": 1.5]) == nil && PhotoScore(named: [:]) == nil)
  }
}
