import Foundation
import PhotoStore
import SystemPackage
import Workers

@testable import PhotoPipeline

/// Workers that are shell scripts, which start well and then do harm.
enum ScriptedWorker {
  /// A worker that reads the setup and that it needs no library, answers both, waits for the first photo and then runs a command.
  ///
  /// - Parameters:
  ///   - command: What it does, with its channel as descriptor 3.
  ///   - count: How many bytes of the first request it reads before, into `$request`.
  ///   - reading: What it is told in its setup, which it reads to the byte.
  ///   - seconds: The time limit of a photo.
  /// - Returns: The settings of such a worker.
  static func settings(
    then command: String, reading count: Int = 1, for reading: ReadingSettings = ReadingSettings(),
    seconds: Int = 60
  ) -> IsolationSettings {
    let memory = IsolationSettings.standardMemory
    let setup = WorkerSetup(reading: reading, memory: memory).message
    let script = """
      dd bs=1 count=\(Self.count(setup)) <&3 >/dev/null 2>&1
      \(answer(""))
      dd bs=1 count=\(Self.count(WorkerSeal(wanted: []).message)) <&3 >/dev/null 2>&1
      \(answer(#"{"loaded":[],"protection":\#(protection)}"#))
      request=$(dd bs=1 count=\(count) <&3 2>/dev/null | tr -d '\\000')
      \(command)
      """
    var settings = IsolationSettings(executable: "/bin/sh", arguments: ["sh", "-c", script])
    settings.secondsPerPhoto = seconds
    return settings
  }

  private static let protection = #"{"filtersCalls":false,"landlock":0,"limitsMemory":false}"#

  /// How many bytes a message takes on the channel.
  static func count(_ message: Message) -> Int {
    message.parts.reduce(8 + 8 * message.parts.count) { $0 + $1.count }
  }

  /// The command that answers with one part of at most 255 bytes.
  static func answer(_ json: String) -> String {
    let size = String(json.utf8.count, radix: 8)
    return
      "printf 'PPW1\\001\\000\\000\\000\\\(size)\\000\\000\\000\\000\\000\\000\\000\(json)' >&3"
  }

  /// A message as the bytes of the channel.
  static func bytes(_ message: Message) -> [UInt8] {
    func littleEndian(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return Array("PPW1".utf8) + littleEndian(message.parts.count, 4)
      + message.parts.flatMap { littleEndian($0.count, 8) } + message.parts.joined()
  }
}
