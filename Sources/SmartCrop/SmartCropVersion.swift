/// The version of the rules that choose a crop.
public enum SmartCropVersion {
  /// A number that grows whenever the same picture may get another crop.
  ///
  /// Callers put it into whatever decides whether a prepared photo is up to date.
  public static let algorithm = 9
}
