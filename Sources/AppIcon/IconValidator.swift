import Foundation
package import Imaging
package import PhotoStore

/// Checks pictures, icon sets, catalogs and projects by every rule.
///
///     let reports = try IconValidator().validate("App/Assets.xcassets")
///     for report in reports { print(report.path, report.findings.count) }
public struct IconValidator: Sendable {
  /// Whether only the chunks of a picture are read and no pixel is decoded.
  ///
  /// About twenty times faster; rules about pixels are then not checked.
  public var headersOnly: Bool
  /// The levels of rules.
  public var configuration: IconConfiguration
  /// The paths of a change: reports are about these alone, and no other pictures are decoded; `nil` for all.
  public var changed: ChangedPaths?
  package var reader: any PNGReader = LocalPNGReader()
  package var propertyLists: any PropertyListReader = LocalPropertyListReader()

  /// Makes a validator; by default all rules are on and every pixel is read.
  public init(
    headersOnly: Bool = false, configuration: IconConfiguration = IconConfiguration(),
    changed: ChangedPaths? = nil
  ) {
    (self.headersOnly, self.configuration) = (headersOnly, configuration)
    self.changed = changed
  }

  /// Checks a path and everything that belongs to it.
  ///
  /// A `.appiconset`, an `.xcassets`, an Icon Composer `.icon`, an `.xcodeproj` or an `.xcworkspace` with what its
  /// targets compile, or any other folder, which is searched for catalogs and project files, gives one report for
  /// itself and one for each thing in it, and for catalogs outside of it that an Xcode project lists. A project may be
  /// named by its file too. Any other file is looked at as the picture of the default iOS icon.
  ///
  /// - Parameter path: A file or folder; reports repeat it as given.
  /// - Returns: Reports, outer things before inner ones, in the order of their names; at least one, but for
  ///   ``changed``.
  /// - Throws: `PhotoprepError` with code `file-missing` when the path does not exist, `file-unreadable` when that is
  ///   unknown, `nothing-to-check` when a folder holds neither a catalog nor a project, or a workspace has none of its
  ///   projects.
  public func validate(_ path: String) throws -> [FileReport] {
    let reports = try allReports(path).map(configured)
    return changed.map { reports.filter($0.touch) } ?? reports
  }

  /// The reports before levels of rules count, without those of pictures and documents that did not change.
  private func allReports(_ path: String) throws -> [FileReport] {
    _ = try BoundedFile.status(of: path)
    let folder = Folder(path)
    if let project = try described(by: folder) {
      return try projectReports(project.folder, only: project)
    }
    guard folder.exists else {
      if Self.projectParts.contains(folder.pathExtension) { throw PhotoprepError.onlyAPart(path) }
      guard isWanted(path) else { return [] }
      let image = IconFile.load(path, headersOnly: headersOnly, reader: reader)
      return [report(image, path: path)]
    }
    switch folder.pathExtension {
    case "appiconset":
      return setReports(
        folder,
        hasTwin: Folder(folder.parent).documentsBeside.contains { $0.stem == folder.stem })
    case let kind where Folder.catalogExtensions.contains(kind):
      return catalogReports(
        IconCatalog(path: folder.path), IconProject(path: folder.path), folder.documentsBeside)
    case "icon": return composerReports([folder])
    case "brandassets", "solidimagestack", "stickersiconset":
      throw PhotoprepError.notChecked(folder.path)
    default: return try projectReports(folder)
    }
  }

  /// The folder of the icon for a path: a set or document itself; of a project its first application's document or
  /// set, else a set of its catalogs, else its first document; of a catalog the set `AppIcon`, else its first one; the
  /// path if there is none.
  func icon(of path: String) throws -> String {
    _ = try BoundedFile.status(of: path)
    let folder = Folder(path)
    let description = try described(by: folder)
    guard description != nil || folder.exists,
      !["appiconset", "icon"].contains(folder.pathExtension)
    else { return path }
    if Folder.catalogExtensions.contains(folder.pathExtension) {
      return IconCatalog(path: folder.path).mainSet ?? path
    }
    let project = read(description?.folder ?? folder, only: description?.files ?? [])
    return (project.primaryDocument ?? project.primarySet)?.path
      ?? project.catalogs.lazy.compactMap(\.mainSet).first ?? project.documents.first?.path ?? path
  }

  private func configured(_ report: FileReport) -> FileReport {
    var report = report
    let findings = configuration.applied(to: report.findings)
    report.findings = findings.enumerated().sorted { left, right in
      (right.element.severity, left.offset) < (left.element.severity, right.offset)
    }.map(\.element)
    return report
  }

  /// Whether there is to be a report about a picture, set or document.
  private func isWanted(_ path: String) -> Bool { changed?.touches(path) != false }

  private func report(_ result: Result<IconImage, PhotoprepError>, path: String) -> FileReport {
    switch result {
    case .success(let image):
      let findings = IconRules.image.findings(in: image)
      return FileReport(path: path, kind: .png, findings: findings, image: image.facts)
    case .failure(let error):
      let fact = Fact(error.message, remedy: error.remedy ?? "Replace the file.")
      return FileReport(
        path: path, kind: .png, findings: [IconFinding(rule: .unreadable, fact: fact)])
    }
  }

  private func setReports(
    _ folder: Folder, use: IconUse = .unknown, hasTwin: Bool
  ) -> [FileReport] {
    guard isWanted(folder.path) else { return [] }
    let set = IconSet(
      path: folder.path, use: use, hasComposerTwin: hasTwin, headersOnly: headersOnly,
      reader: reader)
    let own = report(
      folder.path, .appiconset, unreadable: set.isUnreadable ? [folder] : [],
      IconRules.set, set)
    let reports = [own] + imageReports(of: set)
    guard hasTwin else { return reports }
    // Xcode 26 and later ignore the set.
    return reports.map { report in
      var report = report
      for index in report.findings.indices { report.findings[index].severity = .note }
      return report
    }
  }

  /// One report per file; a file in several slots is checked for each, without repeated findings.
  private func imageReports(of set: IconSet) -> [FileReport] {
    var reports: [FileReport] = []
    for slot in set.slots {
      guard let name = slot.fileName, let result = set.pictures[slot.index] else { continue }
      let next = report(result, path: set.path + "/" + name)
      if let index = reports.firstIndex(where: { $0.path == next.path }) {
        reports[index].findings += next.findings.filter { !reports[index].findings.contains($0) }
      } else {
        reports.append(next)
      }
    }
    return reports
  }

  private func catalogReports(
    _ catalog: IconCatalog, _ project: IconProject, _ outside: [Folder]
  ) -> [FileReport] {
    var catalog = catalog
    catalog.primary = Set(
      catalog.others.map(\.stem).filter { project.use(of: $0, in: catalog).kind == .primary })
    let own = report(
      catalog.path, .xcassets, unreadable: catalog.unreadable, IconRules.catalog, catalog)
    let inner = catalog.sets.flatMap { set in
      setReports(
        set, use: project.use(of: set.stem, in: catalog),
        hasTwin: project.hasTwin(of: set.stem, in: catalog, among: outside))
    }
    return [own] + inner + composerReports(catalog.documents)
  }

  private func composerReports(_ documents: [Folder]) -> [FileReport] {
    documents.filter { isWanted($0.path) }.map { folder in
      let icon = ComposerIcon(path: folder.path)
      return report(
        folder.path, .icon, unreadable: [icon.unreadable].compactMap(\.self),
        IconRules.composer, icon)
    }
  }

  /// The report of a folder: the folders that cannot be read, and the findings of the rules.
  ///
  /// A folder that cannot be read itself gets no further findings.
  private func report<Subject>(
    _ path: String, _ kind: SubjectKind, unreadable: [Folder], _ checks: [Check<Subject>],
    _ subject: Subject, scope: ProjectScope? = nil
  ) -> FileReport {
    let closed = unreadable.map {
      IconFinding(rule: .unreadable, fact: .unreadable($0, in: path))
    }
    let isClosed = unreadable.contains { $0.path == path }
    return FileReport(
      path: path, kind: kind,
      findings: closed + (isClosed ? [] : checks.findings(in: subject)),
      scope: scope)
  }

  private func projectReports(
    _ folder: Folder, only description: Description? = nil
  ) throws -> [FileReport] {
    let project = read(folder, only: description?.files ?? [])
    if project.files.isEmpty {
      throw PhotoprepError.nothingToCheck(folder.path, but: project.files.passedOver)
    }
    let own = report(
      description?.path.path ?? folder.path, .project, unreadable: project.files.unreadable,
      IconRules.project, project, scope: project.scope)
    let inner = project.catalogs.flatMap { catalogReports($0, project, project.documents) }
    return [own] + inner + composerReports(project.documents)
  }

  /// What a path names as a description: projects, and the folder that it is in.
  private typealias Description = (path: Folder, folder: Folder, files: [Folder])

  /// The projects that a path names: an `.xcodeproj`, an `.xcworkspace`, the file in it, or a file of XcodeGen,
  /// whatever its name.
  private func described(by path: Folder) throws -> Description? {
    let own = (path, Folder(path.parent), [path])
    if path.exists {
      switch path.pathExtension {
      case "xcodeproj": return own
      case "xcworkspace": return try workspace(path)
      default: return nil
      }
    }
    switch path.name {
    case let name where XcodeGenDocument.fileNames.contains(name): return own
    case "project.pbxproj", "project.xcproj", XcodeWorkspace.fileName:
      return try described(by: Folder(path.parent))
    default:
      guard ["yml", "yaml", "json"].contains(path.pathExtension) else { return nil }
      if let document = try? XcodeGenDocument(path: path.path, below: path.parent) {
        return document.root["targets"] == nil ? nil : own
      }
      // One that is not YAML is reported as that, not as a missing project.
      let text = String(decoding: try BoundedFile.read(path.path, limit: 4 << 20), as: UTF8.self)
      return text.contains("targets:") ? own : nil
    }
  }

  /// The projects of a workspace; that of a project is the project.
  private func workspace(_ path: Folder) throws -> Description? {
    let parent = Folder(path.parent)
    if let project = try described(by: parent) { return project }
    let projects = try XcodeWorkspace(path).projects
    if !projects.contains(where: \.exists) {
      throw PhotoprepError.emptyWorkspace(path.path, projects.map(\.path))
    }
    return (path, parent, projects)
  }

  /// Extensions of files that are parts of a project but not projects.
  private static let projectParts = [
    "yml", "yaml", "xcconfig", "pbxproj", "xcproj", "plist", "json", "swift",
  ]

  /// Reads a folder with its project descriptions, or with some and the files that they compile.
  private func read(_ folder: Folder, only named: [Folder]) -> IconProject {
    var files = ProjectFiles(below: folder.path)
    if !named.isEmpty { files.keepOnly(named) }
    var project = IconProject(
      path: folder.path, files: files, isNamed: !named.isEmpty, readBy: propertyLists)
    if !named.isEmpty, let compiled = project.compiled {
      project.catalogs.removeAll { !compiled.contains(IconProject.key(of: $0.path)) }
      project.documents.removeAll { !compiled.contains(IconProject.key(of: $0.path)) }
    }
    return project
  }
}
