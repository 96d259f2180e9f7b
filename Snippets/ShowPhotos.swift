import Foundation
import PhotoStore

let container = try PhotoContainer(url: URL(filePath: "Container"))
let reader = PhotoReader(container: container.url)
for photo in try container.recordIDs() {
  switch reader.photo(photo, for: .small) {
  case .file(let file): print(photo, file.path)
  case .placeholder(let reason): print(photo, "draw a guide:", reason.rawValue)
  }
}
