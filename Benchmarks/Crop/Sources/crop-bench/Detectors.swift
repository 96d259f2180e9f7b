import Foundation
import SmartCrop

extension Arguments {
  /// The detectors whose cascades are in the folder given by `--cascades`; none without it.
  func detectors() throws -> [any SubjectDetector] {
    guard let folder = values("--cascades").last.map({ URL(filePath: $0) }) else { return [] }
    func cascade(_ path: String) throws -> Cascade {
      let bytes = try Data(contentsOf: folder.appending(path: path))
      guard let cascade = Cascade(bytes) else { throw CocoaError(.fileReadCorruptFile) }
      return cascade
    }
    let faces = CascadeDetector(
      try cascade("haarcascades/haarcascade_frontalface_alt2.xml"),
      confirmedBy: try cascade("lbpcascades/lbpcascade_frontalface.xml"))
    return [faces]
  }
}
