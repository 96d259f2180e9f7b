internal import Foundation
package import PhotoCatalog
internal import PhotoWriting
internal import SmartCrop
internal import SystemFiles
internal import SystemPackage

/// What a run takes from its surroundings, so that tests can replace it.
struct RunEnvironment: Sendable {
  let fileSystem: any FileSystem
  let clock: @Sendable () -> Date
  let workingFolder: FilePath
  /// The name of the run, which no other run on the same store has.
  let name: String
  /// The rules that choose crops.
  var generation = CropGeneration.today

  /// The machine's own file system and clock, and a new name.
  static func machine() -> RunEnvironment {
    RunEnvironment(
      fileSystem: DiskFileSystem(), clock: { Date() },
      workingFolder: FilePath(FileManager.default.currentDirectoryPath), name: UUID().uuidString)
  }
}

extension CropGeneration {
  /// The rules of this software.
  package static let today = CropGeneration(
    algorithmVersion: SmartCropVersion.algorithm, learnedAnalysis: AnalysisMethod.learned.identity)

  /// The name of an analysis in recipes.
  func name(of analysis: AnalysisMethod) -> String {
    analysis == .learned ? learnedAnalysis : analysis.identity
  }
}

extension RunEnvironment {
  /// The environment for a store on this machine.
  var storeEnvironment: StoreEnvironment {
    StoreEnvironment(run: name, clock: clock, fileSystem: fileSystem, catalog: .onDisk)
  }

  /// A path that is valid in a run started from any folder.
  func absolute(_ path: FilePath) -> FilePath {
    workingFolder.pushing(path).lexicallyNormalized()
  }
}
