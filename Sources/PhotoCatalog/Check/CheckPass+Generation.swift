import PhotoStore

extension CheckPass {
  /// Collects a photo's recipes; records come in the order of their names, one photo's together.
  mutating func noteGeneration(of record: PhotoRecord) throws {
    guard check.generation != nil else { return }
    if let (other, _) = siblings.first, other.photo != record.id.photo { try reportOlderCrops() }
    siblings.append((record.id, record.preparation.recipe))
  }

  /// Notes what older rules have cropped of the photo whose recipes are collected.
  mutating func reportOlderCrops() throws {
    defer { siblings = [] }
    for (index, today) in check.generation?.older(among: siblings.map(\.recipe)) ?? [] {
      let (id, recipe) = siblings[index]
      summary.olderCrops += 1
      let version =
        recipe.algorithmVersion == today.algorithmVersion
        ? "analysis \(recipe.analysis); today's is \(today.analysis)"
        : "version \(recipe.algorithmVersion) of the rules; today's is \(today.algorithmVersion)"
      try found(
        .olderCrop, paths.record(id), "The photo was cropped by \(version).",
        remedy: "'photoprep prep --upgrade' crops it again, beside what is there.")
    }
  }
}
