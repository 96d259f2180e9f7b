import Foundation
import Testing

@testable import PhotoReview

@Suite("Pages")
struct PageTests {
  @Test func `a place is filled in once and values are not looked into`() {
    let page = "<a>{{ONE}}</a>{{TWO}} {{NONE}}}".filled(["ONE": "{{TWO}}", "TWO": "}}{{ONE}}"])
    #expect(page == "<a>{{TWO}}</a>}}{{ONE}} }")
  }

  @Test func `no JSON can end the script element it stands in`() {
    let name = "</script><!--<script>.jpg"
    let escaped = "{\"name\":\"\(name)\"}".escapedForScript
    #expect(!escaped.contains("<") && !escaped.contains(">"))
    let object = try? JSONSerialization.jsonObject(with: Data(escaped.utf8)) as? [String: String]
    #expect(object?["name"] == name)
  }

  @Test func `no part of a page is empty or names another place`() {
    for text in [
      PageAssets.page, PageAssets.reportStyle, PageAssets.reportScript,
      PageAssets.reviewStyle, PageAssets.reviewScript,
    ] {
      #expect(!text.isEmpty)
      let addresses = text.matches(of: /https?:\/\/[^\s"')]+/).map { String($0.output) }
      #expect(addresses.allSatisfy { $0 == "http://www.w3.org/2000/svg" }, "\(addresses)")
    }
  }
}
