import PhotoStore
import PhotoWriting
import PhotosUI
import SwiftUI
import UIKit
import UniformTypeIdentifiers

/// Every photo of the container, and three ways to more.
struct PhotosView: View {
  @Environment(\.scenePhase) private var phase
  @State private var photos: [RecordID] = []
  @State private var touched: RecordID?
  @State private var chosen: [PhotosPickerItem] = []
  @State private var isImporting = false
  @State private var guide: String?

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
    .task {
      await run {}
      await run { try await Library.shared.installBundledPhotos() }
    }
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
    .alert(
      LocalizedStringKey(guide ?? ""),
      isPresented: Binding(get: { guide != nil }, set: { _ in guide = nil })
    ) {
      Button("OK") { guide = nil }
    }
  }

  private var shown: [RecordID] {
    // An album may show another record of a photo than the newest.
    guard let touched, photos.contains(where: { $0.photo == touched.photo }) else { return photos }
    return [touched] + photos.filter { $0.photo != touched.photo }
  }

  private func addChosen() async {
    let adding = Task {
      for item in chosen where !Task.isCancelled {
        await run {
          guard let photo = try await item.loadTransferable(type: Data.self) else {
            throw CocoaError(.fileReadUnknown)
          }
          // The picker tells no name.
          try await Library.shared.add(photo, named: "Photo")
        }
      }
    }
    // The system ends an app that it suspends while a file of the group is locked, and one that works beyond its time.
    let work = UIApplication.shared.beginBackgroundTask { adding.cancel() }
    await adding.value
    UIApplication.shared.endBackgroundTask(work)
    if adding.isCancelled { guide = "Some photos did not come. Get them again." }
    chosen = []
  }

  private func run(_ work: () async throws -> Void) async {
    do { try await work() } catch {
      // The system's errors are for people; this package's are for developers, but for the guide.
      print(error)
      guide = (error as? PhotoprepError)?.guide ?? error.localizedDescription
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
      if let image { Image(image, scale: 1, label: Text("Photo")).resizable().scaledToFit() }
    }
    .frame(minWidth: 100, minHeight: 100)
    .task { image = await Library.shared.image(of: photo) }
  }
}
