public import Foundation

/// What a widget draws: a file, or a guide that says why it shows no photo.
public enum PhotoDisplay: Hashable, Sendable {
  /// A complete file.
  case file(URL)
  /// A guide, instead of the system's grey blocks.
  case placeholder(PhotoPlaceholder)

  /// The file, if there is one.
  public var file: URL? { if case .file(let url) = self { url } else { nil } }
}

/// Why a widget has no photo to draw.
public enum PhotoPlaceholder: String, CaseIterable, Hashable, Sendable {
  /// No design or album was chosen, none has the name, or it names no image: ask the person to choose one.
  case notConfigured = "not-configured"
  /// The image names no file, or there is no photo: ask the person to open the app, which prepares one.
  case notPrepared = "not-prepared"
  /// All named files are missing, incomplete or unreadable.
  case fileMissing = "file-missing"
  /// A newer version of the software made this store: ask for an update.
  case storeTooNew = "store-too-new"
  /// There is no container: ask the person to open the app once.
  case containerMissing = "container-missing"

  /// The guide's text, a few English words, which `PhotoGuide` takes for the key of a translation.
  public var guide: String {
    switch self {
    case .notConfigured: "Choose an album"
    case .notPrepared: "Add photos in the app"
    case .fileMissing: "Open the app to get this photo"
    case .storeTooNew: "Update the app"
    case .containerMissing: "Open the app once"
    }
  }
}

/// The reading side of a store, for a widget: every question has an answer that can be drawn.
///
///     let reader = PhotoReader(container: groupURL)
///     switch reader.photo(album: nil, for: .small, at: entry.date) {
///     case .file(let url): try loader.imageNow(at: url)
///     case .placeholder(let reason): SetUpGuide(reason)
///     }
///
/// It answers by album, by photo and by design; `album: nil` means every prepared photo.
///
/// Nothing here throws, and nothing here can write (decision 0504).
public struct PhotoReader: Sendable {
  private let url: URL?
  private let opened: Result<PhotoContainer, PhotoprepError>

  /// Opens a container.
  ///
  /// If it is not there yet, or cannot be read before the device is unlocked, each question tries again.
  ///
  /// - Parameter container: What `containerURL(forSecurityApplicationGroupIdentifier:)` returned;
  ///   `nil` without the entitlement.
  public init(container: URL?) {
    url = container
    opened = Self.opened(container)
  }

  /// The container, or `nil` if it cannot be read.
  public var container: PhotoContainer? { try? current.get() }

  /// The container as it was opened first; if that failed, as it is now.
  var current: Result<PhotoContainer, PhotoprepError> {
    if case .success = opened { opened } else { Self.opened(url) }
  }

  private static func opened(_ container: URL?) -> Result<PhotoContainer, PhotoprepError> {
    guard let container else { return .failure(.containerMissing(path: "")) }
    return Result { () throws(PhotoprepError) in try PhotoContainer(url: container) }
  }
}

extension PhotoPlaceholder {
  /// The placeholder for an error of opening a container.
  init(opening error: PhotoprepError) {
    switch error.code {
    case .storeMissing: self = .containerMissing
    case .storeTooNew: self = .storeTooNew
    default: self = .fileMissing
    }
  }

  /// The placeholder for an error of a document that the widget was given.
  init(_ error: PhotoprepError) {
    switch error.code {
    case .notFound, .nameInvalid: self = .notConfigured
    case .documentTooNew: self = .storeTooNew
    default: self = .fileMissing
    }
  }
}

extension PhotoReader {
  /// Returns what to draw for a design.
  ///
  /// - Parameters:
  ///   - name: The design's name, with or without `.json`; `nil` when none was chosen.
  ///   - family: The widget's family.
  ///   - date: When it is drawn, for designs that show an album.
  /// - Returns: One file, or the reason why it shows none.
  public func photo(design name: String?, for family: RenderFamily, at date: Date) -> PhotoDisplay {
    answer { container in
      guard let name else { return .placeholder(.notConfigured) }
      do throws(PhotoprepError) {
        let design = try container.design(name)
        return display(design.image(for: family), for: family, at: date, in: container)
      } catch {
        return .placeholder(PhotoPlaceholder(error))
      }
    }
  }

  /// Returns what to draw for an image, for example one of a design the app keeps elsewhere.
  public func photo(_ image: ImageSpec?, for family: RenderFamily, at date: Date) -> PhotoDisplay {
    answer { display(image, for: family, at: date, in: $0) }
  }

  /// Returns what to draw for an entry of an album.
  public func photo(_ entry: AlbumEntry, for family: RenderFamily) -> PhotoDisplay {
    answer { firstWhole(of: entry.fileNames(for: family), in: $0) }
  }

  /// Returns what to draw for a prepared photo.
  public func photo(_ record: RecordID, for family: RenderFamily) -> PhotoDisplay {
    answer { container in
      do throws(PhotoprepError) {
        let image = try container.record(record).image
        return firstWhole(of: fileNames(image, for: family), in: container)
      } catch {
        return .placeholder(error.code == .notFound ? .notPrepared : PhotoPlaceholder(error))
      }
    }
  }

  private func answer(_ body: (PhotoContainer) -> PhotoDisplay) -> PhotoDisplay {
    switch current {
    case .success(let container): body(container)
    case .failure(let error): .placeholder(PhotoPlaceholder(opening: error))
    }
  }

  private func display(
    _ image: ImageSpec?, for family: RenderFamily, at date: Date, in container: PhotoContainer
  ) -> PhotoDisplay {
    guard let image else { return .placeholder(.notConfigured) }
    let album = image.smartPhoto?.shuffleManifestFileName.flatMap { try? container.album($0) }
    let shown = album?.entry(at: date)?.fileNames(for: family) ?? []
    return firstWhole(of: shown + fileNames(image, for: family), in: container)
  }

  /// The files of an image in the order of preference: the render it names, which is the manual one
  /// where there is one, the automatic one of the same photo, and the image for older readers.
  private func fileNames(_ image: ImageSpec, for family: RenderFamily) -> [String] {
    let master = StoredFileName(image.smartPhoto?.masterFileName ?? "")
    let own = image.smartPhoto?.variants[family] == nil ? family.substitute : family
    guard let named = image.smartPhoto?.variants[own]?.renderFileName else {
      return [image.fileName]
    }
    let automatic = PictureFormat.stored.compactMap { format in
      master.map { StoredFileName(.render(own), of: $0.record, as: format).description }
    }
    return [named] + automatic + [image.fileName]
  }

  private func firstWhole(of names: [String], in container: PhotoContainer) -> PhotoDisplay {
    let files = names.compactMap(container.imageURL)
    if files.isEmpty { return .placeholder(.notPrepared) }
    let whole = files.first { ImageFileEnds($0)?.isWhole == true }
    return whole.map(PhotoDisplay.file) ?? .placeholder(.fileMissing)
  }
}
