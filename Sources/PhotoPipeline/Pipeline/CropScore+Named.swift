internal import SmartCrop

extension CropScore {
  /// The terms and their sum by name, as records and `--json` show them.
  var named: [String: Double] {
    let terms = [
      "retained": retained, "position": position, "subjects": subjects, "total": total,
    ]
    return terms.mapValues { $0.rounded(toPlaces: 6) }
  }
}
