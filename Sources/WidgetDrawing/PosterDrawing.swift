internal import Foundation
internal import Imaging
public import PhotoGeometry
public import PhotoStore
public import WidgetPreview

extension WidgetRenderer {
  private static let poster: Template = {
    guard let template = try? Template(builtIn: "poster") else {
      preconditionFailure("The template of posters comes with the library.")
    }
    return template
  }()

  /// A widget would show a guide instead of a picture, and why.
  public struct PictureMissing: Error, CustomStringConvertible {
    /// What the widget lacks.
    public let reason: PhotoPlaceholder

    /// The fact as a sentence.
    public var description: String { "There is no picture to show (\(reason.rawValue))." }
  }

  /// Draws the widget of a design, or of a photo of a store without designs.
  ///
  /// - Parameters:
  ///   - poster: The design.
  ///   - family: The widget's family.
  ///   - container: The store.
  ///   - request: Its screen and scale; the rest of it is not used.
  /// - Returns: The picture; transparent outside of the mask.
  /// - Throws: ``PictureMissing`` where the design names a picture that cannot be shown; an
  ///   ``ImagingError`` of the picture; what drawing a tree throws.
  public func render(
    _ poster: Poster, for family: RenderFamily, in container: PhotoContainer,
    _ request: TemplateRequest
  ) throws -> RenderedWidget {
    let display = poster.picture(for: family, in: container)
    if case .placeholder(let reason) = display, reason != .notConfigured {
      throw PictureMissing(reason: reason)
    }
    let filter = poster.filter(for: family).flatMap {
      ColourFilter(named: $0.token.rawValue, intensity: $0.intensity)
    }
    let picture = try display.file.map { url in
      let shown = try PhotoSource(bytes: [UInt8](Data(contentsOf: url)), name: url.path)
        .decode(atLeast: 1, background: .black)
      return try filter.map(shown.filtered) ?? shown
    }
    let size = (request.screen ?? .largestPhone).points(of: family)
    var data = poster.data(for: family, hasPhoto: picture != nil)
    // The record's measure is of the picture without the filter.
    if filter == nil, let file = display.file?.lastPathComponent {
      data.merge(Poster.legibility(on: file, in: container, height: size.height)) { $1 }
    }
    let input = TemplateInput(family: family.rawValue, size: size, data: data)
    return try render(
      try Self.poster.view(input), in: size, scale: Double(request.scale),
      cornerRadius: Self.poster.mask(of: family.rawValue),
      pictures: picture.map { ["photo": $0] } ?? [:])
  }
}
