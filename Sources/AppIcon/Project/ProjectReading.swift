import Foundation

extension IconProject {
  /// Reads the project descriptions of a folder and compares them with its catalogs.
  init(path: String, files: ProjectFiles, catalogs: [IconCatalog]) {
    self.init(path: path)
    iconNames = Set(catalogs.flatMap(\.iconNames) + files.composerIcons.map(\.stem))
    catalogCount = catalogs.count
    hasUnreadableFolder = !(files.unreadable + catalogs.flatMap(\.unreadable)).isEmpty
    let configurations = BuildConfigurationFiles(files.configurationFiles)
    addXcodeGen(files.xcodeGenFiles, configurations)
    for file in files.projectFiles { addXcode(file, configurations, catalogs) }
  }

  /// The most bytes of a project file that are read: ours, ten times the largest seen in public.
  private static let sizeLimit = 32 << 20

  /// Adds every file that no other one includes; what is included counts where it is.
  private mutating func addXcodeGen(
    _ files: [String], _ configurations: BuildConfigurationFiles
  ) {
    var documents: [(file: String, document: XcodeGenDocument)] = []
    for file in files {
      do {
        documents.append((file, try XcodeGenDocument(path: file, below: path)))
      } catch let error as AppIconError {
        add(unreadable: file, error)
      } catch {
        unreadable.append(Unreadable(file: name(file), reason: "is not valid YAML"))
      }
    }
    let included = documents.reduce(into: Set<String>()) { $0.formUnion($1.document.included) }
    for (file, document) in documents
    where !included.contains(BuildConfigurationFiles.normal(file)) {
      XcodeGenFile(
        document, file: name(file), folder: Folder(file).parent,
        configurationFiles: configurations
      ).add(to: &self)
    }
  }

  private mutating func addXcode(
    _ file: String, _ configurations: BuildConfigurationFiles, _ catalogs: [IconCatalog]
  ) {
    let data: Data
    do throws(AppIconError) {
      data = try BoundedFile.read(file, limit: Self.sizeLimit)
    } catch {
      return add(unreadable: file, error)
    }
    guard
      let parsed = XcodeProjectFile(data, file: name(file), configurationFiles: configurations)
    else {
      unreadable.append(Unreadable(file: name(file), reason: "is no readable Xcode project"))
      return
    }
    parsed.add(to: &self, catalogs: catalogs)
  }

  private mutating func add(unreadable file: String, _ error: AppIconError) {
    unreadable.append(Unreadable(file: name(file), reason: error.message, remedy: error.remedy))
  }

  private func name(_ file: String) -> String {
    file.hasPrefix(path + "/") ? String(file.dropFirst(path.count + 1)) : file
  }
}
