public import SystemPackage

/// Worker processes that decode and render, so that a bad file costs one photo and not the run.
public struct IsolationSettings: Hashable, Sendable {
  /// The program to start; it calls ``PhotoWorker/run()``.
  public var executable: FilePath
  /// Its arguments, its own name first.
  public var arguments: [String]
  /// How long one photo may take, in seconds, within ``secondsRange``.
  public var secondsPerPhoto: Int
  /// The most bytes of memory a worker may have, where the system bounds it.
  public var memoryLimit: Int

  /// The default of ``secondsPerPhoto``: 20, some hundred times what a camera's photo takes.
  public static let standardSeconds = 20
  /// What ``secondsPerPhoto`` may be: up to a day; ours.
  public static let secondsRange = 1...86_400
  /// The default of ``memoryLimit``; decision 0601 has the measurements.
  public static let standardMemory = 2048 << 20

  /// Makes settings.
  public init(
    executable: FilePath, arguments: [String], secondsPerPhoto: Int = standardSeconds,
    memoryLimit: Int = standardMemory
  ) {
    self.executable = executable
    self.arguments = arguments
    self.secondsPerPhoto = secondsPerPhoto
    self.memoryLimit = memoryLimit
  }
}
