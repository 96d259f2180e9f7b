import Foundation
import SmartCrop

extension Arguments {
  /// The model for each photo: the one given by `--weights`, `none`, or the library's own.
  ///
  /// `--weights-of` names a file with lines `photo's path, TAB, weights file`, so that every photo can be judged by a
  /// network that has not seen it.
  func models() throws -> (String) -> ImportanceModel? {
    if let list = values("--weights-of").last {
      let rows = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").map {
        $0.split(separator: "\t").map(String.init)
      }
      let models = try Dictionary(
        uniqueKeysWithValues: Set(rows.map { $0[1] }).map { ($0, try Self.model($0)) })
      let names = Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
      return { path in names[path].flatMap { models[$0] } }
    }
    let model = try values("--weights").last.map { try $0 == "none" ? nil : Self.model($0) }
    return { _ in model ?? .standard }
  }

  private static func model(_ path: String) throws -> ImportanceModel {
    guard let model = ImportanceModel(try Data(contentsOf: URL(filePath: path))) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return model
  }
}
