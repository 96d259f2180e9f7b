/// What a person should know of a photo or a crop; the raw value is its name in records and JSON, stable across releases.
public enum PhotoFlag: String, Hashable, Sendable, CaseIterable {
  /// A focus region is not wholly inside the crop, though one of its size could hold it, or a person gave it.
  case subjectCut
  /// The crop has fewer pixels than the frame it is for, so that it has to be enlarged.
  case lowResolution
  /// The photo is shown whole, over a ground made of itself.
  case fitted
  /// What matters in the crop can hardly be told apart by lightness alone, as a tinted Home Screen shows it.
  case vanishesTinted
  /// The picture has neither an edge nor a barrier above noise; its centre was taken.
  case flat
  /// A file has more bytes than its limit at the lowest quality allowed.
  case overByteLimit
  /// A JPEG whose pixels are whole lacks its end marker.
  case missingEnd
  /// The preview inside a camera's raw file was prepared.
  case preview
  /// The photo has a gain map that cannot be read, so that no picture carries it.
  case gainMapUnread
  /// A file has no gain map, so that it keeps its byte limit.
  case gainMapLeftOut
  /// The renders were made from the master, because the photo was not to be had.
  case fromMaster

  /// A step of a photo's preparation.
  public enum Step: Hashable, Sendable {
    /// Reading the photo's file.
    case reading
    /// Choosing a crop.
    case cropping
    /// Encoding the master or a render.
    case encoding
    /// Preparing again what was prepared by older rules.
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
