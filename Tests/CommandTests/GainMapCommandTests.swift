import Foundation
import Testing
import _TestSupport

@Suite("prep --hdr")
struct GainMapCommandTests {
  @Test func `is kept in the record, and a map that cannot be read is a flag of the photo`() throws
  {
    let directory = try TemporaryDirectory()
    let photos = ["gain-map.jpg", "apple-gain-map-unknown.heic", "apple-gain-map.heic"].map {
      Fixture.url("formats/\($0)").path
    }
    let prep = try Tool.run(
      ["prep", "--store", "S", "--hdr", "--json"] + photos, in: directory.url)
    #expect(prep.status == 0, "\(prep.messages)")
    let lines = prep.output.split(separator: "\n").filter { $0.contains(#""event":"prepared""#) }
    #expect(lines.count == 3 && lines.count { $0.contains("gainMapUnread") } == 1)
    let list = try Tool.run(["store", "list", "--store", "S", "--json"], in: directory.url)
    #expect(list.output.split(separator: "\n").count { $0.contains("with gain maps") } == 3)
    let check = try Tool.run(["store", "check", "--store", "S", "--read-data"], in: directory.url)
    #expect(check.status == 0, "\(check.output)\(check.messages)")
  }

  @Test func `a grey map is read where no other photo needs libvips`() throws {
    let directory = try TemporaryDirectory()
    let photo = Fixture.url("formats/gain-map.jpg").path
    let prep = try Tool.run(
      ["prep", "--store", "S", "--hdr", "--json", photo], in: directory.url)
    #expect(prep.status == 0 && !prep.output.contains("gainMapUnread"), "\(prep.output)")
    let list = try Tool.run(["store", "list", "--store", "S", "--json"], in: directory.url)
    #expect(list.output.contains("with gain maps"))
  }
}
