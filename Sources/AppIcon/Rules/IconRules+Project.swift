import Foundation
import Imaging

extension IconRules {
  static let project: [Check<IconProject>] = [
    Check(
      each: "project-unreadable", .error,
      """
      A project description cannot be parsed, so nothing can be said about its build settings. A key that stands twice \
      in a file for XcodeGen is a warning: apps shipped with one, of which XcodeGen takes the last value, and other \
      readers of YAML refuse the file.
      """
    ) { project in
      project.unreadable.map { entry in
        Fact(
          "\(entry.file): \(entry.reason)",
          remedy: entry.remedy ?? "Correct the file; merge marks are the usual cause.",
          severity: entry.isRead ? .warning : nil, file: entry.file)
      }
    },
    Check(
      each: "project-not-read", .note,
      """
      A part of the project is in a form that is not read here, such as a manifest of Tuist or Expo's \
      app.config.js, leads to a place or hangs on a setting that only a build knows, or may be made by a script. What is \
      said of the rest may be incomplete. Folders of package managers and of build products (Pods, Carthage, \
      node_modules, DerivedData, SourcePackages, build, vendor), and those more than 12 levels down, are not looked \
      into; one note counts the last three, where a project of one's own may be.
      """
    ) { project in
      let parts = project.unread.map { part in
        Fact("\(part.path): \(part.reason)", remedy: part.remedy, file: part.path)
      }
      let remedy = "If one of them holds an app of yours, check it by its own path."
      return parts + (project.files.passedOver.map { [Fact($0, remedy: remedy)] } ?? [])
    },
    Check(
      each: "expo-icon", .warning, prevents: "expo-doctor: Error validating asset fields",
      """
      A picture that an Expo app's app.json names as its icon for iOS is no whole PNG or not square, which expo-doctor \
      refuses; Expo converts one and crops the other. If it is not there, it is an error: 'npx expo prebuild' ends. \
      Looked at where neither a folder 'ios' nor an app.config.js takes the place of app.json.
      """
    ) { project in project.expoIcons.compactMap(project.fault) },
    Check(
      each: "not-icns", .warning, prevents: "ITMS-90236",
      """
      A file that ends in .icns, from which an app for macOS may take its icon without a catalog, is a picture of another \
      type under that name. Renaming a PNG changes nothing: the Mac App Store refused such an app.
      """
    ) { project in
      project.files.iconFiles.compactMap { path in
        let type = (try? BoundedFile.read(path, limit: IconFile.sizeLimit)).map(FileType.init)
        guard let type, ![.icns, .unknown, .empty, .lfsPointer].contains(type) else { return nil }
        let name = project.name(of: path)
        return Fact(
          "'\(name)' is \(type.rawValue) by its first bytes, not ICNS",
          remedy: "Make it from pictures of all sizes with 'iconutil --convert icns'.", file: name)
      }
    },
    Check(
      each: "project-twice", .warning,
      """
      An Xcode project is there as project.xcproj and as project.pbxproj. The first is read here. Xcode has been \
      reported to take the first, and also to refuse to open such a project.
      """
    ) { project in
      project.doubled.map { file in
        Fact(
          "\(file) holds project.xcproj and project.pbxproj; the first was read",
          remedy: "Remove the one that Xcode does not write any more.",
          file: file + "/project.xcproj")
      }
    },
    Check(
      each: "icon-name-unmatched", .error,
      prevents: "actool: None of the input catalogs contained a matching app icon set",
      """
      ASSETCATALOG_COMPILER_APPICON_NAME names a set that none of a target's catalogs has, in at least one build \
      configuration. The build stops, or an old Xcode ships the app without an icon. An application is \
      judged by the catalogs that it compiles itself. An icon that lies among DEVELOPMENT_ASSET_PATHS alone, which \
      archive builds leave out, is a warning, and so is one that EXCLUDED_SOURCE_FILE_NAMES leaves out, or that the \
      target has for some of its systems only, and one that is not of layers, as tvOS and visionOS take them: with a \
      set for iOS an app was reported to have no icon there, and also to have a flat one. For visionOS that is a note \
      where the app is built for other systems too, as Xcode's template has it. An extension that compiles \
      catalogs without the icon whose name it inherits from its project is a warning: such builds were reported to \
      stop too.
      """
    ) { project in
      project.settings.flatMap { setting in
        project.doubts(about: setting)
          + project.missing(setting.iconName, for: setting).map { name, known in
            let document = project.documents.first {
              $0.stem == name && setting.iconName.composed.contains(name)
            }
            let way =
              if let document {
                "Add '\(project.name(of: document.path))' to the target"
              } else if setting.mayTakePlaced && setting.names(name, on: "iphoneos") {
                "Put a set of that name into one of the target's catalogs with 'icon place' and --name"
              } else { "Add an icon of that name to one of the target's catalogs in Xcode" }
            return Fact(
              "\(setting.place) names the icon '\(name)'; \(known)",
              remedy: way + ", or correct the setting.",
              file: setting.file, at: IconProject.settingName, of: name)
          }
          + project.borrowed(by: setting).map { name in
            Fact(
              "\(setting.place) is an extension, names the icon '\(name)', and compiles catalogs without it",
              remedy:
                "Set \(IconProject.settingName) to nothing in this target, unless it needs an icon.",
              severity: .warning, file: setting.file, at: IconProject.settingName, of: name)
          }
      }
    },
    Check(
      each: "alternate-icon-unmatched", .warning,
      """
      ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES names a set that the target does not compile. Changing \
      to that icon fails while the app runs.
      """
    ) { project in
      let stacks = Set(project.catalogs.flatMap(\.stacks).map(\.stem))
      let facts = project.settings.flatMap { setting in
        let missing = project.missing(setting.alternates.words, for: setting)
        return missing.filter { !stacks.contains($0.name) }.map { name, known in
          Fact(
            "\(setting.file): target '\(setting.target)' names the alternate icon '\(name)'; \(known)",
            remedy: "Correct \(IconProject.alternatesName), in letter case too, or add the set.",
            file: setting.file, at: IconProject.alternatesName)
        }
      }
      // Once for all build configurations.
      return Set(facts).sorted { $0.message < $1.message }
    },
    Check(
      each: "alternate-icon-missing", .warning, prevents: "ITMS-90032",
      """
      CFBundleAlternateIcons of an app's Info.plist names a set that the target does not compile, or a picture that \
      is nowhere among its files. The store was reported to refuse such an app, or to write of it after it was sent.
      """
    ) { project in
      let facts = project.settings.flatMap { setting in
        setting.statedAlternates.flatMap { project.missing($0, for: setting) }
      }
      // Once for all build configurations.
      return Set(facts).sorted { $0.message < $1.message }
    },
    Check(
      each: "icon-name-unset", .warning, prevents: "ITMS-90713",
      """
      An application target names no icon in some build configuration, or for one of its systems, so the catalog's icon \
      is compiled but never becomes the app's, and CFBundleIconName is missing from its Info.plist. For an app for \
      watches alone it is an error outside of debugging: uploads were refused in 2017, 2024 and 2026.
      """
    ) { project in
      if project.hasUnreadableFolder || project.lacksCatalogs { return [] }
      let apps = project.settings.filter {
        $0.isApplication && !$0.context.isHelper && !$0.isPartial && !$0.context.isContainer
          && !$0.hasUnreadBase
      }
      return apps.compactMap { setting in
        let platforms = setting.context.platforms
        let unset = platforms.filter {
          setting.iconName.values(on: $0).isEmpty && !(project.files.hasIconFile && $0 == "macosx")
        }
        let isAnySet = !setting.iconName.values.isEmpty
        if unset.isEmpty, isAnySet || !platforms.isEmpty { return nil }
        let systems = isAnySet ? " for \(TargetContext.names(of: unset))" : ""
        return Fact(
          "\(setting.place) sets no \(IconProject.settingName)\(systems)",
          remedy: "Set \(IconProject.settingName) to the name of the icon set, usually AppIcon.",
          prevents: setting.isWatchAppForStore ? noWatchIcons : nil,
          severity: setting.isWatchAppForStore ? .error : nil, file: setting.file,
          at: setting.target)
      }
    },
    Check(
      each: "catalog-unlisted", .warning,
      prevents: "actool: None of the input catalogs contained a matching app icon set",
      """
      A catalog with an app icon is in the resources of no target of any project here, so it is not compiled \
      at all, unless a script copies it. Of a synchronised folder Xcode compiles none for a target without that phase.
      """
    ) { project in
      func listing(_ name: String) -> String {
        "Add '\(name)' to the app target's Copy Bundle Resources phase, which it may lack, or remove "
      }
      let documents = project.unlistedDocuments.map { document in
        let name = project.name(of: document.path)
        let command = project.placing(document)
        return Fact(
          "no target's resources list the Icon Composer document '\(name)', which has the name of an app's icon",
          remedy: command == nil ? listing(name) + "it." : "",
          command: command, file: name + "/icon.json")
      }
      return documents
        + project.unlistedCatalogs.map { catalog in
          let name = project.name(of: catalog.path)
          return Fact(
            "no target's resources list the catalog '\(name)'",
            remedy: listing(name) + "the catalog.",
            file: name + "/Contents.json")
        }
    },
    Check(
      each: "catalog-missing", .warning,
      """
      A target compiles an asset catalog or an Icon Composer document that is not there: the build stops, unless a \
      script, a package manager or a person brings it first, as some shipped projects have it. Of a target that is no \
      application it is a note. What a script of the project names, and may make, is a note of project-not-read.
      """
    ) { project in
      project.missing.map { entry in
        let place = BuildConfigurationFiles.normal(entry.place ?? entry.path)
        let name = Folder(project.path).relativePath(of: place) ?? place
        return Fact(
          "\(entry.file): target '\(entry.target)' compiles '\(name)', "
            + (entry.linked.map { "a link to '\($0)', " } ?? "") + "which is not there",
          remedy: "Bring it back, or remove it from the target in Xcode.",
          severity: entry.isApplication ? nil : .note, file: entry.file, at: entry.path)
      }
    },
    Check(
      each: "icon-file-type", .warning,
      prevents: "actool: None of the input catalogs contained a matching app icon set",
      """
      The project takes an Icon Composer document for a plain folder or a text, or says no type, as tools write it that \
      do not know the type folder.iconcomposer.icon. Xcode was reported to copy the document then, and Xcode Cloud not \
      to find the icon. Of wrapper.icon, which XcodeGen 2.46 writes, some report that, and others that Xcode compiles \
      it. An asset catalog of the type 'folder', as XcodeGen writes it for a source of that type, was reported to be \
      copied too, so that the app has no icon.
      """
    ) { project in
      project.mistyped.map { entry in
        let fact = entry.type.isEmpty ? "has no type" : "has the type '\(entry.type)'"
        let isList = Folder(entry.file).pathExtension == "pbxproj"
        let isJSON = Folder(entry.file).pathExtension == "xcproj"
        let file = project.path == "." ? entry.file : project.path + "/" + entry.file
        let isDocument = Folder(entry.path).pathExtension == "icon"
        let kind = isDocument ? "an Icon Composer document" : "a catalog"
        return Fact(
          "\(entry.file): '\(entry.path)' \(fact); \(kind) has '\(entry.rightType)'",
          remedy: isList
            ? ""
            : isJSON
              ? "Write that for its type."
              : isDocument
                ? "Write 'type: file' and 'buildPhase: resources' for the source instead."
                : "Remove the source's 'type', and XcodeGen takes the right one.",
          command: isList
            ? "perl -pi -e \(ShellWord.quoted(entry.change)) \(ShellWord.quoted(file))" : nil,
          file: entry.file, at: entry.path)
      }
    },
    Check(
      each: "resources-ignored", .warning,
      """
      XcodeGen knows no key 'resources' in a target and ignores it in silence: list catalogs under 'sources'. Where all \
      catalogs and Icon Composer documents of the key are there too, it is a note. It is an error where only the key \
      has an application's icon: such apps were built without one, and an upload was refused (ITMS-90022, ITMS-90713).
      """
    ) { project in
      project.ignoredResources.sorted { $0.key < $1.key }.map { target, ignored in
        Fact(
          "target '\(target)' has a key 'resources', which XcodeGen ignores",
          remedy: "Move its entries to 'sources'.",
          severity: ignored.isEmpty
            ? .note : project.leaves(target, without: ignored) ? .error : nil)
      }
    },
    Check(
      each: "no-catalog", .warning, prevents: "ITMS-90713",
      """
      The project has an application but no asset catalog and no Icon Composer document, or one of its applications \
      names an icon and compiles neither, while others do. Of such an app for watches alone it is an error outside of \
      debugging, as in icon-name-unset.
      """
    ) { project in
      let apps = project.settings.filter(\.isApplication)
      if project.lacksCatalogs {
        return [
          Fact(
            "has an application and no asset catalog",
            remedy: (apps.contains(where: \.mayTakePlaced)
              ? "Make one with 'icon place'" : "Add one with an icon in Xcode")
              + ", list it in the target, and set \(IconProject.settingName) to the icon's name.",
            file: apps.first?.file)
        ]
      }
      guard !project.hasUnreadableFolder, !project.files.hasIconFile, !project.iconNames.isEmpty,
        !apps.contains(where: \.isPartial)
      else { return [] }
      return project.appsWithoutCatalog.map { app in
        Fact(
          "\(app.file): target '\(app.target)' is an application, names an icon and compiles no asset catalog",
          remedy:
            "Add the catalog with its icon to the target, unless this app is never installed.",
          prevents: app.isWatchAppForStore ? noWatchIcons : nil,
          severity: app.isWatchAppForStore ? .error : nil, file: app.file, at: app.target)
      }
    },
  ]
}

/// What the store says of an app of a watch without an icon.
private let noWatchIcons = "No icons found for watch application"

extension IconProject.Mistyped {
  /// The text that adds the type to a project in Xcode's form, an object a line.
  fileprivate var change: String {
    func pattern(_ text: String) -> String {
      text.map { $0.isLetter || $0.isNumber ? String($0) : "\\" + String($0) }.joined()
    }
    // npm's xcode, of which React Native's tools make use, writes the path before the type.
    let line = " if /path = \"?\(pattern(path))\"?;/"
    return type.isEmpty
      ? "s/isa = PBXFileReference;/$& lastKnownFileType = \(rightType);/\(line)"
      : "s/(lastKnownFileType|explicitFileType) = \"?\(pattern(type))\"?;/$1 = \(rightType);/\(line)"
  }
}

extension IconProject.Setting {
  /// The place of the setting, as the start of a sentence.
  var place: String { "\(file): target '\(target)' (\(configuration))" }

  /// Whether it may be for iOS, for which 'icon place' makes sets.
  var mayTakePlaced: Bool { context.platforms.isEmpty || context.platforms.contains("iphoneos") }
}

extension IconProject {
  /// The command that adds a document to the app whose icon has its name; `nil` if no Xcode project has one, or if the
  /// document lies in a folder that Xcode keeps in step, which gets no entries.
  fileprivate func placing(_ document: Folder) -> String? {
    let key = Self.key(of: document.path)
    if keptInStep.contains(where: { key.hasPrefix($0 + "/") }) { return nil }
    let apps = settings.filter {
      $0.isApplication && Folder($0.file).parent.hasSuffix(".xcodeproj")
    }
    guard let app = apps.first(where: { $0.iconName.values.contains(document.stem) }) else {
      return nil
    }
    let project = Folder(app.file).parent
    let isOne = Set(apps.filter { $0.file == app.file }.map(\.target)).count == 1
    let words =
      [document.path, "--project", path == "." ? project : path + "/" + project]
      + (isOne ? [] : ["--target", app.target])
    return "photoprep icon place " + words.map(ShellWord.quoted).joined(separator: " ")
  }

  /// What Expo's tools have against a picture.
  fileprivate func fault(in icon: ExpoIcon) -> Fact? {
    let file = name(of: icon.file)
    func fact(_ message: String, _ remedy: String, isGone: Bool = false) -> Fact {
      Fact(
        "\(file): the icon '\(icon.name)' \(message)", remedy: remedy,
        prevents: isGone ? "withIosDangerousBaseMod: ENOENT" : nil,
        severity: isGone ? .error : nil, file: file, at: "\"\(icon.name)\"")
    }
    guard FileManager.default.fileExists(atPath: icon.path) else {
      let remedy = "Add the file (and 'git add' it), or correct the path."
      return fact("is not there", remedy, isGone: true)
    }
    // A document of Icon Composer is a folder.
    let result = IconFile.load(icon.path, headersOnly: true, reader: LocalPNGReader())
    guard case .success(let image) = result else { return nil }
    if let broken = IconRules.file.lazy.flatMap({ $0.facts(image) }).first {
      return fact(broken.message, broken.remedy)
    }
    guard let size = image.structure?.header, size.width != size.height else { return nil }
    let message = "has \(size.width)×\(size.height) pixels and is not square"
    return fact(message, "Export it with 1024×1024 pixels.")
  }

  /// The names in an entry of an Info.plist that the app does not have.
  fileprivate func missing(_ icon: StatedAlternate, for setting: Setting) -> [Fact] {
    guard !hasUnreadableFolder else { return [] }
    let place = "\(icon.file): the alternate icon '\(icon.name)'"
    let sets = missing(BuildSetting([icon.set].compactMap(\.self)), for: setting).map {
      name, known in
      Fact(
        "\(place) names the set '\(name)'; \(known)",
        remedy: "Correct the entry of CFBundleAlternateIcons, in letter case too, or add the set.",
        prevents: "ITMS-90895", file: icon.file, at: name)
    }
    // A set's entry may list pictures that are made from it.
    let pictures = icon.pictures.filter {
      icon.set == nil && !$0.contains("$")
        && !files.loosePictures.contains(Self.pictureName(Folder($0).name))
    }
    return sets
      + pictures.map { name in
        Fact(
          "\(place) names the picture '\(name)', and no such PNG is here outside of catalogs",
          remedy: "Add the picture to the app, or name a set of a catalog by CFBundleIconName.",
          file: icon.file, at: name)
      }
  }

  /// Whether an application's icon is only in some catalogs and documents, which no target lists.
  fileprivate func leaves(_ target: String, without ignored: Set<String>) -> Bool {
    settings.contains { app in
      app.target == target && app.isApplication && !app.isForDebugging && !app.isPartial
        && holders(of: app.iconName.values, in: app.compiled).isEmpty
        && !holders(of: app.iconName.values, in: ignored.subtracting(listed)).isEmpty
    }
  }

  /// What may keep an icon that an app has from some of its builds.
  fileprivate func doubts(about setting: Setting) -> [Fact] {
    leftOut(of: setting) + limited(of: setting) + unlayered(of: setting)
  }

  /// The names of an app's icon that are only in catalogs and documents that archives leave out.
  private func leftOut(of setting: Setting) -> [Fact] {
    guard setting.isApplication, !setting.isForDebugging else { return [] }
    return setting.iconName.values.compactMap { name in
      let holders = holders(of: [name], in: setting.compiled)
      func only(_ holders: Set<String>) -> String {
        "\(setting.place) names the icon '\(name)', which only \(written(holders)) has"
      }
      let others = self.holders(of: [name], in: setting.leftOut)
      if holders.isEmpty, !others.isEmpty {
        return Fact(
          only(others) + ", and \(Self.excludedName) leaves it out",
          remedy: "Take it out of \(Self.excludedName), or put the icon into another catalog.",
          severity: .warning, file: setting.file, at: Self.excludedName)
      }
      guard !holders.isEmpty, holders.allSatisfy({ isForDevelopment($0, setting) }) else {
        return nil
      }
      return Fact(
        only(holders) + ", among its DEVELOPMENT_ASSET_PATHS",
        remedy: "Put the icon into another catalog: archives leave these paths out.",
        severity: .warning, file: setting.file, at: "DEVELOPMENT_ASSET_PATHS")
    }
  }

  /// The systems of an app for which it has none of the icons that its setting names there, while it has one of them
  /// for others: a file's platforms leave it out.
  private func limited(of setting: Setting) -> [Fact] {
    guard setting.isApplication, !setting.limits.isEmpty, names(for: setting) != nil else {
      return []
    }
    return setting.context.platforms.sorted().compactMap { platform in
      let names = setting.iconName.values(on: platform)
      let holders = holders(of: names, in: setting.compiled)
      let isUnknown =
        names.contains { $0.contains("$") }
        || files.hasIconFile && platform == "macosx"
      guard let name = names.first, !isUnknown, !holders.isEmpty,
        holders.allSatisfy({ !setting.platforms(of: $0).contains(platform) })
      else { return nil }
      let systems = holders.reduce(into: Set()) { $0.formUnion(setting.limits[$1] ?? []) }
      return Fact(
        """
        \(setting.place) names the icon '\(name)' for \(TargetContext.names(of: [platform])), and compiles \
        \(written(holders)), which has it, only for \(TargetContext.names(of: systems))
        """,
        remedy:
          "Let the target have it for all platforms in Xcode, or put the icon into another catalog.",
        severity: .warning, file: setting.file, at: IconProject.settingName)
    }
  }

  /// The systems of layered icons for which an app has icons of the name in its setting, and none of layers.
  private func unlayered(of setting: Setting) -> [Fact] {
    guard setting.isApplication, !setting.isForDebugging, names(for: setting) != nil else {
      return []
    }
    return LayeredIcon.systems.compactMap { kind, platform in
      let names = setting.iconName.values(on: platform)
      let holders = holders(of: names, in: setting.compiled)
        .filter { setting.platforms(of: $0).contains(platform) }
      let hasLayers = catalogs.contains { catalog in
        catalog.others.contains { $0.pathExtension == kind && names.contains($0.stem) }
          && holders.contains(Self.key(of: catalog.path))
      }
      guard let name = names.first, !names.contains(where: { $0.contains("$") }),
        !holders.isEmpty, !hasLayers
      else { return nil }
      let system = TargetContext.names(of: [platform])
      // Xcode's template of an app for several systems names visionOS too.
      let isByTemplate = platform == "xros" && setting.context.platforms.count > 1
      return Fact(
        """
        \(setting.place) names the icon '\(name)' for \(system), which takes icons of layers, and compiles none of \
        this name
        """,
        remedy: "Add '\(name).\(kind)' in Xcode, unless the app is never built for \(system).",
        severity: isByTemplate ? .note : .warning, file: setting.file, at: IconProject.settingName)
    }
  }

  /// Catalogs and documents by their keys, as words of a sentence.
  private func written(_ keys: Set<String>) -> String {
    (catalogs.map { Folder($0.path) } + documents).map(\.path)
      .filter { keys.contains(Self.key(of: $0)) }.map { "'\(name(of: $0))'" }
      .joined(separator: " and ")
  }

  /// The catalogs and documents among some that have an icon of one of some names.
  private func holders(of names: [String], in keys: Set<String>?) -> Set<String> {
    (keys ?? []).filter { iconNames[$0]?.contains(where: names.contains) == true }
  }

  /// The names of a setting that are in none of its catalogs, each with the existing ones.
  ///
  /// Names with a variable are skipped, and all of them while a folder cannot be read.
  fileprivate func missing(
    _ names: BuildSetting, for setting: Setting
  ) -> [(name: String, known: String)] {
    guard !hasUnreadableFolder, let known = self.names(for: setting) else { return [] }
    let list = known.sorted().map { "'\($0)'" }.joined(separator: ", ")
    return names.values.filter {
      !$0.contains("$") && !known.contains($0) && holders(of: [$0], in: setting.leftOut).isEmpty
    }
    .map { ($0, known.isEmpty ? "no catalog has an icon" : "there are \(list)") }
  }
}
