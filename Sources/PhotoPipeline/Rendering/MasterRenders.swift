internal import Imaging
internal import PhotoCatalog
package import PhotoStore

/// Makes renders from masters by the same steps as from photos.
package enum MasterRenders {
  /// Makes a family's render again, for ``PhotoCatalog/StoreRepair``.
  package static func render(
    _ family: RenderFamily, of record: PhotoRecord, from master: [UInt8]
  ) throws -> (bytes: [UInt8], quality: Int?) {
    let photo = record.preparation
    guard let crop = photo.crops[family], let frame = photo.recipe.frames[family] else {
      throw PhotoprepError.lacking("a crop of \(family.name)", path: record.id.fileName)
    }
    let cut = crop.isFitted ? PictureCut.fitted(into: frame) : PictureCut(crop.rect, to: frame)
    let render = try PhotoRendering(reading: ReadingSettings()).renders(
      of: master, named: photo.master.name.description,
      cutting: [RenderCut(family: family, cut: cut)], atLeast: 1, by: photo.recipe)[0]
    return (render.bytes, render.quality)
  }
}
