internal import Foundation
internal import PhotoCatalog
internal import PhotoStore

/// A design that shows a photo from edge to edge, like the published app's own template for photos.
enum PhotoDesign {
  /// The design that the app writes for that template, in its newest version (decision 0325).
  private static let template = """
    {
      "layout": {
        "alignment": "leading", "axis": "vertical", "posterOverlayMode": "none",
        "primaryLineLimit": 2, "primaryLineLimitSmall": 1, "secondaryLineLimit": 2,
        "secondaryLineLimitSmall": 1, "showsAccentBar": false, "spacing": 8, "template": "poster"
      },
      "style": {
        "accent": "pink", "background": "subtleMaterial", "backgroundGlowEnabled": false,
        "backgroundOverlay": "plain", "backgroundOverlayOpacity": 0, "cornerRadius": 20,
        "nameTextStyle": "caption", "padding": 16, "primaryTextStyle": "title3",
        "secondaryTextStyle": "caption2", "symbolSize": 34, "weatherScale": 1
      },
      "version": 8
    }
    """

  /// Makes the design of an image, with its title in the app.
  ///
  /// - Throws: Never, as the template is valid.
  static func document(of image: ImageSpec, title: String) throws -> StoreDocument {
    let digest = ContentDigest(of: image.json(dates: .iso8601).canonicalBytes + Array(title.utf8))
    let date = image.smartPhoto?.preparedAt ?? Date(timeIntervalSinceReferenceDate: 0)
    let template = try StoreDocument(.design, bytes: Array(template.utf8), path: title)
    var design = template.json.object ?? [:]
    design["id"] = .string(ImportedFileName.identifier(of: digest))
    design["name"] = .string(title)
    // The app replaces an empty text by a greeting.
    design["primaryText"] = .string(title)
    design["updatedAt"] = .date(date, as: .iso8601)
    design["image"] = image.json(dates: .iso8601)
    return StoreDocument(.design, json: .object(design)) ?? template
  }

  /// Makes the design of an album; where the album is not known, it shows the album's first photo.
  static func showing(
    _ album: Album, named name: String, _ first: PhotoRecord, title: String
  ) throws -> NewDesign {
    let design = try document(of: first.image, title: title).withAlbums([name])
    return NewDesign(design, title: title, album: (name, album))
  }
}
