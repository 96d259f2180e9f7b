internal import SmartCrop

extension CropScore {
  /// The terms and their sum by name, as records and `--json` show them.
  var named: [String: Double] {
    ["retained": retained, "position": position, "total": total].mapValues {
      $0.rounded(toPlaces: 6)
    }
  }
}
