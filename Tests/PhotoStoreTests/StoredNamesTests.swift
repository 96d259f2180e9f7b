import PhotoGeometry
import PhotoStore
import Testing

@Suite("Names of stored files")
struct StoredNamesTests {
  @Test(arguments: [
    "smart-master-0123456789abcdef-01234567.jpg", "smart-small-0123456789abcdef-01234567.jpg",
    "smart-medium-0123456789abcdef-01234567.jpg", "smart-large-0123456789abcdef-01234567.jpg",
  ])
  func `a name reads and prints as it is`(name: String) {
    #expect(StoredFileName(name)?.description == name)
  }

  @Test(arguments: [
    "", "smart-small.jpg", "smart-small-0123456789abcdef-01234567.png",
    "smart-small-0123456789ABCDEF-01234567.jpg", "smart-tiny-0123456789abcdef-01234567.jpg",
    "smart-small-manual-0123456789abcdef-01234567.jpg",
    "../smart-small-0123456789abcdef-01234567.jpg",
  ])
  func `a name of another form is not a stored file's`(name: String) {
    #expect(StoredFileName(name) == nil)
  }
}
