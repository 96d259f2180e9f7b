public import PhotoGeometry
import PhotoStore
import Foundation
package import Imaging

/// The icon to put into an asset catalog, and the options for it.
public struct IconPlacement: Sendable {
  /// The default icon, a PNG.
  public var source: String
  /// The catalog, a folder ending in `.xcassets`; made when its parent exists.
  public var catalog: String
  /// The name of the set, without extension.
  public var name = "AppIcon"
  /// The icon of the dark Home Screen.
  public var dark: String?
  /// The icon of the tinted Home Screen.
  public var tinted: String?
  /// Whether a grey picture of the default icon becomes the tinted one.
  public var makesTinted = false
  /// The background that replaces alpha; `nil` refuses alpha.
  public var background: IconBackground?
  /// Whether larger squares are made smaller.
  public var allowsReduction = false
  /// Whether a set of the same name is replaced.
  public var replaces = false
  /// The levels of rules: one that is off is neither a reason to refuse a picture nor to write it again.
  public var configuration = IconConfiguration()
  package var reader: any PNGReader = LocalPNGReader()

  /// Describes a placing that refuses alpha, other sizes and existing sets.
  public init(source: String, catalog: String) {
    self.source = source
    self.catalog = Folder(catalog).path
  }
}

extension PhotoprepError.Code {
  /// There is a set of that name and replacing was not asked for.
  public static let setExists = Self("set-exists")
  /// The folder is not an asset catalog, by its name or because its parent is missing.
  public static let notACatalog = Self("not-a-catalog")
  /// The set's name is empty, hidden or a path.
  public static let nameUnusable = Self("name-unusable")
  /// A file or folder cannot be written.
  public static let cannotWrite = Self("cannot-write")
}

extension IconPlacement {
  /// Reads the sources and the catalog and plans the changes, without writing anything.
  ///
  /// - Throws: `PhotoprepError`: `set-exists`, `not-a-catalog`, `name-unusable`, `folder-unreadable`, and
  ///   the codes for a refused source: a file code, `alpha-refused`, `size-refused`, `source-unusable`.
  public func plan() throws -> IconPlacementPlan {
    try checkNames()
    let known = IconCatalog(path: catalog)
    // It might contain a set of this name.
    if let folder = known.unreadable.first { throw PhotoprepError.folderUnreadable(folder.path) }
    // Where the set is a link, what it leads to is written.
    let existing = known.sets.first { $0.stem == name }.map { $0.isLink ? Folder($0.real) : $0 }
    let old = try existing.map { set in
      try KeptEntries(IconSet(path: set.path, reader: reader), dropping: newAppearances)
    }
    let pictures = try pictures(avoiding: old?.fileNames ?? [])
    var plan = IconPlacementPlan(
      catalog: catalog, setPath: existing?.path ?? "\(catalog)/\(name).appiconset",
      replacesSet: existing != nil, pictures: pictures, kept: old,
      backup: old?.changed.isEmpty == false ? backup : nil, twins: twins,
      writesRoot: !FileManager.default.fileExists(atPath: catalog + "/Contents.json"))
    guard let existing else { return plan }
    plan.isThere = plan.changesNothing
    guard plan.isThere || replaces else {
      throw PhotoprepError(
        .setExists, path: existing.path, message: "There is already an icon set of this name.",
        remedy: "Add '--replace', or another '--name'.")
    }
    return plan
  }

  private var backup: String {
    Folder(Folder(Folder(catalog).parent).project).freeBackup(of: "\(name).appiconset")
  }

  /// The Icon Composer documents of the set's name beside the catalog.
  private var twins: [String] {
    Folder(catalog).documentsBeside.filter { $0.stem == name }.map(\.path)
  }

  private func checkNames() throws {
    let catalogFolder = Folder(catalog)
    guard catalogFolder.pathExtension == "xcassets" else {
      throw PhotoprepError(
        .notACatalog, path: catalog, message: "The folder's name does not end in .xcassets.",
        remedy: "Name the catalog itself, for example 'App/Assets.xcassets'.")
    }
    guard catalogFolder.exists || Folder(catalogFolder.parent).exists else {
      throw PhotoprepError(
        .notACatalog, path: catalog,
        message: "There is neither this folder nor the one that would hold it.",
        remedy: "Check the path, or make the parent folder.")
    }
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else {
      throw PhotoprepError(
        .nameUnusable, path: catalog, message: "'\(name)' cannot be the name of a set.",
        remedy: "Use a name without slashes that does not start with a dot.")
    }
  }

  private var newAppearances: Set<IconRole.Appearance> {
    var appearances: Set<IconRole.Appearance> = [.any]
    if dark != nil { appearances.insert(.dark) }
    if tinted != nil || makesTinted { appearances.insert(.tinted) }
    return appearances
  }

  private func pictures(avoiding taken: Set<String>) throws -> [PlacedPicture] {
    var preparation = IconPreparation(placement: self)
    func placed(_ path: String, _ appearance: IconRole.Appearance) throws -> PlacedPicture {
      PlacedPicture(path, appearance, name, taken, try preparation.prepare(path, appearance))
    }
    var pictures = [try placed(source, .any)]
    if let dark { pictures.append(try placed(dark, .dark)) }
    if let tinted {
      pictures.append(try placed(tinted, .tinted))
    } else if makesTinted {
      preparation.makesGrey = true
      pictures.append(try placed(source, .tinted))
    }
    return pictures
  }
}

struct PlacedPicture: Sendable {
  let source: String
  let appearance: IconRole.Appearance
  let fileName: String
  let prepared: PreparedIcon

  init(
    _ source: String, _ appearance: IconRole.Appearance, _ name: String, _ taken: Set<String>,
    _ prepared: PreparedIcon
  ) {
    let suffixes = [IconRole.Appearance.any: "", .dark: "-Dark", .tinted: "-Tinted"]
    let stem = name + (suffixes[appearance] ?? "")
    let candidates = [stem] + (2...taken.count + 2).map { "\(stem)-\($0)" }
    let free = candidates.first { !taken.contains($0.lowercased() + ".png") }
    self.source = source
    self.appearance = appearance
    fileName = (free ?? stem) + ".png"
    self.prepared = prepared
  }

  var entry: JSONValue {
    var members: [String: JSONValue] = [
      "filename": .string(fileName), "idiom": .string("universal"), "platform": .string("ios"),
      "size": .string("1024x1024"),
    ]
    if appearance != .any {
      members["appearances"] = .array([
        .object(["appearance": .string("luminosity"), "value": .string(appearance.rawValue)])
      ])
    }
    return .object(members)
  }

  /// The steps for the source, for people.
  var line: String {
    let how =
      prepared.repaired.isEmpty
      ? "as it is" : "written again (\(prepared.repaired.joined(separator: ", ")))"
    let ground = prepared.background.map { ", on \($0)" } ?? ""
    return "\(fileName): \(appearance.rawValue) icon from \(source), \(how)\(ground)"
  }
}

extension Folder {
  /// The folder of the project that this one is in: the nearest that holds an Xcode project or a file of XcodeGen, else
  /// the work tree's of git, else this one.
  var project: String {
    let start = path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath + "/"
    func above(_ path: String) -> [String] {
      Array(sequence(first: path) { ["/", "."].contains($0) ? nil : Folder($0).parent })
    }
    // The path as given up to there, and absolute from there on.
    let written = path.split(separator: "/").contains("..") ? [] : above(path)
    let all = written + above(BuildConfigurationFiles.normal(start + path)).dropFirst(written.count)
    for folder in all {
      let names = (try? Folder(folder).names()) ?? []
      let isProject = names.contains {
        Folder($0).pathExtension == "xcodeproj" || XcodeGenDocument.fileNames.contains($0)
      }
      if isProject || names.contains(".git") { return folder }
    }
    return path
  }
}
