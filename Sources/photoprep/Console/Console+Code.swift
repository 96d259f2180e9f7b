internal import Foundation
internal import PhotoReview

extension Console {
  /// Draws an address as a QR code, if standard error is a terminal that is wide enough.
  mutating func code(of address: String) {
    let isPlain = TerminalText.isPlain
    guard hasTerminal, let code = QRCode(address), code.columns(isPlain: isPlain) <= columns else {
      return
    }
    clearProgress()
    StandardStreams.write(message: code.rows(isPlain: isPlain).joined(separator: "\n") + "\n")
  }
}
