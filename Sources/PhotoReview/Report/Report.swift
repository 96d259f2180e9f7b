internal import Foundation
package import PhotoPipeline
internal import PhotoStore
package import SystemPackage

/// A page that shows photos with their crops, in a single file without external parts.
///
/// Worst photos come first; more than ``pageSize`` photos are divided among several files.
package struct Report: Sendable {
  /// The most photos on one page (decision 0702).
  package static let pageSize = 2000
  /// The most photos whose renders and importance maps are pictures of their own (decision 0702).
  package static let mostInDetail = ThumbnailSizes.mostApart

  private let request: ReportRequest
  private let view: StoreView
  private let interruption: Interruption

  /// - Throws: A `PhotoprepError` when there is no store.
  package init(_ request: ReportRequest, interruption: Interruption = Interruption()) throws {
    (self.request, self.interruption) = (request, interruption)
    view = try StoreView(request.store, isolation: request.isolation, interruption: interruption)
  }

  /// Writes the report, page by page; each gets its name when it is complete.
  ///
  /// After an interruption there are fewer files than planned. `progress` is called with the number of finished photos
  /// and of all, on the caller's thread.
  ///
  /// - Throws: A `PhotoprepError` when the store cannot be read, a `Rejection` when a page cannot be written; a
  ///   `ThreadShortage` when no thread can be started; errors of `progress`.
  package func write(_ progress: (Int, Int) throws -> Void) throws -> [FilePath] {
    try Self.check(OutputFile(request.output))
    let (order, looks, unreadable) = try worstFirst()
    let stacks = PhotoLook.stacks(of: looks).map { $0.map(\.description) }
    let pages = max(1, (order.count + Self.pageSize - 1) / Self.pageSize)
    // A report is written even if a design cannot be read; 'store check' reports that.
    let designs = (try? view.designs()) ?? []
    let packaged = try request.run == nil ? packagedPhotos(designs) : []
    var files: [FilePath] = []
    for page in 0..<pages where !interruption.isRequested {
      let photos = order.dropFirst(page * Self.pageSize).prefix(Self.pageSize)
      var facts = PageFacts(
        request, of: order.count, page: page, pages: pages,
        unreadable: page == 0 ? unreadable : [], packaged: page == pages - 1 ? packaged : [],
        designs: designs)
      facts.stacks = stacks
      let file = request.file(ofPage: page)
      try ReportPage(view, request, facts).write(Array(photos), to: file, interruption) { done in
        try progress(page * Self.pageSize + done, order.count)
      }
      if !interruption.isRequested { files.append(file) }
    }
    return files
  }

  private func worstFirst() throws -> ([RecordID], [RecordID: PhotoLook], [PhotoprepError]) {
    var looks: [RecordID: PhotoLook] = [:]
    var unreadable: [PhotoprepError] = []
    var photos: [(severity: Double, id: RecordID)] = []
    for id in try request.run?.photos ?? view.recordIDs() {
      do {
        let card = try view.card(id)
        photos.append((card.severity, id))
        looks[id] = PhotoLook(card)
      } catch let error as PhotoprepError {
        unreadable.append(error)
      }
    }
    photos.sort { ($1.severity, $0.id) < ($0.severity, $1.id) }
    return (photos.map(\.id), looks, unreadable)
  }

  /// The photos without a record, with data URLs of their pictures and of the designs' texts over them instead of
  /// names.
  private func packagedPhotos(_ designs: [DesignCard]) throws -> [PackagedCard] {
    var photos = try view.packagedPhotos()
    // Their pictures are their renders, so each is included.
    let longEdge = photos.count > Self.mostInDetail ? 300 : 440
    for (index, photo) in photos.enumerated() {
      if let design = designs.first(where: { $0.name == photo.design }), !design.words.isEmpty {
        photos[index].words = try words(of: design, over: photo)
      }
      photos[index].pictures = photo.pictures.mapValues { name in
        let bytes = view.imageURL(name).flatMap {
          try? StoreView.copy(of: $0, longEdge: longEdge, quality: 70)
        }
        return
          "data:\(PictureFormat.jpg.mediaType);base64,\(Data(bytes ?? []).base64EncodedString())"
      }
    }
    return photos
  }

  private func words(
    of design: DesignCard, over photo: PackagedCard
  ) throws -> [String: String] {
    var words: [String: String] = [:]
    for family in RenderFamily.allCases {
      guard let name = photo.pictures[family.rawValue] else { continue }
      let png = try view.words(of: design, over: name, for: family, scale: ThumbnailSizes.wordScale)
      words[family.rawValue] = "data:image/png;base64,\(Data(png).base64EncodedString())"
    }
    return words
  }

  /// Checks whether a page can be written there; only another page may be replaced.
  ///
  /// - Throws: A `Rejection` that names the file.
  package static func check(_ file: OutputFile) throws {
    try file.check(replacing: "a page") {
      String(decoding: $0.prefix(32), as: UTF8.self).lowercased().hasPrefix("<!doctype html")
    }
  }
}
