internal import Foundation
package import PhotoCatalog
internal import PhotoWriting
internal import SmartCrop
internal import SystemFiles
internal import SystemPackage

/// What a run takes from the world around it, so that tests can put something else in its place.
struct RunEnvironment: Sendable {
  let fileSystem: any FileSystem
  let clock: @Sendable () -> Date
  let workingFolder: FilePath
  /// The name of the run, which no other run on the same store has.
  let name: String
  /// Which rules choose crops.
  var generation = CropGeneration.today

  /// The machine's own file system and clock, and a name of its own.
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

  /// What an analysis is called in recipes.
  func name(of analysis: AnalysisMethod) -> String {
    analysis == .learned ? learnedAnalysis : analysis.identity
  }
}

extension RunEnvironment {
  /// What a store on this machine takes from the same world.
  var storeEnvironment: StoreEnvironment {
    StoreEnvironment(run: name, clock: clock, fileSystem: fileSystem, catalog: .onDisk)
  }

  /// What a store remembers a file by.
  func identity(of path: FilePath, _ status: FileStatus) -> SourceIdentity {
    SourceIdentity(path: absolute(path), status: status, observedAt: clock())
  }

  /// A path as the next run knows it too, wherever that is started.
  func absolute(_ path: FilePath) -> FilePath {
    workingFolder.pushing(path).lexicallyNormalized()
  }
}
