#if canImport(WidgetKit)
  import CoreGraphics
  import Foundation
  import ImageIODecoding
  public import PhotoStore
  public import SwiftUI
  import WidgetKit

  /// A photo that fills a widget, or a guide that says why there is none.
  ///
  /// ```swift
  /// AppIntentConfiguration(kind: "Photos", intent: ChooseAlbum.self, provider: provider) { entry in
  ///   PreparedPhoto(entry, scheme: "myapp")
  /// }
  /// .contentMarginsDisabled()
  /// ```
  public struct PreparedPhoto: View {
    /// How the photo looks where the system draws widgets in one tint or clear.
    public enum Accented: Sendable {
      /// In its own colours, for photos that are the content; iPhone and iPad alone have that.
      case fullColor
      /// Without its colours, beside apps that follow the tint.
      case desaturated
    }

    private let entry: PhotoTimeline.Entry
    private let accented: Accented
    private let link: URL?
    @Environment(\.displayScale) private var scale

    /// Makes the view of an entry.
    ///
    /// - Parameters:
    ///   - entry: An entry of the timeline.
    ///   - accented: How the photo looks if the system draws widgets tinted or clear.
    ///   - scheme: The scheme of the links that open the app at the photo; `nil` opens it as its icon does.
    ///   - album: The album that the link names; `nil` for the entry's.
    public init(
      _ entry: PhotoTimeline.Entry, accented: Accented = .fullColor, scheme: String? = nil,
      album: String? = nil
    ) {
      (self.entry, self.accented) = (entry, accented)
      link = scheme.flatMap { entry.link(scheme: $0, album: album) }
    }

    /// The photo or the guide.
    public var body: some View {
      GeometryReader { space in
        content(in: PixelSize(points: space.size, scale: scale))
          .frame(width: space.size.width, height: space.size.height)
      }
      .containerBackground(for: .widget) { Color.black }
      .widgetURL(link)
    }

    @ViewBuilder private func content(in slot: PixelSize?) -> some View {
      switch entry.display {
      case .file(let file):
        if let image = WidgetImages.image(at: file, covering: slot) {
          photo(image)
        } else {
          PhotoGuide(.fileMissing)
        }
      case .placeholder(let reason):
        PhotoGuide(reason)
      }
    }

    @ViewBuilder private func photo(_ image: CGImage) -> some View {
      let label = entry.label.map { Text(verbatim: $0) } ?? Text("Photo")
      let photo = Image(image, scale: 1, label: label).resizable()
      // Earlier systems do not draw widgets in one tint.
      if #available(iOS 18, macOS 15, visionOS 26, *) {
        // On a Mac `.fullColor` does not count, and an opaque image becomes an even rectangle.
        #if os(macOS) || os(visionOS) || targetEnvironment(macCatalyst)
          photo.widgetAccentedRenderingMode(.desaturated).scaledToFill()
        #else
          photo
            .widgetAccentedRenderingMode(accented == .fullColor ? .fullColor : .desaturated)
            .scaledToFill()
        #endif
      } else {
        photo.scaledToFill()
      }
    }
  }

  /// The guide in place of a photo: a symbol, and what the person can do.
  ///
  /// The words are English, and keys of the strings of the app or extension that shows it.
  public struct PhotoGuide: View {
    private let reason: PhotoPlaceholder

    /// Makes the guide of a reason.
    public init(_ reason: PhotoPlaceholder) { self.reason = reason }

    /// The symbol and the words.
    public var body: some View {
      VStack(spacing: 8) {
        // VoiceOver says the words alone.
        Image(systemName: "photo.on.rectangle").font(.title).accessibilityHidden(true)
        Text(LocalizedStringKey(reason.guide)).font(.caption).multilineTextAlignment(.center)
      }
      .foregroundStyle(.white)
      .padding()
    }
  }

  /// The decoded photos of this process.
  enum WidgetImages {
    // The longest side of any widget's render is 1,834 pixels, so that no master is whole where a slot is not known.
    private static let loader = ImageLoader(
      decoder: ImageIODecoder(longEdge: 1834), limits: .widgetExtension)

    /// The image of a file as a slot needs it; `nil` where it cannot be decoded.
    static func image(at file: URL, covering slot: PixelSize?) -> CGImage? {
      try? loader.imageNow(at: file, covering: slot)
    }
  }
#endif
