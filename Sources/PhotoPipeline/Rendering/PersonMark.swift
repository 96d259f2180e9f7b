internal import FocusReading
internal import Foundation
internal import Imaging
internal import PhotoCatalog
internal import PhotoStore

/// The value stored for a person's name in a record and in the catalog.
///
/// It tells whether a photo has a given name, but not which names it has, nor which photos have the same
/// name (decision 0807).
enum PersonMark {
  /// The first 16 digits of the SHA-256 of the photo's identifier and the name; case and the composition of accents do
  /// not matter.
  static func text(of name: String, in photo: PhotoID) -> String {
    let name = name.precomposedStringWithCanonicalMapping.lowercased()
    return "\(PhotoID(ContentDigest(of: Array("\(photo) \(name)".utf8))))"
  }
}

extension StatedFacts {
  /// When and how the photo was taken and rated, and the marks of the people whom it names.
  func capture(of bytes: [UInt8]) -> PhotoCapture {
    if people.isEmpty { return capture }
    let photo = PhotoID(ContentDigest(of: bytes))
    var capture = capture
    capture.people = Set(people.map { PersonMark.text(of: $0, in: photo) }).sorted()
    return capture
  }
}
