extension Template {
  /// The templates that come with the library, by the names that commands take.
  public static let builtIn: [String: [UInt8]] = [
    "birthdays": PackageResources.birthdays_json, "danke": PackageResources.danke_json,
    "office-days": PackageResources.office_days_json, "poster": PackageResources.poster_json,
    "setup-guide": PackageResources.setup_guide_json,
  ]

  /// Reads one of the templates that come with the library; `nil` for a name it does not have.
  ///
  /// - Throws: Nothing, as all of them can be read.
  public init?(builtIn name: String) throws(TemplateError) {
    guard let bytes = Self.builtIn[name] else { return nil }
    self = try Template(bytes: bytes, path: "\(name).json")
  }
}
