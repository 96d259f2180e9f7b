import PhotoStore
import PhotosUI
import SwiftUI

/// Every photo of the container, and three ways to more.
struct PhotosView: View {
  @Environment(\.scenePhase) private var phase
  @State private var photos: [RecordID] = []
  @State private var touched: RecordID?
  @State private var chosen: [PhotosPickerItem] = []
  @State private var isImporting = false
  @State private var error: PhotoprepError?

  var body: some View {
    NavigationStack {
      ScrollView {
        LazyVGrid(columns: [GridItem(.adaptive(minimum: 100))]) {
          ForEach(shown, id: \.self) { photo in PhotoCell(photo: photo) }
        }
      }
      .navigationTitle("Photos")
      .toolbar {
        PhotosPicker(
          "Add photos", selection: $chosen, maxSelectionCount: 10, matching: .images,
          preferredItemEncoding: .current)
        Button("Add a container") { isImporting = true }
      }
    }
    .task { await run { try await Library.shared.installBundledPhotos() } }
    // The share extension may have added some.
    .onChange(of: phase) { if phase == .active { Task { await run {} } } }
    .onChange(of: chosen) { Task { await addChosen() } }
    .fileImporter(isPresented: $isImporting, allowedContentTypes: [.folder]) { result in
      Task { await run { try await Library.shared.add(containerFromFilesAt: result.get()) } }
    }
    // The widget's link: photowidget://photo/<photo>-<recipe>. The photo that was touched comes first.
    .onOpenURL { url in
      touched = PhotoLink(url)?.photo
    }
    .alert(isPresented: Binding(get: { error != nil }, set: { _ in error = nil }), error: error) {
      _ in
      Button("OK") { error = nil }
    } message: { error in
      Text(error.recoverySuggestion ?? "")
    }
  }

  private var shown: [RecordID] {
    // An album may show another record of a photo than the newest.
    guard let touched, photos.contains(where: { $0.photo == touched.photo }) else { return photos }
    return [touched] + photos.filter { $0.photo != touched.photo }
  }

  private func addChosen() async {
    for item in chosen {
      await run {
        guard let photo = try await item.loadTransferable(type: Data.self) else { return }
        // The picker tells no name.
        try await Library.shared.add(photo, named: "Photo")
      }
    }
    chosen = []
  }

  private func run(_ work: () async throws -> Void) async {
    do { try await work() } catch {
      self.error =
        error as? PhotoprepError
        ?? PhotoprepError(.notFound, path: "Photo", message: error.localizedDescription)
    }
    photos = await Library.shared.photos()
  }
}

/// One photo as its small widget shows it.
struct PhotoCell: View {
  let photo: RecordID
  @State private var image: CGImage?

  var body: some View {
    VStack {
      if let image { Image(decorative: image, scale: 1).resizable().scaledToFit() }
    }
    .frame(minWidth: 100, minHeight: 100)
    .task { image = await Library.shared.image(of: photo) }
  }
}
