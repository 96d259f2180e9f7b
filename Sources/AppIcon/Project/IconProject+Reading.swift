internal import PhotoGeometry
import Foundation
import PhotoStore

extension IconProject {
  /// Reads the project descriptions of a folder and compares them with its catalogs.
  init(
    path: String, files: ProjectFiles, catalogs: [IconCatalog],
    readBy propertyLists: any PropertyListReader
  ) {
    self.init(path: path)
    self.catalogs = catalogs
    let documents = files.composerIcons.map { ($0.path, [$0.stem]) }
    let pairs = catalogs.map { ($0.path, $0.iconNames) } + documents
    iconNames = Dictionary(pairs.map { (Self.key(of: $0), $1) }) { first, _ in first }
    otherBuilds = files.otherBuilds.map(Self.key)
    hasUnreadableFolder = !(files.unreadable + catalogs.flatMap(\.unreadable)).isEmpty
    let configurations = BuildConfigurationFiles(files.configurationFiles)
    let folders = catalogs.map { Folder($0.path) } + files.composerIcons
    addXcodeGen(files.xcodeGenFiles, configurations, folders)
    for file in files.projectFiles { addXcode(file, configurations, folders, propertyLists) }
  }

  /// The most bytes of a project file that are read, our choice, ten times the largest seen in public.
  private static let sizeLimit = 32 << 20

  /// Adds every file that no other one includes; what is included counts where it is.
  private mutating func addXcodeGen(
    _ files: [String], _ configurations: BuildConfigurationFiles, _ folders: [Folder]
  ) {
    var documents: [(file: String, document: XcodeGenDocument)] = []
    for file in files {
      do {
        documents.append((file, try XcodeGenDocument(path: file, below: path)))
      } catch let error as PhotoprepError {
        add(unreadable: file, error)
      } catch {
        unreadable.append(Unreadable(file: name(of: file), reason: "is not valid YAML"))
      }
    }
    let included = documents.reduce(into: Set<String>()) { $0.formUnion($1.document.included) }
    for (file, document) in documents
    where !included.contains(BuildConfigurationFiles.normal(file)) {
      let parsed = XcodeGenFile(
        document, file: name(of: file), folder: Folder(file).parent,
        configurationFiles: configurations)
      do throws(PhotoprepError) { try parsed.add(to: &self, folders: folders) } catch {
        add(unreadable: file, error)
      }
    }
  }

  private mutating func addXcode(
    _ file: String, _ configurations: BuildConfigurationFiles, _ folders: [Folder],
    _ propertyLists: any PropertyListReader
  ) {
    let data: Data
    do throws(PhotoprepError) {
      data = try BoundedFile.read(file, limit: Self.sizeLimit)
    } catch {
      return add(unreadable: file, error)
    }
    let folder = Folder(Folder(file).parent).parent
    do throws(PropertyListRefusal) {
      let parsed = XcodeProjectFile(
        try Self.list([UInt8](data), propertyLists), file: name(of: file), folder: folder,
        configurationFiles: configurations)
      guard let parsed else { throw .noProject }
      parsed.add(to: &self, catalogs: folders)
    } catch {
      unreadable.append(Unreadable(file: name(of: file), reason: error.fact))
    }
  }

  /// Reads a list in Xcode's old text form or in XML.
  private static func list(
    _ bytes: [UInt8], _ propertyLists: any PropertyListReader
  ) throws(PropertyListRefusal) -> PropertyListValue {
    if PropertyListGuard.isBinary(bytes) { throw .noProject }
    return try propertyLists.value(of: bytes)
  }

  private mutating func add(unreadable file: String, _ error: PhotoprepError) {
    unreadable.append(Unreadable(file: name(of: file), reason: error.message, remedy: error.remedy))
  }
}

extension PropertyListRefusal {
  fileprivate static let noProject = Self("is no readable Xcode project")
}
