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

/// The regions of one schema and the picture they were measured in.
struct StatedRegions: Equatable {
  var frame: RegionFrame
  var regions: [StatedRegion]
}

/// One way to write regions into metadata.
protocol RegionSchema: SendableMetatype {
  /// Texts of which one stands in every packet that has such regions or names, whatever the prefixes.
  static var marks: [String] { get }

  /// Reads the regions; `nil` without any, or where they are of another picture.
  static func regions(in properties: XMPValue, of photo: PhotoMetadata) -> StatedRegions?

  /// The people who are named, as their names are written; empty texts among them.
  static func people(in properties: XMPValue) -> [String]
}

/// What a region weighs; decision 0130.
enum RegionWeight {
  /// A person or a program named a person or a thing in the picture.
  static let subject = 1.0
  /// A place was marked without saying that it is the main one.
  static let place = 0.5
  /// Where the camera measured sharpness.
  static let focus = 0.2
}
