internal import ArgumentParser
internal import Imaging
internal import PhotoPipeline
internal import PhotoStore
internal import HostPlatform
internal import WidgetDrawing

struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Says what this system gives photoprep, and what is missing.",
    discussion: """
      A line that begins with 'note' is only information. A line that begins with 'missing' ends with \
      the command that installs the missing part; the exit code is then 1. Photos of other formats \
      need none of it.

      Examples:
        photoprep doctor
        photoprep doctor --json
      """)

  @Flag(help: "Print one JSON object on one line of standard output.")
  var json = false

  func run() throws {
    let diagnosis = try Self.diagnosis()
    let console = Console()
    if json {
      try console.result(JSONLine.encode(diagnosis.fields))
    } else {
      for line in diagnosis.lines { try console.result(line) }
    }
    if !diagnosis.missing.isEmpty { try ExitStatus.stopped.exit() }
  }

  private static func diagnosis() throws -> Diagnosis {
    var diagnosis = Diagnosis(missing: formats + fonts)
    do {
      let (held, gaps) = try workers()
      diagnosis.workers = held
      diagnosis.notes = [unbounded] + emoji
      if photoprep_is_linux() {
        diagnosis.notes += slowly
        diagnosis.missing += gaps.map { $0 + " " + kernelRemedy }
      } else {
        // Other systems do not have the features that could be missing.
        diagnosis.notes += gaps + [untried]
      }
    } catch let error as IsolationError {
      diagnosis.missing.append("\(error)")
    }
    return diagnosis
  }
}

private struct Diagnosis {
  let libraries = Decoders.libraries + [Decoders.loadHEVC()].compactMap { $0 }
  let reads = Decoders.readableFormats.map(\.description)
  let writes = PictureFormat.allCases.filter { $0.missingEncoder == nil }.map(\.rawValue)
  /// The rights that workers have given up.
  var workers: [String] = []
  /// Further facts that are good to know.
  var notes: [String] = []
  /// The missing parts, each with the command that installs it.
  var missing: [String]

  var lines: [String] {
    let found = [
      libraries.joined(separator: ", "), "reads \(reads.joined(separator: ", "))",
      "writes crops as \(writes.joined(separator: ", "))",
    ]
    let held = workers.isEmpty ? [] : ["workers: \(workers.joined(separator: ", "))"]
    return (found + held).map { "ok       \($0)" } + notes.map { "note     \($0)" }
      + missing.map { "missing  \($0)" }
  }

  var fields: JSONFields {
    [
      "event": "doctor", "version": PhotoPrep.configuration.version,
      "libraries": libraries,
      "reads": reads, "writes": writes, "workers": workers, "notes": notes, "missing": missing,
    ]
  }
}

extension Doctor {
  /// The text of `photoprep --version`.
  static var version: String {
    let held = (try? workers().held) ?? []
    let protections = held.isEmpty ? "not isolated" : held.joined(separator: ", ")
    let libraries = Decoders.libraries.joined(separator: ", ")
    return [PhotoPrep.configuration.version, libraries, "workers: " + protections]
      .joined(separator: "\n")
  }

  private static func workers() throws -> (held: [String], gaps: [String]) {
    try IsolationOptions.standard?.check() ?? ([], [])
  }

  /// The limits that no system here can set without affecting honest programs of the same user (SECURITY.md).
  private static let unbounded =
    "a worker that a photo took over can start threads and use the processor until its time is up"

  /// The note about fast decoding of HEICs, if the library for it is missing (decision 0210).
  private static var slowly: [String] {
    Decoders.loadHEVC() == nil
      ? [
        "HEIC photos take two to three times as long as with libavcodec 59 to 62; 'sudo apt install ffmpeg' (Debian) gets it"
      ] : []
  }

  private static let untried =
    "photoprep is compiled and tested on Linux alone so far; docs/apple-platforms.md says what was looked at for macOS"

  /// Landlock came with Linux 5.13 and its rules for TCP with 6.7; see the kernel's userspace-api/landlock.
  private static let kernelRemedy = """
    Use a Linux of 6.7 or later that has Landlock and seccomp; in a container, one that allows both.
    """

  private static var formats: [String] {
    Decoders.missingFormats.compactMap { format in
      format.missingDecoder.map { "\(format) photos cannot be read. Install a decoder: \($0)." }
    }
      + PictureFormat.allCases.compactMap { format in
        format.missingEncoder.map {
          "Crops cannot be written as \(format.name). Install an encoder: \($0)."
        }
      }
  }

  /// Few widgets have emoji, so a missing font for them is only a note.
  private static var emoji: [String] {
    guard let remedy = WidgetRenderer.missingEmoji else { return [] }
    return ["no font of emoji is installed, so 'preview' draws boxes for them. \(remedy)"]
  }

  private static var fonts: [String] {
    let families = WidgetRenderer.missingFamilies
    guard !families.isEmpty else { return [] }
    return [
      """
      Nothing like \(families.joined(separator: " and ")) is there, so 'preview' draws text in the \
      system's default font. Install Inter and Charis SIL: 'sudo apt install fonts-inter \
      fonts-sil-charis' (Debian).
      """
    ]
  }
}
