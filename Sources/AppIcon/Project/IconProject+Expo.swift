import Foundation
import Imaging
import PhotoStore

extension IconProject {
  /// Compares the pictures that files `app.json` name for iOS with what Expo's tools ask for (expo/expo, 2026).
  mutating func addExpo(_ files: [String]) {
    for file in files {
      guard let root = ContentsFile(jsonFile: file).value else { continue }
      let app = root["expo"] ?? root
      if let systems = app["platforms"]?.array, !systems.contains(.string("ios")) { continue }
      described.insert(file)
      let icon = [app["ios"]?["icon"], app["icon"]].compactMap(\.self).first { $0.string != "" }
      let looks = ["light", "dark", "tinted"].map { icon?[$0]?.string }
      for name in ([icon?.string] + looks).compactMap(\.self) where !name.contains("://") {
        let path = Folder(file).parent + "/" + name
        described.insert(path)
        guard let fault = Self.faultForExpo(path) else { continue }
        expoFacts.append(
          Fact(
            "\(self.name(of: file)): the icon '\(name)' \(fault.message)", remedy: fault.remedy,
            prevents: fault.prevents, severity: fault.severity, file: self.name(of: file),
            at: "\"\(name)\""))
      }
    }
  }

  private static func faultForExpo(_ path: String) -> Fact? {
    guard FileManager.default.fileExists(atPath: path) else {
      return Fact(
        "is not there", remedy: "Add the file (and 'git add' it), or correct the path.",
        prevents: "withIosDangerousBaseMod: ENOENT", severity: .error)
    }
    // A document of Icon Composer is a folder.
    let reader = LocalPNGReader()
    guard case .success(let image) = IconFile.load(path, headersOnly: true, reader: reader) else {
      return nil
    }
    if let fact = IconRules.file.lazy.flatMap({ $0.facts(image) }).first { return fact }
    guard let size = image.structure?.header, size.width != size.height else { return nil }
    return Fact(
      "has \(size.width)×\(size.height) pixels and is not square",
      remedy: "Export it with 1024×1024 pixels.")
  }
}
