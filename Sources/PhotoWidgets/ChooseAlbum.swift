#if canImport(WidgetKit)
  public import AppIntents
  public import Foundation
  import PhotoStore

  /// The setting of a photo widget: the album it shows.
  public struct ChooseAlbum: WidgetConfigurationIntent {
    /// The name under which the system keeps the intent; its type's name alone may be an app's too (decision 0334).
    public static let persistentIdentifier = "PhotoWidgets.ChooseAlbum"
    /// Whether Shortcuts offers the intent as an action, which it is not.
    public static let isDiscoverable = false
    /// The intent's name.
    public static let title: LocalizedStringResource = "Choose Album"
    /// The intent's description.
    public static let description: IntentDescription? = IntentDescription(
      "Chooses the album that the widget shows.")

    /// The album; `nil` for all photos.
    @Parameter(title: "Album") public var album: AlbumEntity?

    /// Makes a choice without an album.
    public init() {}
  }

  /// An album of the container, as the system shows it in lists.
  public struct AlbumEntity: AppEntity {
    /// The name under which the system keeps the type.
    public static let persistentIdentifier = "PhotoWidgets.AlbumEntity"
    /// The name for albums.
    public static let typeDisplayRepresentation: TypeDisplayRepresentation = "Album"
    /// The query that finds albums.
    public static let defaultQuery = AlbumQuery()

    /// The album's name.
    public let id: String

    /// The album's appearance in lists.
    public var displayRepresentation: DisplayRepresentation {
      DisplayRepresentation(title: "\(id)")
    }

    /// Makes the album of a name.
    public init(id: String) { self.id = id }
  }

  /// Finds the albums of ``PhotoGroup``.
  public struct AlbumQuery: EntityQuery {
    /// The name under which the system keeps the query.
    public static let persistentIdentifier = "PhotoWidgets.AlbumQuery"

    /// Makes a query.
    public init() {}

    /// The albums of some names, also those that are not there, or not yet.
    ///
    /// The system forgets what a query does not return, and a widget without an album shows all photos (decision 0509).
    public func entities(for identifiers: [String]) async throws -> [AlbumEntity] {
      identifiers.map(AlbumEntity.init(id:))
    }

    /// Every album, sorted for people.
    public func suggestedEntities() async throws -> [AlbumEntity] {
      PhotoReader(container: PhotoGroup.container).albumNames
        .sorted { $0.localizedStandardCompare($1) == .orderedAscending }.map(AlbumEntity.init(id:))
    }
  }

  /// Include this package in your app and its widget extension, so that the system finds the intent in this library.
  public struct PhotoWidgetsPackage: AppIntentsPackage {}

  /// The App Group that the app and its extensions share.
  ///
  /// The system makes intents without arguments, so the group is read from the `Info.plist` of app and extensions,
  /// key `PhotoAppGroup` (decision 0334).
  public enum PhotoGroup {
    /// The group's identifier, for example `group.com.example.photos`; `nil` where `Info.plist` has none.
    public static var identifier: String? {
      Bundle.main.object(forInfoDictionaryKey: "PhotoAppGroup") as? String
    }

    /// The container; `nil` without the key, or without the right to the group.
    public static var container: URL? {
      identifier.flatMap {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: $0)
      }
    }
  }
#endif
