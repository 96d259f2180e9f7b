import Foundation
import PhotoStore

let reader = PhotoReader(container: URL(filePath: "Container"))
let timeline = reader.timeline(album: nil, for: .small, from: Date())
for entry in timeline.entries {
  switch entry.display {
  case .file(let file): print(entry.date, file.path)
  case .placeholder(let reason): print(reason.guide)
  }
}
