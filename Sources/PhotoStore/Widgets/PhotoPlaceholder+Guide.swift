extension PhotoPlaceholder {
  /// The guide's text, a few English words, which `PhotoGuide` takes for the key of a translation.
  public var guide: String {
    switch self {
    case .notConfigured: "Choose an album"
    case .notPrepared: "Add photos in the app"
    case .fileMissing: "Open the app to get this photo"
    case .storeTooNew: "Update the app"
    case .containerMissing: "Open the app once"
    }
  }
}
