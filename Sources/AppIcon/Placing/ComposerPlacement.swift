import Foundation
public import PhotoGeometry
package import PhotoStore

/// An Icon Composer document that is to become an app's icon in an Xcode project.
public struct ComposerPlacement: Sendable {
  /// The document, a folder ending in `.icon`.
  public var document: String
  /// The project: the `.xcodeproj`, the file in it, or a folder that holds one.
  public var project: String
  /// The name of the app's target; `nil` if the project has one app.
  public var target: String?
  /// Whether a document of the same name, and a setting that names another icon, are replaced.
  public var replaces = false
  package var propertyLists: any PropertyListReader = LocalPropertyListReader()

  /// Describes a placing that replaces nothing.
  public init(document: String, project: String) {
    self.document = Folder(document).path
    self.project = Folder(project).path
  }
}

extension PhotoprepError.Code {
  /// A project cannot be changed as requested: there is none or several, it has several apps, or it is in a form that
  /// is not supported for writing.
  public static let projectUnusable = Self("project-unusable")
}

extension ComposerPlacement {
  /// Reads the document and the project and plans the changes, without writing anything.
  ///
  /// - Throws: `PhotoprepError`: `source-unusable` for a document with an error, `project-unusable`, `set-exists` if
  ///   something would have to be replaced, a file code.
  public func plan() throws -> ComposerPlacementPlan {
    let source = Folder(document)
    let name = source.stem
    try checkDocument(source)
    let folder = try projectFolder()
    let file = try projectFile(in: folder)
    let root = folder.parent
    let project = read(folder)
    if let refused = project.unreadable.first {
      throw PhotoprepError.projectUnusable(file, refused.sentence, refused.remedy)
    }
    let text = try projectText(file)
    var editor: any ProjectEditor =
      Folder(file).pathExtension == "xcproj"
      ? try JSONProjectEditor(file, text, folder: root)
      : try PropertyListEditor(file, text, folder: root, propertyLists)
    let app = try app(of: editor.project, project.settings, in: file)
    let named = project.settings.filter { $0.target == app.name && $0.isApplication }
    try checkSystems(named, file)
    let own = Folder(root).relativePath(of: source.path)
    let path = own ?? home(of: app, in: editor.project, project, root) + source.name
    let place = root + "/" + path
    let isThere = own == nil && FileManager.default.fileExists(atPath: place)
    let isSame =
      isThere && FileManager.default.contentsEqual(atPath: source.path, andPath: place)
    if isThere, !isSame, !replaces {
      throw PhotoprepError(
        .setExists, path: place, message: "There is another document of this name.",
        remedy: "Add '--replace'.")
    }
    var steps = ["\(isThere ? "replace" : "write") \(place)"]
    if own != nil || isSame { steps = [] }
    if !editor.compiles(path, app) {
      try editor.add(path, to: app)
      steps.append("add \(path) to target '\(app.name)' in \(file)")
    }
    if try editor.setType(of: path) {
      steps.append("say in \(file) that \(path) is a document of Icon Composer")
    }
    // With conditions on platforms a target has the name several times; those for tvOS and visionOS stay.
    let unlike = named.filter { Set($0.iconName.composed) != [name] }
    // A configuration that names the document is the one it is for: the others keep their icons.
    let hasOwn = unlike.count < named.count && !replaces
    let others = unlike.filter { !hasOwn || $0.iconName.composed.isEmpty }
    if !others.isEmpty {
      try checkNames(others, but: name, file)
      try editor.setIconName(name, of: app, in: others.map(\.configuration))
      let configurations = others.map(\.configuration).joined(separator: ", ")
      steps.append(
        "set \(IconProject.settingName) to '\(name)' in \(file), target '\(app.name)' (\(configurations))"
      )
    }
    let isChanged = editor.text != text
    let backups = Folder(root).freeBackup(of: folder.stem)
    return ComposerPlacementPlan(
      source: source.path, place: place, copies: own == nil && !isSame, replacesDocument: isThere,
      file: file, oldText: text, text: isChanged ? editor.text : nil,
      backup: isChanged || (isThere && !isSame) ? backups : nil, steps: steps,
      notes: notes(named, project, name: name, root: root)
        + unlike.filter { hasOwn && !$0.iconName.composed.isEmpty }.map {
          "\($0.target) (\($0.configuration)) keeps the icon '\($0.iconName.composed[0])'; '--replace' gives it this one"
        })
  }

  private func checkDocument(_ folder: Folder) throws {
    _ = try BoundedFile.status(of: folder.path)
    let icon = ComposerIcon(path: folder.path)
    if let closed = icon.unreadable { throw PhotoprepError.folderUnreadable(closed.path) }
    let errors = IconRules.composer.findings(in: icon).filter { $0.severity == .error }
    guard let finding = errors.first else { return }
    throw PhotoprepError(
      .sourceUnusable, path: folder.path, message: "The document " + finding.message,
      remedy: finding.remedy)
  }

  private func projectFolder() throws -> Folder {
    _ = try BoundedFile.status(of: project)
    let given = Folder(project)
    guard given.exists else {
      let parent = Folder(given.parent)
      if parent.pathExtension == "xcodeproj" { return parent }
      if XcodeGenDocument.fileNames.contains(given.name) { throw Self.generated(given.path) }
      throw PhotoprepError.projectUnusable(given.path, "This is not an Xcode project.", Self.which)
    }
    if given.pathExtension == "xcodeproj" { return given }
    let found = try given.folders().filter { $0.pathExtension == "xcodeproj" }
    switch found.count {
    case 1: return found[0]
    case 0:
      for name in XcodeGenDocument.fileNames {
        let file = given.path + "/" + name
        if FileManager.default.fileExists(atPath: file) { throw Self.generated(file) }
      }
      throw PhotoprepError.projectUnusable(
        given.path, "The folder holds no .xcodeproj.", Self.which)
    default:
      let names = found.map { "'\($0.name)'" }.joined(separator: ", ")
      throw PhotoprepError.projectUnusable(
        given.path, "The folder holds \(found.count) projects: \(names).", Self.which)
    }
  }

  private static let which = "Name the project itself, for example '--project App/App.xcodeproj'."

  private static func generated(_ file: String) -> PhotoprepError {
    .projectUnusable(
      file, "XcodeGen makes the project from this file, which photoprep does not edit.",
      """
      Put the document below the sources of the target, set ASSETCATALOG_COMPILER_APPICON_NAME to its name there, and \
      run XcodeGen.
      """)
  }

  private func projectFile(in folder: Folder) throws -> String {
    let forms = IconProject.forms.map { folder.path + "/" + $0 }
      .filter { FileManager.default.fileExists(atPath: $0) }
    guard let file = forms.first else {
      throw PhotoprepError.projectUnusable(
        folder.path, "It holds neither \(IconProject.forms.joined(separator: " nor ")).",
        "Check the path, or make the project with the tool that generates it.")
    }
    guard forms.count == 1 else {
      throw PhotoprepError.projectUnusable(
        folder.path, "It holds \(IconProject.forms.joined(separator: " and ")).",
        "Remove the one that Xcode does not write any more.")
    }
    return file
  }

  private func projectText(_ file: String) throws -> String {
    let bytes = [UInt8](try BoundedFile.read(file, limit: IconProject.sizeLimit))
    guard let text = String(utf8: bytes) else {
      throw PhotoprepError.projectUnusable(
        file, "It is not UTF-8.", "Open the project in Xcode and save it.")
    }
    return text
  }

  private func read(_ folder: Folder) -> IconProject {
    var files = ProjectFiles(below: folder.parent)
    files.keepOnly([folder])
    return IconProject(path: folder.parent, files: files, isNamed: true, readBy: propertyLists)
  }

  private func app(
    of project: XcodeProject, _ settings: [IconProject.Setting], in file: String
  ) throws -> XcodeProject.Target {
    // What an app for a watch alone is in has no icon.
    let apps = project.targets.filter {
      $0.product.hasPrefix("application") && $0.product != "application.watchapp2-container"
    }
    let names = apps.map { "'\($0.name)'" }.joined(separator: ", ")
    if let target {
      if let found = apps.first(where: { $0.name == target }) { return found }
      throw PhotoprepError.projectUnusable(
        file, "It has no app with the target '\(target)'.",
        apps.isEmpty ? "Name a project that builds an app." : "Its apps are \(names).")
    }
    guard !apps.isEmpty else {
      throw PhotoprepError.projectUnusable(
        file, "It builds no app.", "Name a project that builds one.")
    }
    // Helpers and apps of a watch are inside another app.
    let helpers = Set(settings.filter(\.context.isHelper).map(\.target))
    let outer = apps.filter { !$0.isEmbedded && !helpers.contains($0.name) }
    guard let app = apps.count == 1 ? apps.first : outer.first, outer.count < 2 else {
      throw PhotoprepError.projectUnusable(
        file, "It has \(apps.count) apps: \(names).", "Add '--target' with the name of one.")
    }
    return app
  }

  /// The folder for a document from outside the project: beside the app's catalog, or else beside the project.
  ///
  /// Empty, or a path below the project's folder with a slash at its end.
  private func home(
    of app: XcodeProject.Target, in project: XcodeProject, _ all: IconProject, _ root: String
  ) -> String {
    let compiled = project.known(of: app, all.catalogs.map { IconProject.key(of: $0.path) })
    let settings = all.settings.filter { $0.target == app.name }
    let catalogs = all.catalogs.filter { catalog in
      let key = IconProject.key(of: catalog.path)
      return compiled.contains(key) && Folder(root).relativePath(of: catalog.path) != nil
        && !settings.contains { all.isForDevelopment(key, $0) }
    }
    guard let any = catalogs.first(where: { !$0.iconNames.isEmpty }) ?? catalogs.first else {
      return ""
    }
    let folder = Folder(any.path).parent
    return folder == root ? "" : all.name(of: folder) + "/"
  }

  /// The systems whose icons are stacks of layers in a catalog, as in Apple's Human Interface Guidelines, *App icons*;
  /// Icon Composer makes icons for the others.
  private static let stacked: Set = ["appletvos", "xros"]

  private func checkSystems(_ settings: [IconProject.Setting], _ file: String) throws {
    let systems = settings.map(\.context.platforms)
    guard let first = settings.first,
      systems.allSatisfy({ !$0.isEmpty && $0.isSubset(of: Self.stacked) })
    else { return }
    throw PhotoprepError.projectUnusable(
      file,
      "The target '\(first.target)' is built for tvOS or visionOS alone, where documents of Icon Composer are not icons.",
      "Give it a layered icon in its asset catalog, with Xcode.")
  }

  private func checkNames(
    _ settings: [IconProject.Setting], but own: String, _ file: String
  ) throws {
    let other = settings.first { !$0.iconName.composed.isEmpty }
    guard let other, !replaces, let name = other.iconName.composed.first(where: { $0 != own })
    else { return }
    throw PhotoprepError(
      .setExists, path: file,
      message: "\(other.target) (\(other.configuration)) has the icon '\(name)'.",
      remedy: "Add '--replace' to give it this one.")
  }

  private func notes(
    _ settings: [IconProject.Setting], _ project: IconProject, name: String, root: String
  ) -> [String] {
    let twins = project.catalogs.filter { catalog in
      settings.contains { $0.compiled?.contains(IconProject.key(of: catalog.path)) != false }
    }.flatMap(\.sets).filter { $0.stem == name }.map {
      "\($0.path) has the same name; Xcode 26 and later take the document instead"
    }
    let generators = (XcodeGenDocument.fileNames + ["Project.swift"]).filter {
      FileManager.default.fileExists(atPath: root + "/" + $0)
    }.map { "\(root)/\($0) may generate this project again, without this change" }
    let warnings = IconRules.composer.findings(in: ComposerIcon(path: document))
      .filter { $0.severity == .warning }.map { "the document \($0.message)" }
    let stacks =
      settings.contains { !$0.context.platforms.isDisjoint(with: Self.stacked) }
      ? ["on tvOS and visionOS the app's icon still comes from its asset catalog"] : []
    return twins + stacks + generators + warnings
  }
}

extension PhotoprepError {
  static func projectUnusable(_ path: String, _ fact: String, _ remedy: String?) -> Self {
    Self(.projectUnusable, path: path, message: fact, remedy: remedy)
  }
}
