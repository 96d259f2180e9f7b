internal import Imaging
package import PhotoCatalog
package import PhotoStore

/// Makes renders from masters with the steps that made them from the photos.
package struct MasterRenders: RenderMaking {
  /// Makes the maker; it holds nothing.
  package init() {}

  package func render(
    _ family: RenderFamily, of record: PhotoRecord, from master: [UInt8]
  ) throws -> RemadeRender {
    let photo = record.preparation
    guard let crop = photo.crops[family], let frame = photo.recipe.frames[family] else {
      throw PhotoprepError.lacking("a crop of \(family.name)", path: record.id.fileName)
    }
    let cut = crop.isFitted ? PictureCut.whole(in: frame) : PictureCut(crop.rect, to: frame)
    let render = try PhotoRendering(reading: ReadingSettings()).renders(
      of: master, named: photo.master.name.description,
      cutting: [RenderCut(family: family, cut: cut)], atLeast: 1, by: photo.recipe)[0]
    return RemadeRender(bytes: render.bytes, quality: render.quality)
  }
}
