import Foundation

/// The results of a walk over a project's folder.
struct ProjectFiles: Sendable {
  var catalogs: [Folder] = []
  var composerIcons: [Folder] = []
  /// Links with the names of catalogs and documents that lead nowhere.
  var brokenLinks: [Folder] = []
  /// Folders that hold an Xcode project, or should.
  var xcodeProjects: [String] = []
  var xcodeGenFiles: [String] = []
  var configurationFiles: [String] = []
  /// Folders whose catalogs are built by a description that is not read, Swift packages or Tuist's manifests, as
  /// ``IconProject/key(of:)``.
  var otherBuilds: [String] = []
  /// Descriptions that are not read, with the reasons.
  var unread: [UnreadPart] = []
  /// Files of other tools that give an app's icon, one for each tool, and sets outside of catalogs, with the reasons.
  var otherIcons: [UnreadPart] = []
  /// Files `app.json` of Expo's apps, where no folder `ios` and no other file takes their place.
  var expoFiles: [String] = []
  /// The names of PNGs outside of catalogs, as ``IconProject/pictureName(_:)``.
  var loosePictures: Set<String> = []
  /// The files `.icns`, from which an app for macOS may take its icon without a catalog.
  var iconFiles: [String] = []
  /// Folders that cannot be read, outside of catalogs and documents.
  var unreadable: [Folder] = []
  /// The names of folders that were not looked into for them, and the paths of those below which others lie too deep.
  private var passed: (named: [String], deep: [String]) = ([], [])

  /// Folders of other people's code and of build products, our choice, the usual names.
  static let skipped =
    doubtful + ["Pods", "Carthage", "node_modules", "DerivedData", "SourcePackages"]
  /// Those of them in which a project of one's own may lie; Bundler's `vendor/bundle` holds none.
  private static let doubtful = ["build", "vendor"]

  /// All such files, by the tools' names.
  private var others: [String: [String]] = [:]

  init() {}

  init(below path: String) {
    visit(Folder(path))
    unreadable = Folder(path).walk { folder in
      guard !Self.skipped.contains(folder.name) else {
        let inner = (try? folder.folders()) ?? []
        // Electron's tools take an app's icon from here.
        let icons = inner.filter { $0.pathExtension == "icon" }
        composerIcons += icons
        if Self.doubtful.contains(folder.name),
          inner.contains(where: { $0.pathExtension != "icon" && $0.name != "bundle" })
        {
          passed.named.append(folder.name)
        }
        return false
      }
      switch folder.pathExtension {
      case let kind where Folder.catalogExtensions.contains(kind): catalogs.append(folder)
      case "icon": composerIcons.append(folder)
      case "appiconset":
        otherIcons.append(
          UnreadPart(
            path: folder.path,
            reason: "is an icon set outside of a catalog, where neither Xcode nor this check looks",
            remedy: "Check it by its own path, or move it into a catalog."))
      case "framework", "xcframework": break
      case "xcodeproj":
        xcodeProjects.append(folder.path)
        visit(folder)
        return true
      default:
        visit(folder)
        if folder.isDeepest(below: path), (try? folder.folders())?.isEmpty == false {
          passed.deep.append(String(folder.path.dropFirst(path.count + 1)))
        }
        return true
      }
      return false
    }
    for (tool, paths) in others.sorted(by: { $0.key < $1.key }) {
      let more = paths.count == 1 ? "" : ", as \(paths.count - 1) more of its files do"
      let said = "is a file of \(tool), which is not read, and gives an app's icon\(more)"
      let bare = paths.first { tool == "Expo" && !Folder(Folder($0).parent + "/ios").exists }
      otherIcons.append(
        bare.map { path in
          UnreadPart(
            path: path, reason: said + "; the folder 'ios' that Expo makes from it is not here",
            remedy: """
              Make it with 'npx expo prebuild --platform ios --no-install' and check again: its project and its \
              pictures are read.
              """)
        } ?? UnreadPart(path: paths[0], reason: said))
    }
  }

  private mutating func visit(_ folder: Folder) {
    // The walk notes a folder that cannot be listed.
    let names = (try? folder.children()) ?? []
    for name in names {
      let path = folder.path + "/" + name
      switch name {
      case _ where XcodeProject.holdsIcons(name) && Folder(path).isLink:
        // The walk ignores links.
        if !FileManager.default.fileExists(atPath: path) {
          brokenLinks.append(Folder(path))
        } else if !Folder(path).exists {
          break
        } else if Folder(name).pathExtension == "icon" {
          composerIcons.append(Folder(path))
        } else {
          catalogs.append(Folder(path))
        }
      case _ where XcodeGenDocument.isOne(name, text: Self.text(path)): xcodeGenFiles.append(path)
      case "Package.swift":
        let text = Self.text(path)
        let own = text.matches(of: /path:\s*"([^"]+)"/).map { String($0.output.1) }
        otherBuilds += (["Sources"] + own).map { IconProject.key(of: folder.path + "/" + $0) }
        if [".iOSApplication(", "appIcon:", "iconAssetName:"].contains(where: text.contains) {
          unread.append(
            UnreadPart(
              path: path,
              reason: "is a package's manifest, which is not read, and describes an app"))
        }
      case "Project.swift":
        otherBuilds.append(IconProject.key(of: folder.path))
        // The Xcode project that Tuist makes from it is read.
        if Self.text(path).contains("import ProjectDescription"),
          !names.contains(where: { Folder($0).pathExtension == "xcodeproj" })
        {
          unread.append(
            UnreadPart(
              path: path,
              reason: "is a manifest of Tuist, which is not read; its targets are not known",
              remedy: """
                Make its project with 'tuist install' and 'tuist generate --no-open' and check again: the project is \
                read.
                """))
        }
      case _ where name.lowercased().hasSuffix(".icns"): iconFiles.append(path)
      case _ where OtherTool.mayDescribe(name):
        let text = Self.text(path)
        for tool in OtherTool.all where tool.gives(text, in: name) {
          if others[tool.name]?.last == path { continue }
          others[tool.name, default: []].append(path)
          let rivals = names.filter { $0 == "ios" || $0.hasPrefix("app.config.") }
          if name == "app.json", rivals.isEmpty { expoFiles.append(path) }
          if tool.compiles { otherBuilds.append(IconProject.key(of: folder.path)) }
        }
      case _ where name.lowercased().hasSuffix(".png"):
        loosePictures.insert(IconProject.pictureName(name))
      case _ where name.hasSuffix(".xcconfig"): configurationFiles.append(path)
      default: break
      }
    }
  }

  /// The start of a file as text; empty if it cannot be read.
  private static func text(_ path: String) -> String {
    BoundedFile.text(path, limit: 1 << 20) ?? ""
  }

  /// Removes all descriptions except some: folders `.xcodeproj`, or files of XcodeGen.
  mutating func keepOnly(_ descriptions: [Folder]) {
    xcodeProjects = descriptions.filter { $0.pathExtension == "xcodeproj" }.map(\.path)
    xcodeGenFiles = descriptions.filter { $0.pathExtension != "xcodeproj" }.map(\.path)
    (unread, otherIcons, expoFiles, passed) = ([], [], [], ([], []))
  }

  /// What is said of the folders that were not looked into; `nil` without any.
  var passedOver: String? {
    let count = passed.named.count + passed.deep.count
    guard count > 0 else { return nil }
    let names = Set(passed.named).sorted().joined(separator: ", ")
    let reasons = [
      names.isEmpty ? nil : "by name: \(names)",
      passed.deep.first.map { "by depth: those in '\($0)'" },
    ]
    return (count == 1 ? "holds 1 folder that was" : "holds \(count) folders that were")
      + " not looked into (" + reasons.compactMap(\.self).joined(separator: "; ") + ")"
  }

  var hasIconFile: Bool { !iconFiles.isEmpty }

  /// Whether nothing here makes the folder a project or a place with catalogs, or might do so.
  var isEmpty: Bool {
    catalogs.isEmpty && composerIcons.isEmpty && xcodeProjects.isEmpty && xcodeGenFiles.isEmpty
      && unreadable.isEmpty && brokenLinks.isEmpty && unread.isEmpty && otherIcons.isEmpty
  }
}
