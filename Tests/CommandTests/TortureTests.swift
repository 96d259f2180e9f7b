import Foundation
import Testing
import _TestSupport

/// The fast part of `Scripts/torture`: what a run does when it is told to stop, and with files and names that are made to harm it.
@Suite("Torture")
struct TortureTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Different photos: fixtures with a comment of their own (JPEG marker COM).
  private func makePhotos(_ count: Int) throws {
    let folder = directory.url.appending(path: "photos")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for index in 0..<count {
      let photo = try Data(contentsOf: Fixture.url("orientation/\(index % 8 + 1).jpg"))
      let comment = Data([0xFF, 0xFE, 0, 4, UInt8(index >> 8), UInt8(index & 0xFF)])
      try (photo.prefix(2) + comment + photo.dropFirst(2))
        .write(to: folder.appending(path: "\(1000 + index).jpg"))
    }
  }

  private func expectWhole() throws {
    let staging = directory.url.appending(path: "store/.photoprep/staging")
    #expect(try FileManager.default.contentsOfDirectory(atPath: staging.path).isEmpty)
    let check = try Tool.run(
      ["store", "check", "--read-data", "--store", "store"], in: directory.url)
    #expect(check.status == 0, "\(check.output)")
  }

  @Test(arguments: [("TERM", 143), ("INT", 130), ("HUP", 129)])
  func `a signal ends a run early, with its own code and nothing temporary`(
    name: String, status: Int
  ) throws {
    try makePhotos(200)
    let script = """
      mkfifo events
      "$photoprep" prep photos --store store --jobs 2 --json > events &
      { read -r line; kill -\(name) $!; cat; } < events
      wait $!
      echo "{\\"status\\":$?}"
      """
    let lines = try Tool.shell(script, in: directory.url).objects()
    #expect(lines.last?["status"] as? Int == status)
    let summary = try #require(lines.first { $0["event"] as? String == "summary" })
    #expect(summary["interrupted"] as? Bool == true)
    #expect(try #require(summary["prepared"] as? Int) < 200)
    try expectWhole()
  }

  @Test func `a run from a folder that was removed ends`() throws {
    try makePhotos(1)
    let script = """
      mkdir gone; here=$PWD; cd gone; rmdir "$here/gone"
      timeout --signal KILL 20 "$photoprep" prep "$here/photos" --store "$here/store"
      """
    let result = try Tool.shell(script, in: directory.url)
    #expect(result.status == 0, "\(result.messages)")
  }

  @Test func `without the folder of processes a command says so`() throws {
    let isolated = "unshare --mount sh -c 'umount --lazy /proc && exec"
    guard try Tool.shell("\(isolated) true'", in: directory.url).status == 0 else { return }
    let result = try Tool.shell("\(isolated) \"$1\" doctor' sh \"$photoprep\"", in: directory.url)
    #expect(result.status == 1 && result.messages.contains("/proc is missing. Mount it."))
  }

  @Test func `a run that is killed leaves a store that the next run completes`() throws {
    try makePhotos(40)
    let script = """
      mkfifo events
      "$photoprep" prep photos --store store --jobs 2 --json > events &
      { read -r line; kill -KILL $!; cat; } < events
      wait $!
      echo "{\\"status\\":$?}"
      """
    #expect(try Tool.shell(script, in: directory.url).output.contains("\"status\":137"))
    let next = try Tool.run(["prep", "photos", "--store", "store"], in: directory.url)
    #expect(next.status == 0, "\(next.messages)")
    try expectWhole()
    let records = try FileManager.default.contentsOfDirectory(
      atPath: directory.url.appending(path: "store/Photos").path)
    #expect(records.count == 40)
  }

  @Test(.enabled(if: SharedFolder.has("hostile/sample")))
  func `what hangs or aborts a naive reader costs good photos nothing`() throws {
    try makePhotos(8)
    let names = [
      "corkami-images__poly__zgip__pocs__eicar.zip.gz",
      "corkami-images__poly__zgip__pocs__empty.zip.gz",
      "corkami-images__poly__zgip__pocs__hello.zip.gz",
      "corkami-images__poly__zgip__pocs__skip6.zip.gz", "libvips-testsuite__truncated.svgz",
      "libgd-tests__gif__bug00005_2.gif",
      "strongcourage-fuzzing-corpus__gif__mozilla__invalid-size.gif",
    ]
    let hostile = names.compactMap { SharedFolder.url("hostile/sample/\($0)")?.path }
    #expect(hostile.count == 7)
    let mixed = try Tool.run(
      ["prep"] + hostile.prefix(3) + ["photos"] + hostile.suffix(4) + [
        "--store", "store", "--json",
      ],
      in: directory.url)
    #expect(mixed.status == 2)
    let outcomes = try mixed.objects().compactMap { $0["event"] as? String }
    let wanted =
      Array(repeating: "rejected", count: 3) + Array(repeating: "prepared", count: 8)
      + Array(repeating: "rejected", count: 4) + ["summary"]
    #expect(outcomes == wanted)
    _ = try Tool.run(["prep", "photos", "--store", "alone"], in: directory.url)
    let images = "WidgetWeaverImages"
    #expect(
      try TreeDigest(of: directory.url.appending(path: "store/\(images)"))
        == TreeDigest(of: directory.url.appending(path: "alone/\(images)")))
  }

  @Test func `links, loops, FIFOs and names that are instructions elsewhere do no harm`() throws {
    let script = """
      mkdir odd && cd odd
      n=0
      for name in -rf.jpg ' .jpg' '$(id).jpg' '%s%n.jpg' "$(printf 'a\\nb.jpg')" "$(printf '%0251d.jpg' 0)"; do
        n=$((n + 1)); cat "$source" > "./$name"; printf "$n" >> "./$name"
      done
      mkfifo fifo.jpg; ln -s . loop; ln -s nothing dangling.jpg; ln -s self.jpg self.jpg; ln -s /dev/zero zero.jpg
      cd ..
      "$photoprep" prep odd --store store --json
      "$photoprep" prep odd/fifo.jpg odd/dangling.jpg odd/self.jpg odd/zero.jpg /dev/null --store store --json
      """
    let source = Fixture.url("orientation/1.jpg").path
    let lines = try Tool.shell("source='\(source)'\n" + script, in: directory.url).objects()
    let summaries = lines.filter { $0["event"] as? String == "summary" }
    #expect(summaries.map { $0["prepared"] as? Int } == [6, 0])
    #expect(summaries.map { $0["rejected"] as? Int } == [0, 5])
    #expect(summaries.first?["skipped"] as? Int == 5)
    try expectWhole()
  }
}
