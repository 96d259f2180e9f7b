import Foundation

extension IconProject {
  /// Reads the project descriptions of a folder and compares them with its catalogs.
  init(path: String, files: ProjectFiles, catalogs: [IconCatalog]) {
    self.init(path: path)
    iconNames = Set(catalogs.flatMap(\.iconNames) + files.composerIcons.map(\.stem))
    catalogCount = catalogs.count
    for file in files.xcodeGenFiles { addXcodeGen(file) }
    let texts = Self.texts(of: files.configurationFiles)
    for file in files.projectFiles { addXcode(file, texts, catalogs) }
  }

  /// The most bytes of a project file that are read: ours, ten times the largest seen in public.
  private static let sizeLimit = 32 << 20

  private mutating func addXcodeGen(_ file: String) {
    do {
      let data = try BoundedFile.read(file, limit: Self.sizeLimit)
      try XcodeGenFile(String(decoding: data, as: UTF8.self), file: name(file)).add(to: &self)
    } catch let error as AppIconError {
      unreadable.append(Unreadable(file: name(file), reason: error.message))
    } catch {
      unreadable.append(Unreadable(file: name(file), reason: "is not valid YAML"))
    }
  }

  private mutating func addXcode(
    _ file: String, _ texts: [String: String], _ catalogs: [IconCatalog]
  ) {
    guard let data = try? BoundedFile.read(file, limit: Self.sizeLimit),
      let parsed = XcodeProjectFile(data, file: name(file), configurationTexts: texts)
    else {
      unreadable.append(Unreadable(file: name(file), reason: "is no readable Xcode project"))
      return
    }
    parsed.add(to: &self, catalogs: catalogs)
  }

  private func name(_ file: String) -> String {
    file.hasPrefix(path + "/") ? String(file.dropFirst(path.count + 1)) : file
  }

  private static func texts(of files: [String]) -> [String: String] {
    let pairs = files.compactMap { file in
      (try? BoundedFile.read(file, limit: 1 << 20)).map {
        (Folder(file).name, String(decoding: $0, as: UTF8.self))
      }
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
