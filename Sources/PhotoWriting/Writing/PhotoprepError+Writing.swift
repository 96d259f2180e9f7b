import Foundation
public import PhotoGeometry
import PhotoStore

extension PhotoprepError.Code {
  /// A file or folder of a container could not be written.
  public static let notWritten = Self("not-written")
  /// A photo has a size that cannot be cropped and described.
  public static let photoUnusable = Self("photo-unusable")
  /// Photos of a container lack pictures, or cannot be read.
  public static let photosIncomplete = Self("photos-incomplete")
}

extension PhotoprepError {
  static func notWritten(_ place: URL, _ error: any Error) -> PhotoprepError {
    PhotoprepError(
      .notWritten, path: place.path, message: "It could not be written.",
      remedy: "Free some space, and check that the app has the App Group.", detail: "\(error)")
  }

  static func photoUnusable(_ name: String, _ size: PixelSize) -> PhotoprepError {
    PhotoprepError(
      .photoUnusable, path: name, message: "It has \(size) pixels, which no widget can show.",
      remedy: "Choose another photo.")
  }
}
