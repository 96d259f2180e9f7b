import Foundation
package import Imaging

/// Checks pictures, icon sets, catalogs and projects by every rule.
///
///     let reports = try IconValidator().validate("App/Assets.xcassets")
///     for report in reports { print(report.path, report.findings.count) }
public struct IconValidator: Sendable {
  /// Whether only the chunks of a picture are walked and no pixel is decoded.
  ///
  /// Some twenty times faster; what only pixels can tell is then not found.
  public var headersOnly: Bool
  /// Which rules count, and how much.
  public var configuration: IconConfiguration
  /// What decodes pictures.
  package var reader: any PNGReader = LocalPNGReader()

  /// Makes a validator; by default every rule counts and every pixel is read.
  public init(headersOnly: Bool = false, configuration: IconConfiguration = IconConfiguration()) {
    self.headersOnly = headersOnly
    self.configuration = configuration
  }

  /// Checks a path and what belongs to it.
  ///
  /// A `.appiconset`, an `.xcassets`, an Icon Composer `.icon` or any other folder, which is searched
  /// for catalogs and project files, gives one report for itself and one for each thing in it. Any file
  /// is looked at as the picture of the default iOS icon.
  ///
  /// - Parameter path: A file or folder; reports repeat it as given.
  /// - Returns: At least one report, outer things before inner ones, in the order of their names.
  /// - Throws: ``AppIconError`` with code `file-missing` when nothing is there, `file-unreadable` when
  ///   that cannot be told, `nothing-to-check` when a folder holds neither a catalog nor a project.
  public func validate(_ path: String) throws(AppIconError) -> [FileReport] {
    _ = try BoundedFile.status(of: path)
    let folder = Folder(path)
    guard folder.exists else { return [imageReport(path)].map(configured) }
    let reports =
      switch folder.pathExtension {
      case "appiconset": setReports(folder, twins: twins(around: folder))
      case "xcassets": catalogReports(IconCatalog(path: folder.path), twins: twins(beside: folder))
      case "icon": [composerReport(folder)]
      default: try projectReports(folder)
      }
    return reports.map(configured)
  }

  private func configured(_ report: FileReport) -> FileReport {
    var report = report
    let findings = report.findings.compactMap(configuration.applied(to:))
    report.findings = findings.enumerated().sorted { left, right in
      (right.element.severity, left.offset) < (left.element.severity, right.offset)
    }.map(\.element)
    return report
  }
}

extension IconValidator {
  private func imageReport(_ path: String) -> FileReport {
    report(IconFile.load(path, headersOnly: headersOnly, reader: reader), path: path)
  }

  private func report(_ result: Result<IconImage, AppIconError>, path: String) -> FileReport {
    switch result {
    case .success(let image):
      let findings = IconRules.image.findings(in: image)
      return FileReport(path: path, kind: .png, findings: findings, image: image.facts)
    case .failure(let error):
      let fact = Fact(error.message, remedy: error.remedy ?? "Replace the file.")
      return FileReport(
        path: path, kind: .png, findings: [Finding(rule: .unreadable, fact: fact)])
    }
  }

  private func setReports(_ folder: Folder, twins: Set<String>) -> [FileReport] {
    let set = IconSet(
      path: folder.path, hasComposerTwin: twins.contains(folder.stem), headersOnly: headersOnly,
      reader: reader)
    let own = report(
      folder.path, .appiconset, unreadable: set.isUnreadable ? [folder] : [],
      IconRules.set, set)
    return [own] + imageReports(of: set)
  }

  /// One report per file; a file in several slots is judged for each, and says each thing once.
  private func imageReports(of set: IconSet) -> [FileReport] {
    var reports: [FileReport] = []
    for slot in set.slots {
      let loaded = set.images[slot.index].map(Result<IconImage, AppIconError>.success)
      guard let name = slot.fileName,
        let result = loaded ?? set.unreadable[slot.index].map(Result.failure)
      else { continue }
      let next = report(result, path: set.path + "/" + name)
      if let index = reports.firstIndex(where: { $0.path == next.path }) {
        reports[index].findings += next.findings.filter { !reports[index].findings.contains($0) }
      } else {
        reports.append(next)
      }
    }
    return reports
  }

  private func catalogReports(_ catalog: IconCatalog, twins: Set<String>) -> [FileReport] {
    let own = report(
      catalog.path, .xcassets, unreadable: catalog.unreadable, IconRules.catalog, catalog)
    let names = twins.union(composerFolders(in: Folder(catalog.path)).map(\.stem))
    let inner = catalog.sets.flatMap { setReports($0, twins: names) }
    return [own] + inner + composerFolders(in: Folder(catalog.path)).map(composerReport)
  }

  private func composerReport(_ folder: Folder) -> FileReport {
    let icon = ComposerIcon(path: folder.path)
    return report(
      folder.path, .icon, unreadable: [icon.unreadable].compactMap(\.self),
      IconRules.composer, icon)
  }

  /// The report of a folder: what in it cannot be read, and what the rules find.
  ///
  /// Nothing more is said of a folder that cannot be read itself.
  private func report<Subject>(
    _ path: String, _ kind: SubjectKind, unreadable: [Folder], _ checks: [Check<Subject>],
    _ subject: Subject
  ) -> FileReport {
    let facts = unreadable.map { Fact.unreadable($0, in: path) }
    let isClosed = unreadable.contains { $0.path == path }
    return FileReport(
      path: path, kind: kind,
      findings: facts.findings(of: .unreadable) + (isClosed ? [] : checks.findings(in: subject)))
  }

  private func projectReports(_ folder: Folder) throws(AppIconError) -> [FileReport] {
    let files = ProjectFiles(below: folder.path)
    if files.isEmpty { throw .nothingToCheck(folder.path) }
    let catalogs = files.catalogs.map { IconCatalog(path: $0.path) }
    let project = IconProject(path: folder.path, files: files, catalogs: catalogs)
    let twins = Set(files.composerIcons.map(\.stem))
    let own = report(
      folder.path, .project, unreadable: files.unreadable, IconRules.project, project)
    return [own] + catalogs.flatMap { catalogReports($0, twins: twins) }
      + files.composerIcons.map(composerReport)
  }

  private func composerFolders(in catalog: Folder) -> [Folder] {
    var found: [Folder] = []
    // What cannot be read is in the catalog's own report.
    _ = catalog.walk { folder in
      if folder.pathExtension == "icon" { found.append(folder) }
      return folder.pathExtension.isEmpty
    }
    return found
  }

  /// The Icon Composer documents in the folder that holds a catalog, which need not be readable.
  private func twins(beside folder: Folder) -> Set<String> {
    let siblings = (try? Folder(folder.parent).folders()) ?? []
    return Set(siblings.filter { $0.pathExtension == "icon" }.map(\.stem))
  }

  /// The Icon Composer documents beside a set, and beside the catalog that holds it.
  private func twins(around set: Folder) -> Set<String> {
    twins(beside: set).union(twins(beside: Folder(set.parent)))
  }
}
