import Foundation
import Testing
import _TestSupport

@Suite("prep --filter")
struct FilterCommandTests {
  @Test func `is kept in the record, and another filter is another preparation`() throws {
    let directory = try TemporaryDirectory()
    let photo = Fixture.url("scenes/boats.jpg").path
    let names = try ["noir", "noir:0.5"].map { filter in
      let prep = ["prep", photo, "--store", "S", "--filter", filter, "--keep", "-q"]
      #expect(try Tool.run(prep, in: directory.url).status == 0)
      return try FileManager.default.contentsOfDirectory(
        atPath: directory.url.appending(path: "S/Photos").path)
    }
    #expect(names.map(\.count) == [1, 2])
    let texts = try names[1].map {
      try String(contentsOf: directory.url.appending(path: "S/Photos/\($0)"), encoding: .utf8)
    }
    #expect(texts.allSatisfy { $0.contains(#""token": "noir""#) })
    #expect(texts.count { $0.contains(#""intensity": 0.5"#) } == 1)
    let check = try Tool.run(["store", "check", "--store", "S"], in: directory.url)
    #expect(check.status == 0, "\(check.output)\(check.messages)")
  }

  @Test(arguments: [
    ("sepa", "Did you mean 'sepia'?"), ("none", "is not a filter"), ("noir:2", "at most 1"),
    ("noir:", "is not an intensity"), ("", "is not a filter"),
  ])
  func `a wrong name is refused with the names of the filters`(filter: String, words: String) throws
  {
    let result = try Tool.run(["prep", "a.jpg", "--store", "S", "--filter", filter])
    #expect(result.status == 64 && result.messages.contains(words), "\(result.messages)")
  }
}
