import Foundation
import SmartCrop

extension Arguments {
  /// What looks for subjects beside a model: the cascades of the folder given by `--cascades`, and the model; without
  /// it the model alone with `--heads yes`, else nothing.
  func detectors() throws -> (ImportanceModel?) -> [any SubjectDetector] {
    let cascades = try cascades()
    let looks = !cascades.isEmpty || values("--heads").last == "yes"
    return { model in
      let heads = looks ? HeadDetector(model, isAlone: cascades.isEmpty) : nil
      return cascades + (heads.map { [$0] } ?? [])
    }
  }

  private func cascades() throws -> [any SubjectDetector] {
    guard let folder = values("--cascades").last.map({ URL(filePath: $0) }) else { return [] }
    func cascade(_ path: String) throws -> Cascade {
      let bytes = try Data(contentsOf: folder.appending(path: path))
      guard let cascade = Cascade(bytes) else { throw CocoaError(.fileReadCorruptFile) }
      return cascade
    }
    return [CascadeDetector(try cascade("haarcascades/haarcascade_frontalface_alt2.xml"))]
  }
}
