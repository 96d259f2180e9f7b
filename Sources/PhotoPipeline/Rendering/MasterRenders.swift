internal import Imaging
package import PhotoCatalog
package import PhotoGeometry
package import PhotoStore

/// Makes renders from masters with the steps that made them from the photos.
package struct MasterRenders: RenderMaking {
  /// Makes the maker; it holds nothing.
  package init() {}

  package func render(
    _ family: RenderFamily, of record: PhotoRecord, from master: [UInt8]
  ) throws -> RemadeRender {
    let recipe = record.preparation.recipe
    let name = record.preparation.master.name.description
    // A master is opaque, so what would show through never does.
    let raster = try PhotoSource(bytes: master, name: name, limits: .standard)
      .decode(atLeast: 1, background: .black)
    let jpeg =
      try raster
      .cropped(to: record.preparation.crops[family].rect, resizedTo: recipe.frames[family])
      .filtered(by: recipe).jpeg(recipe.policy(for: family))
    return RemadeRender(bytes: jpeg.bytes, quality: jpeg.quality)
  }
}
