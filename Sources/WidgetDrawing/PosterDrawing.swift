internal import Foundation
public import Imaging
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
    let filter = poster.colourFilter(for: family)
    let picture = try display.file.map { url in
      let shown = try PhotoSource(bytes: [UInt8](Data(contentsOf: url)), name: url.path)
        .decode(atLeast: 1, background: .black)
      return try filter.map(shown.filtered) ?? shown
    }
    var data = poster.data(for: family, hasPhoto: picture != nil)
    // The record's measure is of the picture without the filter.
    if filter == nil, let file = display.file?.lastPathComponent {
      data.merge(Poster.legibility(on: file, in: container, height: request.points(family).height))
      {
        $1
      }
    }
    return try draw(
      data, for: family, request, cornerRadius: Self.poster.mask(of: family.rawValue),
      pictures: picture.map { ["photo": $0] } ?? [:])
  }

  /// Draws what the poster of a design lays over a picture, and nothing else.
  ///
  /// - Parameters:
  ///   - poster: The design.
  ///   - words: A text, upper and lower, in the place of the design's own.
  ///   - file: The name of the picture's file.
  ///   - family: The widget's family.
  ///   - container: The store.
  ///   - request: Its screen and scale; the rest of it is not used.
  /// - Returns: The text and its scrim, transparent elsewhere, without the mask.
  /// - Throws: What drawing a tree throws.
  public func words(
    of poster: Poster, saying words: [String]?, over file: String, for family: RenderFamily,
    in container: PhotoContainer, _ request: TemplateRequest
  ) throws -> RenderedWidget {
    var data = poster.data(for: family, hasPhoto: false)
    data["ground"] = .string(Colour.clear.hex)
    if let words, words.count == 2 {
      data["hasText"] = .bool(true)
      (data["title"], data["line"]) = (.string(words[0]), .string(words[1]))
    }
    if poster.colourFilter(for: family) == nil {
      data.merge(Poster.legibility(on: file, in: container, height: request.points(family).height))
      {
        $1
      }
    }
    return try draw(data, for: family, request)
  }

  private func draw(
    _ data: [String: JSONValue], for family: RenderFamily, _ request: TemplateRequest,
    cornerRadius: Double = 0, pictures: [String: Raster] = [:]
  ) throws -> RenderedWidget {
    let size = request.points(family)
    let input = TemplateInput(family: family.rawValue, size: size, data: data)
    return try render(
      try Self.poster.view(input), in: size, scale: Double(request.scale),
      cornerRadius: cornerRadius, pictures: pictures)
  }
}

extension Poster {
  /// The filter of a family's picture with its numbers, where it changes anything.
  public func colourFilter(for family: RenderFamily) -> ColourFilter? {
    filter(for: family).flatMap { ColourFilter(named: $0.token.rawValue, intensity: $0.intensity) }
  }
}

extension TemplateRequest {
  /// The size of a family's widget in points.
  fileprivate func points(_ family: RenderFamily) -> Size {
    (screen ?? .largestPhone).points(of: family)
  }
}
