internal import FocusReading
internal import Foundation
internal import Imaging
internal import PhotoCatalog
internal import PhotoStore

/// What stands for a person's name in a record and in the catalog: it can be asked whether a photo names somebody, and
/// neither whom it names nor which photos name the same person (decision 0807).
enum PersonMark {
  /// The first 16 digits of the SHA-256 of the photo's identifier and the name; capitals do not matter, nor how accents
  /// are composed.
  static func text(of name: String, in photo: PhotoID) -> String {
    let name = name.precomposedStringWithCanonicalMapping.lowercased()
    return "\(PhotoID(ContentDigest(of: Array("\(photo) \(name)".utf8))))"
  }
}

extension StatedFacts {
  /// How a photo of these bytes was taken and rated, and the marks of those whom it names.
  func capture(of bytes: [UInt8]) -> PhotoCapture {
    if people.isEmpty { return capture }
    let photo = PhotoID(ContentDigest(of: bytes))
    var capture = capture
    capture.people = Set(people.map { PersonMark.text(of: $0, in: photo) }).sorted()
    return capture
  }
}
