internal import ArgumentParser
internal import PhotoPrep
internal import PhotoStore

/// What the program's exit code says; the list in `photoprep --help` is the same.
enum ExitStatus: Int32 {
  case done = 0
  case stopped = 1
  case someRejected = 2
  case iconErrors = 3
  case noStore = 10
  case storeTooNew = 11
  case needsAttention = 12
  case interrupted = 130
  case terminated = 143

  /// Ends the command with this code; returns when it is `done`.
  func exit() throws {
    if self != .done { throw ExitCode(rawValue) }
  }
}

extension ExitStatus {
  init(_ summary: PrepSummary) {
    self = summary.rejected > 0 ? .someRejected : .done
  }

  init(_ summary: CropSummary) {
    self = summary.rejected > 0 ? .someRejected : .done
  }

  /// The code of an error that ended a command.
  init(_ error: any Error) {
    switch (error as? StoreError)?.code {
    case .storeMissing: self = .noStore
    case .storeTooNew: self = .storeTooNew
    case .cleanupRefused: self = .needsAttention
    default: self = .stopped
    }
  }
}

/// Runs a command's work; an error that ends it is shown on standard error and becomes the exit code.
func reportingFailure<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as ExitCode {
    throw error
  } catch let error as ValidationError {
    throw error
  } catch {
    throw reported(error)
  }
}

/// Shows an error that ends a command on standard error and returns the exit code.
///
/// Nothing is said when whoever read the results wants no more of them.
func reported(_ error: any Error) -> ExitCode {
  if (error as? OutputError)?.isReaderGone != true {
    var console = Console()
    console.message("photoprep: \(error)")
  }
  return ExitCode(ExitStatus(error).rawValue)
}
