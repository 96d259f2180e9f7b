internal import Foundation
internal import HostPlatform

/// The parts of the pages, embedded in the program (decision 0704).
enum PageAssets {
  /// The page's skeleton, with `{{NAME}}` as placeholders.
  static let page = text(PackageResources.page_html)

  static let offer = text(PackageResources.offer_html)

  static let reportStyle = joined([
    PackageResources.theme_css, PackageResources.families_css, PackageResources.sheet_css,
  ])
  static let reportScript = script("report.js")
  static let reviewStyle = joined([
    PackageResources.theme_css, PackageResources.families_css, PackageResources.sheet_css,
    PackageResources.editor_css,
  ])
  static let reviewScript = script("review.js")

  /// The modules by the names they import one another by.
  static let modules = [
    "basics.js": PackageResources.basics_js, "card.js": PackageResources.card_js,
    "charts.js": PackageResources.charts_js, "compare.js": PackageResources.compare_js,
    "door.js": PackageResources.door_js,
    "editor.js": PackageResources.editor_js,
    "framing.js": PackageResources.framing_js, "home.js": PackageResources.home_js,
    "imports.js": PackageResources.imports_js, "overlay.js": PackageResources.overlay_js,
    "picks.js": PackageResources.picks_js, "report.js": PackageResources.report_js,
    "review.js": PackageResources.review_js, "saves.js": PackageResources.saves_js,
    "sheet.js": PackageResources.sheet_js,
    "stage.js": PackageResources.stage_js, "viewer.js": PackageResources.viewer_js,
  ].mapValues(text)

  /// A module and its imports as one script, because a report is one file.
  ///
  /// Each module comes after its imports, without import and export statements; a name is defined by one module only.
  private static func script(_ entry: String) -> String {
    var order: [String] = []
    func add(_ name: String) {
      guard !order.contains(name), let module = modules[name] else { return }
      for found in module.matches(of: importStatement) { add(String(found.output.1)) }
      order.append(name)
    }
    add(entry)
    let parts = order.compactMap { modules[$0] }.map { module in
      module.replacing(importStatement, with: "").replacing("\nexport ", with: "\n")
    }
    return "(() => {\n\"use strict\";\n" + parts.joined(separator: "\n") + "})();\n"
  }

  private static var importStatement: Regex<(Substring, Substring)> {
    /import \{[^}]*\} from "\.\/([a-z]+\.js)";\n/
  }

  private static func joined(_ parts: [[UInt8]]) -> String {
    parts.map(text).joined(separator: "\n")
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The source expression of a Content-Security-Policy that allows exactly this inline text.
  static func source(of text: String) -> String {
    let digest = Data(SHA256.hash(Array(text.utf8)))
    return "'sha256-\(digest.base64EncodedString())'"
  }
}

extension String {
  /// The page's skeleton with its placeholders filled in; values are not searched for placeholders.
  func filled(_ values: [String: String]) -> String {
    var result = ""
    for (index, piece) in split(separator: "{{", omittingEmptySubsequences: false).enumerated() {
      let parts = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
      if index == 0 || parts.count < 2 {
        result += piece
      } else {
        result += (values[String(parts[0])] ?? "") + parts[1]
      }
    }
    return result
  }

  var escapedForHTML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  /// JSON for use inside a script element or a comment: nothing in it can end either.
  var escapedForScript: String { replacing("<", with: "\\u003c").replacing(">", with: "\\u003e") }
}
