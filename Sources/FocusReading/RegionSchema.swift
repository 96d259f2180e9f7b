internal import Foundation
internal import Imaging
internal import SmartCrop

/// A region as metadata states it, with its kind and weight.
struct StatedRegion: Equatable {
  /// The region in fractions of the picture it was measured in; a point has no sides.
  var rect: NormalizedRect
  var kind = FocusRegion.Kind.region
  var weight = 1.0
}

/// The regions of one schema and the size of the picture in which they were measured.
struct StatedRegions: Equatable {
  var frame: RegionFrame
  var regions: [StatedRegion]
}

/// A schema for regions in metadata.
protocol RegionSchema: SendableMetatype {
  /// Texts one of which is in every packet that has such regions or names, whatever the prefixes.
  static var marks: [String] { get }

  /// Reads the regions; `nil` if there are none, or if they are of another picture.
  static func regions(in properties: XMPValue, of photo: PhotoMetadata) -> StatedRegions?

  /// The names of people, unchanged; some may be empty.
  static func people(in properties: XMPValue) -> [String]
}

/// The weights of regions; decision 0130.
enum RegionWeight {
  /// A person or a program named a person or a thing in the picture.
  static let subject = 1.0
  /// A place was marked, but not as the main one.
  static let place = 0.5
  /// Where the camera measured sharpness.
  static let focus = 0.2
}
