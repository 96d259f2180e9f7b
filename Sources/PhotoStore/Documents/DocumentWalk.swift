/// Visits every place of a document that names a file or holds a date; keys as in the published
/// app's documents.
struct DocumentWalk {
  /// Changes a place that names a file.
  let onName: (inout JSONValue, FileReference) -> Void
  /// Changes a place that holds a date.
  let onDate: (inout JSONValue) -> Void
  /// Changes a smart photo, after the places in it.
  let onPhoto: (inout JSONValue) -> Void

  func visit(_ document: inout JSONValue, as kind: StoreDocument.Kind) {
    switch kind {
    case .design: visit(design: &document)
    case .album: visit(album: &document)
    }
  }

  private func visit(design: inout JSONValue) {
    if case .array(var designs) = design {
      for index in designs.indices { visit(widget: &designs[index]) }
      design = .array(designs)
    } else {
      visit(widget: &design)
    }
  }

  private func visit(album: inout JSONValue) {
    album.change("entries") { entries in
      guard case .array(var values) = entries else { return }
      for index in values.indices { visit(entry: &values[index]) }
      entries = .array(values)
    }
    album.change("nextChangeDate", onDate)
  }

  /// A design, or a document that is one image: its own places are then at the top.
  private func visit(widget: inout JSONValue) {
    visit(image: &widget)
    widget.change("image") { visit(image: &$0) }
    widget.change("matchedSet") { set in
      for family in RenderFamily.allCases {
        set.change(family.rawValue) { variant in variant.change("image") { visit(image: &$0) } }
      }
    }
    widget.change("updatedAt", onDate)
  }

  private func visit(image: inout JSONValue) {
    visit("fileName", of: &image, as: .image)
    image.change("smartPhoto") { photo in
      visit("masterFileName", of: &photo, as: .master)
      for family in RenderFamily.allCases {
        photo.change(family.rawValue) { visit("renderFileName", of: &$0, as: .render(family)) }
      }
      visit("shuffleManifestFileName", of: &photo, as: .album)
      photo.change("preparedAt", onDate)
      onPhoto(&photo)
    }
  }

  private func visit(entry: inout JSONValue) {
    visit("sourceFileName", of: &entry, as: .master)
    for family in RenderFamily.allCases {
      visit("\(family.rawValue)File", of: &entry, as: .render(family))
      visit("\(family.rawValue)ManualFile", of: &entry, as: .manualRender(family))
    }
    entry.change("preparedAt", onDate)
  }

  private func visit(_ key: String, of value: inout JSONValue, as role: FileReference.Role) {
    value.change(key) { place in
      guard let name = place.string.flatMap(FileNameRule.sanitized) else { return }
      onName(&place, FileReference(name: name, role: role))
    }
  }
}

extension JSONValue {
  /// Changes the value of a key in place, when this is an object that has the key.
  package mutating func change(_ key: String, _ body: (inout JSONValue) -> Void) {
    guard case .object(var object) = self, var value = object[key] else { return }
    body(&value)
    object[key] = value
    self = .object(object)
  }
}
