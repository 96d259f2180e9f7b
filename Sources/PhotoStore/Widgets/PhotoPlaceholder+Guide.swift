extension PhotoPlaceholder {
  /// What a guide says to the person, in a few English words; an app has its own in other languages.
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
