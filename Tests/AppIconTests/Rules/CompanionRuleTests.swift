import Foundation
import PhotoGeometry
import Testing

@testable import AppIcon

@Suite struct `Picture rules with a companion` {
  @Test(arguments: ImageCase.withCompanion.indices)
  func `breaking fixture breaks its rule and the companion alone`(_ index: Int) {
    let sample = ImageCase.withCompanion[index]
    #expect(rules(sample.breaking) == [sample.rule, sample.companion])
  }

  @Test(arguments: ImageCase.withCompanion.indices)
  func `fixture just inside breaks the companion alone`(_ index: Int) {
    let sample = ImageCase.withCompanion[index]
    #expect(rules(sample.inside) == [sample.companion])
  }

  private func rules(_ data: Data) -> Set<String> {
    let role = IconRole(size: PixelSize(width: 64, height: 64))
    let image = IconImage(path: "A.png", data: data, role: role)
    return Set(IconRules.image.findings(in: image).map(\.rule))
  }
}
