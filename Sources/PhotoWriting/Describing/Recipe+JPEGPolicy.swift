package import PhotoGeometry
package import PhotoStore

extension Recipe {
  /// How the master is encoded.
  package var masterPolicy: JPEGPolicy {
    policy(quality: master.quality, byteLimit: master.byteLimit)
  }

  /// How a render is encoded.
  package func policy(for family: RenderFamily) -> JPEGPolicy {
    let render = renders[family] ?? renders.large
    return policy(quality: render.quality, byteLimit: render.byteLimit)
  }

  private func policy(quality: Int, byteLimit: Int) -> JPEGPolicy {
    JPEGPolicy(quality: quality, byteLimit: byteLimit, step: qualityStep, floor: qualityFloor)
  }
}
