package import PhotoGeometry
package import PhotoStore

extension Recipe {
  /// How the master is encoded.
  package var masterPolicy: JPEGPolicy {
    policy(quality: master.quality, byteLimit: master.byteLimit)
  }

  /// How a render is encoded.
  package func policy(for family: RenderFamily) -> JPEGPolicy {
    policy(quality: renders[family].quality, byteLimit: renders[family].byteLimit)
  }

  private func policy(quality: Int, byteLimit: Int) -> JPEGPolicy {
    JPEGPolicy(quality: quality, byteLimit: byteLimit, step: qualityStep, floor: qualityFloor)
  }
}
