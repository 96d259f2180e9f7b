import Foundation
import Testing

@testable import PhotoReview

@Suite("Pages")
struct PageTests {
  @Test func `a placeholder is filled in once, and values are not searched for placeholders`() {
    let page = "<a>{{ONE}}</a>{{TWO}} {{NONE}}}".filled(["ONE": "{{TWO}}", "TWO": "}}{{ONE}}"])
    #expect(page == "<a>{{TWO}}</a>}}{{ONE}} }")
  }

  @Test func `no JSON can end the script element that contains it`() {
    let name = "</script><!--<script>.jpg"
    let escaped = "{\"name\":\"\(name)\"}".escapedForScript
    #expect(!escaped.contains("<") && !escaped.contains(">"))
    let object = try? JSONSerialization.jsonObject(with: Data(escaped.utf8)) as? [String: String]
    #expect(object?["name"] == name)
  }

  @Test func `no part of a page is empty or refers to another site`() {
    for text in [
      PageAssets.page, PageAssets.reportStyle, PageAssets.reportScript,
      PageAssets.reviewStyle, PageAssets.reviewScript,
    ] {
      #expect(!text.isEmpty)
      let addresses = text.matches(of: /https?:\/\/[^\s"')]+/).map { String($0.output) }
      #expect(addresses.allSatisfy { $0 == "http://www.w3.org/2000/svg" }, "\(addresses)")
    }
  }

  @Test func `a module imports only what another exports, and no name is defined twice`() {
    var names: [String] = []
    for (name, module) in PageAssets.modules {
      for found in module.matches(of: /import \{([^}]*)\} from "\.\/([a-z]+\.js)";\n/) {
        let source = PageAssets.modules[String(found.output.2)] ?? ""
        for wanted in found.output.1.split(whereSeparator: { !$0.isLetter && $0 != "_" }) {
          let isExported = ["const", "function", "class"].contains {
            source.contains("\nexport \($0) \(wanted)")
          }
          #expect(isExported, "\(wanted) in \(name)")
        }
      }
      if ["report.js", "review.js"].contains(name) { continue }
      let definition = /\n(?:export )?(?:const|let|function|class) ([A-Za-z_]+)/
      names += module.matches(of: definition).map { String($0.output.1) }
    }
    #expect(names.count > 50 && Set(names).count == names.count)
  }

  /// A script is joined from its modules, so that a missing import shows nowhere else.
  @Test func `a module imports every function of another that it calls`() {
    let exports = PageAssets.modules.mapValues { module in
      module.matches(of: /\nexport (?:const|function) ([A-Za-z]+)/).map { String($0.output.1) }
    }
    for (name, module) in PageAssets.modules {
      let imported = module.matches(of: /import \{([^}]*)\}/).flatMap {
        $0.output.1.split(whereSeparator: { !$0.isLetter && $0 != "_" }).map(String.init)
      }
      let called = Set(
        module.matches(of: /(?:[^.A-Za-z]|\.\.\.)([A-Za-z]+)\(/).map { String($0.output.1) })
      let others = Set(exports.filter { $0.key != name }.values.joined())
      #expect(called.intersection(others).subtracting(imported).isEmpty, "\(name)")
    }
  }

  /// `FLAGS["constructor"]` is a function of every object's.
  @Test func `tables are asked only for their own entries, not for inherited names`() throws {
    for (name, module) in PageAssets.modules {
      for table in ["FLAGS", "KINDS", "FILTERS[state", "ORDERS[state"] {
        #expect(!module.contains(table.contains("[") ? table : table + "["), "\(table) in \(name)")
      }
    }
    #expect(try #require(PageAssets.modules["basics.js"]).contains("Object.hasOwn(table, name)"))
  }

  /// Browsers fail at 100,000 arguments or so, and a store has any number of photos.
  @Test func `no list of all photos becomes the arguments of a call`() throws {
    let charts = try #require(PageAssets.modules["charts.js"])
    let spread = charts.matches(of: /Math\.(?:min|max)\(\.\.\.([a-z]+)/).map(\.output.1)
    #expect(spread == ["counts"])
  }

  @Test func `a script is joined from its modules, without their imports and exports`() {
    for script in [PageAssets.reportScript, PageAssets.reviewScript] {
      #expect(!script.contains("\nimport ") && !script.contains("\nexport "))
      #expect(script.components(separatedBy: "const FAMILIES =").count == 2)
    }
    #expect(PageAssets.reportScript.contains("class Viewer"))
    #expect(!PageAssets.reviewScript.contains("class Viewer"))
  }
}
