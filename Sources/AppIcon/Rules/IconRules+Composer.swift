extension IconRules {
  static let composer: [Check<ComposerIcon>] = [
    Check(
      "icon-json", .error, prevents: "actool: the icon document cannot be read",
      "An Icon Composer document needs an icon.json that holds a JSON object with a list 'groups'."
    ) { icon in
      let remedy = "Open the document in Icon Composer and save it again."
      switch icon.document {
      case .missing: return Fact("has no icon.json", remedy: remedy)
      case .unreadable(let reason, let known):
        return Fact("has an icon.json that \(reason)", remedy: known ?? remedy)
      case .object(let value):
        if value["groups"]?.array != nil { return nil }
        return Fact("has an icon.json without a list 'groups'", remedy: remedy)
      }
    },
    Check(
      each: "icon-image-missing", .error, prevents: "actool: missing image of an icon layer",
      "A layer names a picture that is not in the document's Assets folder, or only in other letter case."
    ) { icon in
      guard icon.unreadable == nil else { return [] }
      return icon.imageNames.filter { !icon.assets.contains($0) }.map { name in
        let twin = icon.assets.first { $0.lowercased() == name.lowercased() }
        let fact = twin.map { "but the file is '\($0)'" } ?? "and there is no such file in Assets"
        return Fact(
          "has a layer with the picture '\(name)', \(fact)",
          remedy: "Add the picture to Assets under exactly this name, or remove the layer.",
          at: "\"\(name)\"")
      }
    },
    Check(
      each: "icon-image-unreadable", .error, prevents: "actool: unreadable image of an icon layer",
      """
      A layer's picture is there but is not what its name says: an SVG that is no XML, a PNG of other bytes, \
      a pointer of Git LFS.
      """
    ) { icon in
      icon.faults.map { name, reason in
        Fact(
          "has a layer with the picture '\(name)', which \(reason)",
          remedy: "Export the picture again, or fetch it with 'git lfs pull'.")
      }
    },
    Check(
      "icon-empty", .error,
      """
      The document has no group with a layer, so that nothing but its background is drawn. A document is \
      like that when it was made and never filled.
      """
    ) { icon in
      guard icon.document.value?["groups"]?.array != nil, !icon.hasLayers else { return nil }
      return Fact(
        "has no layer in any group", remedy: "Open it in Icon Composer and add the icon's layers.")
    },
    Check(
      each: "icon-key-unknown", .warning,
      """
      icon.json has a key that documents of Icon Composer do not have. Such a key is passed over in silence, so that \
      the icon is drawn in another way. Where no known key is near it is a note: it may come from a later version.
      """
    ) { icon in
      icon.oddities.compactMap { oddity in
        guard case .key(let key, let place, let nearest) = oddity else { return nil }
        return Fact(
          "has the key '\(key)' in \(place), which is not known",
          remedy: nearest.map { "Is '\($0)' meant?" } ?? "Check it in Icon Composer.",
          severity: nearest == nil ? .note : nil, at: "\"\(key)\"")
      }
    },
    Check(
      each: "icon-value-unknown", .warning,
      """
      icon.json has a word for a value, such as a blend mode, that documents of Icon Composer do not have. What is drawn \
      then is not known. Where no known word is near it is a note: it may come from a later version. Another colour \
      space than display-p3 for SVGs, such as srgb, stopped the builds of one project, and two others say that Icon \
      Composer refuses it.
      """
    ) { icon in
      icon.oddities.compactMap { oddity in
        guard case .word(let word, let key, let place, let nearest) = oddity else { return nil }
        let isRefused = key.hasPrefix("color-space")
        return Fact(
          "has '\(word)' as '\(key)' in \(place), which is not known",
          remedy: isRefused
            ? "Remove the key: without it these colours are sRGB."
            : nearest.map { "Is '\($0)' meant?" } ?? "Check it in Icon Composer.",
          prevents: isRefused ? "actool: attempt to insert nil object from objects[0]" : nil,
          severity: nearest == nil && !isRefused ? .note : nil, at: "\"\(word)\"")
      }
    },
    Check(
      each: "icon-value-twice", .warning,
      """
      A layer or the document has 'fill' or 'image-name', and a list of the same name for appearances beside it. The \
      compiler was reported to take the single value for every appearance, so that the dark icon is the light one. Icon \
      Composer writes the list alone, with the usual value as its first entry.
      """
    ) { icon in
      icon.oddities.compactMap { oddity in
        guard case .twice(let key, let place) = oddity else { return nil }
        return Fact(
          "has both '\(key)' and '\(key)-specializations' in \(place); the second may be ignored",
          remedy: "Move the value of '\(key)' into the list as its first entry, { \"value\" : … }.",
          at: "\"\(key)-specializations\"")
      }
    },
    Check(
      each: "icon-colour", .warning,
      """
      A colour of a fill is not written as Icon Composer writes it, a colour space with four numbers, or two for \
      grey. What cannot be read is drawn in another colour.
      """
    ) { icon in
      icon.oddities.compactMap { oddity in
        guard case .colour(let colour, let place) = oddity else { return nil }
        return Fact(
          "has the colour '\(colour)' in \(place), which cannot be read",
          remedy: "Write it like 'srgb:1.00000,0.50000,0.00000,1.00000'.", at: "\"\(colour)\"")
      }
    },
    Check(
      "icon-translucent", .warning, prevents: "ITMS-90717",
      """
      The background lets through what is behind it; the App Store takes opaque icons alone ('Invalid large app icon'). \
      An app was refused so, after it had been built, for documents with opaque backgrounds: there are other causes.
      """
    ) { icon in
      guard icon.backgroundAlpha < 1 else { return nil }
      return Fact(
        "has a background with an alpha of \(icon.backgroundAlpha); the store needs 1",
        remedy: "Make the background's colours opaque in Icon Composer.")
    },
    Check(
      "icon-feature", .note, prevents: "actool: attempt to insert nil object from objects[0]",
      """
      The document uses what Icon Composer 27 writes under 'features', or a word for 'specular' where older versions \
      have true or false. The compiler of Xcode 26 was reported to end with an exception for either.
      """
    ) { icon in
      guard !icon.features.isEmpty else { return nil }
      return Fact(
        "uses \(icon.features.map { "'\($0)'" }.joined(separator: ", ")), which Xcode 27 and later compile",
        remedy: "Leave it when nothing older builds the app, as on a build server.")
    },
    Check(
      "icon-groups", .warning,
      "The Human Interface Guidelines allow at most four groups of layers in an icon."
    ) { icon in
      guard icon.groupCount > groupLimit else { return nil }
      return Fact(
        "has \(icon.groupCount) groups; at most \(groupLimit) are allowed",
        remedy: "Merge groups in Icon Composer.")
    },
  ]

  /// At most four groups: Human Interface Guidelines, App icons.
  private static let groupLimit = 4
}
