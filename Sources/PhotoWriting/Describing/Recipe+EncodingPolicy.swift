package import PhotoGeometry
package import PhotoStore

extension Recipe {
  /// How the master is encoded.
  package var masterPolicy: EncodingPolicy {
    policy(.master, quality: master.quality, byteLimit: master.byteLimit)
  }

  /// How a render is encoded.
  package func policy(for family: RenderFamily) -> EncodingPolicy {
    let render = renders[family] ?? renders.large
    return policy(.render(family), quality: render.quality, byteLimit: render.byteLimit)
  }

  private func policy(
    _ role: StoredFileName.Role, quality: Int, byteLimit: Int
  ) -> EncodingPolicy {
    EncodingPolicy(
      format(of: role), quality: quality, byteLimit: byteLimit, step: qualityStep,
      floor: qualityFloor)
  }
}
