/// A fact that a person should know about a photo or a crop.
///
/// The raw value is its name in records and JSON, stable across releases.
public enum PhotoFlag: String, Hashable, Sendable, CaseIterable {
  /// A focus region is not wholly inside the crop, though a crop of that size could hold it or a person gave it.
  case subjectCut
  /// The crop has fewer pixels than its frame, so it is enlarged.
  case lowResolution
  /// The photo is shown whole, over a ground made of itself.
  case fitted
  /// On a tinted Home Screen, which keeps only lightness, the subject of the crop can hardly be seen.
  case vanishesTinted
  /// The picture has no edge or barrier above noise; the crop is its centre.
  case flat
  /// A file has more bytes than its limit at the lowest quality allowed.
  case overByteLimit
  /// The JPEG, PNG or GIF lacks its end; the pixels of its picture, or of its first frame, are complete.
  case missingEnd
  /// The preview inside a camera's raw file was prepared.
  case preview
  /// The photo's gain map cannot be read, so no picture carries it.
  case gainMapUnread
  /// A file has no gain map, as it would have exceeded its byte limit.
  case gainMapLeftOut
  /// The renders were made from the master, as the photo was missing.
  case fromMaster

  /// A step of a photo's preparation.
  public enum Step: Hashable, Sendable {
    /// Reading the photo's file.
    case reading
    /// Choosing a crop.
    case cropping
    /// Encoding the master or a render.
    case encoding
    /// Preparing photos of older rules again.
    case upgrading
  }

  /// The step that finds it.
  public var step: Step {
    switch self {
    case .missingEnd, .preview, .gainMapUnread: .reading
    case .subjectCut, .lowResolution, .fitted, .vanishesTinted, .flat: .cropping
    case .overByteLimit, .gainMapLeftOut: .encoding
    case .fromMaster: .upgrading
    }
  }
}
