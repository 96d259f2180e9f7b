import Foundation
import Testing

@testable import PhotoStore

@Suite("Plain files")
struct PlainFileTests {
  private let container: TestContainer

  init() throws { container = try TestContainer() }

  @Test func `a file is read up to one byte beyond the limit, also through a link`() throws {
    let file = try container.image("a.jpg")
    let link = container.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    #expect(try PlainFile.read(link, limit: 100) == Data(TestContainer.jpeg))
    #expect(try PlainFile.read(file, limit: 3).count == 4)
  }

  @Test func `FIFOs, devices and folders are refused and never waited for`() throws {
    let fifo = container.url.appending(path: "fifo")
    #expect(mkfifo(fifo.path, 0o600) == 0)
    for file in [fifo, URL(filePath: "/dev/zero"), container.url] {
      let error = #expect(throws: POSIXError.self) { try PlainFile.read(file, limit: 10) }
      #expect(error?.code == .EINVAL, "\(file)")
    }
    let missing = #expect(throws: POSIXError.self) {
      try PlainFile.open(container.url.appending(path: "none"))
    }
    #expect(missing?.code == .ENOENT)
  }

  @Test func `a store whose documents and images are FIFOs is read without waiting`() throws {
    let record = container.url.appending(path: container.layout.photos).appending(path: "a.json")
    let image = container.url.appending(path: container.layout.images).appending(path: "a.jpg")
    for file in [record, image] { #expect(mkfifo(file.path, 0o600) == 0) }
    #expect(throws: PhotoprepError.self) { try PhotoContainer.bytes(of: record) }
    #expect(ImageFileEnds(image) == nil)
  }
}
