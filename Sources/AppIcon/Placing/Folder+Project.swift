import Foundation

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
