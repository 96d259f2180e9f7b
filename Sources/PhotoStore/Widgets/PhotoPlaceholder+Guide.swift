extension PhotoPlaceholder {
  /// The guide's text, a few English words; translate it in your app.
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
