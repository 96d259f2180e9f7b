import PhotoStore

extension IconProject {
  /// An icon that an app's Info.plist lets the app change to: an entry of `CFBundleAlternateIcons`.
  struct StatedAlternate: Hashable, Sendable {
    /// The property list, below the folder.
    let file: String
    /// The name by which the app asks for the icon.
    let name: String
    /// The name of a set of a catalog.
    let set: String?
    /// The names of pictures in the bundle, with or without scale and extension.
    let pictures: [String]
    /// Whether it is a name alone, as tvOS has them: that of a stack of layers.
    var isStack = false
  }

  /// Reads alternate icons from the applications' Info.plist files.
  ///
  /// A file that is missing or cannot be read is skipped: a build may make it.
  mutating func addInformation(readBy propertyLists: any PropertyListReader) {
    for index in settings.indices where settings[index].isApplication {
      let files = Set(
        settings[index].information.values.compactMap { path(of: $0, settings[index]) })
      settings[index].statedAlternates = files.sorted().flatMap {
        statedAlternates(in: $0, propertyLists)
      }
    }
    addStacks()
  }

  /// Reports icons of tvOS to change to that are none of the stacks, icons and pictures here.
  private mutating func addStacks() {
    if hasUnreadableFolder { return }
    let known = allIconNames.union(catalogs.flatMap(\.stacks).map(\.stem))
    let parts = settings.flatMap(\.statedAlternates).filter { icon in
      icon.isStack && !icon.name.contains("$") && !known.contains(icon.name)
        && !files.loosePictures.contains(Self.pictureName(icon.name))
    }.map { icon in
      UnreadPart(
        path: icon.file,
        reason: """
          lists the alternate icon '\(icon.name)' as tvOS has them, and no stack of layers, icon or picture here has \
          this name
          """)
    }
    unread += Set(parts).sorted { $0.reason < $1.reason }
  }

  /// The most bytes of an Info.plist to read, ours; those of large apps have 20 kB.
  private static let informationLimit = 1 << 20

  /// The path that a setting names; `nil` for one that only a build can find.
  private func path(of value: String, _ setting: Setting) -> String? {
    let roots = ["$(SRCROOT)/", "$(PROJECT_DIR)/", "${SRCROOT}/", "${PROJECT_DIR}/"]
    let own = roots.first(where: value.hasPrefix).map { String(value.dropFirst($0.count)) } ?? value
    guard !own.contains("$") else { return nil }
    let description = Folder(path + "/" + setting.file).parent
    let root =
      Folder(description).pathExtension == "xcodeproj" ? Folder(description).parent : description
    return own.hasPrefix("/") ? own : root + "/" + own
  }

  /// Whether a catalog or document, as ``key(of:)``, is among a target's development assets, which archives leave out.
  func isForDevelopment(_ key: String, _ setting: Setting) -> Bool {
    let folders = setting.developmentAssets.values.flatMap(Self.paths)
      .compactMap { path(of: $0, setting) }.map(Self.key)
    return folders.contains { key == $0 || key.hasPrefix($0 + "/") }
  }

  /// The paths of a list, in which quotation marks and backslashes protect spaces.
  static func paths(_ list: String) -> [String] {
    var (paths, isQuoted, isEscaped) = ([""], false, false)
    for character in list {
      switch character {
      case "\"" where !isEscaped: isQuoted.toggle()
      case "\\" where !isEscaped: isEscaped = true
      case " " where !isQuoted && !isEscaped: paths.append("")
      default:
        paths[paths.count - 1].append(character)
        isEscaped = false
      }
    }
    return paths.filter { !$0.isEmpty }
  }

  private func statedAlternates(
    in file: String, _ propertyLists: any PropertyListReader
  ) -> [StatedAlternate] {
    guard let bytes = try? BoundedFile.read(file, limit: Self.informationLimit),
      let values = try? propertyLists.value(of: [UInt8](bytes)).dictionary
    else { return [] }
    // iPads may have a separate list.
    return ["CFBundleIcons", "CFBundleIcons~ipad"].flatMap { key in
      let icons = values[key]?.dictionary?["CFBundleAlternateIcons"]
      // tvOS has a list of names (Apple's documentation of the key, 2026).
      if let names = icons?.strings, !names.isEmpty {
        return names.map {
          StatedAlternate(
            file: self.name(of: file), name: $0, set: nil, pictures: [], isStack: true)
        }
      }
      return (icons?.dictionary ?? [:])
        .sorted { $0.key < $1.key }
        .map { name, entry in
          StatedAlternate(
            file: self.name(of: file), name: name, set: entry.dictionary?["CFBundleIconName"]?.text,
            pictures: (entry.dictionary?["CFBundleIconFiles"]?.array ?? []).compactMap(\.text))
        }
    }
  }

  /// A picture's name in a bundle: without extension, scale and device, in lower case.
  static func pictureName(_ fileName: String) -> String {
    var name = Folder(fileName).stem.lowercased()
    for ending in ["~ipad", "~iphone", "@2x", "@3x", "~ipad", "~iphone"]
    where name.hasSuffix(ending) {
      name = String(name.dropLast(ending.count))
    }
    return name
  }
}
