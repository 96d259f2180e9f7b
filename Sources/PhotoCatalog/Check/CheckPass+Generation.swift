import PhotoStore

extension CheckPass {
  /// Collects a photo's recipes; records are visited in the order of their names, so a photo's come together.
  mutating func noteGeneration(of record: PhotoRecord) throws {
    guard check.generation != nil else { return }
    if let (other, _) = siblings.first, other.photo != record.id.photo { try reportOlderCrops() }
    siblings.append((record.id, record.preparation.recipe))
  }

  /// Notes crops by older rules of the photo whose recipes are collected.
  mutating func reportOlderCrops() throws {
    defer { siblings = [] }
    for (index, today) in check.generation?.older(among: siblings.map(\.recipe)) ?? [] {
      let (id, recipe) = siblings[index]
      summary.olderCrops += 1
      let further = today.frames.families.filter { recipe.frames[$0] == nil }.map(\.name)
      let fact =
        if recipe.algorithmVersion != today.algorithmVersion {
          "was cropped by version \(recipe.algorithmVersion) of the rules; today's is "
            + "\(today.algorithmVersion)"
        } else if recipe.analysis != today.analysis {
          "was cropped by analysis \(recipe.analysis); today's is \(today.analysis)"
        } else {
          "has no \(further.joined(separator: " and ")) render, which its device has a widget for today"
        }
      try found(
        .olderCrop, paths.record(id), "The photo \(fact).",
        remedy: further.isEmpty
          ? "'photoprep prep --upgrade' crops it again, beside what is there."
          : "'photoprep prep --upgrade' makes it, beside what is there.")
    }
  }
}
